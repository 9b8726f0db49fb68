#include "logic/belief/analysis.h"

#include <cstring>
#include <limits>
#include <string>

#include "game/words.h"

namespace sapper {

namespace {

constexpr std::size_t MOST_CELLS_NAMED = 12;

std::string group_digits(std::uint64_t number) {
    const std::string digits = std::to_string(number);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

// The message for a clue that is wrong by itself.
std::string describe_clue(const PositionView& position, const Constraint& constraint) {
    const int shown = position.cells[constraint.clue];
    const int known = shown - constraint.low;
    const auto covered = static_cast<int>(constraint.count);
    const std::string start =
        format_cell(constraint.clue, position.columns) + " shows " + std::to_string(shown);
    if (constraint.low < 0) {
        return start + " but has " + std::to_string(known) + " flagged or shown mines around it";
    }
    return start + " but has " + std::to_string(covered + known) + " covered neighbour" +
           (covered + known == 1 ? "" : "s");
}

std::string describe_total(const PositionView& position, const ConstraintSystem& system) {
    if (system.total < 0) {
        return std::to_string(position.num_mines - system.total) +
               " mines are flagged or shown but there are " + std::to_string(position.num_mines);
    }
    return std::to_string(system.total) + " mines are left for " +
           std::to_string(system.num_unknown) +
           (system.num_unknown == 1 ? " covered cell" : " covered cells");
}

std::string describe(const PositionView& position, const ConstraintSystem& system,
                     const Conflict& conflict) {
    const std::size_t n = conflict.constraints.size();
    if (n == 0) return describe_total(position, system);
    const Constraint& first = system.constraints[conflict.constraints[0]];
    if (n == 1 && !conflict.needs_mine_count) return describe_clue(position, first);
    std::string text;
    const std::size_t named = n <= MOST_CELLS_NAMED ? n : MOST_CELLS_NAMED - 1;
    const bool is_cut = named < n;
    const std::size_t items = named + is_cut + conflict.needs_mine_count;
    for (std::size_t i = 0; i < items; ++i) {
        if (i > 0) text += i + 1 == items ? " and " : ", ";
        if (i < named) {
            const Cell clue = system.constraints[conflict.constraints[i]].clue;
            text +=
                format_cell(clue, position.columns) + "=" + std::to_string(position.cells[clue]);
        } else if (is_cut && i == named) {
            text += std::to_string(n - named) + " other clues";
        } else {
            text += "the number of mines " + std::to_string(position.num_mines);
        }
    }
    return text + " cannot hold together";
}

}  // namespace

EngineStatus Analyst::try_analyse(const PositionView& position, const AnalysisOptions& options,
                                  std::span<const Cell> assumed_safe) {
    const bool fits =
        build_reduced_constraints(position, {options.trust_flags, assumed_safe}, system);
    if (!fits) return EngineStatus::inconsistent;
    return engine.solve(system, {options.use_mine_count, options.max_states});
}

void Analyst::analyse(const PositionView& position, const AnalysisOptions& options) {
    explain(try_analyse(position, options), position, options);
}

void Analyst::count(const PositionView& position, const AnalysisOptions& options) {
    const bool fits = build_reduced_constraints(position, {options.trust_flags, {}}, system);
    const EngineOptions limits{options.use_mine_count, options.max_states};
    explain(fits ? engine.count(system, limits) : EngineStatus::inconsistent, position, options);
}

void Analyst::explain(EngineStatus status, const PositionView& position,
                      const AnalysisOptions& options) {
    if (status == EngineStatus::inconsistent) explain_conflict(position, options);
    if (status == EngineStatus::out_of_budget) throw describe_budget(options);
}

// Starts again with all constraints as they are shown, to name those that clash.
void Analyst::explain_conflict(const PositionView& position, const AnalysisOptions& options) {
    build_constraints(position, {options.trust_flags, {}}, system);
    const EngineStatus status = engine.count(system, {options.use_mine_count, options.max_states});
    if (status == EngineStatus::out_of_budget) throw describe_budget(options);
    ConflictFinder finder;
    const Conflict conflict = finder.find(system, engine.failed_constraint());
    std::vector<Cell> clues;
    for (const std::uint32_t i : conflict.constraints) {
        clues.push_back(system.constraints[i].clue);
    }
    throw InconsistentPositionError(
        "no placement of mines fits: " + describe(position, system, conflict), std::move(clues),
        conflict.needs_mine_count, conflict.is_minimal);
}

BudgetExceededError describe_budget(Engine& engine, const ConstraintSystem& system,
                                    std::uint64_t max_states, std::string_view noun) {
    engine.settle_partial();
    PartialFindings findings;
    findings.components_done = engine.components_done();
    findings.num_components = static_cast<std::uint32_t>(engine.frontier.components.size());
    for (Cell cell = 0; cell < system.num_cells(); ++cell) {
        const Mark mark = engine.mark(cell);
        if (mark == Mark::safe) findings.safe.push_back(cell);
        if (mark == Mark::mine) findings.mines.push_back(cell);
    }
    const std::string limit =
        engine.is_too_wide()
            ? "too many " + std::string(noun) +
                  " depend on each other at once (states of more than 128 bits)"
            : "analysis needs more than max_states=" + group_digits(max_states) + " states";
    const std::string message = limit + "; " + std::to_string(findings.components_done) + " of " +
                                std::to_string(findings.num_components) +
                                " components were done, " +
                                counted(findings.safe.size(), "safe cell") + " and " +
                                counted(findings.mines.size(), "mine") + " proven";
    return {message, max_states, std::move(findings)};
}

void Analyst::write_risk(const PositionView& position, double* risk) const {
    // By mark first, without a branch; then the boxes, which are few.
    const double by_mark[] = {std::numeric_limits<double>::quiet_NaN(), engine.risk_of_sea(), 0.0,
                              1.0};
    const std::size_t num_cells = position.cells.size();
    for (std::size_t cell = 0; cell < num_cells; ++cell) {
        risk[cell] = by_mark[static_cast<std::size_t>(engine.propagation.marks[cell])];
    }
    for (std::uint32_t i = 0; i < engine.frontier.boxes.size(); ++i) {
        const double of_box = engine.risk_of_box(i);
        for (const Cell cell : engine.frontier.cells_of(engine.frontier.boxes[i])) {
            risk[cell] = of_box;
        }
    }
    if (std::memchr(position.cells.data(), FLAGGED, num_cells) == nullptr) return;
    for (std::size_t cell = 0; cell < num_cells; ++cell) {
        const bool is_trusted = engine.propagation.marks[cell] == Mark::absent;
        if (position.cells[cell] == FLAGGED && is_trusted) risk[cell] = 1.0;
    }
}

void Analyst::write(const PositionView& position, double* risk, std::vector<Cell>& safe,
                    std::vector<Cell>& mines) const {
    write_risk(position, risk);
    safe.clear();
    mines.clear();
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        if (risk[cell] == 0.0) safe.push_back(cell);
        if (risk[cell] == 1.0 && engine.mark(cell) != Mark::absent) mines.push_back(cell);
    }
}

std::array<double, 9> Analyst::clue_chances(const PositionView& position,
                                            const AnalysisOptions& options, Cell cell) {
    std::array<double, 9> chances{};
    if (!build_reduced_constraints(position, {options.trust_flags, {&cell, 1}}, system))
        return chances;
    std::size_t known = 0;
    neighbours_.clear();
    for_each_neighbour(cell, position.columns, position.rows, [&](Cell neighbour) {
        const Mark mark = settled_mark(position, system, neighbour);
        known += mark == Mark::mine;
        if (mark == Mark::unknown) neighbours_.push_back(neighbour);
    });
    system.tracked = static_cast<std::uint32_t>(system.constraints.size());
    system.add(neighbours_, 0, static_cast<std::int32_t>(neighbours_.size()), NO_CELL);
    const EngineStatus status = engine.count(system, {options.use_mine_count, options.max_states});
    if (status == EngineStatus::inconsistent) return chances;
    if (status == EngineStatus::out_of_budget) throw describe_budget(options);
    std::array<double, 9> by_mines{};
    engine.tracked_chances(system, by_mines);
    for (std::size_t k = known; k < 9; ++k) chances[k] = by_mines[k - known];
    return chances;
}

}  // namespace sapper
