// Numbers that describe a board: 3BV, openings, islands.
//
// 3BV, the fewest left clicks that reveal every safe cell, counts the openings
// (connected zeros) and the clues that touch no zero. Islands are the connected
// groups of those clues. `docs/boards/metrics.md` has the definitions and sources.
#pragma once

#include <cstdint>
#include <vector>

#include "game/frame.h"

namespace sapper {

struct Metrics {
    std::int32_t three_bv = 0;
    std::int32_t openings = 0;
    std::int32_t islands = 0;
};

// Measures boards of one size, one after another; keeps its memory.
class BoardMeter {
  public:
    explicit BoardMeter(const Frame& frame);
    // The mines are padded: 1 where a mine is.
    Metrics measure(const std::vector<std::uint8_t>& mines);

  private:
    Frame frame_;
    std::vector<std::uint8_t> clues_;  // padded: a clue, or one of the marks of metrics.cpp
    std::vector<Padded> queue_;
};

}  // namespace sapper
