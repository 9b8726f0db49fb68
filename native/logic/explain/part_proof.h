// Whether some of the constraints prove a cell, all others left out.
//
// They do if no placement that fits them has the cell otherwise; the engine
// answers that on the chosen constraints alone, at a cost that does not depend
// on the size of the grid.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/count/engine.h"
#include "logic/position/constraints.h"

namespace sapper {

// What a cell is claimed to be.
struct Claim {
    Cell cell = 0;
    bool is_mine = false;
};

class PartProof {
  public:
    void look_at(const ConstraintSystem& system);
    // True if the chosen constraints, and with `use_total` the number of mines,
    // prove the claim. A test that grows too wide counts as no proof and is
    // remembered in ran_out().
    bool holds(std::span<const std::uint32_t> chosen, const Claim& claim, bool use_total);

    // Work is counted in states and constraints, never in time.
    void start_work(double most) { work_left_ = most, is_too_wide_ = false; }
    void spend(double work) { work_left_ -= work; }
    double work_left() const { return work_left_; }
    bool ran_out() const { return is_too_wide_ || work_left_ < 0.0; }

  private:
    Cell to_local(Cell cell);

    const ConstraintSystem* whole_ = nullptr;
    std::vector<Cell> local_;  // cell of the whole -> cell of the part, or NO_CELL
    std::vector<Cell> mapped_;
    std::vector<Cell> scratch_;
    ConstraintSystem part_;
    Engine engine_;
    double work_left_ = 0.0;
    bool is_too_wide_ = false;
};

}  // namespace sapper
