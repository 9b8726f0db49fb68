// Single-clue propagation: settle every cell that one constraint alone decides,
// again and again until nothing changes.
//
// It is not needed for being right (the sweep finds the same cells) but takes
// most cells out of the problem at the price of a look, and cuts components
// into small ones. A decided cell takes part in every placement in the same
// way, so counts do not change.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/position/constraints.h"
#include "logic/position/incidence.h"

namespace sapper {

// A constraint after the decided cells have been taken out of it.
struct Residual {
    std::int32_t low = 0;
    std::int32_t high = 0;
    std::uint32_t left = 0;  // cells not decided

    bool is_impossible() const {
        return high < 0 || low > high || low > static_cast<std::int32_t>(left);
    }
    bool is_vacuous() const { return low <= 0 && high >= static_cast<std::int32_t>(left); }
    bool decides() const {
        return left > 0 && (high == 0 || low == static_cast<std::int32_t>(left));
    }
};

class Propagation {
  public:
    // Returns an impossible constraint's index, or NONE when all went well.
    std::uint32_t run(const ConstraintSystem& system);

    std::span<const std::uint32_t> constraints_of(Cell cell) const { return incidence_.of(cell); }

    std::vector<Mark> marks;          // per cell
    std::vector<Residual> residuals;  // per constraint
    std::vector<Cell> decided;        // in the order found
    std::uint32_t mines_decided = 0;

  private:
    std::uint32_t settle(const ConstraintSystem& system, std::uint32_t constraint);

    Incidence incidence_;
    std::vector<std::uint32_t> queue_;
};

}  // namespace sapper
