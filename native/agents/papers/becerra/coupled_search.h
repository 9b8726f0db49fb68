// The deducers of the constraint model: subset reduction, and search by component.
#pragma once

#include "agents/papers/becerra/coupling.h"
#include "agents/papers/becerra/search.h"

namespace sapper {

// Subtracts constraints from those that contain them (Becerra 2015, section 6.1).
class SubsetReduction final : public Deducer {
  public:
    void start(const Sight& sight) override { clues_.start(sight); }
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override {
        clues_.update(sight, changed, proofs);
        clues_.reduce(sight, proofs);
    }

  private:
    ClueSet clues_;
};

// Which boxes of a space may be without, and which full of mines.
class Possibilities {
  public:
    // False: no placement fits, and nothing is known.
    bool find(const SearchSpace& space);
    bool can_be_safe(std::size_t box) const { return can_be_safe_[box] != 0; }
    bool can_be_mine(std::size_t box) const { return can_be_mine_[box] != 0; }

  private:
    void note(const SearchSpace& space);

    Search search_;
    std::vector<std::uint8_t> can_be_safe_;
    std::vector<std::uint8_t> can_be_mine_;
};

// Proves whatever has the same value in all placements of a component. A placement
// that shows both values of a cell settles the question, so that not all of them
// are walked through; what is proven is the same.
class CoupledSearch final : public Deducer {
  public:
    explicit CoupledSearch(Partition partition) : coupling_(partition) {}
    void start(const Sight& sight) override { clues_.start(sight); }
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    void prove(const Sight& sight, std::span<const ClueConstraint> component, Proofs& proofs);

    ClueSet clues_;
    Coupling coupling_;
    SearchSpace space_;
    Possibilities possibilities_;
};

}  // namespace sapper
