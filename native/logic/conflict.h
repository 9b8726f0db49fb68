// Why no placement fits: an irreducible set of constraints that cannot hold
// together (and the number of mines, where it takes part).
//
// The search first closes in: it grows a neighbourhood around the constraint
// where the engine failed until that neighbourhood alone is contradictory.
// Then QuickXplain removes everything that is not needed, with tests whose
// number grows with the size of the answer, not of the grid.
//
// References:
//     [1] Junker 2004, QuickXplain: preferred explanations and relaxations for
//         over-constrained problems, AAAI-04, pages 167-172.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/constraints.h"
#include "logic/engine.h"

namespace sapper {

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

    void index_cells();
    Set close_in(std::uint32_t centre);
    bool is_inconsistent(std::span<const std::uint32_t> first,
                         std::span<const std::uint32_t> second);
    Set explain(Set& background, bool background_grew, std::span<const std::uint32_t> candidates);
    void add_to_part(std::span<const std::uint32_t> constraints);

    const ConstraintSystem* whole = nullptr;
    bool with_total = false;
    bool ran_out = false;
    double work = 0.0;
    std::vector<std::uint32_t> local;  // cell of the whole -> cell of the part, or NONE
    std::vector<Cell> mapped;
    std::vector<Cell> scratch;
    ConstraintSystem part;
    Engine engine;
    std::vector<std::uint32_t> incidence_first;
    std::vector<std::uint32_t> incidence;
};

}  // namespace sapper
