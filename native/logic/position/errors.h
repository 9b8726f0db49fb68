// Errors of the exact engine; the bindings turn each into its Python class of
// the same name and hang the data on it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "game/codes.h"
#include "game/errors.h"

namespace sapper {

// No layout fits. `clues` (and the mine count, where needed) cannot hold together.
struct InconsistentPositionError : Error {
    InconsistentPositionError(const std::string& message, std::vector<Cell> conflicting,
                              bool with_mine_count, bool minimal)
        : Error(message),
          clues(std::move(conflicting)),
          needs_mine_count(with_mine_count),
          is_minimal(minimal) {}

    std::vector<Cell> clues;
    bool needs_mine_count;
    bool is_minimal;  // false: the search for a smaller set reached its own limit
};

// What is known for certain although the work stopped at a limit.
struct PartialFindings {
    std::vector<Cell> safe;
    std::vector<Cell> mines;
    std::uint32_t components_done = 0;
    std::uint32_t num_components = 0;
};

struct BudgetExceededError : Error {
    BudgetExceededError(const std::string& message, std::uint64_t states, PartialFindings findings)
        : Error(message), max_states(states), partial(std::move(findings)) {}

    std::uint64_t max_states;
    PartialFindings partial;
};

}  // namespace sapper
