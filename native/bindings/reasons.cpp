// Bindings of the reasons and of the human-like deduction.
#include "logic/reasons.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <string>

#include "bindings/bindings.h"
#include "bindings/position.h"
#include "bindings/reasons.h"
#include "logic/human.h"

namespace sapper {

using namespace nb::literals;

namespace {

// One workspace per thread, given back after an unusually large grid.
template <class Workspace>
Workspace& workspace(std::size_t num_cells) {
    constexpr std::size_t LARGE = 500'000;
    thread_local std::unique_ptr<Workspace> kept;
    thread_local std::size_t largest = 0;
    if (kept == nullptr || largest > LARGE) {
        kept = std::make_unique<Workspace>();
        largest = 0;
    }
    largest = std::max(largest, num_cells);
    return *kept;
}

std::string describe_unproven(const PositionView& position, Cell cell, bool trust_flags) {
    const std::string name = format_cell(cell, position.columns);
    const Code code = position.cells[cell];
    if (code == FLAGGED && trust_flags) {
        return "expected a covered cell, got " + name +
               ", whose flag is trusted; distrust flags to ask about it";
    }
    if (code != COVERED && code != FLAGGED) {
        return "expected a covered cell, got " + name + ", which is revealed";
    }
    return "expected a proven cell, got " + name + ", which may be safe or a mine";
}

std::vector<Cell> proven_cells(const ReasonFinder& finder, std::size_t num_cells) {
    std::vector<Cell> proven;
    for (Cell cell = 0; cell < num_cells; ++cell) {
        const Mark mark = finder.mark(cell);
        if (mark == Mark::safe || mark == Mark::mine) proven.push_back(cell);
    }
    return proven;
}

void check_proven(const ReasonFinder& finder, const PositionView& position, Cell cell,
                  bool trust_flags) {
    if (cell >= position.cells.size()) {
        throw Error("expected a cell of the grid, got cell number " + std::to_string(cell));
    }
    const Mark mark = finder.mark(cell);
    if (mark == Mark::safe || mark == Mark::mine) return;
    if (mark == Mark::unknown && finder.budget_error()) throw *finder.budget_error();
    throw Error(describe_unproven(position, cell, trust_flags));
}

nb::list list_reasons(ReasonFinder& finder, const PositionView& position, bool trust_flags,
                      const std::optional<std::vector<Cell>>& wanted) {
    std::vector<Reason> reasons;
    {
        const nb::gil_scoped_release released;
        if (wanted) {
            for (const Cell cell : *wanted) check_proven(finder, position, cell, trust_flags);
        }
        for (const Cell cell : wanted ? *wanted : proven_cells(finder, position.cells.size())) {
            reasons.push_back(finder.find(cell));
        }
    }
    nb::list found;
    for (const Reason& reason : reasons) {
        found.append(nb::make_tuple(reason.cell, reason.is_mine, static_cast<int>(reason.technique),
                                    reason.steps, nb::tuple(nb::cast(reason.clues)),
                                    reason.needs_mine_count, reason.is_minimal));
    }
    return found;
}

nb::list find_reasons(int columns, int rows, std::int64_t num_mines, const nb::bytes& cells,
                      bool trust_flags, bool use_mine_count, std::uint64_t max_states,
                      const std::optional<std::vector<Cell>>& wanted) {
    const PositionView position = as_view(columns, rows, num_mines, cells);
    auto& finder = workspace<ReasonFinder>(cells.size());
    {
        const nb::gil_scoped_release released;
        finder.look_at(position, {trust_flags, use_mine_count, max_states});
    }
    return list_reasons(finder, position, trust_flags, wanted);
}

nb::list deduce_like_human(int columns, int rows, std::int64_t num_mines, const nb::bytes& cells,
                           bool trust_flags, std::optional<std::uint32_t> max_steps) {
    const PositionView position = as_view(columns, rows, num_mines, cells);
    ConstraintSystem system;
    auto& human = workspace<HumanDeduction>(cells.size());
    {
        const nb::gil_scoped_release released;
        build_constraints(position, {trust_flags, {}}, system);
        if (!human.run(system, max_steps.value_or(HumanDeduction::NO_LIMIT))) {
            throw InconsistentPositionError(
                "no placement of mines fits: clues contradict each other", {}, false, false);
        }
    }
    nb::list found;
    for (const HumanFinding& finding : human.findings()) {
        std::vector<std::uint32_t> sources;
        human.list_sources(finding, sources);
        std::vector<Cell> clues;
        for (const std::uint32_t i : sources) clues.push_back(system.constraints[i].clue);
        found.append(nb::make_tuple(finding.cell, finding.is_mine, finding.step,
                                    nb::tuple(nb::cast(clues))));
    }
    return found;
}

}  // namespace

nb::list explain_marks(const PositionView& position, const AnalysisOptions& options,
                       std::span<const Mark> marks, std::span<const Cell> assumed_safe,
                       const std::optional<std::vector<Cell>>& wanted) {
    auto& finder = workspace<ReasonFinder>(position.cells.size());
    finder.look_at(position, options, marks, assumed_safe);
    return list_reasons(finder, position, options.trust_flags, wanted);
}

void bind_reasons(nb::module_& m) {
    m.def("find_reasons", &find_reasons, "columns"_a, "rows"_a, "num_mines"_a, "cells"_a,
          "trust_flags"_a, "use_mine_count"_a, "max_states"_a, "wanted"_a.none(),
          nb::sig("def find_reasons(columns: int, rows: int, num_mines: int, cells: bytes, "
                  "trust_flags: bool, use_mine_count: bool, max_states: int, "
                  "wanted: Sequence[int] | None) -> "
                  "list[tuple[int, bool, int, int, tuple[int, ...], bool, bool]]"),
          "Why cells are proven: (cell, is_mine, technique, steps, clues, needs_mine_count, "
          "is_minimal) for the wanted cells, or all proven ones.");
    m.def("deduce_like_human", &deduce_like_human, "columns"_a, "rows"_a, "num_mines"_a, "cells"_a,
          "trust_flags"_a, "max_steps"_a.none(),
          nb::sig("def deduce_like_human(columns: int, rows: int, num_mines: int, cells: bytes, "
                  "trust_flags: bool, max_steps: int | None) -> "
                  "list[tuple[int, bool, int, tuple[int, ...]]]"),
          "What comparing clues proves: (cell, is_mine, step, clues), in the order found.");
}

}  // namespace sapper
