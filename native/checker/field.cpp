#include "checker/field.h"

#include "checker/failure.h"

namespace sapper::checker {

Field::Field(int columns, int rows, std::vector<std::uint8_t> mines)
    : columns_(columns), rows_(rows), mines_(std::move(mines)) {
    const std::size_t size = mines_.size();
    first_.reserve(size + 1);
    neighbours_.reserve(8 * size);
    clues_.assign(size, 0);
    known_.assign(size, UNKNOWN);
    unknown_.assign(size, 0);
    proven_.assign(size, 0);
    is_changed_.assign(size, 0);
    for (int cell = 0; cell < num_cells(); ++cell) {
        first_.push_back(static_cast<int>(neighbours_.size()));
        num_mines_ += is_mine(cell);
        const int row = cell / columns_, column = cell % columns_;
        for (int down = -1; down <= 1; ++down) {
            for (int right = -1; right <= 1; ++right) {
                const int r = row + down, c = column + right;
                if ((down == 0 && right == 0) || r < 0 || r >= rows_ || c < 0 || c >= columns_) {
                    continue;
                }
                neighbours_.push_back(r * columns_ + c);
                clues_[at(cell)] += is_mine(neighbours_.back());
                unknown_[at(cell)] |= Around{1} << ((down + 1) * 3 + right + 1);
            }
        }
    }
    first_.push_back(static_cast<int>(neighbours_.size()));
    num_unknown_ = num_cells();
    mines_left_ = num_mines_;
}

std::string Field::name(int cell) const {
    std::string name = std::to_string(cell / columns_ + 1);
    name.insert(name.begin(), 'r');
    return name.append("c").append(std::to_string(cell % columns_ + 1));
}

void Field::settle(int cell, bool is_mine) {
    known_[at(cell)] = is_mine ? PROVEN_MINE : REVEALED;
    --num_unknown_;
    mines_left_ -= is_mine;
    const int row = cell / columns_, column = cell % columns_;
    for (const int other : around(cell)) {
        const int down = row - other / columns_, right = column - other % columns_;
        unknown_[at(other)] &= ~(Around{1} << ((down + 1) * 3 + right + 1));
        proven_[at(other)] += is_mine;
        if (is_changed_[at(other)] || !is_revealed(other)) continue;
        is_changed_[at(other)] = 1;
        changed_.push_back(other);
    }
    if (is_mine || is_changed_[at(cell)]) return;
    is_changed_[at(cell)] = 1;
    changed_.push_back(cell);
}

void Field::reveal(int cell) {
    if (is_mine(cell)) throw Failure{name(cell) + " is a mine"};
    if (is_known(cell)) return;
    std::vector<int> opened{cell};
    settle(cell, false);
    while (!opened.empty()) {
        const int one = opened.back();
        opened.pop_back();
        if (clue(one) != 0) continue;
        for (const int other : around(one)) {
            if (is_known(other)) continue;
            settle(other, false);
            opened.push_back(other);
        }
    }
}

void Field::mark_mine(int cell) {
    settle(cell, true);
}

std::vector<int> Field::take_changed() {
    std::vector<int> taken;
    taken.swap(changed_);
    for (const int cell : taken) is_changed_[at(cell)] = 0;
    return taken;
}

// Openings are groups of zeros with the clues around them; islands are groups of clues that
// are next to no zero, and each clue of an island is a click.
Numbers Field::measure() const {
    enum : std::uint8_t { OTHER, ZERO, ALONE };
    std::vector<std::uint8_t> kinds(mines_.size(), OTHER);
    Numbers found;
    for (int cell = 0; cell < num_cells(); ++cell) {
        if (is_mine(cell)) continue;
        bool touches_zero = false;
        for (const int other : around(cell)) touches_zero |= !is_mine(other) && clue(other) == 0;
        kinds[at(cell)] = clue(cell) == 0 ? ZERO : touches_zero ? OTHER : ALONE;
        found.three_bv += kinds[at(cell)] == ALONE;
    }
    std::vector<int> group;
    for (int cell = 0; cell < num_cells(); ++cell) {
        const std::uint8_t kind = kinds[at(cell)];
        if (kind == OTHER) continue;
        (kind == ZERO ? found.openings : found.islands) += 1;
        kinds[at(cell)] = OTHER;
        group.assign(1, cell);
        while (!group.empty()) {
            const int one = group.back();
            group.pop_back();
            for (const int other : around(one)) {
                if (kinds[at(other)] != kind) continue;
                kinds[at(other)] = OTHER;
                group.push_back(other);
            }
        }
    }
    found.three_bv += found.openings;
    return found;
}

}  // namespace sapper::checker
