// The parts of Sinha et al. 2021 that list solutions: a deducer and two guessers.
#pragma once

#include "agents/papers/becerra/coupled_search.h"
#include "agents/papers/sinha/play/risks.h"
#include "agents/papers/sinha/play/scores.h"

namespace sapper {

// Proves what has the same value in all solutions. Only for an unlimited search:
// some of the solutions prove nothing.
class SolutionProofs final : public Deducer {
  public:
    SolutionProofs(Method method, Pruning pruning, bool by_component, std::int64_t max_nodes)
        : method_(method),
          by_component_(by_component),
          max_nodes_(max_nodes),
          backtracking_(pruning) {}
    void start(const Sight& sight) override { clues_.start(sight); }
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    void prove(const Sight& sight, std::span<const ClueConstraint> component, Proofs& proofs);
    SearchEnd see_all(const SearchLimits& limits);
    void prove_by_boxes(const Sight& sight, std::span<const ClueConstraint> component,
                        std::span<const Padded> sources, Proofs& proofs);

    Method method_;
    bool by_component_;
    std::int64_t max_nodes_;
    ClueSet clues_;
    Coupling coupling_;
    Equations equations_;
    Backtracking backtracking_;
    Dsscsp dsscsp_;
    SearchSpace space_;
    Possibilities possibilities_;
    std::vector<std::pair<Padded, Mark>> found_;
    std::vector<std::uint8_t> seen_;  // by variable: bit 0 a solution without, bit 1 with a mine
};

// How one of several good cells is chosen.
struct Choice {
    double slack = 0;          // cells so much worse than the best are as good
    bool by_distance = false;  // of those, one nearest to the border
    bool first = false;        // ties: the first in reading order, not by chance
};
Choice read_choice(const PartSpec& spec);

// The cells of least value, and the choice among them.
class LeastOf {
  public:
    void clear() { cells_.clear(); }
    void add(Padded at, double value) { cells_.push_back({at, value}); }
    bool empty() const { return cells_.empty(); }
    Padded choose(const Frame& frame, const Choice& choice, Random& random);

  private:
    std::vector<std::pair<Padded, double>> cells_;
    std::vector<Padded> best_;
};

// Guesses a cell of least risk, or by the Manhattan rule (section 4.2.1).
class SolutionGuesser final : public Guesser {
  public:
    SolutionGuesser(const RiskOptions& options, const Choice& choice)
        : risks_(options), choice_(choice) {}
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;

  private:
    FrontierRisks risks_;
    Choice choice_;
    LeastOf least_;
};

// Guesses a covered cell of least Sc = alpha risk + (1 - alpha) Score (eq. 9).
class ScoreGuesser final : public Guesser {
  public:
    ScoreGuesser(const RiskOptions& options, const Choice& choice, double alpha, ScoreForm form)
        : risks_(options), choice_(choice), alpha_(alpha), form_(form) {}
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;

  private:
    FrontierRisks risks_;
    Choice choice_;
    double alpha_;
    ScoreForm form_;
    LeastOf least_;
};

}  // namespace sapper
