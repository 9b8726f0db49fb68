// Any constraints, without a grid: what follows from them.
//
// A set of cells with constraints between `low` and `high` mines each, and perhaps the
// number of mines of all, is what the engine works on anyhow. Other grids (hexagons,
// a torus, three dimensions), and puzzles that count mines by line or colour, are such sets.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logic/count/engine.h"
#include "logic/explain/set_reasons.h"
#include "logic/position/errors.h"

namespace sapper {

// Empty, of so many cells; NO_TOTAL where any number of mines will do. Throws RulesError.
inline constexpr std::int64_t NO_TOTAL = -1;
ConstraintSystem make_system(std::int64_t num_cells, std::int64_t num_mines);
// Throws RulesError where this is no constraint over different cells of the system.
void add_constraint(ConstraintSystem& system, std::span<const std::int64_t> cells, std::int64_t low,
                    std::int64_t high);

class ConstraintAnalysis {
  public:
    // Throws InconsistentPositionError, whose clues are constraints that clash, or
    // BudgetExceededError. The engine lends its memory.
    ConstraintAnalysis(const ConstraintSystem& system, std::uint64_t max_states, Engine& engine);

    const ConstraintSystem& system() const { return system_; }
    std::uint64_t max_states() const { return max_states_; }
    // Exactly 0 or 1 only where proven.
    const std::vector<double>& risk() const { return risk_; }
    double log_placements() const { return log_placements_; }
    std::vector<Cell> proven(bool are_mines) const;
    std::vector<SetReason> reasons(std::span<const Cell> cells) const;
    // Solved again, with boxes so small that their binomials are exact: for whole numbers.
    void solve_exactly(Engine& engine) const;

  private:
    ConstraintSystem system_;
    std::uint64_t max_states_;
    std::vector<double> risk_;
    double log_placements_ = 0.0;
};

}  // namespace sapper
