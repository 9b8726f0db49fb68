// Positions in, findings out: the engine with the errors that people read.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "logic/count/engine.h"
#include "logic/explain/conflict.h"
#include "logic/position/constraints.h"
#include "logic/position/errors.h"

namespace sapper {

struct AnalysisOptions {
    bool trust_flags = true;
    bool use_mine_count = true;
    std::uint64_t max_states = DEFAULT_MAX_STATES;
};

// After out_of_budget: what was proven all the same; `noun` is what depends on each other.
BudgetExceededError describe_budget(Engine& engine, const ConstraintSystem& system,
                                    std::uint64_t max_states, std::string_view noun = "clues");

class Analyst {
  public:
    // Throws InconsistentPositionError or BudgetExceededError.
    void analyse(const PositionView& position, const AnalysisOptions& options);
    // The same without a word; explain() then throws what was wrong.
    EngineStatus try_analyse(const PositionView& position, const AnalysisOptions& options,
                             std::span<const Cell> assumed_safe = {});
    void explain(EngineStatus status, const PositionView& position, const AnalysisOptions& options);
    BudgetExceededError describe_budget(const AnalysisOptions& options) {
        return sapper::describe_budget(engine, system, options.max_states);
    }
    // The same without the risks: enough for the census and the number of placements.
    void count(const PositionView& position, const AnalysisOptions& options);

    // After analyse(): risk per cell, nan where revealed, 1 where a flag is trusted.
    void write_risk(const PositionView& position, double* risk) const;
    // The same, and the proven cells in ascending order, trusted flags left out.
    void write(const PositionView& position, double* risk, std::vector<Cell>& safe,
               std::vector<Cell>& mines) const;
    double log_placements() const { return engine.log_placements(); }

    // Probability of each clue 0 to 8 at a covered cell, given that it is safe;
    // all zero where it cannot be.
    std::array<double, 9> clue_chances(const PositionView& position, const AnalysisOptions& options,
                                       Cell cell);

    ConstraintSystem system;
    Engine engine;

  private:
    [[noreturn]] void explain_conflict(const PositionView& position,
                                       const AnalysisOptions& options);

    std::vector<Cell> neighbours_;
};

}  // namespace sapper
