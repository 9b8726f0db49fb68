// The independent parts of a position: what one of them hides has no bearing on the others.
//
// Components, the sea and cells that are proven safe belong to one part where
// revealing a cell of one would tell something of the other, and where only the
// number of mines of both together is known. Best play of the whole is then best
// play of each part, and its value the product of theirs.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/belief/belief.h"

namespace sapper {

struct PositionPart {
    std::vector<std::size_t> components;
    std::vector<Padded> settled;  // proven safe by single clues
    std::vector<Padded> sea;
    std::int64_t mines = 0;
    double log_layouts = 0.0;
    double safest = 0.0;  // the best chance of one of its cells to be safe
};

// All parts, those with the fewest layouts first; one where the belief cannot be split.
std::vector<PositionPart> find_parts(Belief& belief);

}  // namespace sapper
