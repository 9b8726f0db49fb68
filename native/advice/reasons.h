// Why a cell is proven: the clues it follows from, and how hard it is to see.
//
// For a proven cell the finder names a set of clues of which none can be left
// out, and the simplest technique of the ladder that gets from these clues to the cell.
//
// The search prefers what a player sees most easily: one clue, then two, then a
// smallest set within reach of the human-like deduction, then a smallest set at
// all, and the number of mines only where nothing else proves the cell. Among
// equals, clues nearer to the cell win. Sets of one and two clues are compared
// exhaustively. Larger ones grow around the cell until they prove it, are
// thinned out until every clue is needed, and are then compared with all
// smaller sets of the neighbourhood (smaller_set.h), within a stated effort.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "advice/ladder.h"
#include "logic/belief/analysis.h"
#include "logic/explain/human.h"
#include "logic/explain/part_proof.h"
#include "logic/explain/smaller_set.h"
#include "logic/position/incidence.h"

namespace sapper {

struct Reason {
    Cell cell = 0;
    bool is_mine = false;
    Technique technique = Technique::single_clue;
    std::uint32_t steps = 0;  // of comparing clues; 0 where that does not get there
    std::vector<Cell> clues;  // ascending
    bool needs_mine_count = false;
    bool is_minimal = true;  // false: the check that no clue can be left out hit its limit

    // The work for one position was spent before a proof was picked out.
    bool is_long() const { return !is_minimal && clues.empty() && !needs_mine_count; }
    // Steps of comparing clues; none where that does not get there.
    std::optional<std::uint32_t> compared() const {
        if (technique >= Technique::component) return std::nullopt;
        return steps;
    }
};

class ReasonFinder {
  public:
    // Analyses a position. Throws InconsistentPositionError; a budget's end is
    // thrown by find() for those cells that were not reached.
    void look_at(const PositionView& position, const AnalysisOptions& options);
    // The same for a position already analysed: what is proven of each cell, and
    // the cells that are taken as safe.
    void look_at(const PositionView& position, const AnalysisOptions& options,
                 std::span<const Mark> marks, std::span<const Cell> assumed_safe);
    // What is proven of a cell.
    Mark mark(Cell cell) const { return marks_[cell]; }
    // The reason of a cell whose mark is SAFE or MINE.
    Reason find(Cell cell);
    // Of these cells the reason that takes the easiest technique, the first of equals.
    Reason find_easiest(std::span<const Cell> cells);
    const std::optional<BudgetExceededError>& budget_error() const { return stopped_; }

  private:
    using Set = ConstraintSet;

    struct Pair {
        std::uint32_t a = NONE;
        std::uint32_t b = NONE;
        Technique technique = Technique::pair;
        std::int64_t distance = 0;
    };

    std::int64_t distance(std::uint32_t constraint, Cell cell) const;

    Reason claim_of(Cell cell) const;
    bool find_single(const Claim& claim, Reason& reason);
    bool find_pair(const Claim& claim, Reason& reason);
    std::optional<Technique> judge_pair(std::uint32_t a, std::uint32_t b, const Claim& claim);
    bool find_human(const Claim& claim, Reason& reason);
    bool find_local(const Claim& claim, Reason& reason);
    void find_with_total(const Claim& claim, Reason& reason);

    Set find_reached_set(const Claim& claim, std::uint32_t max_steps);
    bool is_irreducible(const Set& set, const Claim& claim);
    void start_ball(Cell cell);
    bool grow_ball();
    bool human_reaches(std::span<const std::uint32_t> chosen, const Claim& claim,
                       std::uint32_t max_steps);
    void find_smaller_near(Set& set, const Claim& claim, bool must_be_human);
    void write(const Set& set, const Claim& claim, Reason& reason);
    void by_nearness(Set& set, Cell cell) const;

    PositionView position_;
    AnalysisOptions options_;
    ConstraintSystem system_;  // one constraint per clue, none settled beforehand
    Incidence incidence_;
    std::vector<Mark> marks_;
    std::optional<BudgetExceededError> stopped_;
    PartProof proof_;
    double work_left_ = 0.0;  // for all cells of the position

    // Made when first needed: what all clues give the human-like deduction, and
    // the engine without the number of mines.
    bool has_human_ = false;
    HumanDeduction human_;
    bool has_local_ = false;
    Engine local_engine_;

    HumanDeduction part_human_;
    HumanDeduction singles_;  // what single clues settle one after the other
    Set ball_;                // constraints around the cell, nearest first
    std::size_t ring_ = 0;    // the last ring starts here
    std::vector<std::uint32_t> ball_stamp_;
    std::vector<std::uint32_t> pair_stamp_;
    std::uint32_t stamp_ = 0;

    // Answers that other cells are likely to share.
    Set last_total_set_;
    std::optional<Reason> sea_reason_;
};

}  // namespace sapper
