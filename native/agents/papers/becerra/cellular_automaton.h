// Adamatzky's cellular automaton: every cell changes at once.
//
// The state at time t + 1 follows from the state at time t alone, so that a mine
// marked in a step helps no other cell before the next (Becerra 2015, section 5.1).
#pragma once

#include "agents/driver/knowledge.h"

namespace sapper {

class CellularAutomaton final : public Deducer {
  public:
    // Original rule: a clue marks a mine only if it is its last unknown neighbour.
    explicit CellularAutomaton(bool last_mine_only) : last_mine_only_(last_mine_only) {}
    void start(const Sight& sight) override;
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    bool last_mine_only_;
    Knowledge knowledge_;
    CellSet clues_;  // those whose neighbours changed in the last step
};

}  // namespace sapper
