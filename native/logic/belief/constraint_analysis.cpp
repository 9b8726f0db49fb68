#include "logic/belief/constraint_analysis.h"

#include <algorithm>
#include <limits>
#include <string>

#include "game/words.h"
#include "logic/belief/analysis.h"
#include "logic/explain/conflict.h"

namespace sapper {

namespace {

constexpr std::int64_t MOST_CELLS = 100'000'000;
constexpr std::size_t MOST_NAMED = 12;

std::string cells_of_system(const ConstraintSystem& system) {
    return "a cell from 0 to " + std::to_string(system.num_cells() - 1);
}

std::string describe(const ConstraintSystem& system, const Conflict& conflict) {
    const auto& found = conflict.constraints;
    if (found.empty()) {
        return counted(static_cast<std::size_t>(system.total), "mine") + " in " +
               counted(system.num_unknown, "cell");
    }
    std::string text = found.size() == 1 ? "constraint " : "constraints ";
    const std::size_t named = std::min(found.size(), MOST_NAMED);
    for (std::size_t i = 0; i < named; ++i) {
        if (i > 0) text += i + 1 == found.size() ? " and " : ", ";
        text += std::to_string(found[i]);
    }
    if (named < found.size()) {
        text += " and " + std::to_string(found.size() - named) + " others";
    }
    if (conflict.needs_mine_count) {
        return text + " cannot hold with " +
               counted(static_cast<std::size_t>(system.total), "mine");
    }
    return text + (found.size() == 1 ? " cannot hold" : " cannot hold together");
}

[[noreturn]] void throw_conflict(const ConstraintSystem& system, std::uint32_t failed) {
    ConflictFinder finder;
    const Conflict conflict = finder.find(system, failed);
    throw InconsistentPositionError("no placement of mines fits: " + describe(system, conflict),
                                    conflict.constraints, conflict.needs_mine_count,
                                    conflict.is_minimal);
}

}  // namespace

ConstraintSystem make_system(std::int64_t num_cells, std::int64_t num_mines) {
    if (num_cells < 1 || num_cells > MOST_CELLS) {
        throw RulesError("expected a number of cells from 1 to 100,000,000, got " +
                         std::to_string(num_cells));
    }
    if (num_mines != NO_TOTAL && (num_mines < 0 || num_mines > num_cells)) {
        throw RulesError("expected a number of mines from 0 to " + std::to_string(num_cells) +
                         ", got " + std::to_string(num_mines));
    }
    ConstraintSystem system;
    system.is_unknown.assign(static_cast<std::size_t>(num_cells), 1);
    system.num_unknown = static_cast<std::uint32_t>(num_cells);
    system.has_total = num_mines != NO_TOTAL;
    system.total = system.has_total ? num_mines : 0;
    return system;
}

void add_constraint(ConstraintSystem& system, std::span<const std::int64_t> cells, std::int64_t low,
                    std::int64_t high) {
    if (low < 0 || high < low) {
        throw RulesError("expected 0 <= low <= high, got low=" + std::to_string(low) +
                         ", high=" + std::to_string(high));
    }
    std::vector<Cell> sorted;
    sorted.reserve(cells.size());
    for (const std::int64_t cell : cells) {
        if (cell < 0 || cell >= static_cast<std::int64_t>(system.num_cells())) {
            throw RulesError("expected " + cells_of_system(system) + ", got " +
                             std::to_string(cell));
        }
        sorted.push_back(static_cast<Cell>(cell));
    }
    std::ranges::sort(sorted);
    const auto twice = std::ranges::adjacent_find(sorted);
    if (twice != sorted.end()) {
        throw RulesError("expected each cell once, got " + std::to_string(*twice) + " twice");
    }
    // More than all cells means no more than that.
    const auto most = static_cast<std::int64_t>(sorted.size());
    system.add(sorted, static_cast<std::int32_t>(std::min(low, most + 1)),
               static_cast<std::int32_t>(std::min(high, most + 1)),
               static_cast<Cell>(system.constraints.size()));
}

ConstraintAnalysis::ConstraintAnalysis(const ConstraintSystem& system, std::uint64_t max_states,
                                       Engine& engine)
    : system_(system), max_states_(max_states) {
    const EngineStatus status = engine.solve(system_, {system_.has_total, max_states});
    if (status == EngineStatus::inconsistent) throw_conflict(system_, engine.failed_constraint());
    if (status == EngineStatus::out_of_budget) {
        throw describe_budget(engine, system_, max_states, "constraints");
    }
    log_placements_ = engine.log_placements();
    risk_.resize(system_.num_cells());
    for (Cell cell = 0; cell < risk_.size(); ++cell) risk_[cell] = engine.risk(cell);
}

std::vector<Cell> ConstraintAnalysis::proven(bool are_mines) const {
    std::vector<Cell> cells;
    for (Cell cell = 0; cell < risk_.size(); ++cell) {
        if (risk_[cell] == (are_mines ? 1.0 : 0.0)) cells.push_back(cell);
    }
    return cells;
}

std::vector<SetReason> ConstraintAnalysis::reasons(std::span<const Cell> cells) const {
    SetReasons finder(system_, max_states_);
    std::vector<SetReason> found;
    for (const Cell cell : cells) {
        if (cell >= risk_.size()) throw RulesError("expected " + cells_of_system(system_));
        if (risk_[cell] != 0.0 && risk_[cell] != 1.0) {
            throw Error("cell " + std::to_string(cell) + " is not proven: there is no reason");
        }
        found.push_back(finder.find({cell, risk_[cell] == 1.0}));
    }
    return found;
}

void ConstraintAnalysis::solve_exactly(Engine& engine) const {
    engine.frontier.most_in_box = EXACT_BOX;
    if (engine.solve(system_, {system_.has_total, max_states_}) != EngineStatus::solved) {
        throw describe_budget(engine, system_, max_states_, "constraints");
    }
}

}  // namespace sapper
