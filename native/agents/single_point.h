// The single-point rules, each clue by itself, to exhaustion.
//
// A clue whose mines are all known makes its other neighbours safe; one with as
// many unknown neighbours as mines missing makes them mines. What is proven is
// used at once for the clues around it (Kvietinskas 2021, section 1.5).
#pragma once

#include "agents/parts.h"

namespace sapper {

class SinglePoint final : public Deducer {
  public:
    void start(const Sight& sight) override;
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    void settle(const Sight& sight, Padded at, std::uint8_t knowledge);
    void examine(const Sight& sight, Padded clue_at, Proofs& proofs);

    // Per padded cell: UNKNOWN, KNOWN_MINE or 0, so that one block sum counts both.
    std::vector<std::uint8_t> knowledge_;
    std::vector<std::uint8_t> blank_;
    std::vector<std::uint8_t> waiting_;  // 1 while in work_
    std::vector<Padded> work_;
};

}  // namespace sapper
