// ZiNi: how few clicks solve a board with flags and chords, by a greedy choice.
//
// The premium of a safe cell is what a chord there saves over left clicks: the 3BV
// that it and its neighbours still hold, less the flags still to be set, less the
// chord, less one if the cell is covered. Greedy ZiNi takes the best premium again
// and again, and a left click on 3BV where none is good; human ZiNi opens all
// openings first and chords on revealed cells only. Of equals the cell farthest to
// the left, then to the top, is taken; the grid is therefore kept column by column.
// `docs/guides/boards.md` has the sources.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "boards/metrics.h"
#include "game/frame.h"

namespace sapper {

struct Zini {
    std::int32_t greedy = 0;
    std::int32_t human = 0;
};

// Measures boards of one size, one after another; keeps its memory.
class ZiniMeter {
  public:
    ZiniMeter(int columns, int rows);
    Zini measure(std::span<const Cell> mines);

  private:
    void lay(std::span<const Cell> mines);
    void find_openings();
    void weigh();
    std::int32_t play(bool is_human);
    void raise(Padded at, std::uint8_t by) {
        premium_[at] = static_cast<std::uint8_t>(premium_[at] + by);
        best_ = std::max(best_, premium_[at]);
    }
    void reveal(Padded at);
    void open_opening(std::uint32_t opening);
    std::int32_t chord(Padded at);

    Frame frame_;  // columns and rows exchanged
    BoardMeter meter_;
    std::vector<Padded> places_;  // per cell
    std::vector<std::uint8_t> mines_;
    std::vector<std::uint8_t> clues_;
    std::vector<std::uint8_t> is_covered_;
    std::vector<std::uint8_t> is_flagged_;
    std::vector<std::uint32_t> opening_;  // per zero
    std::vector<Padded> region_;          // zeros and rims, opening by opening
    std::vector<std::uint32_t> region_end_;
    std::vector<std::uint32_t> stamp_;
    std::vector<std::uint8_t> is_open_;  // per opening
    std::vector<std::uint8_t> first_premium_;
    std::vector<std::uint8_t> premium_;  // plus a bias
    std::int32_t num_safe_ = 0;
    std::int32_t safe_left_ = 0;
    std::uint8_t best_ = 0;          // no premium is higher
    std::uint8_t out_of_reach_ = 0;  // taken off the premium of covered cells
};

}  // namespace sapper
