// The layout that a game seed gives, from `docs/determinism.md` alone.
#pragma once

#include <cstdint>
#include <vector>

namespace sapper::checker {

enum class FirstClick : std::uint8_t { any, safe, zero };

// 1 for each cell with a mine.
std::vector<std::uint8_t> lay(int columns, int rows, int num_mines, FirstClick rule, int first,
                              std::uint64_t seed);

}  // namespace sapper::checker
