// The double set: safe cells in S, questionable clues in Q.
//
// A clue that proves nothing yet waits in Q and is asked again, so that nothing
// a single clue can prove is ever missed, whatever the order (Becerra 2015,
// algorithm 5.2). S is what the driver is told to reveal.
#pragma once

#include "agents/driver/knowledge.h"

namespace sapper {

class DoubleSet final : public Deducer {
  public:
    void start(const Sight& sight) override;
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    void free_neighbours(const Sight& sight, Padded clue_at, Proofs& proofs);

    Knowledge knowledge_;
    std::vector<Padded> questionable_;  // Q
};

}  // namespace sapper
