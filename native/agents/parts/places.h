// Where on the grid a cell lies: in a corner, on an edge or inside.
//
// A cell in a corner has the fewest neighbours, so it is the likeliest to show a
// zero (Becerra 2015, section 4.1).
#pragma once

#include "game/frame.h"

namespace sapper {

enum class Place : std::uint8_t { corner, edge, interior };

inline Place place_of(const Frame& frame, Padded at) {
    const int row = static_cast<int>(at) / frame.stride;
    const int column = static_cast<int>(at) - row * frame.stride;
    const bool row_ends = row == 1 || row == frame.rows;
    const bool column_ends = column == 1 || column == frame.columns;
    if (row_ends && column_ends) return Place::corner;
    return row_ends || column_ends ? Place::edge : Place::interior;
}

}  // namespace sapper
