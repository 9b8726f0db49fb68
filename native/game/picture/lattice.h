// The grid of a board in a picture, found by the period of its edges.
#pragma once

#include <optional>

#include "game/picture/picture.h"

namespace sapper {

// The grid, or nothing where no part of the picture is one.
std::optional<Lattice> find_lattice(const Picture& picture);

}  // namespace sapper
