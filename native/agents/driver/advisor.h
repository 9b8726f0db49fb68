// An agent asked about any position: what it would prove, or where it would guess.
//
// The driver follows one game; an advisor knows nothing but the position it is
// shown. Its deducers begin anew each time and are told that everything changed, so
// the advice depends on the position and the random word alone.
#pragma once

#include <optional>
#include <vector>

#include "agents/parts/parts.h"

namespace sapper {

struct Advice {
    std::vector<Cell> safe;  // proven by the first deducer that proves something safe
    std::vector<Cell> mines;
    std::optional<Cell> guess;  // only where nothing is proven safe
};

class Advisor {
  public:
    Advisor(const Rules& rules, const AgentSpec& spec);
    // Flags on the position count as the agent's own. Throws if a first cell is to be
    // opened on a position that shows something already.
    Advice advise(const PositionView& position, std::uint64_t word);

  private:
    void show(const PositionView& position);
    bool any_left(const Proofs& proofs) const;
    void deduce(Proofs& proofs, Advice& advice);
    Sight sight() const;

    Rules rules_;
    Frame frame_;
    std::unique_ptr<Opener> opener_;
    std::vector<std::unique_ptr<Deducer>> deducers_;
    std::unique_ptr<Guesser> guesser_;
    bool flags_;
    std::vector<Code> view_;
    std::vector<Padded> changed_;
    std::int64_t num_covered_ = 0;
    bool is_blank_ = true;
};

}  // namespace sapper
