// Bindings of what Sinha et al. 2021 need beside their parts: solutions, features, models.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include "agents/sinha/padded_position.h"
#include "agents/sinha/risks.h"
#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/position.h"

namespace sapper {

using namespace nb::literals;

namespace {

constexpr const char* ENDS[] = {"all", "limit", "guard", "clock"};

// The equations of a position's clues, those that share no cells one after the other.
void build_equations(const PositionView& position, Equations& equations) {
    const PaddedPosition padded(position);
    Proofs proofs;
    proofs.start(padded.sight.view.size());
    ClueSet clues;
    clues.start_from(padded.sight, proofs);
    Coupling coupling;
    std::vector<ClueConstraint> joint;
    for (const auto& component : coupling.split(padded.sight, clues)) {
        joint.insert(joint.end(), component.begin(), component.end());
    }
    equations.build(padded.sight.frame, joint);
}

nb::tuple list_solutions(int columns, int rows, std::int64_t num_mines, const nb::bytes& cells,
                         const std::string& method, std::int64_t max_solutions,
                         std::int64_t max_swaps, std::int64_t max_depth, double seconds,
                         std::uint64_t seed, bool keep) {
    const PositionView position = as_view(columns, rows, num_mines, cells);
    Equations equations;
    build_equations(position, equations);
    const Frame frame(columns, rows);
    SearchLimits limits{max_solutions, max_swaps, max_depth, 0, 0};
    const Method search = parse_method(method);
    std::vector<std::uint8_t> found;
    std::int64_t count = 0, nodes = 0, spent = 0;
    SearchEnd end = SearchEnd::all;
    const auto visit = [&](const std::vector<std::uint8_t>& values) {
        if (keep) found.insert(found.end(), values.begin(), values.end());
    };
    {
        nb::gil_scoped_release release;
        Random random(seed);
        const std::int64_t began = steady_now();
        if (seconds > 0 && seconds < 1e8) {
            limits.deadline = began + static_cast<std::int64_t>(seconds * 1e9);
        }
        const auto run = [&](auto&& searching) {
            end = searching.run(equations, limits, limits.is_limited() ? &random : nullptr, visit);
            count = searching.num_solutions();
            nodes = searching.num_nodes();
        };
        if (search == Method::dsscsp) {
            run(Dsscsp());
        } else {
            run(Backtracking());
        }
        spent = steady_now() - began;
    }
    std::vector<std::int64_t> names;
    for (const auto& variable : equations.variables()) names.push_back(frame.to_cell(variable.at));
    const std::size_t width = names.size();
    const std::size_t height = keep ? static_cast<std::size_t>(count) : 0;
    return nb::make_tuple(own(std::move(names), {width}), own(std::move(found), {height, width}),
                          count, nodes, ENDS[static_cast<std::size_t>(end)], spent);
}

}  // namespace

void bind_sinha(nb::module_& m) {
    m.def("list_solutions", &list_solutions, "columns"_a, "rows"_a, "num_mines"_a, "cells"_a,
          "method"_a, "max_solutions"_a, "max_swaps"_a, "max_depth"_a, "seconds"_a, "seed"_a,
          "keep"_a,
          nb::sig("def list_solutions(columns: int, rows: int, num_mines: int, cells: bytes, "
                  "method: str, max_solutions: int, max_swaps: int, max_depth: int, seconds: "
                  "float, seed: int, keep: bool) -> tuple[numpy.typing.NDArray[numpy.int64], "
                  "numpy.typing.NDArray[numpy.uint8], int, int, str, int]"),
          "The solutions of a position's clue equations: the cells, a row of 0 and 1 each,\n"
          "their number, the edges walked, how the search ended, and its nanoseconds.");
}

}  // namespace sapper
