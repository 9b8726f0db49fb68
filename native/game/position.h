// A position as plain data: what the player sees, row by row.
//
// Positions cross the Python border in this form; the running game keeps its
// own padded arrays (`game.h`).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "game/codes.h"

namespace sapper {

// Borrowed, for calls that only look.
struct PositionView {
    int columns = 0;
    int rows = 0;
    std::int64_t num_mines = 0;
    std::span<const Code> cells;  // columns * rows codes
};

// Owned, for parsers.
struct Position {
    int columns = 0;
    int rows = 0;
    std::int64_t num_mines = 0;
    std::vector<Code> cells;

    PositionView view() const { return {columns, rows, num_mines, cells}; }
};

std::string format_cell(Cell cell, int columns);  // r3c5, counted from 1

}  // namespace sapper
