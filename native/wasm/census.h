// Exact counts on their way to JavaScript.
#pragma once

#include "logic/count/engine.h"

namespace sapper::wasm {

// Adds to the output, whole = the cells of the sea, the mines left, then of each component: its
// fewest mines, how many counts follow, and from there on by mines the number of its
// placements, as words of 32 bits with their number before them, the lowest first.
void write_census(const Engine& engine);

}  // namespace sapper::wasm
