// Bindings of exact values, optima and the search for a guess.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "agents/look_ahead.h"
#include "bindings/bindings.h"
#include "bindings/position.h"
#include "game/errors.h"
#include "logic/optimum.h"
#include "logic/position_value.h"

namespace sapper {

using namespace nb::literals;

namespace {

void look_at(Belief& belief, const PositionView& position, bool trust_flags) {
    if (belief.look_at(position, {trust_flags, true, DEFAULT_MAX_STATES}) != EngineStatus::solved) {
        belief.explain();
    }
}

// (is_done, wins, most wins, layouts, nodes, states, candidates); no layouts where there
// are more than may be listed. A candidate is (cell, safe, wins, is_exact).
nb::tuple position_value(int columns, int rows, std::int64_t num_mines, const nb::bytes& cells,
                         bool trust_flags, std::size_t max_layouts, std::uint64_t max_nodes,
                         bool all) {
    const PositionView position = as_view(columns, rows, num_mines, cells);
    Belief belief;
    PositionValue found;
    {
        const nb::gil_scoped_release released;
        look_at(belief, position, trust_flags);
        found = find_value(belief, {max_layouts, max_nodes}, all);
    }
    nb::list candidates;
    for (const EndgameCandidate& one : found.candidates) {
        candidates.append(
            nb::make_tuple(belief.frame().to_cell(one.at), one.safe, one.wins, one.is_exact));
    }
    return nb::make_tuple(found.is_done, found.wins, found.most, found.layouts, found.nodes,
                          found.states, candidates);
}

// (is_done, wins after the move, wins of the best, layouts, best cell or -1).
nb::tuple move_value(int columns, int rows, std::int64_t num_mines, const nb::bytes& cells,
                     bool trust_flags, std::size_t max_layouts, std::uint64_t max_nodes,
                     const std::vector<Cell>& revealed) {
    const PositionView position = as_view(columns, rows, num_mines, cells);
    std::vector<Padded> places;
    Belief belief;
    MoveValue found;
    {
        const nb::gil_scoped_release released;
        look_at(belief, position, trust_flags);
        for (const Cell cell : revealed) {
            if (cell >= position.cells.size() || is_clue(position.cells[cell])) {
                throw Error("expected covered cells of the grid");
            }
            places.push_back(belief.frame().to_padded(cell));
        }
        found = find_move_value(belief, {max_layouts, max_nodes}, places);
    }
    const std::int64_t best =
        found.best == NONE ? -1 : static_cast<std::int64_t>(belief.frame().to_cell(found.best));
    return nb::make_tuple(found.is_done, found.wins, found.best_wins, found.layouts, best);
}

nb::tuple optimum(const Rules& rules, std::uint64_t max_layouts, std::uint64_t max_nodes) {
    Optimum found;
    {
        const nb::gil_scoped_release released;
        found = find_optimum(rules, max_layouts, max_nodes);
    }
    nb::list first;
    for (const FirstCellValue& one : found.first) {
        first.append(nb::make_tuple(one.cell, one.wins, one.layouts));
    }
    return nb::make_tuple(found.is_done, first, found.states, found.nodes);
}

std::int64_t read_limit(const std::map<std::string, std::int64_t>& options, const char* name) {
    const auto found = options.find(name);
    if (found == options.end() || found->second < 0) {
        throw RulesError("expected " + std::string(name) + " of at least 0 among the options");
    }
    return found->second;
}

// (cell, nodes, candidates); a candidate is (cell, risk, progress, value, is_exact).
nb::tuple search_guess(int columns, int rows, std::int64_t num_mines, const nb::bytes& cells,
                       const std::map<std::string, std::int64_t>& options) {
    const PositionView position = as_view(columns, rows, num_mines, cells);
    LookAhead search({read_limit(options, "component_layouts"),
                      read_limit(options, "endgame_layouts"), read_limit(options, "endgame_nodes"),
                      read_limit(options, "plies"), read_limit(options, "max_nodes")});
    Belief belief;
    Padded best = NONE;
    {
        const nb::gil_scoped_release released;
        if (belief.look_at(position, {}) != EngineStatus::solved) belief.explain();
        if (!belief.is_whole() && !belief.is_scaled()) best = search.choose(belief);
    }
    nb::list candidates;
    for (const GuessCandidate& one : search.candidates()) {
        candidates.append(nb::make_tuple(belief.frame().to_cell(one.at), one.risk, one.progress,
                                         one.value, one.is_exact));
    }
    const std::int64_t cell = best == NONE ? -1 : belief.frame().to_cell(best);
    return nb::make_tuple(cell, search.nodes(), candidates);
}

}  // namespace

void bind_search(nb::module_& m) {
    m.def("position_value", &position_value, "columns"_a, "rows"_a, "num_mines"_a, "cells"_a,
          "trust_flags"_a, "max_layouts"_a, "max_nodes"_a, "all"_a,
          nb::sig("def position_value(columns: int, rows: int, num_mines: int, cells: bytes, "
                  "trust_flags: bool, max_layouts: int, max_nodes: int, all: bool) -> "
                  "tuple[bool, int, int, int, int, int, list[tuple[int, int, int, bool]]]"),
          "Best play over all layouts: (is_done, wins, most wins, layouts, nodes, states, "
          "candidates as (cell, safe, wins, is_exact)).");
    m.def("move_value", &move_value, "columns"_a, "rows"_a, "num_mines"_a, "cells"_a,
          "trust_flags"_a, "max_layouts"_a, "max_nodes"_a, "revealed"_a,
          nb::sig("def move_value(columns: int, rows: int, num_mines: int, cells: bytes, "
                  "trust_flags: bool, max_layouts: int, max_nodes: int, "
                  "revealed: Sequence[int]) -> tuple[bool, int, int, int, int]"),
          "What revealing cells at once is worth: (is_done, wins after it, wins of the best "
          "move, layouts, best cell or -1).");
    m.def("optimum", &optimum, "rules"_a, "max_layouts"_a, "max_nodes"_a,
          nb::sig("def optimum(rules: Rules, max_layouts: int, max_nodes: int) -> "
                  "tuple[bool, list[tuple[int, int, int]], int, int]"),
          "Best play of a whole game: (is_done, best first cells as (cell, wins, layouts), "
          "states, nodes).");
    m.def("search_guess", &search_guess, "columns"_a, "rows"_a, "num_mines"_a, "cells"_a,
          "options"_a,
          nb::sig("def search_guess(columns: int, rows: int, num_mines: int, cells: bytes, "
                  "options: Mapping[str, int]) -> "
                  "tuple[int, int, list[tuple[int, float, float, float, bool]]]"),
          "The guess by search: (cell, nodes, candidates as (cell, risk, progress, value, "
          "is_exact)).");
}

}  // namespace sapper
