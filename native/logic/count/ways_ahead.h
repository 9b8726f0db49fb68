// Ways to go on from every node of a sweep, by mines still to be used.
//
// Run from the last layer back, these are the placements of a component seen from each
// of its nodes; those of the first node are the placements of the whole.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/count/sweep.h"

namespace sapper {

class WaysAhead {
  public:
    // Where a node's numbers are; none of a dead end.
    struct Range {
        std::uint32_t first = 0;
        std::int32_t low = 0;  // fewest mines
        std::uint32_t count = 0;
    };

    void start(std::size_t num_nodes) {
        ranges_.resize(num_nodes);
        numbers_.clear();
    }
    void add(const Sweep& sweep, const SweepPart& part);

    const Range& operator[](std::size_t node) const { return ranges_[node]; }
    const std::vector<double>& numbers() const { return numbers_; }

  private:
    void add_node(const Sweep& sweep, std::uint32_t index, const double* ways);

    std::vector<Range> ranges_;
    std::vector<double> numbers_;
};

}  // namespace sapper
