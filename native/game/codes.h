// What one cell of a position shows, as one byte.
//
// The same numbers are used on both sides of the Python border
// (`sapper.game.codes`), in positions passed as bytes, row by row.
#pragma once

#include <cstdint>

namespace sapper {

using Code = std::uint8_t;  // 0..8 is a clue
using Cell = std::uint32_t;

inline constexpr Code COVERED = 9;
inline constexpr Code FLAGGED = 10;
inline constexpr Code MINE_SHOWN = 11;
inline constexpr Code NUM_CODES = 12;
// Only inside padded arrays: the frame of one cell around the grid.
inline constexpr Code EDGE = 12;

inline constexpr bool is_clue(Code code) {
    return code <= 8;
}

// What is known of a cell. absent: not in question.
enum class Mark : std::uint8_t { absent = 0, unknown = 1, safe, mine };

}  // namespace sapper
