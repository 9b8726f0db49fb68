// The value of a whole game under best play, first click and all.
#pragma once

#include <cstdint>
#include <vector>

#include "game/rules.h"
#include "logic/play/endgame.h"

namespace sapper {

struct FirstCellValue {
    Cell cell = 0;
    std::uint64_t wins = 0;
    std::uint64_t layouts = 0;
};

struct Optimum {
    // The best first cells of all that symmetry tells apart; they are worth the same.
    std::vector<FirstCellValue> first;
    std::uint64_t states = 0;  // different sets of layouts that were solved
    std::uint64_t nodes = 0;
    bool is_done = false;  // false: a limit ended the work, and `first` says nothing
};

// Tries every first cell up to the symmetry of the grid. For rule `any` the
// number of layouts counts those lost at the first click.
Optimum find_optimum(const Rules& rules, std::uint64_t max_layouts, std::uint64_t max_nodes);

// Layouts of a rule after a first cell; more than 2^53 is given as 2^53.
double count_layouts(const Rules& rules, Cell first);

}  // namespace sapper
