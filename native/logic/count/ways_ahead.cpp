#include "logic/count/ways_ahead.h"

#include <algorithm>
#include <limits>

#include "logic/numbers/binomials.h"

namespace sapper {

void WaysAhead::add(const Sweep& sweep, const SweepPart& part) {
    const Layer& last = sweep.layer(part, part.num_boxes);
    for (std::uint32_t i = last.first_node; i < last.first_node + last.num_nodes; ++i) {
        ranges_[i] = {static_cast<std::uint32_t>(numbers_.size()), 0, 1};
        numbers_.push_back(1.0);
    }
    for (std::uint32_t t = part.num_boxes; t-- > 0;) {
        const Layer& layer = sweep.layer(part, t);
        const double* ways = SMALL_BINOMIALS[layer.box_size].data();
        for (std::uint32_t i = layer.first_node; i < layer.first_node + layer.num_nodes; ++i) {
            add_node(sweep, i, ways);
        }
    }
}

void WaysAhead::add_node(const Sweep& sweep, std::uint32_t index, const double* ways) {
    const Node& node = sweep.nodes[index];
    std::int32_t low = std::numeric_limits<std::int32_t>::max(), end = 0;
    for (std::uint32_t e = 0; e < node.num_edges; ++e) {
        const Range& to = ranges_[sweep.edges[node.first_edge + e]];
        if (to.count == 0) continue;
        const auto mines = static_cast<std::int32_t>(node.edge_low + e);
        low = std::min(low, to.low + mines);
        end = std::max(end, to.low + mines + static_cast<std::int32_t>(to.count));
    }
    Range& own = ranges_[index];
    own.first = static_cast<std::uint32_t>(numbers_.size());
    own.low = low;
    own.count = end > low ? static_cast<std::uint32_t>(end - low) : 0;
    numbers_.resize(own.first + own.count, 0.0);
    for (std::uint32_t e = 0; e < node.num_edges; ++e) {
        const Range& to = ranges_[sweep.edges[node.first_edge + e]];
        if (to.count == 0) continue;
        const auto mines = static_cast<std::int32_t>(node.edge_low + e);
        double* into = &numbers_[own.first] + (to.low + mines - low);
        const double* from = &numbers_[to.first];
        const double factor = ways[mines];
        for (std::uint32_t m = 0; m < to.count; ++m) into[m] += factor * from[m];
    }
}

}  // namespace sapper
