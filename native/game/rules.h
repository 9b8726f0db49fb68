// The rules of a game, and which of them are possible.
#pragma once

#include <cstdint>

#include "game/codes.h"

namespace sapper {

enum class FirstClick : std::uint8_t { any, safe, zero };
enum class GameKind : std::uint8_t { normal, score };  // a mine ends the game, or costs a point

enum class Outcome : std::uint8_t { playing, won, lost, stuck };

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
    std::int64_t most_mines(Cell first) const {
        if (first_click == FirstClick::any) return num_cells();
        if (first_click == FirstClick::safe) return num_cells() - 1;
        const int column = static_cast<int>(first % static_cast<Cell>(columns));
        const int row = static_cast<int>(first / static_cast<Cell>(columns));
        return num_cells() - reach(column, columns) * reach(row, rows);
    }
    // Throws RulesError if this first cell is off the grid or leaves too little room.
    void check_first(std::int64_t first) const;

  private:
    // Cells of one axis that a first click at `at` and its neighbours cover.
    static int reach(int at, int length) { return 1 + (at > 0) + (at < length - 1); }
};

}  // namespace sapper
