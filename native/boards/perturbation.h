// Move mines where the play is stuck, until it is stuck no more.
//
// A board that comes out of this can be solved like any other, but such boards are
// not uniform: `docs/guides/boards.md` shows by how much. Where rejection would have
// to throw away millions of layouts it is the only way.
//
// One change: a clue that the play could not use, taken at random, is settled by
// making all its unknown cells safe or all mines. The mines go to, or come from,
// unknown cells that no clue touches, and other unknown cells where these do not
// suffice. Where mines wall the rest in, one of the wall is moved inside instead.
// The board is then played again from the start.
#pragma once

#include <vector>

#include "boards/ladder.h"
#include "game/random.h"

namespace sapper {

inline constexpr std::uint64_t PERTURBATION_SALT = 0x7065727475726200ULL;  // "perturb"
inline constexpr int MAX_CHANGES = 300;  // then the layout is given up

class Perturbation {
  public:
    // Change the mines until techniques up to `hardest` solve them from the first
    // cell; false if that did not come about.
    bool solve(Game& game, Padded first, Ladder& ladder, Technique hardest, std::uint64_t seed,
               std::vector<Cell>& mines);

  private:
    void look(const Game& game, const Facts& facts);
    bool settle_a_clue(const Game& game, const Facts& facts, Random& random);
    bool open_the_wall(const Game& game, Random& random);
    bool exchange(const std::vector<Padded>& from, const std::vector<Padded>& to,
                  std::size_t count);
    static void shuffle(std::vector<Padded>& cells, std::size_t from, Random& random);

    std::vector<std::uint8_t> is_mine_;  // padded: the layout being changed
    std::vector<std::uint8_t> is_near_;  // padded: unknown and next to a clue
    std::vector<Padded> clues_;          // with unknown cells
    std::vector<Padded> unknown_;
};

}  // namespace sapper
