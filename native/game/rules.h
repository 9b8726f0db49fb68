// The rules of a game, and which of them are possible.
#pragma once

#include <cstdint>

#include "game/codes.h"

namespace sapper {

enum class FirstClick : std::uint8_t { any, safe, zero };
enum class GameKind : std::uint8_t { normal, score };  // a mine ends the game, or costs a point

// Cells are numbered in 32 bits and padded arrays need a frame around them.
inline constexpr std::int64_t MAX_CELLS = 100'000'000;

struct Rules {
    int columns = 0;
    int rows = 0;
    std::int64_t num_mines = 0;
    FirstClick first_click = FirstClick::safe;
    GameKind kind = GameKind::normal;

    std::int64_t num_cells() const { return static_cast<std::int64_t>(columns) * rows; }
    // Throws RulesError, saying what would be possible, if no first cell fits.
    void check() const;
    // Most mines that leave room for the rule when `first` is revealed first.
    std::int64_t most_mines(Cell first) const;
    // Throws RulesError if this first cell is off the grid or leaves too little room.
    void check_first(std::int64_t first) const;
};

}  // namespace sapper
