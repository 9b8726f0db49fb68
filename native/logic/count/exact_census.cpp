#include "logic/count/exact_census.h"

#include <algorithm>
#include <limits>

#include "logic/numbers/binomials.h"
#include "logic/position/errors.h"

namespace sapper {

void ExactCensus::count(const Engine& engine) {
    values_.clear();
    spans_.assign(engine.sweep.nodes.size(), {});
    for (const SweepPart& part : engine.sweep.parts) count_part(engine, part);
}

void ExactCensus::count_part(const Engine& engine, const SweepPart& part) {
    const std::uint32_t length = part.num_cells / 64 + 1;
    const Layer& last = engine.sweep.layer(part, part.num_boxes);
    for (std::uint32_t i = 0; i < last.num_nodes; ++i) {
        spans_[last.first_node + i] = {values_.size(), 0, 1, length};
        values_.resize(values_.size() + length, 0);
        values_[values_.size() - length] = 1;
    }
    for (std::uint32_t t = part.num_boxes; t-- > 0;) {
        const Layer& layer = engine.sweep.layer(part, t);
        measure(engine, layer, length);
        for (std::uint32_t i = 0; i < layer.num_nodes; ++i) {
            const std::uint32_t index = layer.first_node + i;
            sum_edges(engine, layer, engine.sweep.nodes[index], spans_[index]);
        }
    }
}

// Finds the range of mines still to be used at each node, and makes room.
void ExactCensus::measure(const Engine& engine, const Layer& layer, std::uint32_t length) {
    for (std::uint32_t i = 0; i < layer.num_nodes; ++i) {
        const Node& node = engine.sweep.nodes[layer.first_node + i];
        std::int32_t low = std::numeric_limits<std::int32_t>::max();
        std::int32_t end = 0;
        for (std::uint32_t e = 0; e < node.num_edges; ++e) {
            const Span& to = spans_[engine.sweep.edges[node.first_edge + e]];
            if (to.count == 0) continue;
            const auto mines = static_cast<std::int32_t>(node.edge_low + e);
            low = std::min(low, to.low + mines);
            end = std::max(end, to.low + mines + to.count);
        }
        const std::int32_t count = std::max(0, end - low);
        spans_[layer.first_node + i] = {values_.size(), low, count, length};
        values_.resize(values_.size() + static_cast<std::size_t>(count) * length, 0);
        if (values_.size() * sizeof(std::uint64_t) > MAX_BYTES) {
            throw BudgetExceededError("exact counts would take more than a gigabyte", 0, {});
        }
    }
}

void ExactCensus::sum_edges(const Engine& engine, const Layer& layer, const Node& node,
                            const Span& span) {
    if (span.count == 0) return;
    std::vector<double> scratch;
    const double* binomials = binomial_row(layer.box_size, scratch);
    for (std::uint32_t e = 0; e < node.num_edges; ++e) {
        const Span& to = spans_[engine.sweep.edges[node.first_edge + e]];
        const auto mines = static_cast<std::int32_t>(node.edge_low + e);
        // Boxes of a position hold at most 8 cells, others EXACT_BOX: the binomial is exact.
        const auto ways = static_cast<std::uint64_t>(binomials[node.edge_low + e]);
        for (std::int32_t m = 0; m < to.count; ++m) {
            const auto into = static_cast<std::size_t>(to.low + mines + m - span.low) * span.length;
            const auto from = static_cast<std::size_t>(m) * span.length;
            limbs::add_product({values_.data() + span.first + into, span.length},
                               {values_.data() + to.first + from, span.length}, ways);
        }
    }
}

}  // namespace sapper
