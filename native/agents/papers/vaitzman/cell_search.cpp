#include "agents/papers/vaitzman/cell_search.h"

#include <algorithm>

#include "logic/position/errors.h"

namespace sapper {

namespace {

void join(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& from) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] |= from[i];
}

bool has(const std::vector<std::uint64_t>& levels, std::size_t level) {
    return levels[level / 64] >> (level % 64) & 1;
}

}  // namespace

void CellSearch::start(std::size_t num_cells) {
    num_cells_ = num_cells;
    // One level more than cells: the question itself is level 0.
    num_words_ = num_cells / 64 + 1;
    constraints_.clear();
    members_.clear();
    trail_.clear();
    if (constraints_of_.size() < num_cells) constraints_of_.resize(num_cells);
    for (std::size_t i = 0; i < num_cells; ++i) constraints_of_[i].clear();
    if (causes_.size() < num_cells) causes_.resize(num_cells);
    num_assignments_ = 0;
}

void CellSearch::add(std::span<const std::uint32_t> cells, int mines) {
    const auto index = static_cast<std::uint32_t>(constraints_.size());
    const auto count = static_cast<std::uint32_t>(cells.size());
    constraints_.push_back(
        {static_cast<std::uint32_t>(members_.size()), count, mines, static_cast<int>(count)});
    for (const std::uint32_t cell : cells) {
        members_.push_back(cell);
        constraints_of_[cell].push_back(index);
    }
}

void CellSearch::begin() {
    undo(0);
    values_.assign(num_cells_, UNKNOWN);
    num_propagated_ = 0;
}

bool CellSearch::find() {
    begin();
    Levels culprits(num_words_, 0);
    for (const Constraint& constraint : constraints_) {
        if (constraint.missing < 0 || constraint.missing > constraint.unknown) return false;
    }
    return search(1, culprits);
}

bool CellSearch::find(std::uint32_t cell, bool is_mine) {
    begin();
    Levels culprits(num_words_, 0), question(num_words_, 0);
    question[0] = 1;
    return assign(cell, is_mine, question, culprits) && search(1, culprits);
}

// Assign the cells without a value, the first of them now. False: no assignment
// fits, and the levels of `culprits` are to blame.
bool CellSearch::search(std::size_t level, Levels& culprits) {
    std::uint32_t cell = 0;
    while (cell < num_cells_ && values_[cell] != UNKNOWN) ++cell;
    if (cell == num_cells_) return true;
    Levels here(num_words_, 0), blamed(num_words_, 0), found(num_words_, 0);
    here[level / 64] |= std::uint64_t{1} << (level % 64);
    const std::size_t mark = trail_.size();
    for (const bool is_mine : {false, true}) {
        if (++num_assignments_ > MAX_ASSIGNMENTS) {
            throw BudgetExceededError(
                "backtracking over " + std::to_string(num_cells_) + " cells took more than " +
                    std::to_string(MAX_ASSIGNMENTS) +
                    " assignments; use the agent exact on positions like this",
                MAX_ASSIGNMENTS, {});
        }
        if (assign(cell, is_mine, here, found) && search(level + 1, found)) return true;
        undo(mark);
        // The other value would meet the same contradiction.
        if (!has(found, level)) {
            culprits = found;
            return false;
        }
        join(blamed, found);
    }
    blamed[level / 64] &= ~(std::uint64_t{1} << (level % 64));
    culprits = blamed;
    return false;
}

bool CellSearch::assign(std::uint32_t cell, bool is_mine, const Levels& causes, Levels& culprits) {
    return set(cell, is_mine, causes, culprits) && propagate(culprits);
}

bool CellSearch::set(std::uint32_t cell, bool is_mine, const Levels& causes, Levels& culprits) {
    values_[cell] = is_mine;
    causes_[cell] = causes;
    trail_.push_back(cell);
    const Constraint* broken = nullptr;
    for (const std::uint32_t index : constraints_of_[cell]) {
        Constraint& constraint = constraints_[index];
        --constraint.unknown;
        constraint.missing -= is_mine;
        if (constraint.missing < 0 || constraint.missing > constraint.unknown) broken = &constraint;
    }
    if (broken == nullptr) return true;
    culprits.assign(num_words_, 0);
    add_causes(*broken, culprits);
    return false;
}

// Assign what clues decide by themselves, until nothing follows or one cannot hold.
bool CellSearch::propagate(Levels& culprits) {
    Levels causes(num_words_, 0);
    for (; num_propagated_ < trail_.size(); ++num_propagated_) {
        for (const std::uint32_t index : constraints_of_[trail_[num_propagated_]]) {
            const Constraint& constraint = constraints_[index];
            if (constraint.unknown == 0) continue;
            if (constraint.missing != 0 && constraint.missing != constraint.unknown) continue;
            const bool is_mine = constraint.missing != 0;
            causes.assign(num_words_, 0);
            add_causes(constraint, causes);
            for (std::uint32_t i = 0; i < constraint.count; ++i) {
                const std::uint32_t cell = members_[constraint.first + i];
                if (values_[cell] == UNKNOWN && !set(cell, is_mine, causes, culprits)) return false;
            }
        }
    }
    return true;
}

void CellSearch::add_causes(const Constraint& constraint, Levels& levels) const {
    for (std::uint32_t i = 0; i < constraint.count; ++i) {
        const std::uint32_t cell = members_[constraint.first + i];
        if (values_[cell] != UNKNOWN) join(levels, causes_[cell]);
    }
}

void CellSearch::undo(std::size_t to) {
    for (; trail_.size() > to; trail_.pop_back()) {
        const std::uint32_t cell = trail_.back();
        for (const std::uint32_t index : constraints_of_[cell]) {
            ++constraints_[index].unknown;
            constraints_[index].missing += values_[cell];
        }
        values_[cell] = UNKNOWN;
    }
    num_propagated_ = std::min(num_propagated_, to);
}

}  // namespace sapper
