// Why no placement fits: an irreducible set of constraints that cannot hold
// together (and the number of mines, where it takes part).
//
// The search first closes in: it grows a neighbourhood around the constraint
// where the engine failed until that neighbourhood alone is contradictory.
// Then QuickXplain removes everything that is not needed, with tests whose
// number grows with the size of the answer, not of the grid. Where only the
// number of mines does not fit (conflict_total.cpp), connected groups of
// constraints are measured one by one instead.
//
// References:
//     [1] Junker 2004, QuickXplain: preferred explanations and relaxations for
//         over-constrained problems, AAAI-04, pages 167-172.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/count/engine.h"
#include "logic/position/constraints.h"
#include "logic/position/incidence.h"

namespace sapper {

// A test may not be wider than this; a set that cannot be tested is kept.
inline constexpr std::uint64_t MAX_TEST_STATES = 500'000;

struct Conflict {
    std::vector<std::uint32_t> constraints;  // indices into the system, ascending
    bool needs_mine_count = false;
    bool is_minimal = true;
};

class ConflictFinder {
  public:
    // `failed`: what Engine::failed_constraint() said of the whole system.
    Conflict find(const ConstraintSystem& system, std::uint32_t failed);

  private:
    using Set = std::vector<std::uint32_t>;

    // What QuickXplain asks of a set: that no placement fits (with or without
    // the number of mines), or that it takes many mines or leaves many cells safe.
    enum class Goal : std::uint8_t { conflict, conflict_with_total, mines, safe_cells };

    // A connected set of constraints, and how far it goes towards the goal.
    struct Group {
        Set constraints;
        std::int64_t amount = 0;
    };

    Set close_in(std::uint32_t centre);
    bool is_enough(std::span<const std::uint32_t> constraints);
    Set explain(Set& background, bool background_grew, std::span<const std::uint32_t> candidates);
    void make_part(std::span<const std::uint32_t> constraints);

    Set find_with_total();
    std::vector<Group> find_groups();
    std::int64_t measure(std::span<const std::uint32_t> constraints);
    bool try_bound(std::vector<Group>& groups, std::int64_t needed, Set& found);

    const ConstraintSystem* whole_ = nullptr;
    Goal goal_ = Goal::conflict;
    std::int64_t goal_amount_ = 0;
    bool ran_out_ = false;
    double work_ = 0.0;
    std::vector<std::uint32_t> local_;  // cell of the whole -> cell of the part, or NONE
    std::vector<Cell> mapped_;
    std::vector<Cell> scratch_;
    ConstraintSystem part_;
    Engine engine_;
    Incidence incidence_;
};

}  // namespace sapper
