#include "logic/count/sweep.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "game/stop.h"

namespace sapper {

namespace {

constexpr std::uint32_t KEY_BITS = 128;
constexpr std::uint32_t MIN_TABLE_BITS = 6;
constexpr std::uint32_t STATES_A_LOOK = 1 << 14;

std::uint64_t hash_of(std::uint64_t key) {
    return key * 0x9e3779b97f4a7c15ULL;
}
std::uint64_t hash_of(Key128 key) {
    const auto high = static_cast<std::uint64_t>(key >> 64) * 0xc2b2ae3d27d4eb4fULL;
    return (static_cast<std::uint64_t>(key) ^ high ^ (high >> 32)) * 0x9e3779b97f4a7c15ULL;
}

}  // namespace

void Sweep::reset(std::uint64_t states) {
    // Node indices are 32 bits; a larger limit could not be kept anyway.
    max_states_ = std::min<std::uint64_t>(states, std::numeric_limits<std::uint32_t>::max() / 4);
    parts.clear();
    layers.clear();
    nodes.clear();
    edges.clear();
    fields_.clear();
    tracked_left.clear();
    num_values = 0;
    failed_box = NONE;
    std::fill_n(table_.begin(), table_used_, 0);
    table_used_ = 0;
}

SweepStatus Sweep::add(const Frontier& frontier, std::span<const Residual> residuals,
                       const Component& component, std::uint32_t tracked) {
    SweepPart part;
    part.first_layer = static_cast<std::uint32_t>(layers.size());
    part.num_boxes = component.num_boxes;
    part.num_cells = component.num_cells;
    part.first_value = static_cast<std::uint32_t>(num_values);
    const std::size_t nodes_before = nodes.size();
    const std::size_t edges_before = edges.size();
    const std::uint32_t bits = plan(frontier, residuals, component, tracked);
    SweepStatus status = SweepStatus::too_wide;
    if (bits <= KEY_BITS) {
        status =
            bits <= 64 ? expand_all(part, here64_, next64_) : expand_all(part, here128_, next128_);
    }
    if (status == SweepStatus::done) {
        finish_part(part);
        parts.push_back(part);
    } else {
        layers.resize(part.first_layer);
        nodes.resize(nodes_before);
        edges.resize(edges_before);
        num_values = part.first_value;
    }
    return status;
}

// Lays out the states of the component: gives every constraint a field of bits
// from its first box to its last. Returns the number of bits needed.
std::uint32_t Sweep::plan(const Frontier& frontier, std::span<const Residual> residuals,
                          const Component& component, std::uint32_t tracked) {
    used_bits_ = 0;
    peak_bits_ = 0;
    if (slots_.size() < residuals.size()) slots_.resize(residuals.size());
    const auto boxes = frontier.boxes_of(component);
    for (const std::uint32_t box : boxes) {
        for (const std::uint32_t constraint : frontier.constraints_of(frontier.boxes[box])) {
            const auto left = static_cast<std::int32_t>(residuals[constraint].left);
            slots_[constraint] = {0, 0, left};
        }
    }
    for (const std::uint32_t box : boxes) {
        Layer layer;
        layer.box = box;
        layer.box_size = frontier.boxes[box].num_cells;
        layer.first_field = static_cast<std::uint32_t>(fields_.size());
        for (const std::uint32_t constraint : frontier.constraints_of(frontier.boxes[box])) {
            plan_field(frontier, residuals[constraint], constraint, tracked, layer);
            if (peak_bits_ > KEY_BITS) return peak_bits_;
        }
        layer.num_fields = static_cast<std::uint32_t>(fields_.size()) - layer.first_field;
        used_bits_ &= ~layer.forget;
        layers.push_back(layer);
    }
    layers.emplace_back();
    return peak_bits_;
}

void Sweep::plan_field(const Frontier&, const Residual& residual, std::uint32_t constraint,
                       std::uint32_t tracked, Layer& layer) {
    Slot& slot = slots_[constraint];
    const auto high = static_cast<std::uint32_t>(std::max(residual.high, 0));
    if (slot.bits == 0) {
        slot.bits = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(std::bit_width(high)));
        slot.shift = allocate(slot.bits);
        if (peak_bits_ > KEY_BITS) return;
        layer.opened |= static_cast<Key128>(high) << slot.shift;
    }
    slot.left -= static_cast<std::int32_t>(layer.box_size);
    const std::uint32_t mask = (std::uint32_t{1} << slot.bits) - 1;
    const std::int32_t slack = residual.high - std::max(residual.low, 0);
    fields_.push_back({slot.shift, mask, slack, slot.left});
    layer.step |= static_cast<Key128>(1) << slot.shift;
    if (constraint == tracked) {
        tracked_shift_ = slot.shift;
        tracked_mask_ = mask;
    } else if (slot.left == 0) {
        layer.forget |= static_cast<Key128>(mask) << slot.shift;
    }
}

// First fit; a key too wide shows in `peak_bits`.
std::uint32_t Sweep::allocate(std::uint32_t bits) {
    const Key128 run = (static_cast<Key128>(1) << bits) - 1;
    for (std::uint32_t shift = 0; shift + bits <= KEY_BITS; ++shift) {
        // Past a run of taken bits in one step.
        shift += static_cast<std::uint32_t>(
            std::countr_one(static_cast<std::uint64_t>(used_bits_ >> shift)));
        if (shift + bits > KEY_BITS) break;
        if (((used_bits_ >> shift) & run) != 0) continue;
        used_bits_ |= run << shift;
        peak_bits_ = std::max(peak_bits_, shift + bits);
        return shift;
    }
    peak_bits_ = KEY_BITS + 1;
    return 0;
}

template <class Key>
SweepStatus Sweep::expand_all(SweepPart& part, std::vector<Key>& here, std::vector<Key>& next) {
    here.assign(1, 0);
    Layer& root = layers[part.first_layer];
    root.first_node = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back({0, 0, 0, 0, 0, 0});
    if (!finish_layer(root)) return SweepStatus::too_many_states;
    for (std::uint32_t t = 0; t < part.num_boxes; ++t) {
        const Layer& layer = layers[part.first_layer + t];
        Layer& following = layers[part.first_layer + t + 1];
        following.first_node = first_next_ = static_cast<std::uint32_t>(nodes.size());
        if (!expand(layer, here, next) || !finish_layer(following)) {
            return SweepStatus::too_many_states;
        }
        if (following.num_nodes == 0) {
            failed_box = layer.box;
            return SweepStatus::impossible;
        }
        std::swap(here, next);
    }
    if (tracked_mask_ != 0) {
        tracked_left.clear();
        for (const Key key : here) {
            tracked_left.push_back(static_cast<std::uint32_t>(key >> tracked_shift_) &
                                   tracked_mask_);
        }
        tracked_mask_ = 0;
    }
    return SweepStatus::done;
}

// Makes the edges of a layer and the nodes that they reach.
template <class Key>
bool Sweep::expand(const Layer& layer, const std::vector<Key>& here, std::vector<Key>& next) {
    next.clear();
    table_bits_ = std::max<std::uint32_t>(
        MIN_TABLE_BITS, static_cast<std::uint32_t>(std::bit_width(4 * here.size())));
    table_used_ = std::max(table_used_, std::size_t{1} << table_bits_);
    if (table_.size() < table_used_) table_.resize(table_used_);
    const auto opened = static_cast<Key>(layer.opened);
    const auto step = static_cast<Key>(layer.step);
    const auto keep = static_cast<Key>(~layer.forget);
    const std::span<const Field> own(fields_.data() + layer.first_field, layer.num_fields);
    for (std::uint32_t i = 0; i < here.size(); ++i) {
        if (i % STATES_A_LOOK == STATES_A_LOOK - 1) check_stop();
        const Key key = here[i] + opened;
        std::int32_t fewest = 0;
        auto most = static_cast<std::int32_t>(layer.box_size);
        for (const Field& field : own) {
            const auto left = static_cast<std::int32_t>(
                static_cast<std::uint32_t>(key >> field.shift) & field.mask);
            most = std::min(most, left);
            fewest = std::max(fewest, left - field.slack - field.cap_after);
        }
        Node& node = nodes[layer.first_node + i];
        const std::int32_t low = node.mines_low;
        const std::int32_t high = low + static_cast<std::int32_t>(node.mines_count) - 1;
        node.first_edge = static_cast<std::uint32_t>(edges.size());
        node.edge_low = static_cast<std::uint32_t>(fewest);
        node.num_edges = fewest <= most ? static_cast<std::uint32_t>(most - fewest + 1) : 0;
        for (std::int32_t j = fewest; j <= most; ++j) {
            reach<Key>((key - static_cast<Key>(j) * step) & keep, low + j, high + j, next);
        }
        if (nodes.size() > max_states_ || edges.size() > 4 * max_states_) return false;
    }
    return true;
}

// Finds or adds the node of a state in the next layer, and adds an edge to it.
template <class Key>
void Sweep::reach(Key key, std::int32_t low, std::int32_t high, std::vector<Key>& next) {
    if (2 * next.size() >= (std::size_t{1} << table_bits_)) grow_table(next);
    const std::uint32_t mask = (std::uint32_t{1} << table_bits_) - 1;
    auto at = static_cast<std::uint32_t>(hash_of(key) >> (64 - table_bits_));
    for (; table_[at] > first_next_; at = (at + 1) & mask) {
        const std::uint32_t found = table_[at] - 1;
        if (next[found - first_next_] != key) continue;
        Node& node = nodes[found];
        node.mines_low = std::min(node.mines_low, low);
        node.mines_count = std::max(node.mines_count, static_cast<std::uint32_t>(high));
        edges.push_back(found);
        return;
    }
    const auto added = static_cast<std::uint32_t>(nodes.size());
    table_[at] = added + 1;
    next.push_back(key);
    nodes.push_back({0, 0, low, static_cast<std::uint32_t>(high), 0, 0});
    edges.push_back(added);
}

template <class Key>
void Sweep::grow_table(const std::vector<Key>& next) {
    ++table_bits_;
    const std::size_t size = std::size_t{1} << table_bits_;
    if (table_.size() < size) table_.resize(size);
    table_used_ = std::max(table_used_, size);
    std::fill_n(table_.begin(), table_used_, 0);
    for (std::uint32_t i = 0; i < next.size(); ++i) {
        auto at = static_cast<std::uint32_t>(hash_of(next[i]) >> (64 - table_bits_));
        while (table_[at] != 0) at = (at + 1) & static_cast<std::uint32_t>(size - 1);
        table_[at] = first_next_ + i + 1;
    }
}

// While a layer grows, mines_count holds the most mines used; here it becomes a count.
bool Sweep::finish_layer(Layer& layer) {
    layer.num_nodes = static_cast<std::uint32_t>(nodes.size()) - layer.first_node;
    for (std::uint32_t i = layer.first_node; i < nodes.size(); ++i) {
        Node& node = nodes[i];
        node.mines_count -= static_cast<std::uint32_t>(node.mines_low);
        ++node.mines_count;
        node.first_value = static_cast<std::uint32_t>(num_values);
        num_values += node.mines_count;
        if (num_values > max_states_) return false;
    }
    return true;
}

void Sweep::finish_part(SweepPart& part) {
    part.end_value = static_cast<std::uint32_t>(num_values);
    std::int32_t low = std::numeric_limits<std::int32_t>::max();
    std::int32_t high = 0;
    for (const Node& node : nodes_of(layer(part, part.num_boxes))) {
        low = std::min(low, node.mines_low);
        high = std::max(high, node.mines_low + static_cast<std::int32_t>(node.mines_count) - 1);
    }
    part.mines_low = low;
    part.mines_count = static_cast<std::uint32_t>(high - low + 1);
}

}  // namespace sapper
