// Bindings of constraints without a grid.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/census.h"
#include "bindings/sizes.h"
#include "logic/belief/constraint_analysis.h"
#include "logic/belief/sampler.h"

namespace sapper {

using namespace nb::literals;

namespace {

nb::tuple to_tuple(const std::vector<Cell>& cells) {
    return nb::tuple(nb::cast(cells));
}

nb::tuple exact_census(const ConstraintAnalysis& self) {
    Engine engine;
    ExactCensus census;
    {
        const nb::gil_scoped_release released;
        self.solve_exactly(engine);
        census.count(engine);
    }
    return nb::make_tuple(engine_components(self.system(), engine, census), engine.frontier.sea,
                          engine.mines_left);
}

nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<2>> sample(const ConstraintAnalysis& self,
                                                         std::size_t count, std::uint64_t seed) {
    const std::size_t size = self.risk().size();
    auto* drawn = new std::vector<std::uint8_t>(checked_size(count, size, "layouts"));
    nb::capsule owner(drawn,
                      [](void* p) noexcept { delete static_cast<std::vector<std::uint8_t>*>(p); });
    {
        const nb::gil_scoped_release released;
        Engine engine;
        self.solve_exactly(engine);
        Sampler sampler(engine, std::vector<std::uint8_t>(size), !self.system().has_total);
        Random random(seed);
        for (std::size_t i = 0; i < count; ++i) {
            sampler.draw(random, std::span(*drawn).subspan(i * size, size));
        }
    }
    return {drawn->data(), {count, size}, owner};
}

nb::list reasons(const ConstraintAnalysis& self, const std::vector<Cell>& cells) {
    std::vector<SetReason> found;
    {
        const nb::gil_scoped_release released;
        found = self.reasons(cells);
    }
    nb::list out;
    for (const SetReason& one : found) {
        out.append(nb::make_tuple(one.cell, one.is_mine, to_tuple(one.constraints),
                                  one.needs_mine_count, one.is_smallest));
    }
    return out;
}

void bind_analysis(nb::module_& m) {
    nb::class_<ConstraintAnalysis>(m, "ConstraintFindings", "What follows from constraints.")
        .def_prop_ro(
            "risk",
            [](const ConstraintAnalysis& self) {
                return nb::ndarray<nb::numpy, const double, nb::ndim<1>>(self.risk().data(),
                                                                         {self.risk().size()});
            },
            nb::rv_policy::reference_internal, "Risk of every cell.")
        .def_prop_ro(
            "safe", [](const ConstraintAnalysis& self) { return to_tuple(self.proven(false)); },
            nb::sig("def safe(self) -> tuple[int, ...]"), "Cells proven safe.")
        .def_prop_ro(
            "mines", [](const ConstraintAnalysis& self) { return to_tuple(self.proven(true)); },
            nb::sig("def mines(self) -> tuple[int, ...]"), "Cells proven mines.")
        .def_prop_ro(
            "system",
            [](const ConstraintAnalysis& self) { return ConstraintSystem(self.system()); },
            "A copy of the constraints.")
        .def_prop_ro("log_placements", &ConstraintAnalysis::log_placements,
                     "Logarithm of the number of placements.")
        .def("exact_census", &exact_census,
             nb::sig("def exact_census(self) -> "
                     "tuple[list[tuple[list[list[int]], list[int], int, list[bytes]]], int, int]"),
             "Components with their exact counts, cells in no constraint, mines left.")
        .def("sample", &sample, "count"_a, "seed"_a,
             "Placements drawn uniformly from those that fit; 1 where a mine is.")
        .def("reasons", &reasons, "cells"_a,
             nb::sig("def reasons(self, cells: Sequence[int]) -> "
                     "list[tuple[int, bool, tuple[int, ...], bool, bool]]"),
             "Of each cell: itself, whether a mine, the constraints that prove it, whether the "
             "number of mines is needed, whether no smaller set does.");
}

}  // namespace

void bind_constraints(nb::module_& m) {
    bind_analysis(m);
    nb::class_<ConstraintSystem>(m, "ConstraintSystem", "Cells and constraints over them.")
        .def(
            "__init__",
            [](ConstraintSystem* self, std::int64_t num_cells,
               std::optional<std::int64_t> num_mines) {
                if (num_mines && *num_mines < 0) make_system(num_cells, num_cells + 1);
                new (self) ConstraintSystem(make_system(num_cells, num_mines.value_or(NO_TOTAL)));
            },
            "num_cells"_a, "num_mines"_a.none())
        .def(nb::init<const ConstraintSystem&>(), "other"_a)
        .def_prop_ro("num_cells", &ConstraintSystem::num_cells, "How many cells.")
        .def(
            "add",
            [](ConstraintSystem& self, const std::vector<std::int64_t>& cells, std::int64_t low,
               std::int64_t high) { add_constraint(self, cells, low, high); },
            "cells"_a, "low"_a, "high"_a, "Between low and high mines are among the cells.")
        .def(
            "solve",
            [](const ConstraintSystem& self, std::uint64_t max_states) {
                thread_local Engine engine;  // kept for its memory
                const nb::gil_scoped_release released;
                return ConstraintAnalysis(self, max_states, engine);
            },
            "max_states"_a, "Everything that follows.");
}

}  // namespace sapper
