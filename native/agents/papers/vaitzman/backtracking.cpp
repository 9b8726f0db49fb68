#include "agents/papers/vaitzman/backtracking.h"

#include <algorithm>

#include "game/errors.h"

namespace sapper {

CellOrder parse_cell_order(const std::string& text) {
    if (text == "most-constrained") return CellOrder::most_constrained;
    if (text == "reading") return CellOrder::reading;
    throw Error("expected the order most-constrained or reading, got " + quote(text));
}

void CellBacktracking::start(const Sight& sight) {
    affected_.start(sight);
    numbers_.assign(static_cast<std::size_t>(sight.frame.columns) * sight.frame.rows, 0);
}

// Number the cells of a component in the order of the search, and hand over its clues.
void CellBacktracking::load(const Sight& sight, std::span<const Constraint> component) {
    cells_.clear();
    for (const Constraint& constraint : component) {
        const auto members = affected_.system.cells_of(constraint);
        cells_.insert(cells_.end(), members.begin(), members.end());
    }
    std::sort(cells_.begin(), cells_.end());
    cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
    if (order_ == CellOrder::most_constrained) {
        const auto num_clues = [&](Cell cell) {
            int count = 0;
            sight.frame.for_neighbours(sight.frame.to_padded(cell),
                                       [&](Padded next) { count += is_clue(sight.view[next]); });
            return count;
        };
        std::stable_sort(cells_.begin(), cells_.end(),
                         [&](Cell a, Cell b) { return num_clues(a) > num_clues(b); });
    }
    for (std::uint32_t i = 0; i < cells_.size(); ++i) numbers_[cells_[i]] = i;
    search_.start(cells_.size());
    for (const Constraint& constraint : component) {
        members_.clear();
        for (const Cell cell : affected_.system.cells_of(constraint)) {
            members_.push_back(numbers_[cell]);
        }
        search_.add(members_, constraint.low);
    }
}

void CellBacktracking::note() {
    for (std::uint32_t i = 0; i < cells_.size(); ++i) {
        (search_.is_mine(i) ? can_be_mine_ : can_be_safe_)[i] = 1;
    }
}

void CellBacktracking::prove(const Sight& sight, std::span<const Constraint> component,
                             Proofs& proofs) {
    load(sight, component);
    can_be_safe_.assign(cells_.size(), 0);
    can_be_mine_.assign(cells_.size(), 0);
    if (!search_.find()) return;
    note();
    proven_.clear();
    clues_.clear();
    for (const Constraint& constraint : component) {
        if (proofs.wants_clues()) clues_.push_back(clue_of(sight, constraint));
    }
    for (std::uint32_t i = 0; i < cells_.size(); ++i) {
        if (can_be_safe_[i] && can_be_mine_[i]) continue;
        const bool seen_as_mine = can_be_mine_[i];
        if (search_.find(i, !seen_as_mine)) {
            note();
        } else {
            proven_.emplace_back(cells_[i], seen_as_mine ? Mark::mine : Mark::safe);
        }
    }
    // In reading order, whatever that of the search: the same games for either.
    std::sort(proven_.begin(), proven_.end());
    for (const auto& [cell, mark] : proven_) {
        proofs.add(sight.frame.to_padded(cell), mark, clues_);
    }
}

void CellBacktracking::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    affected_.find(sight, changed);
    const std::span<const Constraint> all = affected_.system.constraints;
    std::uint32_t from = 0;
    for (const std::uint32_t end : affected_.ends) {
        prove(sight, all.subspan(from, end - from), proofs);
        from = end;
    }
}

}  // namespace sapper
