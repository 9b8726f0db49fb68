// Layouts that look the same turned round or in a mirror.
//
// The cells that a symmetry exchanges form orbits of one, two or four; a layout takes
// whole orbits. How many of each size is drawn by the number of layouts there are with
// them, then which: every symmetric layout that the first-click rule allows is equally
// likely, up to the rounding of that one draw (about 1e-15).
#pragma once

#include <array>
#include <vector>

#include "game/random.h"
#include "game/rules.h"

namespace sapper {

enum class Symmetry : std::uint8_t { none, turn, left_right, up_down, both };

inline constexpr std::uint64_t SYMMETRY_SALT = 0x73796d6d65747279ULL;  // "symmetry"

class SymmetricLayer {
  public:
    // Throws RulesError where no symmetric layout has that many mines.
    SymmetricLayer(const Rules& rules, Cell first, Symmetry symmetry);
    // The mines of this game seed.
    std::vector<Cell> lay(std::uint64_t seed);

  private:
    static constexpr std::size_t NUM_SIZES = 3;  // orbits of 1, 2 and 4 cells
    using Split = std::array<std::int64_t, NUM_SIZES>;

    void collect_orbits(const Rules& rules, Cell first, Symmetry symmetry);
    void weigh_splits(std::int64_t num_mines);

    std::array<std::vector<std::vector<Cell>>, NUM_SIZES> orbits_;
    std::vector<Split> splits_;  // how many orbits of each size
    std::vector<double> up_to_;  // weights added up
};

}  // namespace sapper
