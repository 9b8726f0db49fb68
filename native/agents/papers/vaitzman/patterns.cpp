#include "agents/papers/vaitzman/patterns.h"

#include <algorithm>
#include <bit>

#include "game/errors.h"
#include "game/random.h"

namespace sapper {

static_assert(COVERED == 9 && FLAGGED == 10, "a key's digits are the codes of the cells");

PatternTable::PatternTable(std::span<const Pattern> patterns) : size_(patterns.size()) {
    const std::size_t capacity = std::bit_ceil(2 * patterns.size() + 1);
    mask_ = capacity - 1;
    slots_.resize(capacity);
    is_used_.assign(capacity, 0);
    for (const Pattern& pattern : patterns) {
        if (pattern.move >= PATTERN_CELLS) {
            throw Error("expected a move inside the window, got cell number " +
                        std::to_string(pattern.move));
        }
        std::size_t at = mix(pattern.key) & mask_;
        while (is_used_[at]) at = (at + 1) & mask_;
        slots_[at] = pattern;
        is_used_[at] = 1;
    }
}

const Pattern* PatternTable::find(std::uint64_t key) const {
    for (std::size_t at = mix(key) & mask_; is_used_[at]; at = (at + 1) & mask_) {
        if (slots_[at].key == key) return &slots_[at];
    }
    return nullptr;
}

PatternValue parse_pattern_value(const std::string& text) {
    if (text == "share") return PatternValue::share;
    if (text == "safe") return PatternValue::safe;
    throw Error("expected the value share or safe, got " + quote(text));
}

WindowClues parse_window_clues(const std::string& text) {
    if (text == "shown") return WindowClues::shown;
    if (text == "reduced") return WindowClues::reduced;
    throw Error("expected the clues shown or reduced, got " + quote(text));
}

PatternWindows::PatternWindows(std::shared_ptr<const PatternTable> table, PatternValue value,
                               WindowClues clues)
    : table_(std::move(table)), value_(value), clues_(clues) {}

// What is known to be a mine looks like a flag, whether it was flagged or not.
void PatternWindows::read_cells(const Sight& sight, const Proofs& proofs) {
    codes_ = sight.view;
    for (Padded at = 0; at < codes_.size(); ++at) {
        const bool is_known = codes_[at] == COVERED && proofs.mark(at) == Mark::mine;
        if (codes_[at] == MINE_SHOWN || is_known) codes_[at] = FLAGGED;
    }
}

// A clue of a window's rim without the mines known outside; false if a covered cell
// outside is next to it.
bool PatternWindows::reduce_clue(const Sight& sight, Padded first, int row, int column,
                                 Code& code) const {
    for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
            const int r = row + down, c = column + right;
            if (r >= 0 && r < PATTERN_SIDE && c >= 0 && c < PATTERN_SIDE) continue;
            const Code outside = codes_[static_cast<std::size_t>(static_cast<int>(first) +
                                                                 r * sight.frame.stride + c)];
            if (outside == COVERED) return false;
            if (outside != FLAGGED) continue;
            if (code == 0) return false;  // only after a wrong flag
            --code;
        }
    }
    return true;
}

bool PatternWindows::read_window(const Sight& sight, Padded first, std::uint64_t& key) const {
    key = 0;
    for (int row = 0; row < PATTERN_SIDE; ++row) {
        for (int column = 0; column < PATTERN_SIDE; ++column) {
            Code code = codes_[first + static_cast<Padded>(row * sight.frame.stride + column)];
            const bool is_rim = row % 3 == 0 || column % 3 == 0;
            if (clues_ == WindowClues::reduced && is_rim && is_clue(code) &&
                !reduce_clue(sight, first, row, column, code)) {
                return false;
            }
            key = key * PATTERN_BASE + code;
        }
    }
    return true;
}

// Visits the stored move of each window, as (cell, value).
template <class Visit>
void PatternWindows::for_windows(const Sight& sight, Visit visit) const {
    for (int row = 1; row + PATTERN_SIDE - 1 <= sight.frame.rows; ++row) {
        for (int column = 1; column + PATTERN_SIDE - 1 <= sight.frame.columns; ++column) {
            const auto first = static_cast<Padded>(row * sight.frame.stride + column);
            std::uint64_t key = 0;
            if (!read_window(sight, first, key)) continue;
            const Pattern* pattern = table_->find(key);
            if (pattern == nullptr) continue;
            const int value = value_ == PatternValue::share ? pattern->share : pattern->safe;
            const int down = pattern->move / PATTERN_SIDE, right = pattern->move % PATTERN_SIDE;
            visit(first + static_cast<Padded>(down * sight.frame.stride + right), value);
        }
    }
}

void PatternWindows::value_cells(const Sight& sight, const Proofs& proofs,
                                 std::vector<double>& values) {
    read_cells(sight, proofs);
    values.assign(codes_.size(), 0);
    for_windows(sight, [&](Padded at, int value) {
        values[at] = std::max(values[at], value / PATTERN_UNIT);
    });
}

void PatternWindows::propose(const Sight& sight, const Proofs& proofs, Proposals& proposals) {
    proposals.clear();
    read_cells(sight, proofs);
    int largest = -1;
    for_windows(sight, [&](Padded at, int value) {
        if (value < largest) return;
        if (value > largest) proposals.clear();
        largest = value;
        if (codes_[at] == COVERED) proposals.cells.push_back({at, false});
    });
    // A cell that several windows name is one candidate.
    auto& cells = proposals.cells;
    std::sort(cells.begin(), cells.end(),
              [](const Proposal& a, const Proposal& b) { return a.at < b.at; });
    const auto same = [](const Proposal& a, const Proposal& b) { return a.at == b.at; };
    cells.erase(std::unique(cells.begin(), cells.end(), same), cells.end());
    if (!cells.empty()) proposals.chance = largest / PATTERN_UNIT;
}

}  // namespace sapper
