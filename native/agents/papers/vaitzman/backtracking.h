// The backtracking deducer: cells with one value in all assignments of a component.
#pragma once

#include <string>

#include "agents/papers/vaitzman/cell_search.h"
#include "agents/parts/affected.h"

namespace sapper {

// Which cell is assigned next: the one with the most revealed neighbours (Vaitzman
// et al., section II.1.3.1), or simply the next in reading order.
enum class CellOrder : std::uint8_t { most_constrained, reading };
CellOrder parse_cell_order(const std::string& text);

// Proves whatever has the same value in all assignments. An assignment that shows a
// second value of a cell settles the question, so that not all are walked through.
class CellBacktracking final : public Deducer {
  public:
    explicit CellBacktracking(CellOrder order) : order_(order) {}
    void start(const Sight& sight) override;
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    void load(const Sight& sight, std::span<const Constraint> component);
    void prove(const Sight& sight, std::span<const Constraint> component, Proofs& proofs);
    void note();

    CellOrder order_;
    AffectedComponents affected_;
    CellSearch search_;
    std::vector<Cell> cells_;             // of the component, in the order of the search
    std::vector<std::uint32_t> numbers_;  // per cell of the grid: its place in cells_
    std::vector<std::uint32_t> members_;
    std::vector<std::uint8_t> can_be_safe_;
    std::vector<std::uint8_t> can_be_mine_;
    std::vector<Padded> clues_;
    std::vector<std::pair<Cell, Mark>> proven_;
};

}  // namespace sapper
