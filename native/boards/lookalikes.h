// Layouts that have a lookalike, told at a glance: no proof can solve them.
//
// A lookalike has the same number of mines and shows the same clue wherever both are
// safe. As long as none of the cells in which the two differ is revealed, everything
// that is seen fits both, so none of them can be proven, nor be reached by a cascade:
// the layout cannot be solved from a first cell outside them. Two kinds are looked for:
// a mine and a safe cell side by side, where whoever sees one of the two only is a mine
// or off the grid; and a block of 2x2 with its mines on one diagonal, whose four outer
// corners are mines or off the grid. A third of the layouts of an expert's grid has one
// of them, and the play of those is saved.
#pragma once

#include <cstdint>
#include <vector>

#include "game/frame.h"

namespace sapper {

// Looks at layouts of one size, one after another; keeps its memory.
class Lookalikes {
  public:
    explicit Lookalikes(const Frame& frame);
    // True if the layout (padded, 1 where a mine is) has a lookalike of these kinds that
    // differs from it in none but covered cells.
    bool has_one(const std::vector<std::uint8_t>& mines, Padded first);

  private:
    Frame frame_;
    std::vector<std::uint8_t> inside_;
    std::vector<std::uint8_t> walls_;   // 1 where no clue can ever be: mines and the frame
    std::vector<std::uint8_t> safe_;    // 1 where a safe cell is, but for the first
    std::vector<std::uint8_t> across_;  // 1 where a cell and both beside it are walls
    std::vector<std::uint8_t> down_;    // the same with those above and below
};

}  // namespace sapper
