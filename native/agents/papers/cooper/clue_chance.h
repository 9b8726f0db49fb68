// The selector of Cooper 2020, section 7: guess by the mean of what single clues say.
//
// Each clue by itself gives its unknown neighbours the chance mines left / unknown
// cells; a cell's chance is the plain mean over its clues, and one half without
// any. The smallest chance wins, then the fewest unknown neighbours, then the first
// in reading order. It chooses the first cell too: a corner.
#pragma once

#include "agents/parts/parts.h"

namespace sapper {

class ClueChance final : public Guesser {
  public:
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;
    std::vector<CellChance> chances() const override;

  private:
    int stride_ = 0;
    std::vector<std::uint8_t> unknown_;  // per padded cell: 1 unknown, 16 a known mine
    std::vector<std::uint32_t> sums_;    // of the chances that clues give a cell
    std::vector<std::uint32_t> counts_;
};

}  // namespace sapper
