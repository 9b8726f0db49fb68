// The simplest openers and guessers.
#pragma once

#include "agents/parts/parts.h"
#include "game/frame_walk.h"

namespace sapper {

// Opens any cell that leaves room for the mines, each with the same chance.
class RandomOpener final : public Opener {
  public:
    Cell open(const Sight& sight, Random& random) override;
};

// Opens the cell it is told to.
class FixedOpener final : public Opener {
  public:
    FixedOpener(std::int64_t column, std::int64_t row) : column_(column), row_(row) {}
    Cell open(const Sight& sight, Random& random) override;

  private:
    std::int64_t column_;
    std::int64_t row_;
};

// Guesses any covered cell not proven to be a mine, each with the same chance.
class RandomGuesser final : public Guesser {
  public:
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;

  private:
    std::vector<Padded> allowed_;
};

// Calls f(padded) for every cell that may be guessed, in order.
template <class F>
void for_allowed(const Sight& sight, const Proofs& proofs, F&& f) {
    for_cells(sight.frame, [&](Padded at) {
        if (sight.view[at] == COVERED && proofs.mark(at) != Mark::mine) f(at);
    });
}

}  // namespace sapper
