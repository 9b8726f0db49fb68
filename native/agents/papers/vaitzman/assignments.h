// The guess by satisfying assignments (Vaitzman et al., section II.2.3.2).
//
// For each sentence all assignments that satisfy it and its nearest sentences are
// counted, and for each cell those with a mine there and those without. The cell
// with the largest of all these numbers is taken at its word: opened or flagged.
#pragma once

#include "agents/papers/becerra/placement_count.h"
#include "agents/papers/vaitzman/proposals.h"
#include "agents/papers/vaitzman/sentences.h"

namespace sapper {

// What is compared: the numbers themselves, as printed, or their share of the
// assignments of the group, which is what they mean.
enum class Counts : std::uint8_t { share, raw };
Counts parse_counts(const std::string& text);

class SatisfyingAssignments {
  public:
    SatisfyingAssignments(std::size_t group_size, Counts counts)
        : group_(group_size), counts_(counts) {}
    // The proposals of largest number, in order of cells; none without a sentence.
    void propose(const Sight& sight, const Proofs& proofs, Proposals& proposals);
    // Counts, for the shares of each cell until the next count.
    void count(const Sight& sight, const Proofs& proofs);
    double share_safe(Padded at) const { return safe_[at].share; }
    double share_mine(Padded at) const { return mine_[at].share; }

  private:
    // The largest number in favour of one value of a cell, and the share it stands for.
    struct Best {
        double number = -1;
        double share = 0;
    };
    void count_group(const Sight& sight, Padded clue_at);
    void note(Best& best, double count, double total);

    ClueSet clues_;
    Proofs scratch_;
    SentenceGroup group_;
    Counts counts_;
    SearchSpace space_;
    PlacementCount count_;
    std::vector<Best> safe_;  // per padded cell
    std::vector<Best> mine_;
};

}  // namespace sapper
