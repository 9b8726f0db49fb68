// The human-like deduction: compare clues that share cells, again and again.
//
// From two constraints A and B follow bounds on what they share and on what
// each has alone [1, section 6.1.3]. One step compares every changed constraint
// with all that share a cell with it; between steps every constraint that
// settles its cells does so, and they are taken out of all others. No step at
// all is the single-point strategy. The method is sound but not complete.
//
// A step compares the constraints there were when it began, so that the number
// of steps means something whatever the order of the constraints.
//
// Which new constraints are kept. Read each constraint as a lower and an upper
// bound. Say that a bound covers another if it gives it without help: a lower
// bound l' on A' covers l on A if l' - |A' \ A| >= l, an upper bound u' on A'
// covers u on A if u' + |A \ A'| <= u. Whatever a covered bound leads to, in one
// comparison, is covered by what the covering bound leads to, and a bound that
// settles a cell is covered only by one that settles it too. So covered bounds
// can be dropped without losing a cell or a step. The bounds on A ∩ B always are
// covered, by A or by B; what remains are the cells that one has alone, and of
// these only what neither parent says. The oracle in the tests keeps everything
// and finds the same cells after the same steps.
//
// References:
//     [1] Kvietinskas 2021, chapter 6: the naive deductive process; section
//         6.3.4: the look-up by a constraint's cells, and the step limit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/position/constraints.h"

namespace sapper {

struct HumanFinding {
    Cell cell = 0;
    bool is_mine = false;
    std::uint32_t step = 0;    // comparisons of everything that were needed
    std::uint32_t record = 0;  // where it came from; see list_sources
};

// A workspace: keeps its memory between runs and no result. Cells are those of
// the system; a run costs what the chosen constraints cost, not the grid.
class HumanDeduction {
  public:
    static constexpr std::uint32_t NO_LIMIT = ~std::uint32_t{0};

    // Returns false if constraints were seen to contradict each other; what was
    // found then means nothing.
    bool run(const ConstraintSystem& system, std::uint32_t max_steps);
    // The same with some of the constraints, given by index.
    bool run(const ConstraintSystem& system, std::span<const std::uint32_t> chosen,
             std::uint32_t max_steps);

    std::span<const HumanFinding> findings() const { return found_; }
    // The finding about a cell, or nullptr.
    const HumanFinding* find(Cell cell) const {
        return known_[cell] == NONE ? nullptr : &found_[known_[cell]];
    }
    // Appends the indices of the constraints that a finding came from, ascending.
    void list_sources(const HumanFinding& finding, std::vector<std::uint32_t>& constraints);

    std::uint32_t steps_taken() const { return step_; }
    std::size_t num_facts() const { return facts_.size(); }

  private:
    // A bound and where it came from.
    struct Bounds {
        std::int32_t low = 0;
        std::int32_t high = 0;
        std::uint32_t low_record = NONE;
        std::uint32_t high_record = NONE;
    };
    // A constraint, given or derived, over the cells that are not settled.
    struct Fact {
        std::uint32_t first = 0;  // into cells
        std::uint32_t count = 0;
        Bounds now;
        Bounds next;  // what holds after the step under way
        std::uint64_t hash = 0;
        std::uint32_t seen = 0;         // the last comparison that met it
        std::uint32_t compared_at = 0;  // the last step that compared it, plus one
        bool is_dirty = false;
        bool is_dead = false;
        bool is_linked = false;   // in the lists of its cells
        bool is_changed = false;  // in the list of changes of the step under way
    };
    struct Link {
        std::uint32_t fact;
        std::uint32_t next;
    };
    // A bound follows from two others; those below num_given are constraints.
    struct Record {
        std::uint32_t a;
        std::uint32_t b;
    };

    void start(const ConstraintSystem& system);
    void add_given(const ConstraintSystem& system, std::uint32_t index);
    bool solve();
    bool settle(std::uint32_t fact);
    bool take_out(std::uint32_t fact, Cell cell, const HumanFinding& finding);
    std::uint32_t put_back(std::uint32_t fact);
    bool compare_all();
    void compare_with_coupled(std::uint32_t fact);
    void derive_rest(std::uint32_t a, std::uint32_t b, std::uint32_t shared);
    bool apply_changes();
    std::uint32_t join(std::uint32_t a, std::uint32_t b);

    std::uint32_t find_or_add(std::span<const Cell> sorted);
    std::uint32_t* find_slot(std::span<const Cell> sorted, std::uint64_t hash);
    void forget(std::uint32_t fact);
    void clear_table(std::size_t expected);
    void grow_table();
    void link(std::uint32_t fact);
    void note_change(std::uint32_t fact);
    std::span<const Cell> cells_of(const Fact& fact) const {
        return {cells_.data() + fact.first, fact.count};
    }

    std::vector<Fact> facts_;
    std::vector<Cell> cells_;
    std::vector<Link> links_;
    std::vector<std::uint32_t> head_;   // per cell: its first link
    std::vector<std::uint32_t> known_;  // per cell: its finding
    std::vector<std::uint32_t> mark_;   // per cell: the comparison whose first constraint has it
    std::vector<Cell> touched_;         // cells to clean for the next run
    std::vector<HumanFinding> found_;
    std::vector<Record> records_;
    std::uint32_t num_given_ = 0;
    std::vector<std::uint32_t> everything_;
    std::vector<std::uint32_t> queue_;    // facts that may settle their cells
    std::vector<std::uint32_t> changes_;  // facts that the step under way tightened or made
    std::vector<std::uint32_t> dirty_;
    std::vector<std::uint32_t> table_;  // from cells to fact, open addressing
    std::size_t table_used_ = 0;
    std::vector<Cell> scratch_;
    std::vector<std::uint32_t> stack_;
    std::vector<std::uint8_t> is_visited_;
    std::uint32_t step_ = 0;
    std::uint32_t comparison_ = 0;
};

}  // namespace sapper
