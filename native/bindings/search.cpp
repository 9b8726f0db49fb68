// Bindings of exact values, optima and the search for a guess.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>

#include "advice/hint.h"
#include "agents/parts/part_options.h"
#include "agents/search/improved.h"
#include "agents/search/look_ahead.h"
#include "agents/search/playouts.h"
#include "bindings/advice.h"
#include "bindings/bindings.h"
#include "bindings/position.h"
#include "game/errors.h"
#include "logic/play/optimum.h"
#include "logic/play/position_value.h"
#include "logic/position/errors.h"

namespace sapper {

using namespace nb::literals;

namespace {

void look_at(Belief& belief, const PositionView& position, bool trust_flags) {
    if (belief.look_at(position, {trust_flags, true, DEFAULT_MAX_STATES}) != EngineStatus::solved) {
        belief.explain();
    }
}

// (is_done, parts, nodes, states); a part is (is_done, wins, most wins, layouts, safest,
// candidates), without layouts where there are more than may be listed. A candidate is
// (cell, safe, wins, is_exact).
nb::tuple position_value(const BoundPosition& given, bool trust_flags, std::size_t max_layouts,
                         std::uint64_t max_nodes, bool all) {
    const PositionView& position = given.view();
    Belief belief;
    PositionValue found;
    {
        const nb::gil_scoped_release released;
        look_at(belief, position, trust_flags);
        found = find_value(belief, {max_layouts, max_nodes}, all);
    }
    nb::list parts;
    for (const PartValue& part : found.parts) {
        nb::list candidates;
        for (const EndgameCandidate& one : part.candidates) {
            candidates.append(
                nb::make_tuple(belief.frame().to_cell(one.at), one.safe, one.wins, one.is_exact));
        }
        parts.append(nb::make_tuple(part.is_done, part.wins, part.most, part.layouts, part.safest,
                                    candidates));
    }
    return nb::make_tuple(found.is_done, parts, found.nodes, found.states);
}

// (is_done, parts, best cell or -1); a part is (wins after the move, wins of the best,
// layouts).
nb::tuple move_value(const BoundPosition& given, bool trust_flags, std::size_t max_layouts,
                     std::uint64_t max_nodes, const std::vector<Cell>& revealed) {
    const PositionView& position = given.view();
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
    nb::list parts;
    for (const MoveValue::Part& part : found.parts) {
        parts.append(nb::make_tuple(part.wins, part.best_wins, part.layouts));
    }
    return nb::make_tuple(found.is_done, parts, best);
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

using Options = std::map<std::string, double>;

// Whole numbers up to here are doubles; no search takes that many nodes.
constexpr double MOST_NUMBER = 9e15;

// Options as they come from Python, all of them numbers.
struct Given {
    const Options& options;

    double number(const char* name) const {
        const auto found = options.find(name);
        if (found == options.end() || !(std::abs(found->second) <= MOST_NUMBER)) {
            throw RulesError("expected a number " + std::string(name) + " among the options");
        }
        return found->second;
    }
    std::int64_t integer(const char* name) const {
        const double found = number(name);
        if (found < 0.0) {
            throw RulesError("expected " + std::string(name) + " of at least 0, got " +
                             std::to_string(found));
        }
        return static_cast<std::int64_t>(found);
    }
};

// With the option `playouts` the search is improved by them.
nb::object search_guess(const nb::object& given, const Options& options) {
    const bool has_playouts = options.contains("playouts");
    LookAhead search(read_options<LookAheadOptions>(Given{options}));
    Improved improved(has_playouts ? read_options<ImprovedOptions>(Given{options})
                                   : ImprovedOptions{});
    const PositionView& position = view_of(given);
    Hint hint;
    {
        const nb::gil_scoped_release released;
        Belief belief;
        if (belief.look_at(position, {}) != EngineStatus::solved) belief.explain();
        if (belief.num_unknown() == 0) throw Error("expected a covered cell to guess, got none");
        Padded best = NONE;
        if (!belief.is_whole() && !belief.is_scaled()) {
            best = has_playouts ? improved.choose(belief) : search.choose(belief);
        }
        hint = tell_guess(belief, best, has_playouts ? improved.candidates() : search.candidates(),
                          has_playouts ? improved.nodes() : search.nodes());
    }
    return nb::cast(BoundHint{std::move(hint), given, true});
}

// Whoever these options describe: with the option `playouts` one that is improved by them.
Playouts::Player player_of(const Options& options) {
    if (!options.contains("playouts"))
        return play_by_search(read_options<LookAheadOptions>(Given{options}));
    ImprovedOptions improved = read_options<ImprovedOptions>(Given{options});
    return [player = std::make_shared<Improved>(improved)](Belief& belief) {
        return player->answer(belief);
    };
}

// Estimates of the chance to win after each of two cells, pair by pair on the same
// layouts; a cell of -1 stands for whatever the player does.
std::pair<std::vector<double>, std::vector<double>> paired_playouts(
    const BoundPosition& given, std::int64_t first, std::int64_t second, const Options& options,
    std::int64_t count, std::uint64_t seed) {
    const PositionView& position = given.view();
    const nb::gil_scoped_release released;
    std::pair<std::vector<double>, std::vector<double>> found;
    Belief belief;
    if (belief.look_at(position, {}) != EngineStatus::solved) belief.explain();
    Playouts playouts(player_of(options));
    if (!playouts.look_at(belief)) {
        throw BudgetExceededError("playouts need a position that is counted by components", 0, {});
    }
    const auto at = [&](std::int64_t cell) {
        if (cell < 0) return NONE;
        if (cell >= static_cast<std::int64_t>(position.cells.size())) {
            throw IllegalMoveError("expected a cell of the grid, got number " +
                                   std::to_string(cell));
        }
        return belief.frame().to_padded(static_cast<Cell>(cell));
    };
    const Padded one = at(first), other = at(second);
    Random random(seed);
    for (std::int64_t i = 0; i < count; ++i) {
        playouts.draw(random);
        found.first.push_back(playouts.run(one, random));
        found.second.push_back(playouts.run(other, random));
    }
    return found;
}

}  // namespace

void bind_search(nb::module_& m) {
    m.def("position_value", &position_value, "position"_a, "trust_flags"_a, "max_layouts"_a,
          "max_nodes"_a, "all"_a,
          nb::sig("def position_value(position: Position, "
                  "trust_flags: bool, max_layouts: int, max_nodes: int, all: bool) -> "
                  "tuple[bool, list[tuple[bool, int, int, int, float, "
                  "list[tuple[int, int, int, bool]]]], int, int]"),
          "Best play over all layouts: (is_done, independent parts, nodes, states); a part is "
          "(is_done, wins, most wins, layouts or 0, chance of its safest cell, candidates as "
          "(cell, safe, wins, is_exact)).");
    m.def("move_value", &move_value, "position"_a, "trust_flags"_a, "max_layouts"_a, "max_nodes"_a,
          "revealed"_a,
          nb::sig("def move_value(position: Position, "
                  "trust_flags: bool, max_layouts: int, max_nodes: int, "
                  "revealed: Sequence[int]) -> tuple[bool, list[tuple[int, int, int]], int]"),
          "What revealing cells at once is worth: (is_done, independent parts as (wins after "
          "it, wins of the best move, layouts), best cell or -1).");
    m.def("optimum", &optimum, "rules"_a, "max_layouts"_a, "max_nodes"_a,
          nb::sig("def optimum(rules: Rules, max_layouts: int, max_nodes: int) -> "
                  "tuple[bool, list[tuple[int, int, int]], int, int]"),
          "Best play of a whole game: (is_done, best first cells as (cell, wins, layouts), "
          "states, nodes).");
    m.def("search_guess", &search_guess, "position"_a, "options"_a,
          nb::sig("def search_guess(position: Position, "
                  "options: Mapping[str, float]) -> "
                  "Hint"),
          "The guess by search; the least risk where a position is too large for it.");
    m.def(
        "paired_playouts", &paired_playouts, "position"_a, "first"_a, "second"_a, "options"_a,
        "count"_a, "seed"_a,
        nb::sig("def paired_playouts(position: Position, "
                "first: int, second: int, options: Mapping[str, float], count: int, seed: int) -> "
                "tuple[list[float], list[float]]"),
        "The chance to win after each of two cells, estimated on the same drawn layouts.");
}

}  // namespace sapper
