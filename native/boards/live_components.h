// The constraints of clues that changed, and of all clues tied to them.
//
// What is proven of a component depends on its own clues alone; one that has not
// changed since it was looked at has nothing new to say.
#pragma once

#include <span>
#include <vector>

#include "boards/facts.h"
#include "logic/position/constraints.h"

namespace sapper {

class LiveComponents {
  public:
    void start(const Game& game);
    // Read off the components of these clues.
    void gather(const Game& game, const Facts& facts, std::span<const Padded> clues);

    ConstraintSystem system;

  private:
    void add(const Game& game, const Facts& facts, Padded clue);

    std::vector<Cell> cell_of_;       // per padded cell
    std::vector<std::uint32_t> met_;  // per padded cell: the gathering that met it
    std::uint32_t gathering_ = 0;
    std::vector<Padded> queue_;
};

}  // namespace sapper
