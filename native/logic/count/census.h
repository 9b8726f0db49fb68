// Counts over the sweep's graph.
//
// Forward: for every node, the number of placements of the boxes behind it, by
// mines used. Backward: for every node and number of mines used, the sum over
// all continuations of the weight that the rest of the position gives to the
// component's total. An edge's forward number times its binomial times its
// backward number is the weight of all placements through it, and the edges of
// one layer tell how likely each number of mines in that box is. Both runs
// touch each state once per edge; no polynomial is multiplied inside a
// component.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/count/sweep.h"
#include "logic/numbers/binomials.h"
#include "logic/numbers/numbers.h"

namespace sapper {

// Weights of the placements in which one cell of a box is a mine, and is safe,
// both times the box's size. Zero means impossible (see numbers.h).
template <class Number>
struct CellWeights {
    Number mine{};
    Number safe{};
};

template <class Number>
class Census {
  public:
    void resize(std::uint64_t num_values) {
        forward_.resize(num_values);
        backward_.resize(num_values);
    }

    void count_forward(const Sweep& sweep, const SweepPart& part);
    // Placements of the component by mines used, from part.mines_low on.
    void add_totals(const Sweep& sweep, const SweepPart& part, Number* totals) const;
    // `weights` has part.mines_count entries; `by_layer` receives one entry per box.
    void weigh_backward(const Sweep& sweep, const SweepPart& part, std::span<const Number> weights,
                        CellWeights<Number>* by_layer);
    // Number of placements through a node of the last layer, weighted.
    Number weight_of(const SweepPart& part, const Node& last,
                     std::span<const Number> weights) const;

  private:
    // Where the numbers of `from`, moved by the mines of an edge, lie among those of `to`.
    static std::int32_t offset(const Node& from, const Node& to, std::uint32_t mines) {
        return from.mines_low + static_cast<std::int32_t>(mines) - to.mines_low;
    }

    std::vector<Number> forward_;
    std::vector<Number> backward_;
    std::vector<double> scratch_;
};

template <class Number>
void Census<Number>::count_forward(const Sweep& sweep, const SweepPart& part) {
    std::fill(forward_.begin() + part.first_value, forward_.begin() + part.end_value, Number{});
    forward_[part.first_value] = Number(1.0);
    for (std::uint32_t t = 0; t < part.num_boxes; ++t) {
        const Layer& layer = sweep.layer(part, t);
        const double* binomials = binomial_row(layer.box_size, scratch_);
        for (const Node& node : sweep.nodes_of(layer)) {
            const Number* from = &forward_[node.first_value];
            for (std::uint32_t e = 0; e < node.num_edges; ++e) {
                const Node& to = sweep.nodes[sweep.edges[node.first_edge + e]];
                const std::uint32_t mines = node.edge_low + e;
                Number* into = &forward_[to.first_value] + offset(node, to, mines);
                const double ways = binomials[mines];
                for (std::uint32_t m = 0; m < node.mines_count; ++m)
                    into[m] += times(ways, from[m]);
            }
        }
    }
}

template <class Number>
void Census<Number>::add_totals(const Sweep& sweep, const SweepPart& part, Number* totals) const {
    for (const Node& node : sweep.nodes_of(sweep.layer(part, part.num_boxes))) {
        Number* into = totals + (node.mines_low - part.mines_low);
        for (std::uint32_t m = 0; m < node.mines_count; ++m)
            into[m] += forward_[node.first_value + m];
    }
}

template <class Number>
Number Census<Number>::weight_of(const SweepPart& part, const Node& last,
                                 std::span<const Number> weights) const {
    Number sum{};
    const auto shift = static_cast<std::size_t>(last.mines_low - part.mines_low);
    for (std::uint32_t m = 0; m < last.mines_count; ++m) {
        sum += forward_[last.first_value + m] * weights[shift + m];
    }
    return sum;
}

template <class Number>
void Census<Number>::weigh_backward(const Sweep& sweep, const SweepPart& part,
                                    std::span<const Number> weights,
                                    CellWeights<Number>* by_layer) {
    for (const Node& node : sweep.nodes_of(sweep.layer(part, part.num_boxes))) {
        const auto shift = static_cast<std::size_t>(node.mines_low - part.mines_low);
        std::copy_n(weights.begin() + static_cast<std::ptrdiff_t>(shift), node.mines_count,
                    backward_.begin() + node.first_value);
    }
    for (std::uint32_t t = part.num_boxes; t-- > 0;) {
        const Layer& layer = sweep.layer(part, t);
        const double* binomials = binomial_row(layer.box_size, scratch_);
        CellWeights<Number> sums;
        for (const Node& node : sweep.nodes_of(layer)) {
            const Number* behind = &forward_[node.first_value];
            Number* ahead = &backward_[node.first_value];
            std::fill_n(ahead, node.mines_count, Number{});
            for (std::uint32_t e = 0; e < node.num_edges; ++e) {
                const Node& to = sweep.nodes[sweep.edges[node.first_edge + e]];
                const std::uint32_t mines = node.edge_low + e;
                const Number* from = &backward_[to.first_value] + offset(node, to, mines);
                const double ways = binomials[mines];
                Number through{};
                for (std::uint32_t m = 0; m < node.mines_count; ++m) {
                    through += behind[m] * from[m];
                    ahead[m] += times(ways, from[m]);
                }
                if (mines > 0) sums.mine += times(ways * mines, through);
                if (mines < layer.box_size)
                    sums.safe += times(ways * (layer.box_size - mines), through);
            }
        }
        by_layer[t] = sums;
    }
}

}  // namespace sapper
