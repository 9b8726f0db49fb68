// A set of constraints made ready for search: cells grouped into boxes.
//
// Cells that occur in exactly the same constraints are alike in every respect, so
// that a search assigns a number of mines to a box instead of a value to each cell:
// a box of s cells with k mines stands for (s over k) placements. The boxes are the
// variables of the search.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "agents/papers/becerra/clue_set.h"

namespace sapper {

class SearchSpace {
  public:
    // A cell has at most eight clues around it, a clue at most eight cells.
    struct Variable {
        std::vector<Padded> cells;
        std::array<std::uint16_t, 8> constraints;
        int num_constraints = 0;
        int num_cells() const { return static_cast<int>(cells.size()); }
    };
    struct Constraint {
        std::array<std::uint16_t, 8> boxes;
        int num_boxes = 0;
        int mines = 0;
    };

    void build(const Frame& frame, std::span<const ClueConstraint> constraints);

    std::span<const Variable> boxes() const { return {boxes_.data(), num_boxes_}; }
    const std::vector<Constraint>& constraints() const { return constraints_; }
    int num_cells() const { return static_cast<int>(members_.size()); }

  private:
    static constexpr std::uint16_t NONE = 0xffff;
    struct Member {
        Padded at;
        std::array<std::uint16_t, 8> constraints;  // in order, the rest NONE
    };
    void add_box(const Member& first);

    std::vector<Member> members_;
    std::vector<Variable> boxes_;  // some of an earlier space may follow
    std::size_t num_boxes_ = 0;
    std::vector<Constraint> constraints_;
};

}  // namespace sapper
