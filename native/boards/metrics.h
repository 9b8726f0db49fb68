// Numbers that describe a board: 3BV, openings, islands.
//
// 3BV, the fewest left clicks that reveal every safe cell, counts the openings
// (connected zeros) and the clues that touch no zero. Islands are the connected
// groups of those clues. Everything up to the groups is done in plain loops over
// whole padded arrays, which the compiler vectorizes. `docs/guides/boards.md` has
// the definitions and their sources.
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
    // The first half of it: clues, zeros and clues that are 3BV by themselves.
    void find_kinds(const std::vector<std::uint8_t>& mines);

    std::vector<std::uint8_t> clues;  // padded, as the next two; mines and frame mean nothing
    std::vector<std::uint8_t> zeros;  // 1 where a zero is
    std::vector<std::uint8_t> alone;  // 1 where a clue is that touches no zero

  private:
    void sum_blocks(const std::uint8_t* from, std::uint8_t* to);
    std::int32_t count_groups(std::vector<std::uint8_t>& members);

    Frame frame_;
    std::vector<std::uint8_t> inside_;
    std::vector<std::uint8_t> sums_;
    std::vector<std::uint8_t> near_zero_;
    std::vector<Padded> queue_;
};

}  // namespace sapper
