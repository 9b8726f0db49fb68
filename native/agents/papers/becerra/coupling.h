// Constraints that have to do with each other, and those that have not.
//
// Two ways to the same parts: constraints that share a cell are coupled (Becerra
// 2015, section 6.2), and cells that share a constraint are joined in a graph
// whose connected components are the parts (section 6.3).
#pragma once

#include "agents/papers/becerra/clue_set.h"

namespace sapper {

enum class Partition : std::uint8_t { constraints, variables };

class Coupling {
  public:
    explicit Coupling(Partition partition = Partition::constraints) : partition_(partition) {}
    // The clues of each component, in the order of their first clues.
    const std::vector<std::vector<ClueConstraint>>& split(const Sight& sight, ClueSet& clues);

  private:
    void split_constraints(const Sight& sight, const ClueSet& clues,
                           std::span<const Padded> active);
    void split_variables(const Sight& sight, const ClueSet& clues, std::span<const Padded> active);
    Padded root(Padded at);

    Partition partition_;
    std::vector<std::vector<ClueConstraint>> components_;
    std::vector<std::uint8_t> seen_;    // clues
    std::vector<Padded> parents_;       // of cells
    std::vector<std::size_t> numbers_;  // of components, by root cell
};

Partition parse_partition(const std::string& text);

}  // namespace sapper
