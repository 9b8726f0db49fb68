// The guessers of Vaitzman et al.: by assignments, by patterns, by both; and the flag
// on the likeliest mine.
#pragma once

#include <optional>

#include "agents/papers/vaitzman/assignments.h"
#include "agents/papers/vaitzman/patterns.h"
#include "agents/parts/exact.h"

namespace sapper {

// Follows the rule that claims the larger chance of not losing; a random covered cell
// if neither has anything to say (sections II.2.3.1 and II.2.3.2). With a weight the claims
// for each cell are added up, assignments so many times and patterns one less that (part IV).
class SentenceGuesser final : public Guesser {
  public:
    SentenceGuesser(std::optional<SatisfyingAssignments> assignments,
                    std::optional<PatternWindows> patterns,
                    std::optional<double> weight = std::nullopt)
        : assignments_(std::move(assignments)), patterns_(std::move(patterns)), weight_(weight) {}
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;
    bool names_mine() const override { return names_mine_; }

  private:
    void follow_larger(const Sight& sight, const Proofs& proofs);
    void follow_sum(const Sight& sight, const Proofs& proofs);

    std::optional<SatisfyingAssignments> assignments_;
    std::optional<PatternWindows> patterns_;
    std::optional<double> weight_;
    std::vector<double> of_patterns_;  // per padded cell
    Proposals by_assignments_;
    Proposals by_patterns_;
    std::vector<Proposal> proposals_;
    bool names_mine_ = false;
};

// Flags the cell of largest risk, ties by chance (section II.1.3.2). If no placement
// is left, which only a wrong flag brings about, a random covered cell is opened.
class LikeliestMine final : public Guesser {
  public:
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;
    bool names_mine() const override { return names_mine_; }

  private:
    SightSolver solver_;  // where there is no game to share a belief of
    std::vector<Padded> best_;
    bool names_mine_ = false;
};

}  // namespace sapper
