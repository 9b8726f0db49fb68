// The order in which a check takes the clues of a step, so that it has little to remember.
//
// Whoever checks a step places mines clue by clue and remembers, for each clue begun and
// not finished, how many mines it still misses. The order keeps few clues begun at a time:
// the next clue is one that begins the fewest others. `docs/guides/boards.md` states the
// limits; a step beyond them is not certified.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/position/constraints.h"

namespace sapper {

class ClueOrder {
  public:
    // Put constraints, given by index, in order; false where a check might need more than
    // the limits. `counts_mines`: it has to remember the mines used as well.
    bool arrange(const ConstraintSystem& system, std::vector<std::uint32_t>& chosen,
                 bool counts_mines);

  private:
    struct Clue {
        std::uint32_t constraint = 0;
        std::int32_t missing = 0;
        std::uint32_t num_placed = 0;  // of its cells
        bool is_taken = false;
        bool is_begun() const { return num_placed > 0 && !is_taken; }
    };

    void read(const ConstraintSystem& system, const std::vector<std::uint32_t>& chosen);
    std::size_t pick(const ConstraintSystem& system);
    bool take(const ConstraintSystem& system, std::size_t clue, bool counts_mines);

    std::vector<Clue> clues_;
    std::vector<std::vector<std::uint32_t>> clues_of_;  // per cell
    std::vector<std::uint8_t> is_placed_;               // per cell
    std::vector<std::uint32_t> met_;                    // per clue: the look that met it
    std::uint32_t look_ = 0;
    std::uint32_t num_placed_ = 0;
};

}  // namespace sapper
