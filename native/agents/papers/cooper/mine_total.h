// The two single-clue rules for the number of mines on the grid (Cooper 2020, section 6).
//
// No mine left: every unknown cell is safe. As many left as unknown cells: all are
// mines. It needs no clue, so it may settle a grid before the first pick.
#pragma once

#include "agents/papers/cooper/fact_base.h"

namespace sapper {

class MineTotal final : public Deducer {
  public:
    void start(const Sight& sight) override { facts_.start(sight); }
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    FactBase facts_;
};

}  // namespace sapper
