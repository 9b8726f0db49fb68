// All layouts that fit, one by one: for endgames, where they are few.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/belief/belief.h"
#include "logic/play/position_parts.h"

namespace sapper {

class LayoutList {
  public:
    // Lists every layout of the belief's present level, the sea with it. False,
    // with nothing listed, where there are more than `most`.
    bool list(Belief& belief, std::size_t most);
    // The same for one of its independent parts.
    bool list(Belief& belief, const PositionPart& part, std::size_t most);
    // The placements of one component that has only one possible number of mines.
    bool list_component(Belief& belief, std::size_t component, std::size_t most);

    std::size_t num_layouts() const { return num_layouts_; }
    // The covered cells but for proven mines: component by component, then those that
    // single clues prove safe, then the sea.
    const std::vector<Padded>& cells() const { return cells_; }
    // One byte per cell, 1 for a mine.
    std::span<const std::uint8_t> layout(std::size_t i) const {
        return {rows_.data() + i * cells_.size(), cells_.size()};
    }

  private:
    struct Part {
        std::size_t first_cell = 0;
        std::size_t num_cells = 0;
        std::int32_t low = 0;
        std::int32_t high = 0;
        std::vector<std::uint8_t> rows;  // its placements
        std::vector<std::int32_t> mines;
    };

    void clear();
    void add_part(Belief& belief, std::size_t component);
    void find_settled(Belief& belief);
    void add_settled(std::span<const Padded> cells);
    bool list_part(Part& part, const Evidence& evidence, std::size_t most);
    bool place(Part& part, const Evidence& evidence, std::size_t i, std::int32_t mines,
               std::size_t most);
    bool combine(std::size_t part, std::int64_t left, std::size_t most);
    bool combine_sea(std::size_t i, std::int64_t left, std::size_t most);
    bool list_all(Belief& belief, std::int64_t mines, std::size_t most);

    std::vector<Padded> cells_, settled_;
    std::size_t first_sea_ = 0;
    std::vector<std::uint8_t> rows_;
    std::size_t num_layouts_ = 0;
    std::vector<Part> parts_;
    std::vector<std::uint8_t> row_;
    std::vector<std::int8_t> missing_, unknown_;  // by padded clue, while a part is listed
    std::uint64_t places_left_ = 0;
};

}  // namespace sapper
