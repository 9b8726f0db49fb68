// Boxes and components: what is left of the problem after propagation.
//
// A box holds the cells that occur in exactly the same constraints; only the
// number of its mines matters, so it is the variable of the census. A
// component holds the boxes tied together by shared constraints. Undecided
// cells under no constraint are the sea.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/position/constraints.h"
#include "logic/position/propagation.h"

namespace sapper {

// Larger boxes are cut, so that binomials of a box's size stay far inside a double.
inline constexpr std::uint32_t MAX_BOX = 512;
// Up to here binomials and their making are whole numbers in a double.
inline constexpr std::uint32_t EXACT_BOX = 48;

struct Box {
    std::uint32_t first_cell = 0;  // into Frontier::cells
    std::uint32_t num_cells = 0;
    std::uint32_t first_constraint = 0;  // into Frontier::box_constraints
    std::uint32_t num_constraints = 0;
    std::uint32_t next_same_first = NONE;  // chain of boxes with the same first constraint
};

struct Component {
    std::uint32_t first_box = 0;  // into Frontier::order
    std::uint32_t num_boxes = 0;
    std::uint32_t num_cells = 0;
    double estimate = 0.0;  // of the states of its sweep
};

class Frontier {
  public:
    void build(const ConstraintSystem& system, const Propagation& propagation);

    // The same for those who know the constraints of every cell already: start,
    // add each undecided cell with its constraints (ascending), finish.
    void start(std::size_t num_all_cells, std::size_t num_constraints);
    void add(Cell cell, std::span<const std::uint32_t> constraints);
    void finish(std::size_t num_constraints, std::uint32_t num_unknown);

    std::span<const std::uint32_t> constraints_of(const Box& box) const {
        return {box_constraints_.data() + box.first_constraint, box.num_constraints};
    }
    std::span<const std::uint32_t> boxes_of(std::uint32_t constraint) const {
        return {constraint_boxes_.data() + constraint_first_[constraint],
                constraint_first_[constraint + 1] - constraint_first_[constraint]};
    }
    std::span<const Cell> cells_of(const Box& box) const {
        return {cells_.data() + box.first_cell, box.num_cells};
    }
    std::span<const std::uint32_t> boxes_of(const Component& component) const {
        return {order.data() + component.first_box, component.num_boxes};
    }

    std::vector<Box> boxes;
    std::vector<Component> components;
    std::vector<std::uint32_t> order;   // boxes by component, breadth first
    std::vector<std::uint32_t> box_of;  // per cell; NONE for sea and decided cells
    std::uint32_t sea = 0;              // number of sea cells
    std::uint32_t num_cells = 0;        // cells in boxes
    std::uint32_t most_in_box = MAX_BOX;

  private:
    std::uint32_t find_or_add_box(std::span<const std::uint32_t> live);
    void list_cells();
    void list_boxes(std::size_t num_constraints);
    void find_components();

    std::vector<Cell> boxed_;  // cells in boxes, as they came up
    std::vector<Cell> cells_;  // the same, by box
    std::vector<std::uint32_t> box_constraints_;
    std::vector<std::uint32_t> constraint_first_;
    std::vector<std::uint32_t> constraint_boxes_;
    std::vector<std::uint32_t> chain_;  // per constraint: first box whose list starts with it
    std::vector<std::uint8_t> is_seen_;
    std::vector<std::uint32_t> live_list_;
};

}  // namespace sapper
