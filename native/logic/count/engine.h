// The exact engine: from constraints to everything that follows from them.
//
// Step 1  propagation   cells that single constraints decide
// Step 2  frontier      boxes, components, sea
// Step 3  sweep         per component: an order, and the graph of its placements
// Step 4  census        placements by mines used
// Step 5  join          components, sea and number of mines
// Step 6  census        weights back through the graph: each box's risk
//
// An Engine owns all the memory it works in and keeps it between calls, so a
// driver that asks once per turn allocates nothing once it has run warm. It
// remembers no result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/count/census.h"
#include "logic/count/join.h"
#include "logic/count/order.h"
#include "logic/count/sweep.h"
#include "logic/position/constraints.h"
#include "logic/position/frontier.h"
#include "logic/position/propagation.h"

namespace sapper {

// About 8 bytes each in the forward and backward census, 24 per node and 4 per
// edge of the graph: at most about a gigabyte at this limit.
inline constexpr std::uint64_t DEFAULT_MAX_STATES = 20'000'000;

struct EngineOptions {
    bool use_mine_count = true;
    std::uint64_t max_states = DEFAULT_MAX_STATES;
};

enum class EngineStatus : std::uint8_t { solved, inconsistent, out_of_budget };

class Engine {
  public:
    // Steps 1 to 6.
    EngineStatus solve(const ConstraintSystem& system, const EngineOptions& options);
    // Steps 1 to 5: enough for the number of placements and for clue chances.
    EngineStatus count(const ConstraintSystem& system, const EngineOptions& options);

    // After solve(): what is known of each cell of the system.
    Mark mark(Cell cell) const {
        const Mark known = propagation.marks[cell];
        if (known != Mark::unknown) return known;
        return frontier.box_of[cell] == NONE ? sea_mark_ : box_marks_[frontier.box_of[cell]];
    }
    // After solve(): risk of a cell that is in the system. Exactly 0 or 1 only if proven.
    double risk(Cell cell) const {
        const Mark known = propagation.marks[cell];
        if (known != Mark::unknown) return known == Mark::mine ? 1.0 : 0.0;
        return frontier.box_of[cell] == NONE ? sea_risk_ : box_risks_[frontier.box_of[cell]];
    }
    double risk_of_sea() const { return sea_risk_; }
    double risk_of_box(std::uint32_t box) const { return box_risks_[box]; }
    double log_placements() const { return log_total_; }
    // After count(): probability of each number of mines in the tracked constraint.
    void tracked_chances(const ConstraintSystem& system, std::span<double> chances);

    // After OUT_OF_BUDGET: marks boxes proven by the components that were done,
    // without the mine count; what mark() then says is true but not complete.
    void settle_partial();
    // Whether a box belongs to a component that was done; after settle_partial().
    bool is_done(std::uint32_t box) const { return is_done_[box] != 0; }
    std::uint32_t components_done() const { return static_cast<std::uint32_t>(sweep.parts.size()); }
    bool is_too_wide() const { return too_wide_; }

    // After INCONSISTENT: an impossible constraint, near where the search failed,
    // or NONE when only the number of mines does not fit.
    std::uint32_t failed_constraint() const { return failed_; }

    // The inside, for the exact census, the sampler and those who want to look.
    Propagation propagation;
    Frontier frontier;
    Sweep sweep;
    Join join;
    std::int64_t mines_left = 0;  // after the decided ones; meaningless without mine count

  private:
    EngineStatus sweep_components(const ConstraintSystem& system);
    void arrange_components(const ConstraintSystem& system);
    void count_components();
    bool join_components(const EngineOptions& options, bool has_total);
    void weigh_components();
    template <class Number>
    void weigh_part(Census<Number>& census, std::vector<CellWeights<Number>>& found,
                    const SweepPart& part, std::span<const Number> weights);

    EliminationOrder elimination_;
    Census<double> census_;
    Census<Wide> wide_census_;
    std::vector<CellWeights<double>> cell_weights_;
    std::vector<CellWeights<Wide>> wide_cell_weights_;
    std::vector<Mark> box_marks_;
    std::vector<double> box_risks_;
    std::vector<std::uint8_t> is_done_;  // per box, after settle_partial()
    Mark sea_mark_ = Mark::unknown;
    double sea_risk_ = 0.0;
    double log_total_ = 0.0;
    std::uint32_t failed_ = NONE;
    bool too_wide_ = false;
    bool weighs_mines_ = false;
};

}  // namespace sapper
