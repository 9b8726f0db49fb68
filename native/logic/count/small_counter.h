// Counts a component of the usual size, with everything in a few small arrays.
//
// The method is the one of `sweep.h`: boxes one by one, partial placements that
// leave the same to every open clue share a node, counts run over the nodes. But
// nine components in ten have fewer than 25 boxes and 70 nodes, and there the
// general machinery spends its time on getting ready. Here a set of clues or of
// boxes is one word, the state of a node is one word with four bits for each open
// clue, and a layer's nodes are found by looking at them all.
//
// Whatever does not fit (few components do not) is `too_large`: the caller then takes
// the general way. Up to MOST_CELLS cells every count is below 2^53, so both ways
// give the same numbers to the last bit, in whatever order they add them up.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "logic/position/evidence.h"

namespace sapper {

enum class CountStatus : std::uint8_t { counted, impossible, too_large };

class SmallCounter {
  public:
    static constexpr std::size_t MOST_CLUES = 64;
    static constexpr std::size_t MOST_CELLS = 52;

    // The cells of a component, each with the set of its clues (`masks` is by padded
    // cell), and how many mines each clue still misses.
    CountStatus run(std::span<const Padded> cells, const std::uint64_t* masks,
                    std::span<const std::uint8_t> missing, std::uint64_t max_states);

    // After `counted`. Boxes are numbered as their first cells come.
    std::uint32_t num_boxes() const { return num_boxes_; }
    std::uint32_t size_of(std::uint32_t box) const { return size_[box]; }
    std::uint32_t box_of(std::size_t cell) const { return box_of_[cell]; }
    std::uint32_t num_states() const { return num_forward_; }
    std::int32_t low() const { return ahead_[0].low; }
    std::uint32_t count() const { return ahead_[0].count; }
    std::span<const double> placements() const { return {&backward_[ahead_[0].first], count()}; }
    // By box, then mines: placements in which a given cell of the box is a mine.
    void write_with_mine(double* with_mine);

  private:
    static constexpr std::uint32_t MOST_OPEN = 16;  // clues, four bits each
    static constexpr std::uint32_t MOST_NODES = 600;
    static constexpr std::uint32_t MOST_EDGES = 1200;
    static constexpr std::uint32_t MOST_VALUES = 3000;
    static constexpr std::uint32_t WIDEST = 64;  // nodes of a layer

    // What one box does to one of its clues.
    struct Field {
        std::uint8_t shift;
        std::uint8_t cap_after;  // cells of the clue in later boxes
    };
    struct Layer {
        std::uint32_t box;
        std::uint32_t first_node;
        std::uint32_t end_node;
        std::uint32_t first_field;
        std::uint32_t end_field;
        std::uint64_t opened;  // what the clues miss that this box opens
        std::uint64_t step;    // what one mine takes from the state
        std::uint64_t keep;    // all but the clues that this box closes
    };
    struct Node {
        std::uint64_t state;
        std::int32_t low;   // fewest mines used
        std::int32_t high;  // most
        std::uint32_t first_value;
        std::uint16_t first_edge;
        std::uint8_t edge_low;  // mines of the first edge
        std::uint8_t num_edges;
    };
    // Ways to go on from a node, by mines still to be used; none from a dead end.
    struct Range {
        std::uint32_t first;
        std::int32_t low;
        std::uint32_t count;
    };

    void find_boxes(std::span<const Padded> cells, const std::uint64_t* masks);
    void tie_boxes(std::size_t num_clues);
    bool plan(std::span<const std::uint8_t> missing);
    bool plan_box(std::uint32_t box, std::span<const std::uint8_t> missing);
    void open(std::uint32_t clue);
    std::uint32_t choose() const;
    CountStatus expand(std::uint64_t max_states);
    bool expand_node(const Layer& layer, std::uint32_t index, std::uint32_t first_next);
    bool reach(std::uint64_t state, std::int32_t low, std::int32_t high, std::uint32_t first_next);
    bool measure_backward();
    bool measure_node(std::uint32_t index, const double* ways);
    void spread(const Node& node, const Range& to, std::int32_t mines, double factor,
                double* row) const;

    // Sets of boxes and clues are words.
    std::uint32_t num_boxes_ = 0;
    std::array<std::uint64_t, 64> clues_of_;  // by box
    std::array<std::uint64_t, 64> boxes_of_;  // by clue: those not yet taken
    std::array<std::uint8_t, 64> size_;       // by box
    std::array<std::uint8_t, 64> left_;       // by clue: cells in boxes not yet taken
    std::array<std::int8_t, 64> growth_;      // by box: clues it would open less those it closes
    std::array<std::uint8_t, 64> shift_;      // by open clue: its place in the state
    std::array<std::uint8_t, MOST_CELLS> box_of_;
    std::uint64_t open_ = 0, candidates_ = 0, taken_ = 0;
    std::uint32_t free_places_ = 0;

    std::uint32_t num_fields_ = 0;
    std::array<Field, MOST_CELLS * 8> fields_;
    std::array<Layer, 65> layers_;
    std::uint32_t num_nodes_ = 0, num_edges_ = 0, num_forward_ = 0, num_backward_ = 0;
    std::array<Node, MOST_NODES> nodes_;
    std::array<std::uint16_t, MOST_EDGES> edges_;
    std::array<Range, MOST_NODES> ahead_;
    std::array<double, MOST_VALUES> backward_, forward_;
};

}  // namespace sapper
