// The belief about the position in the input buffer, for all functions that ask it.
#pragma once

#include "logic/belief/belief.h"
#include "wasm/buffers.h"

namespace sapper::wasm {

// Bits of the `options` of every function that analyses.
inline constexpr std::int32_t TRUST_FLAGS = 1;
inline constexpr std::int32_t USE_MINE_COUNT = 2;

AnalysisOptions read_options(std::int32_t options, double max_states);

// Throws what is wrong with the position. The output is cleared.
Belief& look_at(const PositionView& position, std::int32_t options, double max_states);

// Adds to the output: whole = safe cells, mines; real = log of the placements, then a
// risk per cell.
void write_analysis(Belief& held, const PositionView& position, std::int32_t options);

}  // namespace sapper::wasm
