// Parts on the exact engine: everything that can be proven, and the least risk.
#pragma once

#include "agents/driver/game_belief.h"
#include "agents/parts/parts.h"
#include "logic/count/engine.h"

namespace sapper {

// The engine at work on a sight without a game behind it (a window, a lone
// position); flags are the agent's own proofs.
class SightSolver {
  public:
    // True if there is something to be said: solved, or within budget in parts.
    bool solve(const Sight& sight, bool use_mine_count);

    const ConstraintSystem& system() const { return system_; }
    const Engine& engine() const { return engine_; }
    bool has_risks() const { return has_risks_; }

  private:
    void add_window_count(const Sight& sight);

    std::vector<Code> cells_;
    std::vector<Cell> counted_;
    ConstraintSystem system_;
    Engine engine_;
    bool has_risks_ = false;
};

// Proves everything that follows from the clues and, unless told not to, the mine count.
class Exact final : public Deducer {
  public:
    explicit Exact(bool use_mine_count) : use_mine_count_(use_mine_count) {}
    void start(const Sight&) override {}
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    void deduce_from(const Sight& sight, GameBelief& shared, Proofs& proofs);
    void list_proven(Belief& belief);
    void list_grid(Belief& belief);
    void add_settled(Belief& belief, Padded at);
    void collect_clues_of(Belief& belief, Padded at);
    void deduce_alone(const Sight& sight, Proofs& proofs);
    void collect_clues(const Sight& sight, Cell cell);

    struct Found {
        Padded at;
        Mark mark;
    };
    std::vector<Found> found_;
    std::uint64_t generation_ = 0;  // of the belief that the trail belongs to
    std::size_t seen_ = 0;          // of its trail
    SightSolver solver_;
    std::vector<Padded> clues_;
    bool use_mine_count_;
};

// Guesses a cell of least risk, ties by chance.
class LeastRisk final : public Guesser {
  public:
    explicit LeastRisk(std::uint64_t max_states = DEFAULT_MAX_STATES) : max_states_(max_states) {}
    void start(const Sight& sight) override;
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;
    std::int64_t num_cut_short() const override { return num_cut_short_; }

  private:
    template <class RiskAt>
    void search(const Sight& sight, const Proofs& proofs, RiskAt&& risk_at);
    void search_with(GameBelief& shared, const Sight& sight, const Proofs& proofs);
    void search_alone(const Sight& sight, const Proofs& proofs);
    void search_partly(const Sight& sight, const Proofs& proofs, const Engine& engine);
    void find_partial_risks(const Sight& sight, const Engine& engine);

    std::uint64_t max_states_;
    std::int64_t num_cut_short_ = 0;
    SightSolver solver_;
    std::vector<double> risks_;              // by box, or by padded cell
    std::vector<std::uint32_t> first_risk_;  // by component
    std::vector<Padded> best_;
};

}  // namespace sapper
