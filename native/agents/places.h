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

// Calls f(padded) for every cell of the grid, in order.
template <class F>
void for_cells(const Frame& frame, F&& f) {
    for (int row = 1; row <= frame.rows; ++row) {
        const Padded from = static_cast<Padded>(row * frame.stride) + 1;
        for (Padded at = from; at < from + static_cast<Padded>(frame.columns); ++at) f(at);
    }
}

}  // namespace sapper
