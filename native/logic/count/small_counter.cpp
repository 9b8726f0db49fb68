#include "logic/count/small_counter.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "logic/numbers/binomials.h"

namespace sapper {

namespace {

constexpr std::uint64_t FIELD = 15;

std::uint64_t bit(std::uint32_t i) {
    return std::uint64_t{1} << i;
}

// Calls f with every member of a set.
template <class F>
void for_each_in(std::uint64_t set, F&& f) {
    for (; set != 0; set &= set - 1) f(static_cast<std::uint32_t>(std::countr_zero(set)));
}

}  // namespace

CountStatus SmallCounter::run(std::span<const Padded> cells, const std::uint64_t* masks,
                              std::span<const std::uint8_t> missing, std::uint64_t max_states) {
    if (cells.size() > MOST_CELLS || missing.size() > MOST_CLUES) return CountStatus::too_large;
    find_boxes(cells, masks);
    tie_boxes(missing.size());
    if (!plan(missing)) return CountStatus::too_large;
    const CountStatus status = expand(max_states);
    if (status != CountStatus::counted) return status;
    if (!measure_backward()) return CountStatus::too_large;
    return count() > 0 ? CountStatus::counted : CountStatus::impossible;
}

// Cells with the same clues come near one another: the latest box is looked at first.
void SmallCounter::find_boxes(std::span<const Padded> cells, const std::uint64_t* masks) {
    num_boxes_ = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::uint64_t clues = masks[cells[i]];
        std::uint32_t box = num_boxes_;
        while (box > 0 && clues_of_[box - 1] != clues) --box;
        if (box == 0) {
            clues_of_[num_boxes_] = clues;
            size_[num_boxes_] = 0;
            box = ++num_boxes_;
        }
        ++size_[box - 1];
        box_of_[i] = static_cast<std::uint8_t>(box - 1);
    }
}

void SmallCounter::tie_boxes(std::size_t num_clues) {
    std::fill_n(boxes_of_.begin(), num_clues, 0);
    std::fill_n(left_.begin(), num_clues, 0);
    for (std::uint32_t box = 0; box < num_boxes_; ++box) {
        std::int8_t clues = 0;
        for_each_in(clues_of_[box], [&](std::uint32_t clue) {
            boxes_of_[clue] |= bit(box);
            left_[clue] = static_cast<std::uint8_t>(left_[clue] + size_[box]);
            ++clues;
        });
        growth_[box] = clues;
    }
    for (std::uint32_t clue = 0; clue < num_clues; ++clue) {
        if (std::has_single_bit(boxes_of_[clue])) --growth_[std::countr_zero(boxes_of_[clue])];
    }
}

// Orders the boxes, beginning at the one found last, which lies at an end, and gives
// every clue four bits of the state from its first box to its last. False where the
// state gets too wide.
bool SmallCounter::plan(std::span<const std::uint8_t> missing) {
    open_ = candidates_ = taken_ = 0;
    free_places_ = (std::uint32_t{1} << MOST_OPEN) - 1;
    num_fields_ = 0;
    std::uint32_t box = num_boxes_ - 1;
    for (std::uint32_t t = 0; t < num_boxes_; ++t) {
        layers_[t].box = box;
        if (!plan_box(t, missing)) return false;
        box = choose();
    }
    return true;
}

// The least growth wins, and among equals the box found last.
std::uint32_t SmallCounter::choose() const {
    std::uint32_t best = 0;
    int least = std::numeric_limits<int>::max();
    for_each_in(candidates_ & ~taken_, [&](std::uint32_t box) {
        if (growth_[box] > least) return;
        least = growth_[box];
        best = box;
    });
    return best;
}

bool SmallCounter::plan_box(std::uint32_t t, std::span<const std::uint8_t> missing) {
    Layer& layer = layers_[t];
    layer.first_field = num_fields_;
    layer.opened = layer.step = 0;
    layer.keep = ~std::uint64_t{0};
    taken_ |= bit(layer.box);
    std::uint32_t closed = 0;
    for (std::uint64_t set = clues_of_[layer.box]; set != 0; set &= set - 1) {
        const auto clue = static_cast<std::uint32_t>(std::countr_zero(set));
        if ((open_ & bit(clue)) == 0) {
            if (free_places_ == 0) return false;
            open(clue);
            layer.opened |= static_cast<std::uint64_t>(missing[clue]) << shift_[clue];
        }
        left_[clue] = static_cast<std::uint8_t>(left_[clue] - size_[layer.box]);
        boxes_of_[clue] &= ~bit(layer.box);
        fields_[num_fields_++] = {shift_[clue], left_[clue]};
        layer.step |= bit(shift_[clue]);
        if (left_[clue] == 0) {
            layer.keep &= ~(FIELD << shift_[clue]);
            closed |= std::uint32_t{1} << (shift_[clue] / 4);
        } else if (std::has_single_bit(boxes_of_[clue])) {
            --growth_[std::countr_zero(boxes_of_[clue])];
        }
    }
    free_places_ |= closed;  // only now: the box itself uses them side by side
    layer.end_field = num_fields_;
    return true;
}

void SmallCounter::open(std::uint32_t clue) {
    const auto place = static_cast<std::uint32_t>(std::countr_zero(free_places_));
    free_places_ &= free_places_ - 1;
    shift_[clue] = static_cast<std::uint8_t>(4 * place);
    open_ |= bit(clue);
    candidates_ |= boxes_of_[clue];
    for_each_in(boxes_of_[clue], [&](std::uint32_t box) { --growth_[box]; });
}

CountStatus SmallCounter::expand(std::uint64_t max_states) {
    num_edges_ = num_forward_ = 0;
    nodes_[0] = {0, 0, 0, 0, 0, 0, 0};
    num_nodes_ = 1;
    std::uint32_t first = 0;
    for (std::uint32_t t = 0; t < num_boxes_; ++t) {
        Layer& layer = layers_[t];
        layer.first_node = first;
        const std::uint32_t end = layer.end_node = num_nodes_;
        for (std::uint32_t i = first; i < end; ++i) {
            nodes_[i].first_value = num_forward_;
            num_forward_ += static_cast<std::uint32_t>(nodes_[i].high - nodes_[i].low + 1);
            if (!expand_node(layer, i, end)) return CountStatus::too_large;
        }
        if (num_nodes_ == end) return CountStatus::impossible;
        if (num_forward_ > MOST_VALUES || num_forward_ > max_states) return CountStatus::too_large;
        first = end;
    }
    layers_[num_boxes_].first_node = first;
    layers_[num_boxes_].end_node = num_nodes_;
    for (std::uint32_t i = first; i < num_nodes_; ++i) {
        nodes_[i].first_value = num_forward_;
        num_forward_ += static_cast<std::uint32_t>(nodes_[i].high - nodes_[i].low + 1);
    }
    const bool fits = num_forward_ <= MOST_VALUES && num_forward_ <= max_states;
    return fits ? CountStatus::counted : CountStatus::too_large;
}

bool SmallCounter::expand_node(const Layer& layer, std::uint32_t index, std::uint32_t first_next) {
    Node& node = nodes_[index];
    const std::uint64_t state = node.state + layer.opened;
    std::int32_t fewest = 0, most = size_[layer.box];
    for (std::uint32_t i = layer.first_field; i < layer.end_field; ++i) {
        const auto left = static_cast<std::int32_t>(state >> fields_[i].shift & FIELD);
        most = std::min(most, left);
        fewest = std::max(fewest, left - fields_[i].cap_after);
    }
    node.first_edge = static_cast<std::uint16_t>(num_edges_);
    node.edge_low = static_cast<std::uint8_t>(fewest);
    node.num_edges = static_cast<std::uint8_t>(std::max(most - fewest + 1, 0));
    if (num_edges_ + node.num_edges > MOST_EDGES) return false;
    const std::int32_t low = node.low, high = node.high;
    for (std::int32_t j = fewest; j <= most; ++j) {
        const std::uint64_t after = state - static_cast<std::uint64_t>(j) * layer.step;
        if (!reach(after & layer.keep, low + j, high + j, first_next)) return false;
    }
    return true;
}

// Finds or adds the node of a state in the next layer, and adds an edge to it.
bool SmallCounter::reach(std::uint64_t state, std::int32_t low, std::int32_t high,
                         std::uint32_t first_next) {
    std::uint32_t at = first_next;
    while (at < num_nodes_ && nodes_[at].state != state) ++at;
    edges_[num_edges_++] = static_cast<std::uint16_t>(at);
    if (at < num_nodes_) {
        nodes_[at].low = std::min(nodes_[at].low, low);
        nodes_[at].high = std::max(nodes_[at].high, high);
        return true;
    }
    if (num_nodes_ == MOST_NODES || num_nodes_ - first_next == WIDEST) return false;
    nodes_[num_nodes_++] = {state, low, high, 0, 0, 0, 0};
    return true;
}

bool SmallCounter::measure_backward() {
    num_backward_ = 0;
    const Layer& last = layers_[num_boxes_];
    for (std::uint32_t i = last.first_node; i < last.end_node; ++i) {
        ahead_[i] = {num_backward_, 0, 1};
        backward_[num_backward_++] = 1.0;
    }
    for (std::uint32_t t = num_boxes_; t-- > 0;) {
        const Layer& layer = layers_[t];
        const double* ways = SMALL_BINOMIALS[size_[layer.box]].data();
        for (std::uint32_t i = layer.first_node; i < layer.end_node; ++i) {
            if (!measure_node(i, ways)) return false;
        }
    }
    return true;
}

bool SmallCounter::measure_node(std::uint32_t index, const double* ways) {
    const Node& node = nodes_[index];
    std::int32_t low = std::numeric_limits<std::int32_t>::max(), end = 0;
    for (std::int32_t e = 0; e < node.num_edges; ++e) {
        const Range& to = ahead_[edges_[node.first_edge + e]];
        if (to.count == 0) continue;
        const std::int32_t mines = node.edge_low + e;
        low = std::min(low, to.low + mines);
        end = std::max(end, to.low + mines + static_cast<std::int32_t>(to.count));
    }
    const std::uint32_t count = end > low ? static_cast<std::uint32_t>(end - low) : 0;
    if (num_backward_ + count > MOST_VALUES) return false;
    ahead_[index] = {num_backward_, count > 0 ? low : 0, count};
    double* own = &backward_[num_backward_];
    num_backward_ += count;
    std::fill_n(own, count, 0.0);
    for (std::int32_t e = 0; e < node.num_edges; ++e) {
        const Range& to = ahead_[edges_[node.first_edge + e]];
        if (to.count == 0) continue;
        const std::int32_t mines = node.edge_low + e;
        const double* from = &backward_[to.first];
        double* into = own + (to.low + mines - low);
        for (std::uint32_t m = 0; m < to.count; ++m) into[m] += ways[mines] * from[m];
    }
    return true;
}

// Runs forward over the nodes; each edge adds the placements through it to its box.
void SmallCounter::write_with_mine(double* with_mine) {
    std::fill_n(with_mine, static_cast<std::size_t>(num_boxes_) * count(), 0.0);
    std::fill_n(forward_.begin(), num_forward_, 0.0);
    forward_[0] = 1.0;
    for (std::uint32_t t = 0; t < num_boxes_; ++t) {
        const Layer& layer = layers_[t];
        const std::uint32_t size = size_[layer.box];
        const double* ways = SMALL_BINOMIALS[size].data();
        const double* fewer = SMALL_BINOMIALS[size - 1].data();
        double* row = with_mine + static_cast<std::size_t>(layer.box) * count();
        for (std::uint32_t i = layer.first_node; i < layer.end_node; ++i) {
            if (ahead_[i].count == 0) continue;
            const Node& node = nodes_[i];
            const double* behind = &forward_[node.first_value];
            for (std::int32_t e = 0; e < node.num_edges; ++e) {
                const std::uint32_t next = edges_[node.first_edge + e];
                if (ahead_[next].count == 0) continue;
                const std::int32_t mines = node.edge_low + e;
                double* into =
                    &forward_[nodes_[next].first_value] + (node.low + mines - nodes_[next].low);
                for (std::int32_t a = 0; a <= node.high - node.low; ++a) {
                    into[a] += ways[mines] * behind[a];
                }
                if (mines > 0) spread(node, ahead_[next], mines, fewer[mines - 1], row);
            }
        }
    }
}

void SmallCounter::spread(const Node& node, const Range& to, std::int32_t mines, double factor,
                          double* row) const {
    const double* behind = &forward_[node.first_value];
    const double* from = &backward_[to.first];
    double* into = row + (node.low + mines + to.low - low());
    for (std::int32_t a = 0; a <= node.high - node.low; ++a) {
        const double f = factor * behind[a];
        for (std::uint32_t b = 0; b < to.count; ++b)
            into[a + static_cast<std::int32_t>(b)] += f * from[b];
    }
}

}  // namespace sapper
