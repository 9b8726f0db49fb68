#include "agents/papers/kvietinskas/window.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "game/errors.h"

namespace sapper {

namespace {

// A look costs a few microseconds, the screen some twenty: measured on intermediate and expert.
constexpr int FREE_LOOKS = 4;

}  // namespace

bool is_rim_frontier(const Sight& sight, Padded at) {
    bool found = false;
    // The rim lies on the outermost cells, so that all neighbours are in the frame.
    sight.frame.for_neighbours(
        at, [&](Padded next) { found |= static_cast<Code>(sight.view[next] - 1) < 8; });
    return found;
}

Window::Window(MakeDeducer make_inner, const WindowOptions& options)
    : make_inner_(std::move(make_inner)), options_(options) {
    if (options.columns < 1 || options.rows < 1) {
        throw RulesError("expected a window of at least 1x1, got " +
                         std::to_string(options.columns) + "x" + std::to_string(options.rows));
    }
}

void Window::start(const Sight& sight) {
    if (frame_.columns != sight.frame.columns || frame_.rows != sight.frame.rows) {
        frame_ = sight.frame;
        // A window as wide as the grid shows both walls [1, section 4.4].
        const auto fit = [](std::int64_t size, int grid) {
            return size >= grid ? grid + 2 : static_cast<int>(size);
        };
        columns_ = fit(options_.columns, frame_.columns);
        rows_ = fit(options_.rows, frame_.rows);
        across_ = frame_.columns - columns_ + 3;
        down_ = frame_.rows - rows_ + 3;
        for (auto& pane : panes_) pane.reset();
    }
    is_due_.assign(static_cast<std::size_t>(across_) * down_, 1);
    may_prove_.assign(is_due_.size(), 1);
    is_mine_.assign(frame_.padded_size(), 0);
    provable_.clear();
    is_screened_ = false;
    is_changed_ = true;
    known_mines_ = 0;
    last_mines_left_ = sight.num_mines;
    num_considered_ = 0;
    last_window_.reset();
}

// Calls f(first, count) for each run of windows that show the cell, or have it
// within `margin` cells around them.
template <class F>
void Window::for_windows_with(int column, int row, int margin, F&& f) {
    const int left = std::max(column - columns_ + 1 - margin, -1);
    const int right = std::min(column + margin, across_ - 2);
    const int top = std::max(row - rows_ + 1 - margin, -1);
    const int bottom = std::min(row + margin, down_ - 2);
    if (right < left) return;
    for (int y = top; y <= bottom; ++y) {
        f(static_cast<std::size_t>(y + 1) * across_ + left + 1, right - left + 1);
    }
}

// Windows that show a changed cell are due again; so are all when the mine count changed.
void Window::note_changes(const Sight& sight, std::span<const Padded> changed) {
    for (const Padded at : changed) {
        const bool is_mine = sight.view[at] == FLAGGED || sight.view[at] == MINE_SHOWN;
        known_mines_ += static_cast<int>(is_mine) - static_cast<int>(is_mine_[at]);
        is_mine_[at] = is_mine;
        const int row = static_cast<int>(at) / frame_.stride - 1;
        const int column = static_cast<int>(at) % frame_.stride - 1;
        for_windows_with(column, row, 0, [this](std::size_t first, int count) {
            std::memset(is_due_.data() + first, 1, static_cast<std::size_t>(count));
        });
    }
    const std::int64_t mines_left = sight.num_mines - known_mines_;
    if (options_.mine_count && options_.recheck && mines_left != last_mines_left_) {
        std::fill(is_due_.begin(), is_due_.end(), std::uint8_t{1});
    }
    last_mines_left_ = mines_left;
}

// Solves the whole grid. What the agent has proven to be a mine is taken as one
// here, flagged or not: it follows anyway.
void Window::find_provable(const Sight& sight, const Proofs& proofs) {
    screen_view_ = sight.view;
    for (Padded at = 0; at < screen_view_.size(); ++at) {
        if (screen_view_[at] == COVERED && proofs.mark(at) == Mark::mine) {
            screen_view_[at] = FLAGGED;
        }
    }
    provable_.clear();
    const Sight whole{sight.frame, screen_view_, sight.num_mines, sight.num_covered};
    is_screened_ = solver_.solve(whole, options_.mine_count) && solver_.has_risks();
    if (!is_screened_) return;
    const auto& unknown = solver_.system().is_unknown;
    for (Cell cell = 0; cell < unknown.size(); ++cell) {
        if (!unknown[cell]) continue;
        const Mark mark = solver_.engine().mark(cell);
        if (mark == Mark::safe || mark == Mark::mine) provable_.push_back(frame_.to_padded(cell));
    }
}

// Finds the windows that show a cell that can be proven and is not yet.
void Window::screen(const Sight& sight, const Proofs& proofs) {
    if (is_changed_) find_provable(sight, proofs);
    is_changed_ = false;
    std::fill(may_prove_.begin(), may_prove_.end(), static_cast<std::uint8_t>(!is_screened_));
    for (const Padded at : provable_) {
        if (proofs.mark(at) != Mark::unknown) continue;
        for_windows_with(
            static_cast<int>(at) % frame_.stride - 1, static_cast<int>(at) / frame_.stride - 1, 1,
            [this](std::size_t first, int count) {
                std::memset(may_prove_.data() + first, 1, static_cast<std::size_t>(count));
            });
    }
}

// Sums over all rectangles from the top left, for is_useful.
void Window::count_cells(const Sight& sight) {
    num_covered_.assign(frame_.padded_size(), 0);
    num_clues_.assign(frame_.padded_size(), 0);
    for (int row = 1; row <= frame_.rows; ++row) {
        std::uint32_t covered = 0;
        std::uint32_t clues = 0;
        const Padded from = static_cast<Padded>(row) * frame_.stride + 1;
        for (Padded at = from; at < from + frame_.columns; ++at) {
            covered += sight.view[at] == COVERED;
            clues += is_clue(sight.view[at]);
            num_covered_[at] = num_covered_[at - frame_.stride] + covered;
            num_clues_[at] = num_clues_[at - frame_.stride] + clues;
        }
    }
}

// A window is of use if it has both a covered cell and a clue, inside or next to
// it [1, section 4.5.1, technique 1].
bool Window::is_useful(std::size_t window) const {
    const Place place = place_of(window);
    const int left = std::max(place.column - 1, 0);
    const int right = std::min(place.column + columns_ + 1, frame_.columns);
    const int top = std::max(place.row - 1, 0);
    const int bottom = std::min(place.row + rows_ + 1, frame_.rows);
    const auto at = [this](int column, int row) {
        return static_cast<std::size_t>(row) * frame_.stride + column;
    };
    const auto has = [&](const std::vector<std::uint32_t>& sums) {
        return sums[at(right, bottom)] + sums[at(left, top)] >
               sums[at(left, bottom)] + sums[at(right, top)];
    };
    return has(num_covered_) && has(num_clues_);
}

std::size_t Window::centred_on(int column, int row) const {
    const int left = std::clamp(column - columns_ / 2, -1, across_ - 2);
    const int top = std::clamp(row - rows_ / 2, -1, down_ - 2);
    return static_cast<std::size_t>(top + 1) * across_ + left + 1;
}

void Window::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    note_changes(sight, changed);
    is_changed_ |= !changed.empty();
    num_free_looks_ = options_.screen ? FREE_LOOKS : -1;
    count_cells(sight);
    for (int row = 0; row < frame_.rows; ++row) {
        for (int column = 0; column < frame_.columns; ++column) {
            const std::size_t window = centred_on(column, row);
            if (!is_due_[window]) continue;
            const Padded at = static_cast<Padded>((row + 1) * frame_.stride + column + 1);
            if (sight.view[at] != COVERED) continue;
            bool is_frontier = false;
            frame_.for_neighbours(at,
                                  [&](Padded next) { is_frontier |= is_clue(sight.view[next]); });
            if (is_frontier && consider(sight, window, proofs)) return;
        }
    }
    for (std::size_t window = 0; window < is_due_.size(); ++window) {
        if (is_due_[window] && consider(sight, window, proofs)) return;
    }
}

bool Window::consider(const Sight& sight, std::size_t window, Proofs& proofs) {
    if (!is_useful(window)) return false;
    is_due_[window] = 0;
    ++num_considered_;
    // The first windows often prove something: they are looked at before the screen is set up.
    if (num_free_looks_ == 0) screen(sight, proofs);
    if (num_free_looks_ >= 0) --num_free_looks_;
    if (options_.screen && num_free_looks_ < 0 && !may_prove_[window]) return false;
    return look(sight, window, proofs);
}

bool Window::look(const Sight& sight, std::size_t window, Proofs& proofs) {
    Pane& pane = lay_out(sight, place_of(window));
    const WindowCount count = count_mines(sight, pane);
    std::int64_t num_covered = 0;
    for (const Code code : pane.view) num_covered += code == COVERED;
    const Sight shown{pane.frame, pane.view, sight.num_mines, num_covered, nullptr, &count};
    pane.proofs.start(pane.view.size());
    pane.proofs.set_wants_clues(proofs.wants_clues());
    pane.inner->start(shown);
    pane.inner->deduce(shown, pane.changed, pane.proofs);
    if (!take_over(sight, pane, proofs)) return false;
    last_window_ = {pane.column + pane.first_column, pane.row + pane.first_row, pane.inside_columns,
                    pane.inside_rows};
    return true;
}

// Builds the small position: walls are its edges, the rim is covered.
Window::Pane& Window::lay_out(const Sight& sight, Place place) {
    const bool left = place.column < 0;
    const bool right = place.column + columns_ > frame_.columns;
    const bool top = place.row < 0;
    const bool bottom = place.row + rows_ > frame_.rows;
    auto& held = panes_[static_cast<std::size_t>((left + right) * 3 + top + bottom)];
    if (!held) {
        held = std::make_unique<Pane>();
        held->inner = make_inner_();
        // Each wall takes a cell of the window and the rim on that side.
        held->frame = Frame(columns_ + 2 - 2 * (left + right), rows_ + 2 - 2 * (top + bottom));
        held->inside_columns = columns_ - left - right;
        held->inside_rows = rows_ - top - bottom;
    }
    Pane& pane = *held;
    pane.first_column = left ? 0 : 1;
    pane.first_row = top ? 0 : 1;
    pane.column = place.column + left - pane.first_column;
    pane.row = place.row + top - pane.first_row;
    pane.view.assign(pane.frame.padded_size(), EDGE);
    pane.is_inside.assign(pane.frame.padded_size(), 0);
    pane.changed.clear();
    for (int row = 0; row < pane.frame.rows; ++row) {
        const std::size_t from = static_cast<std::size_t>(row + 1) * pane.frame.stride + 1;
        std::fill_n(pane.view.begin() + static_cast<std::ptrdiff_t>(from), pane.frame.columns,
                    COVERED);
    }
    for (int y = 0; y < pane.inside_rows; ++y) {
        const int row = pane.first_row + y;
        const std::size_t to =
            static_cast<std::size_t>(row + 1) * pane.frame.stride + pane.first_column + 1;
        const std::size_t from = static_cast<std::size_t>(pane.row + row + 1) * frame_.stride +
                                 pane.column + pane.first_column + 1;
        for (int x = 0; x < pane.inside_columns; ++x) {
            pane.view[to + x] = sight.view[from + x];
            pane.is_inside[to + x] = 1;
            if (pane.view[to + x] != COVERED) pane.changed.push_back(static_cast<Padded>(to + x));
        }
    }
    return pane;
}

// m_min - V_F <= U <= m of [1, section 5.4.1]: outside the window and the
// frontier on its rim there are at most as many mines as cells.
WindowCount Window::count_mines(const Sight& sight, const Pane& pane) const {
    const std::int64_t num_cells = static_cast<std::int64_t>(frame_.columns) * frame_.rows;
    if (!options_.mine_count) return {pane.is_inside, num_cells, 0};
    std::int64_t seen = static_cast<std::int64_t>(pane.inside_columns) * pane.inside_rows;
    const std::int64_t mines_left = sight.num_mines - known_mines_;
    const std::int64_t rim_cells =
        static_cast<std::int64_t>(pane.frame.columns) * pane.frame.rows - seen;
    if (mines_left > num_cells - seen - rim_cells) {
        const Sight shown{pane.frame, pane.view, sight.num_mines, 0};
        for (int row = 0; row < pane.frame.rows; ++row) {
            for (int column = 0; column < pane.frame.columns; ++column) {
                const auto at = static_cast<Padded>((row + 1) * pane.frame.stride + column + 1);
                const int on_row = pane.row + row;
                const int on_column = pane.column + column;
                if (pane.is_inside[at] || on_row < 0 || on_row >= frame_.rows || on_column < 0 ||
                    on_column >= frame_.columns) {
                    continue;
                }
                seen += is_rim_frontier(shown, at);
            }
        }
    }
    return {pane.is_inside, mines_left, std::max<std::int64_t>(mines_left - (num_cells - seen), 0)};
}

// Carries what was proven in a window to the grid; true if some of it is new.
bool Window::take_over(const Sight& sight, const Pane& pane, Proofs& proofs) {
    const auto to_grid = [&](Padded at) -> std::pair<int, int> {
        return {pane.column + static_cast<int>(at) % pane.frame.stride - 1,
                pane.row + static_cast<int>(at) / pane.frame.stride - 1};
    };
    const auto to_padded = [&](int column, int row) {
        return static_cast<Padded>((row + 1) * frame_.stride + column + 1);
    };
    bool any = false;
    std::size_t clue = 0;
    for (const Proof& proof : pane.proofs.fresh()) {
        clues_.clear();
        for (; clue < proof.clues_end; ++clue) {
            const auto [column, row] = to_grid(pane.proofs.clues()[clue]);
            clues_.push_back(to_padded(column, row));
        }
        const auto [column, row] = to_grid(proof.at);
        if (column < 0 || column >= frame_.columns || row < 0 || row >= frame_.rows) continue;
        const Padded at = to_padded(column, row);
        if (sight.view[at] == COVERED) any |= proofs.add(at, proof.mark, clues_);
    }
    return any;
}

}  // namespace sapper
