// Cells of a picture that show the same look alike: what a small cell leaves open its likes tell.
#pragma once

#include <vector>

#include "game/picture/glyphs.h"
#include "game/picture/patch.h"
#include "game/picture/picture.h"

namespace sapper {

// Compares each cell with all that were read as the same and as something else, and with the
// covered cells around it; corrects what was read, and what is in doubt. `is_flat` looks have
// the same ground everywhere.
void compare_cells(const Lattice& grid, const std::vector<Patch>& patches, bool is_flat,
                   std::vector<Reading>& readings);

}  // namespace sapper
