#include "logic/position/propagation.h"

namespace sapper {

std::uint32_t Propagation::run(const ConstraintSystem& system) {
    const std::size_t num_cells = system.num_cells();
    marks.resize(num_cells);
    for (std::size_t cell = 0; cell < num_cells; ++cell) {
        marks[cell] = static_cast<Mark>(system.is_unknown[cell]);  // absent or unknown
    }
    decided.assign(system.settled_safe.begin(), system.settled_safe.end());
    decided.insert(decided.end(), system.settled_mines.begin(), system.settled_mines.end());
    for (const Cell cell : system.settled_safe) marks[cell] = Mark::safe;
    for (const Cell cell : system.settled_mines) marks[cell] = Mark::mine;
    mines_decided = static_cast<std::uint32_t>(system.settled_mines.size());
    incidence_.look_at(system);

    residuals.resize(system.constraints.size());
    queue_.clear();
    for (std::uint32_t i = 0; i < system.constraints.size(); ++i) {
        const Constraint& constraint = system.constraints[i];
        residuals[i] = {constraint.low, constraint.high, constraint.count};
        if (i == system.tracked) continue;
        if (residuals[i].is_impossible()) return i;
        if (residuals[i].decides()) queue_.push_back(i);
    }
    while (!queue_.empty()) {
        const std::uint32_t constraint = queue_.back();
        queue_.pop_back();
        const std::uint32_t impossible = settle(system, constraint);
        if (impossible != NONE) return impossible;
    }
    return NONE;
}

std::uint32_t Propagation::settle(const ConstraintSystem& system, std::uint32_t constraint) {
    if (!residuals[constraint].decides()) return NONE;
    const bool are_mines = residuals[constraint].high != 0;
    for (const Cell cell : system.cells_of(system.constraints[constraint])) {
        if (marks[cell] != Mark::unknown) continue;
        marks[cell] = are_mines ? Mark::mine : Mark::safe;
        decided.push_back(cell);
        mines_decided += are_mines;
        for (const std::uint32_t other : constraints_of(cell)) {
            Residual& residual = residuals[other];
            --residual.left;
            residual.low -= are_mines;
            residual.high -= are_mines;
            if (other == system.tracked) continue;
            if (residual.is_impossible()) return other;
            if (residual.decides()) queue_.push_back(other);
        }
    }
    return NONE;
}

}  // namespace sapper
