// The walk over the cells of a padded grid.
#pragma once

#include "game/frame.h"

namespace sapper {

// Calls f(padded) for every cell of the grid, in order.
template <class F>
void for_cells(const Frame& frame, F&& f) {
    for (int row = 1; row <= frame.rows; ++row) {
        const Padded from = static_cast<Padded>(row * frame.stride) + 1;
        for (Padded at = from; at < from + static_cast<Padded>(frame.columns); ++at) f(at);
    }
}

}  // namespace sapper
