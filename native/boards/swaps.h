// Swaps: cells of which mines and safe ones can be exchanged without a clue noticing.
//
// A cell in a swap is a mine in one placement that fits the clues and safe in another. If
// every cell next to a clue is in one, the clues alone prove nothing, and whoever checks
// that has only to count: it shows that a step needs the number of mines.
#pragma once

#include <cstdint>
#include <vector>

#include "boards/facts.h"
#include "game/game.h"

namespace sapper {

class SwapSearch {
  public:
    // Adds swaps that together have every unknown cell next to a clue; false where some
    // cell has none within the limits of the search.
    bool find(const Game& game, const Facts& facts, std::vector<std::vector<Cell>>& swaps);

  private:
    bool balance();
    void exchange(Padded at, int by);
    template <class F>
    void for_options(Padded clue, F&& f) const;

    const Game* game_ = nullptr;
    const Facts* facts_ = nullptr;
    std::uint32_t nodes_left_ = 0;
    std::vector<std::int8_t> change_;     // per padded clue: mines around it more than there are
    std::vector<std::uint8_t> is_fixed_;  // per padded cell: exchanged, or tried and kept
    std::vector<std::uint8_t> is_found_;  // per padded cell: in a swap
    std::vector<Padded> exchanged_;
};

}  // namespace sapper
