// Differences of nested facts: one contains the other (Cooper 2020, section 2.3).
//
// If the unknown cells of one fact are among those of another, the rest holds the
// difference of their mines. A difference without mines is safe, one with as many
// mines as cells is mined; what is proven is taken out of all other differences
// until nothing changes. Differences are of facts, not of differences, as printed;
// with closure they are formed of each other too, as long as there are new ones.
#pragma once

#include "agents/papers/cooper/closure.h"
#include "agents/papers/cooper/fact_base.h"

namespace sapper {

class SubsetDifferences final : public Deducer {
  public:
    SubsetDifferences(bool closure, bool mine_count)
        : has_closure_(closure), mine_count_(mine_count) {}
    void start(const Sight& sight) override;
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    // The cells of one clue that are no cells of another, which has all the others.
    struct Difference {
        Padded larger;
        Padded smaller;
        std::uint8_t num_cells = 0;
        std::array<Padded, 8> cells;
    };

    void find_differences(const Sight& sight);
    void find_around(const Sight& sight, Padded clue);
    void add(const Sight& sight, Padded larger, Padded smaller, Padded origin, std::uint64_t cells);
    std::uint64_t unknown_cells(const Sight& sight, Padded clue, int row, int column) const;
    bool infer(const Sight& sight, const Difference& difference, Proofs& proofs);
    bool infer_rest(const Sight& sight, Padded clue, Proofs& proofs);
    bool prove(Padded at, Mark mark, std::span<const Padded> clues, Proofs& proofs);

    bool has_closure_;
    bool mine_count_;
    FactBase facts_;
    CellSet changed_;  // clues whose facts are not what they were when last compared
    std::vector<Difference> differences_;
    Closure closure_;
};

}  // namespace sapper
