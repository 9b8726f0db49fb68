// The sweep: all placements of a component at once, as a layered graph.
//
// Boxes are taken one by one in the order of `order.h`. After each, two
// partial placements can be continued in the same ways if they leave the same
// number of mines to every open constraint; such placements share a node. The
// nodes after t boxes are layer t, the edges from a node are the numbers of
// mines the next box may hold. Each path from the single node of layer 0 to the
// last layer is a placement of numbers of mines to boxes.
//
// The graph holds no counts. `census.h` runs counts forward (placements behind
// a node, by mines used) and weights backward over it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/position/frontier.h"
#include "logic/position/propagation.h"

namespace sapper {

__extension__ typedef unsigned __int128 Key128;

// What one box does to one of its constraints. The state packs, for every
// open constraint, how many mines it may still take (`high` minus used).
struct Field {
    std::uint32_t shift = 0;
    std::uint32_t mask = 0;
    std::int32_t slack = 0;      // high - low
    std::int32_t cap_after = 0;  // cells of the constraint in later boxes
};

struct Layer {
    std::uint32_t first_node = 0;
    std::uint32_t num_nodes = 0;
    std::uint32_t box = 0;
    std::uint32_t box_size = 0;
    std::uint32_t first_field = 0;
    std::uint32_t num_fields = 0;
    Key128 opened = 0;  // initial values of the constraints that this box opens
    Key128 step = 0;    // what one mine in the box takes from the state
    Key128 forget = 0;  // fields of the constraints that this box closes
};

struct Node {
    std::uint32_t first_edge = 0;
    std::uint32_t first_value = 0;  // where a census keeps its numbers, one per mines used
    std::int32_t mines_low = 0;     // fewest mines used by a partial placement of this node
    std::uint32_t mines_count = 0;  // most, less fewest, plus one
    std::uint32_t edge_low = 0;     // mines of the first edge
    std::uint32_t num_edges = 0;
};

// The part of the graph that belongs to one component.
struct SweepPart {
    std::uint32_t first_layer = 0;
    std::uint32_t num_boxes = 0;  // layers are one more
    std::uint32_t num_cells = 0;
    std::uint32_t first_value = 0;
    std::uint32_t end_value = 0;
    std::int32_t mines_low = 0;  // over the nodes of the last layer
    std::uint32_t mines_count = 0;
};

enum class SweepStatus : std::uint8_t { done, impossible, too_many_states, too_wide };

class Sweep {
  public:
    void reset(std::uint64_t max_states);
    // Adds a part for the component, its boxes in the order given by the frontier.
    SweepStatus add(const Frontier& frontier, std::span<const Residual> residuals,
                    const Component& component, std::uint32_t tracked);

    const Layer& layer(const SweepPart& part, std::uint32_t t) const {
        return layers[part.first_layer + t];
    }
    std::span<const Node> nodes_of(const Layer& layer) const {
        return {nodes.data() + layer.first_node, layer.num_nodes};
    }

    std::vector<SweepPart> parts;
    std::vector<Layer> layers;
    std::vector<Node> nodes;
    std::vector<std::uint32_t> edges;  // the node reached, by node and mines
    std::uint64_t num_values = 0;      // states: pairs of a node and a number of mines used
    std::uint32_t failed_box = NONE;   // where an impossible component ran out of states
    // For each node of the last layer of the part with the tracked constraint:
    // how many mines that constraint could still take.
    std::vector<std::uint32_t> tracked_left;

  private:
    struct Slot {
        std::uint32_t shift = 0;
        std::uint32_t bits = 0;
        std::int32_t left = 0;  // cells in boxes not yet planned
    };

    std::uint32_t plan(const Frontier& frontier, std::span<const Residual> residuals,
                       const Component& component, std::uint32_t tracked);
    void plan_field(const Frontier& frontier, const Residual& residual, std::uint32_t constraint,
                    std::uint32_t tracked, Layer& layer);
    std::uint32_t allocate(std::uint32_t bits);
    template <class Key>
    SweepStatus expand_all(SweepPart& part, std::vector<Key>& here, std::vector<Key>& next);
    template <class Key>
    bool expand(const Layer& layer, const std::vector<Key>& here, std::vector<Key>& next);
    template <class Key>
    void reach(Key key, std::int32_t low, std::int32_t high, std::vector<Key>& next);
    template <class Key>
    void grow_table(const std::vector<Key>& next);
    bool finish_layer(Layer& layer);
    void finish_part(SweepPart& part);

    std::uint64_t max_states_ = 0;
    std::vector<Field> fields_;
    std::vector<Slot> slots_;  // per constraint, valid while its component is planned
    Key128 used_bits_ = 0;
    std::uint32_t peak_bits_ = 0;
    std::uint32_t tracked_shift_ = 0;
    std::uint32_t tracked_mask_ = 0;

    // Hash table from the states of the layer being built to its nodes. An
    // entry is a node's index plus one; entries up to `first_next` are stale.
    std::vector<std::uint32_t> table_;
    std::uint32_t table_bits_ = 0;
    std::size_t table_used_ = 0;  // entries that may not be zero
    std::uint32_t first_next_ = 0;
    std::vector<std::uint64_t> here64_, next64_;
    std::vector<Key128> here128_, next128_;
};

}  // namespace sapper
