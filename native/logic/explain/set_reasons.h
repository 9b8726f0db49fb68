// Which constraints prove a cell, where there is no grid: a smallest set of them.
//
// The number of mines takes part only where nothing else proves the cell. A set without it is
// connected and touches the cell, so that one of k constraints lies within k - 1 steps: that
// is where smaller sets are looked for. Sentences and techniques belong to grids
// (advice/reasons.h).
#pragma once

#include <cstdint>
#include <vector>

#include "logic/explain/part_proof.h"
#include "logic/explain/smaller_set.h"
#include "logic/position/incidence.h"

namespace sapper {

struct SetReason {
    Cell cell = 0;
    bool is_mine = false;
    ConstraintSet constraints;  // ascending
    bool needs_mine_count = false;
    bool is_smallest = true;  // false: the search for a smaller one hit its limit
};

class SetReasons {
  public:
    // The system must stay as it is while reasons are asked for.
    explicit SetReasons(const ConstraintSystem& system, std::uint64_t max_states);
    // The reason of a claim that is true.
    SetReason find(const Claim& claim);

  private:
    bool is_local(const Claim& claim);
    // The constraints around a cell, nearest first, up to so many steps away.
    void start_ball(Cell cell);
    bool grow_ball();
    void add_around(Cell cell);

    const ConstraintSystem& system_;
    std::uint64_t max_states_;
    PartProof proof_;
    Engine local_engine_;  // without the number of mines
    bool has_local_ = false;
    Incidence incidence_;
    ConstraintSet ball_;
    std::size_t ring_ = 0;  // the last ring starts here
    std::vector<std::uint8_t> is_in_ball_;
};

}  // namespace sapper
