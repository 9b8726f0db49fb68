// Parts on the exact engine: everything that can be proven, and the least risk.
#pragma once

#include "agents/parts.h"
#include "logic/engine.h"

namespace sapper {

// The engine at work on what an agent sees; flags are the agent's own proofs.
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
    void collect_clues(const Sight& sight, Cell cell);

    SightSolver solver_;
    std::vector<Padded> clues_;
    bool use_mine_count_;
};

// Guesses a cell of least risk, ties by chance.
class LeastRisk final : public Guesser {
  public:
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;

  private:
    SightSolver solver_;
    std::vector<Padded> best_;
};

}  // namespace sapper
