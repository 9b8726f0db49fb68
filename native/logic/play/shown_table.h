// What every covered cell would show in each of many layouts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/belief/layout_list.h"

namespace sapper {

class ShownTable {
  public:
    using Bits = std::uint16_t;
    static constexpr Bits MINE = 1U << 9;

    // Takes the layouts of a list on a belief's grid.
    void read(const LayoutList& list, const Evidence& evidence);
    // Takes layouts given as rows of bytes, 1 for a mine, on an otherwise bare grid.
    void read(const Frame& frame, std::span<const std::uint8_t> rows, std::size_t num_layouts);

    std::uint32_t num_layouts() const { return num_layouts_; }
    const std::vector<Padded>& cells() const { return cells_; }
    std::size_t width() const { return width_; }  // cells, rounded up
    // What the cells show, by place in cells(): 1 << clue, or MINE.
    const Bits* row(std::uint32_t layout) const { return shown_.data() + layout * width_; }
    Bits at(std::uint32_t layout, std::uint32_t k) const { return shown_[layout * width_ + k]; }

    // What each cell shows over a set, and in how many of its layouts it is a mine.
    void look(std::span<const std::uint32_t> set, std::vector<Bits>& seen,
              std::vector<std::uint32_t>& mines) const;

  private:
    void clear(std::size_t num_cells);

    std::vector<Padded> cells_;
    std::size_t width_ = 0;
    std::vector<Bits> shown_;  // layout by layout
    std::uint32_t num_layouts_ = 0;
};

}  // namespace sapper
