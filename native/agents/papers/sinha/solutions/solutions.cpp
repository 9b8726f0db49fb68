#include "agents/papers/sinha/solutions/solutions.h"

#include <algorithm>
#include <limits>

#include "game/errors.h"

namespace sapper {

Pruning parse_pruning(const std::string& text) {
    if (text == "complete") return Pruning::complete;
    if (text == "over") return Pruning::over;
    if (text == "bounds") return Pruning::bounds;
    throw Error("expected the pruning complete, over or bounds, got " + quote(text));
}

namespace {

constexpr std::int64_t CLOCK_NODES = 4096;  // edges from one look at the clock to the next

}  // namespace

void SolutionSearch::begin(const SearchLimits& limits) {
    limits_ = limits;
    end_ = SearchEnd::all;
    nodes_ = found_ = 0;
    next_look_ = std::numeric_limits<std::int64_t>::max();
    if (limits.swaps != 0) next_look_ = limits.swaps;
    if (limits.nodes != 0) next_look_ = std::min(next_look_, limits.nodes);
    if (limits.deadline != 0) next_look_ = std::min(next_look_, CLOCK_NODES);
}

bool SolutionSearch::is_over() {
    if (limits_.swaps != 0 && nodes_ > limits_.swaps) return end_ = SearchEnd::limit, true;
    if (limits_.nodes != 0 && nodes_ > limits_.nodes) return end_ = SearchEnd::guard, true;
    if (steady_now() > limits_.deadline) return end_ = SearchEnd::clock, true;
    next_look_ = nodes_ + CLOCK_NODES;
    if (limits_.swaps != 0) next_look_ = std::min(next_look_, limits_.swaps);
    if (limits_.nodes != 0) next_look_ = std::min(next_look_, limits_.nodes);
    return false;
}

void AssignedEquations::load(const Equations& equations) {
    equations_ = &equations;
    rows_.clear();
    for (const Equations::Row& row : equations.rows()) {
        rows_.push_back({row.num_variables, row.mines});
    }
}

}  // namespace sapper
