// The clue equations of a position: A M = N with one variable per frontier cell.
//
// Unlike the boxes of the constraint family every cell is a variable of its own,
// as in Sinha et al. 2021, section 3.1. The number of mines is no equation there.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "agents/papers/becerra/clue_set.h"

namespace sapper {

class Equations {
  public:
    // A clue has at most eight cells, a cell at most eight clues.
    struct Row {
        std::array<std::uint32_t, 8> variables;
        int num_variables = 0;
        int mines = 0;
    };
    struct Variable {
        Padded at = 0;
        std::array<std::uint32_t, 8> rows;
        int num_rows = 0;
    };

    void clear() {
        rows_.clear();
        variables_.clear();
    }
    // The variables are in the order of their cells.
    void build(const Frame& frame, std::span<const ClueConstraint> constraints);

    const std::vector<Row>& rows() const { return rows_; }
    const std::vector<Variable>& variables() const { return variables_; }
    std::size_t size() const { return variables_.size(); }

  private:
    std::vector<Row> rows_;
    std::vector<Variable> variables_;
    std::vector<std::pair<Padded, std::uint32_t>> pairs_;  // cell and row
};

}  // namespace sapper
