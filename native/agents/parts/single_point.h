// The single-point rules, each clue by itself, to exhaustion.
//
// A clue whose mines are all known makes its other neighbours safe; one with as
// many unknown neighbours as mines missing makes them mines. What is proven is
// used at once for the clues around it (Kvietinskas 2021, section 1.5).
#pragma once

#include "agents/parts/parts.h"

namespace sapper {

class SinglePoint final : public Deducer {
  public:
    void start(const Sight& sight) override;
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    struct Stack;

    // Per padded cell: UNKNOWN, KNOWN_MINE or 0, so that one block sum counts both.
    std::vector<std::uint8_t> knowledge_;
    std::vector<std::uint8_t> blank_;
    std::vector<std::uint8_t> is_idle_;  // 1 for a clue from 1 to 8 that is not queued
    std::vector<Padded> work_;           // room for every cell, and one more; empty between calls
};

}  // namespace sapper
