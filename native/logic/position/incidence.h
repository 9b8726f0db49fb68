// The constraints that each cell is in.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/position/constraints.h"

namespace sapper {

class Incidence {
  public:
    void look_at(const ConstraintSystem& system);

    // Indices of constraints, ascending.
    std::span<const std::uint32_t> of(Cell cell) const {
        return {constraints_.data() + first_[cell], first_[cell + 1] - first_[cell]};
    }

  private:
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> constraints_;
};

}  // namespace sapper
