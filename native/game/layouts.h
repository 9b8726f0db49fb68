// Where the mines are: layouts from seeds.
//
// `docs/determinism.md` specifies the draws. They do not depend on the first cell, so
// that one seed is one board but for the few mines that the first click moves.
#pragma once

#include <span>
#include <vector>

#include "game/frame.h"
#include "game/random.h"
#include "game/rules.h"

namespace sapper {

// Lays the mines of games with the same rules, one after another.
class MineLayer {
  public:
    explicit MineLayer(const Rules& rules);

    // Set `mines` (padded, all 0) to 1 where the layout of this seed has a mine.
    void lay(std::uint64_t seed, Cell first, std::vector<std::uint8_t>& mines);
    const std::vector<Padded>& cells() const { return cells_; }  // of every cell, in order

  private:
    std::int64_t mark_free(Cell first, std::uint8_t mark, std::vector<std::uint8_t>& mines) const;

    Rules rules_;
    std::vector<Padded> cells_;
};

// The mines of the game with this seed and first cell, ascending.
std::vector<Cell> layout_mines(const Rules& rules, std::uint64_t seed, std::int64_t first);

// The fully revealed grid of each seed, one after another: clues and MINE_SHOWN.
void lay_many(const Rules& rules, std::span<const std::uint64_t> seeds, std::int64_t first,
              Code* out);

}  // namespace sapper
