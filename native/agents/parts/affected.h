// The constraints that a change may have made say more, and all tied to them.
//
// What a deducer proves of a component depends on that component alone. One
// that has not changed since it was looked at has nothing new to say.
#pragma once

#include "agents/parts/parts.h"
#include "logic/position/constraints.h"

namespace sapper {

class AffectedComponents {
  public:
    void start(const Sight& sight);

    // Reads off the components with a clue that changed or is next to a changed
    // cell. Flagged cells and shown mines are mines; only covered cells are unknown.
    void find(const Sight& sight, std::span<const Padded> changed);

    ConstraintSystem system;
    std::vector<std::uint32_t> ends;  // per component: one past its last constraint

  private:
    void add(const Sight& sight, Padded clue);
    void gather(const Sight& sight, Padded clue);

    std::vector<std::uint8_t> is_met_;  // per padded cell, during find
    std::vector<Padded> met_;
    std::vector<Padded> queue_;
};

// Where the constraint's clue lies; the constraint must have one.
inline Padded clue_of(const Sight& sight, const Constraint& constraint) {
    return sight.frame.to_padded(constraint.clue);
}

}  // namespace sapper
