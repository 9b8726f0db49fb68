#include "agents/papers/sinha/solutions/equations.h"

#include <algorithm>

namespace sapper {

void Equations::build(const Frame& frame, std::span<const ClueConstraint> constraints) {
    clear();
    pairs_.clear();
    for (const ClueConstraint& constraint : constraints) {
        const auto index = static_cast<std::uint32_t>(rows_.size());
        rows_.push_back({{}, 0, constraint.mines});
        for_constrained(frame, constraint, [&](Padded at) { pairs_.emplace_back(at, index); });
    }
    std::sort(pairs_.begin(), pairs_.end());
    for (const auto& [at, index] : pairs_) {
        if (variables_.empty() || variables_.back().at != at) variables_.push_back({at, {}, 0});
        Variable& variable = variables_.back();
        variable.rows[static_cast<std::size_t>(variable.num_rows++)] = index;
        Row& row = rows_[index];
        row.variables[static_cast<std::size_t>(row.num_variables++)] =
            static_cast<std::uint32_t>(variables_.size() - 1);
    }
}

}  // namespace sapper
