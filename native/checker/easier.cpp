#include "checker/easier.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "checker/failure.h"

namespace sapper::checker {

namespace {

constexpr Around ALL = 0x1ff;

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

// The cells around a clue that lie in the block around another one, `down` and `right` of it.
constexpr auto OVERLAPS = [] {
    std::array<std::array<Around, 5>, 5> table{};
    for (int down = -2; down <= 2; ++down) {
        for (int right = -2; right <= 2; ++right) {
            for (int bit = 0; bit < 9; ++bit) {
                const int r = bit / 3 - 1 - down, c = bit % 3 - 1 - right;
                if (r < -1 || r > 1 || c < -1 || c > 1) continue;
                table[static_cast<std::size_t>(down + 2)][static_cast<std::size_t>(right + 2)] |=
                    Around{1} << bit;
            }
        }
    }
    return table;
}();

}  // namespace

EasierProofs::EasierProofs(Field& field)
    : field_(field), comparison_(field), met_(at(field.num_cells()), 0) {}

void EasierProofs::rule_out(Technique technique) {
    for (const int clue : field_.take_changed()) changed_[0].push_back(clue);
    if (technique > Technique::single_clue) rule_out_single_clues();
    if (technique > Technique::subset) rule_out_pairs(Technique::subset);
    if (technique > Technique::pair) rule_out_pairs(Technique::pair);
    if (technique > Technique::several) rule_out_several();
}

// What a technique has looked at, the next one has not.
void EasierProofs::hand_on(Technique from) {
    auto& looked_at = changed_[static_cast<std::size_t>(from)];
    auto& next = changed_[static_cast<std::size_t>(from) + 1];
    for (const int clue : looked_at) {
        if (field_.unknown_around(clue) != 0) next.push_back(clue);
    }
    looked_at.clear();
    std::ranges::sort(next);
    next.erase(std::unique(next.begin(), next.end()), next.end());
}

void EasierProofs::rule_out_single_clues() {
    for (const int clue : changed_[0]) {
        const int unknown = std::popcount(field_.unknown_around(clue));
        const int missing = field_.missing(clue);
        if (unknown > 0 && (missing == 0 || missing == unknown)) {
            throw Failure{"the clue " + field_.name(clue) + " alone decides its unknown cells"};
        }
    }
    hand_on(Technique::single_clue);
}

void EasierProofs::rule_out_pairs(Technique technique) {
    const bool only_subsets = technique == Technique::subset;
    for (const int clue : changed_[static_cast<std::size_t>(technique)]) {
        const int row = clue / field_.columns(), column = clue % field_.columns();
        for (int r = std::max(0, row - 2); r <= std::min(field_.rows() - 1, row + 2); ++r) {
            for (int c = std::max(0, column - 2); c <= std::min(field_.columns() - 1, column + 2);
                 ++c) {
                const int other = r * field_.columns() + c;
                if (other == clue || !field_.is_revealed(other)) continue;
                compare(clue, other, only_subsets);
                compare(other, clue, only_subsets);
            }
        }
    }
    hand_on(technique);
}

// Whether clue B decides the cells that clue A has and B has not.
void EasierProofs::compare(int a, int b, bool only_subsets) const {
    const int down = b / field_.columns() - a / field_.columns();
    const int right = b % field_.columns() - a % field_.columns();
    const Around overlap = OVERLAPS[at(down + 2)][at(right + 2)] & ALL;
    const int cells_a = std::popcount(field_.unknown_around(a));
    const int cells_b = std::popcount(field_.unknown_around(b));
    const int shared = std::popcount(field_.unknown_around(a) & overlap);
    const int rest = cells_a - shared;
    if (shared == 0 || rest == 0 || (only_subsets && shared != cells_b)) return;
    const int most_shared = std::min(shared, field_.missing(b));
    const int least_shared = std::max(0, field_.missing(b) - (cells_b - shared));
    const int missing = field_.missing(a);
    if (missing - least_shared > 0 && missing - most_shared < rest) return;
    throw Failure{"the clues " + field_.name(a) + " and " + field_.name(b) +
                  (shared == cells_b ? " decide a cell by 'subset'" : " decide a cell as a pair")};
}

void EasierProofs::rule_out_several() {
    // The clues that changed, and all that are tied to them by unknown cells.
    std::vector<int> tied;
    std::vector<int> cells;
    const auto meet = [&](int clue) {
        if (met_[at(clue)] || !field_.is_revealed(clue)) return;
        met_[at(clue)] = 1;
        tied.push_back(clue);
    };
    for (const int clue : changed_[static_cast<std::size_t>(Technique::several)]) meet(clue);
    for (std::size_t next = 0; next < tied.size(); ++next) {
        field_.for_unknown(tied[next], [&](int cell) {
            if (met_[at(cell)]) return;
            met_[at(cell)] = 1;
            cells.push_back(cell);
            for (const int clue : field_.around(cell)) meet(clue);
        });
    }
    for (const int cell : tied) met_[at(cell)] = 0;
    for (const int cell : cells) met_[at(cell)] = 0;
    comparison_.run(tied, true);
    if (comparison_.decides_anything()) {
        throw Failure{"comparing clues in steps decides " +
                      field_.name(comparison_.first_decided())};
    }
    changed_[static_cast<std::size_t>(Technique::several)].clear();
}

}  // namespace sapper::checker
