// Layouts drawn from a belief, by the thousand.
//
// `look_at` counts the components of the belief's present level once; each draw then
// takes mines per component, mines per box and cells in turn. Odds are the counts
// of placements as doubles: right to 1e-12 or so, which no number of draws can
// tell from exact. `sampler.h` draws with whole numbers, slower, for those who ask
// for certainty.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/random.h"
#include "logic/belief/belief.h"

namespace sapper {

class LayoutDraws {
  public:
    // False where the belief is beyond counting by components.
    bool look_at(Belief& belief);
    // Writes one layout: 1 where a mine is, one byte per padded cell.
    void draw(Random& random, std::span<std::uint8_t> is_mine);
    // The same, given that a cell is safe; it must be possible.
    void draw_safe(Random& random, Padded at, std::span<std::uint8_t> is_mine);

  private:
    using Range = WaysAhead::Range;
    struct Part {
        std::int32_t low = 0;
        std::vector<double> placements;
        std::vector<Layer> layers;
        std::vector<Node> nodes;
        std::vector<std::uint32_t> edges;
        std::vector<Range> ahead;
        std::vector<double> backward;
        std::vector<std::vector<Padded>> cells;  // by box
    };

    void read_part(Part& part);
    void weigh(Belief& belief);
    void draw_part(Part& part, std::int32_t mines, Random& random, std::span<std::uint8_t> is_mine);
    static void draw_cells(std::vector<Padded>& from, std::size_t count, Random& random,
                           std::span<std::uint8_t> is_mine);

    ComponentCounter counter_;
    std::vector<Part> parts_;
    std::size_t num_parts_ = 0;
    std::vector<Padded> sea_, fixed_;
    std::int64_t mines_ = 0;
    // suffixes_[c][left]: ways to lay the mines left into components c and later, and the sea.
    std::vector<std::vector<double>> suffixes_;
};

}  // namespace sapper
