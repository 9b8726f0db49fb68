// Sentences: a number of mines among some cells (Vaitzman et al., section II.2).
//
// A sentence comes from a clue after taking out known cells. Resolution drops a
// sentence that contains another with as many mines, or subtracts the other from
// it: what `ClueSet` does to its constraints, so that its constraints are the
// sentences here. What one sentence and those that share most cells with it say
// together is found in groups of a few.
#pragma once

#include "agents/papers/becerra/clue_set.h"
#include "agents/papers/becerra/coupled_search.h"

namespace sapper {

// Finds the sentences nearest to one: the distance is 8 less the cells they share.
class SentenceGroup {
  public:
    explicit SentenceGroup(std::size_t size) : size_(size) {}
    // The sentence and the nearest of those that share a cell with it, `size` in all;
    // of equally near ones the first in reading order.
    std::span<const ClueConstraint> find(const Sight& sight, const ClueSet& clues, Padded clue_at);

  private:
    struct Entry {
        ClueConstraint sentence;
        int shared;
    };

    std::size_t size_;
    std::vector<Entry> entries_;
    std::vector<ClueConstraint> group_;
};

// Proves what has one value in all assignments that satisfy a group of sentences.
class SentenceGroups final : public Deducer {
  public:
    explicit SentenceGroups(std::size_t size) : group_(size) {}
    void start(const Sight& sight) override { clues_.start(sight); }
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    bool has_changed_near(const Sight& sight, Padded clue_at) const;
    void prove(const Sight& sight, std::span<const ClueConstraint> group, Proofs& proofs);

    ClueSet clues_;
    SentenceGroup group_;
    SearchSpace space_;
    Possibilities possibilities_;
    std::vector<Padded> sources_;
};

}  // namespace sapper
