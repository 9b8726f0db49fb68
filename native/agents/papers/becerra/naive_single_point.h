// The two single-point strategies with an ordering problem (Becerra 2015, section 5.2).
//
// Both forget a clue that proves nothing when they look at it, and differ in when
// they look again. `NaiveSinglePoint` (PGMS) looks at a clue when it is revealed
// and after a deduction within two cells of it; so it misses a clue that a guess
// beside it has completed. `QueuedSinglePoint` (Pedersen) looks at the neighbours
// of every cell it has dealt with, but not at that cell; so it misses a clue that
// proves something from the moment it is revealed.
#pragma once

#include <deque>

#include "agents/driver/knowledge.h"

namespace sapper {

class NaiveSinglePoint final : public Deducer {
  public:
    void start(const Sight& sight) override;
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    void consider_around(const Sight& sight, Padded at);

    Knowledge knowledge_;
    CellSet to_consider_;                 // S: revealed cells
    std::vector<std::uint8_t> resolved_;  // clues that are never looked at again
    Padded deduced_at_ = 0;               // the clue of the last deduction, or 0
};

class QueuedSinglePoint final : public Deducer {
  public:
    void start(const Sight& sight) override;
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    struct Move {
        Padded at;
        Padded clue_at;
    };
    void consider(const Sight& sight, Padded clue_at);

    Knowledge knowledge_;
    std::vector<std::uint8_t> resolved_;
    std::vector<Padded> settled_;
    std::deque<Move> marks_;  // before all probes
    std::deque<Move> probes_;
};

}  // namespace sapper
