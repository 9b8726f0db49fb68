#include "game/game.h"

#include <algorithm>

#include "game/errors.h"
#include "game/words.h"

namespace sapper {

Game::Game(const Rules& rules)
    : rules_((rules.check(), rules)), frame_(rules.columns, rules.rows), layer_(rules) {
    blank_.assign(frame_.padded_size(), EDGE);
    for (const Padded at : layer_.cells()) blank_[at] = COVERED;
    prepare();
}

void Game::prepare() {
    view_ = blank_;
    mines_.assign(frame_.padded_size(), 0);
    log_.clear();
    marks_.clear();
    exchanges_.clear();
    first_cell_ = -1;
    num_flags_ = 0;
    num_covered_ = rules_.num_cells();
    num_safe_left_ = rules_.num_cells() - rules_.num_mines;
    mines_hit_ = 0;
    has_layout_ = given_layout_ = stuck_ = resigned_ = false;
}

void Game::start(std::uint64_t seed) {
    seed_ = seed;
    prepare();
}

void Game::start(std::span<const Cell> mines) {
    if (static_cast<std::int64_t>(mines.size()) != rules_.num_mines) {
        throw RulesError("expected a layout of " +
                         counted(static_cast<std::size_t>(rules_.num_mines), "mine") + ", got " +
                         std::to_string(mines.size()));
    }
    // Looked at as a whole first: a layout that is refused leaves the game as it was.
    std::vector<std::uint8_t> laid(frame_.padded_size(), 0);
    for (const Cell cell : mines) {
        if (cell >= rules_.num_cells()) {
            throw RulesError("expected mines on the grid, got cell number " + std::to_string(cell));
        }
        std::uint8_t& mine = laid[frame_.to_padded(cell)];
        if (mine) throw RulesError("two mines at " + format_cell(cell, rules_.columns));
        mine = 1;
    }
    prepare();
    mines_.swap(laid);
    has_layout_ = given_layout_ = true;
}

// Show one covered cell; true if it is a zero, whose neighbours are to follow.
inline bool Game::show(Padded at) {
    log_.push_back(at);
    --num_covered_;
    if (mines_[at]) [[unlikely]] {
        view_[at] = MINE_SHOWN;
        ++mines_hit_;
        return false;
    }
    --num_safe_left_;
    const unsigned clue = block_sum(mines_.data(), at, frame_.stride);
    view_[at] = static_cast<Code>(clue);
    return clue == 0;
}

// The log doubles as the queue of the flood: no recursion, no second container.
void Game::cascade(std::size_t from) {
    for (; from < log_.size(); ++from) {
        const Padded at = log_[from];
        if (view_[at] != 0) continue;
        frame_.for_neighbours(at, [this](Padded next) {
            if (view_[next] == COVERED) show(next);
        });
    }
}

void Game::lay_for(Padded first) {
    if (has_layout_) return;
    layer_.lay(seed_, frame_.to_cell(first), mines_);
    has_layout_ = true;
}

void Game::exchange_layout(std::span<const std::uint8_t> is_mine) {
    exchanges_.push_back({marks_.size(), mines_});
    for (Cell cell = 0; cell < layer_.cells().size(); ++cell) {
        mines_[layer_.cells()[cell]] = is_mine[cell];
    }
}

void Game::take_exchange_back() {
    if (exchanges_.empty() || exchanges_.back().num_moves != marks_.size()) return;
    mines_.swap(exchanges_.back().mines);
    exchanges_.pop_back();
}

void Game::reveal_at(Padded at) {
    if (first_cell_ < 0) {
        lay_for(at);
        first_cell_ = frame_.to_cell(at);
    }
    const std::size_t from = log_.size();
    marks_.push_back(from);
    if (show(at) && cascades_) cascade(from);
}

void Game::flag_at(Padded at) {
    marks_.push_back(log_.size());
    log_.push_back(at);
    view_[at] = FLAGGED;
    ++num_flags_;
    --num_covered_;
}

void Game::check_on(Cell cell) const {
    if (cell >= rules_.num_cells()) {
        throw IllegalMoveError("expected a cell from r1c1 to r" + std::to_string(rules_.rows) +
                               "c" + std::to_string(rules_.columns) + ", got cell number " +
                               std::to_string(cell));
    }
}

void Game::check_playing() const {
    switch (outcome()) {
        case Outcome::playing:
            return;
        case Outcome::won:
            throw IllegalMoveError("the game is won; no move is left");
        case Outcome::lost:
            throw IllegalMoveError("the game is lost; undo or restart to go on");
        case Outcome::stuck:
            throw IllegalMoveError("the game was given up; undo or restart to go on");
    }
}

void Game::reveal(Cell cell) {
    check_on(cell);
    check_playing();
    const Padded at = frame_.to_padded(cell);
    if (view_[at] == FLAGGED) {
        throw IllegalMoveError(format_cell(cell, rules_.columns) + " is flagged; unflag it first");
    }
    if (view_[at] != COVERED) {
        throw IllegalMoveError(format_cell(cell, rules_.columns) + " is already revealed");
    }
    reveal_at(at);
}

void Game::flag(Cell cell) {
    check_on(cell);
    check_playing();
    const Padded at = frame_.to_padded(cell);
    if (view_[at] != COVERED) {
        throw IllegalMoveError(format_cell(cell, rules_.columns) + " is already " +
                               (view_[at] == FLAGGED ? "flagged" : "revealed"));
    }
    flag_at(at);
}

void Game::unflag(Cell cell) {
    check_on(cell);
    check_playing();
    const Padded at = frame_.to_padded(cell);
    if (view_[at] != FLAGGED) {
        throw IllegalMoveError(format_cell(cell, rules_.columns) + " is not flagged");
    }
    marks_.push_back(log_.size());
    log_.push_back(at);
    view_[at] = COVERED;
    --num_flags_;
    ++num_covered_;
}

void Game::chord(Cell cell) {
    check_on(cell);
    check_playing();
    const Padded at = frame_.to_padded(cell);
    const std::string name = format_cell(cell, rules_.columns);
    if (!is_clue(view_[at])) throw IllegalMoveError(name + " shows no clue to chord on");
    int marked = 0, covered = 0;
    frame_.for_neighbours(at, [&](Padded next) {
        marked += view_[next] == FLAGGED || view_[next] == MINE_SHOWN;
        covered += view_[next] == COVERED;
    });
    if (marked != view_[at]) {
        throw IllegalMoveError("a chord on " + name + " needs " + std::to_string(view_[at]) +
                               " flags around it, got " + std::to_string(marked));
    }
    if (covered == 0) throw IllegalMoveError("no covered cell is left around " + name);
    const std::size_t from = log_.size();
    marks_.push_back(from);
    frame_.for_neighbours(at, [this](Padded next) {
        if (view_[next] == COVERED) show(next);
    });
    if (cascades_) cascade(from);
}

void Game::undo() {
    if (stuck_ || resigned_) {
        stuck_ = resigned_ = false;
        return;
    }
    if (marks_.empty()) throw IllegalMoveError("no move is left to undo");
    for (const std::size_t to = marks_.back(); log_.size() > to; log_.pop_back()) {
        Code& code = view_[log_.back()];
        if (code == COVERED) {
            code = FLAGGED;
            ++num_flags_;
            --num_covered_;
            continue;
        }
        num_flags_ -= code == FLAGGED;
        mines_hit_ -= code == MINE_SHOWN;
        num_safe_left_ += is_clue(code);
        ++num_covered_;
        code = COVERED;
    }
    marks_.pop_back();
    take_exchange_back();
    // Before the first reveal there is no layout yet: another first cell may follow.
    const bool any_revealed = std::any_of(log_.begin(), log_.end(), [this](Padded at) {
        return is_clue(view_[at]) || view_[at] == MINE_SHOWN;
    });
    if (!any_revealed) {
        first_cell_ = -1;
        if (!given_layout_ && has_layout_) {
            std::fill(mines_.begin(), mines_.end(), 0);
            has_layout_ = false;
        }
    }
}

Outcome Game::outcome() const {
    if (resigned_) return Outcome::lost;
    if (rules_.kind == GameKind::normal) {
        if (mines_hit_) return Outcome::lost;
        if (num_safe_left_ == 0 && first_cell_ >= 0) return Outcome::won;
    } else if (num_covered_ == 0) {
        // Every cell is settled: revealed, flagged or a mine that was hit.
        return num_safe_left_ == 0 && mines_hit_ == 0 ? Outcome::won : Outcome::lost;
    }
    return stuck_ ? Outcome::stuck : Outcome::playing;
}

std::int64_t Game::mines_flagged() const {
    // Without a layout a flag is right only if every cell must be a mine.
    if (!has_layout_) return rules_.num_mines == rules_.num_cells() ? num_flags_ : 0;
    if (num_flags_ == 0) return 0;
    std::int64_t count = 0;
    for (const Padded at : layer_.cells()) count += view_[at] == FLAGGED && mines_[at];
    return count;
}

void Game::copy_position(Code* out) const {
    for (int row = 0; row < rules_.rows; ++row) {
        std::memcpy(out + static_cast<std::size_t>(row) * rules_.columns,
                    view_.data() + static_cast<std::size_t>(row + 1) * frame_.stride + 1,
                    static_cast<std::size_t>(rules_.columns));
    }
}

Position Game::position() const {
    Position position{rules_.columns, rules_.rows, rules_.num_mines, {}};
    position.cells.resize(layer_.cells().size());
    copy_position(position.cells.data());
    return position;
}

std::vector<Cell> Game::mines() const {
    std::vector<Cell> out;
    for (Cell cell = 0; cell < layer_.cells().size(); ++cell) {
        if (mines_[layer_.cells()[cell]]) out.push_back(cell);
    }
    return out;
}

}  // namespace sapper
