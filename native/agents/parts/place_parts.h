// The opener and the guesser that look at where on the grid a cell lies.
#pragma once

#include "agents/parts/parts.h"
#include "agents/parts/places.h"
#include "game/errors.h"

namespace sapper {

// Opens a random cell of the given place that leaves room for the mines. A grid
// without one is opened as far outside as it must be: interior, else edge, else corner.
class PlaceOpener final : public Opener {
  public:
    explicit PlaceOpener(Place place) : place_(place) {}
    Cell open(const Sight& sight, Random& random) override;

  private:
    Place place_;
};

// Opens where the most games are won: on small grids as exact best play says
// (first_cells.txt), else as measured (docs/strongest.md): a corner where the first cell
// need not be a zero, else a cell two or three steps from two borders.
class BestFirst final : public Opener {
  public:
    Cell open(const Sight& sight, Random& random) override;
};

// Guesses a random covered corner; without one a random edge cell; without one a
// random interior cell next to a clue; without one any (Becerra 2015, section 5.3.2).
class PlaceGuesser final : public Guesser {
  public:
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;

  private:
    std::vector<Padded> best_;
};

// One of the cells, each with the same chance.
inline Padded draw(const std::vector<Padded>& cells, Random& random) {
    // A position may have more mines than its rules allow: an agent can be asked anything.
    if (cells.empty()) throw Error("expected a cell that may be opened, found none");
    return cells[random.below(cells.size())];
}

}  // namespace sapper
