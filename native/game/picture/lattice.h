// The grid of a board in a picture, found by the period of its edges.
#pragma once

#include <vector>

#include "game/picture/picture.h"

namespace sapper {

struct Candidate {
    Lattice lattice;
    bool is_clear = false;  // the sides of its cells are seen
};

// What may be the grid, the best first; nothing where no part of the picture is like one.
std::vector<Candidate> find_lattices(const Picture& picture);

}  // namespace sapper
