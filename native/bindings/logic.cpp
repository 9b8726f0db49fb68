// Bindings of the exact engine.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>

#include "bindings/bindings.h"
#include "bindings/position.h"
#include "bindings/sizes.h"
#include "logic/analysis.h"
#include "logic/exact_census.h"
#include "logic/sampler.h"

namespace sapper {

using namespace nb::literals;

namespace {

// What one call of analyse() found; everything else is computed when asked for.
struct Payload {
    std::vector<double> risk;
    std::vector<Cell> flags;  // trusted ones, whose risk of 1 is taken as given
};

// Payloads of analyses that are gone, for the next ones. Asking the system for a
// few kilobytes can cost more than a whole analysis when the program around us
// has left its heap in disorder (10 microseconds, measured between calls of
// another solver). Only memory is kept: every analysis overwrites all of it.
class PayloadPool {
  public:
    std::unique_ptr<Payload> take() {
        if (free_.empty()) return std::make_unique<Payload>();
        std::unique_ptr<Payload> payload = std::move(free_.back());
        free_.pop_back();
        return payload;
    }
    void give(std::unique_ptr<Payload> payload) {
        if (free_.size() < MOST_KEPT && payload->risk.capacity() <= MOST_CELLS) {
            free_.push_back(std::move(payload));
        }
    }

  private:
    static constexpr std::size_t MOST_KEPT = 16;
    static constexpr std::size_t MOST_CELLS = 10'000;
    std::vector<std::unique_ptr<Payload>> free_;
};

PayloadPool& pool() {
    thread_local PayloadPool payloads;
    return payloads;
}

class Findings {
  public:
    Findings() : payload(pool().take()) {}
    Findings(Findings&&) = default;
    Findings& operator=(Findings&&) = default;
    ~Findings() {
        if (payload) pool().give(std::move(payload));
    }

    int columns = 0;
    int rows = 0;
    double log_placements = 0.0;
    std::unique_ptr<Payload> payload;
};

// One workspace per thread, so that calls allocate nothing; its memory holds no
// results from call to call, and is given back after an unusually large one.
Analyst& workspace() {
    constexpr std::size_t LARGE = 500'000;
    thread_local std::unique_ptr<Analyst> analyst = std::make_unique<Analyst>();
    const bool is_large = analyst->engine.sweep.nodes.capacity() > LARGE ||
                          analyst->system.is_unknown.capacity() > LARGE;
    if (is_large) analyst = std::make_unique<Analyst>();
    return *analyst;
}

nb::tuple to_cells(const std::vector<Cell>& cells) {
    return nb::tuple(nb::cast(cells));
}

void raise_inconsistent(const InconsistentPositionError& error) {
    const nb::object type = nb::module_::import_("sapper.errors").attr("InconsistentPositionError");
    nb::object exception = type(error.what());
    exception.attr("clues") = to_cells(error.clues);
    exception.attr("needs_mine_count") = error.needs_mine_count;
    exception.attr("is_minimal") = error.is_minimal;
    PyErr_SetObject(type.ptr(), exception.ptr());
}

void raise_budget(const BudgetExceededError& error) {
    const nb::module_ errors = nb::module_::import_("sapper.errors");
    const nb::object type = errors.attr("BudgetExceededError");
    nb::object exception = type(error.what());
    exception.attr("max_states") = error.max_states;
    exception.attr("partial") =
        errors.attr("PartialFindings")(to_cells(error.partial.safe), to_cells(error.partial.mines),
                                       error.partial.components_done, error.partial.num_components);
    PyErr_SetObject(type.ptr(), exception.ptr());
}

void list_flags(const PositionView& position, bool trust_flags, std::vector<Cell>& flags) {
    flags.clear();
    const auto begin = position.cells.begin();
    const auto end = position.cells.end();
    if (!trust_flags) return;
    for (auto at = std::find(begin, end, FLAGGED); at != end;
         at = std::find(at + 1, end, FLAGGED)) {
        flags.push_back(static_cast<Cell>(at - begin));
    }
}

// Cells of exactly this risk, which only proven cells have.
nb::tuple cells_at(const Payload& payload, double risk, const std::vector<Cell>& except) {
    std::vector<Cell> cells;
    for (Cell cell = 0; cell < payload.risk.size(); ++cell) {
        if (payload.risk[cell] == risk && !std::ranges::binary_search(except, cell)) {
            cells.push_back(cell);
        }
    }
    return to_cells(cells);
}

Findings analyse(int columns, int rows, std::int64_t num_mines, const nb::bytes& cells,
                 bool trust_flags, bool use_mine_count, std::uint64_t max_states) {
    const PositionView position = as_view(columns, rows, num_mines, cells);
    Findings findings;
    const nb::gil_scoped_release released;
    Analyst& analyst = workspace();
    analyst.analyse(position, {trust_flags, use_mine_count, max_states});
    findings.columns = columns;
    findings.rows = rows;
    Payload& payload = *findings.payload;
    payload.risk.resize(cells.size());
    analyst.write_risk(position, payload.risk.data());
    list_flags(position, trust_flags, payload.flags);
    findings.log_placements = analyst.log_placements();
    return findings;
}

std::array<double, 9> clue_chances(int columns, int rows, std::int64_t num_mines,
                                   const nb::bytes& cells, bool trust_flags, bool use_mine_count,
                                   std::uint64_t max_states, Cell cell) {
    const PositionView position = as_view(columns, rows, num_mines, cells);
    if (cell >= cells.size()) throw nb::index_error("expected a cell of the grid");
    const nb::gil_scoped_release released;
    return workspace().clue_chances(position, {trust_flags, use_mine_count, max_states}, cell);
}

// The counts of a component as little-endian bytes; Python makes ints of them.
nb::list census_of(const Engine& engine, const ExactCensus& census, const SweepPart& part) {
    nb::list counts;
    for (std::uint32_t m = 0; m < part.mines_count; ++m) {
        const auto count =
            census.placements(engine, part, part.mines_low + static_cast<std::int32_t>(m));
        counts.append(nb::bytes(count.data(), count.size_bytes()));
    }
    return counts;
}

// One tuple per component: cells by box, clues, fewest mines, counts from there on.
nb::list components_of(const Analyst& analyst, const ExactCensus& census) {
    const Engine& engine = analyst.engine;
    nb::list components;
    for (std::size_t c = 0; c < engine.sweep.parts.size(); ++c) {
        const SweepPart& part = engine.sweep.parts[c];
        std::vector<std::vector<Cell>> boxes;
        std::vector<Cell> clues;
        for (const std::uint32_t index : engine.frontier.boxes_of(engine.frontier.components[c])) {
            const Box& box = engine.frontier.boxes[index];
            const auto cells = engine.frontier.cells_of(box);
            boxes.emplace_back(cells.begin(), cells.end());
            for (const std::uint32_t constraint : engine.frontier.constraints_of(box)) {
                clues.push_back(analyst.system.constraints[constraint].clue);
            }
        }
        std::ranges::sort(clues);
        clues.erase(std::ranges::unique(clues).begin(), clues.end());
        components.append(
            nb::make_tuple(boxes, clues, part.mines_low, census_of(engine, census, part)));
    }
    return components;
}

nb::tuple exact_census(int columns, int rows, std::int64_t num_mines, const nb::bytes& cells,
                       bool trust_flags, bool use_mine_count, std::uint64_t max_states) {
    const PositionView position = as_view(columns, rows, num_mines, cells);
    Analyst& analyst = workspace();
    ExactCensus census;
    {
        const nb::gil_scoped_release released;
        analyst.count(position, {trust_flags, use_mine_count, max_states});
        census.count(analyst.engine);
    }
    return nb::make_tuple(components_of(analyst, census), analyst.engine.frontier.sea,
                          analyst.engine.mines_left);
}

nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<3>> sample_layouts(
    int columns, int rows, std::int64_t num_mines, const nb::bytes& cells, bool trust_flags,
    std::uint64_t max_states, std::size_t count, std::uint64_t seed) {
    const PositionView position = as_view(columns, rows, num_mines, cells);
    auto* layouts = new std::vector<std::uint8_t>(checked_size(count, cells.size(), "layouts"));
    nb::capsule owner(layouts,
                      [](void* p) noexcept { delete static_cast<std::vector<std::uint8_t>*>(p); });
    {
        const nb::gil_scoped_release released;
        Sampler sampler(workspace(), position, {trust_flags, true, max_states});
        Random random(seed);
        for (std::size_t i = 0; i < count; ++i) {
            sampler.draw(random, std::span(*layouts).subspan(i * cells.size(), cells.size()));
        }
    }
    return {layouts->data(),
            {count, static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)},
            owner};
}

void bind_findings(nb::module_& m) {
    nb::class_<Findings>(m, "Findings", "What one call of analyse() found.")
        .def_prop_ro(
            "risk",
            [](Findings& self) {
                return nb::ndarray<nb::numpy, const double, nb::ndim<2>>(
                    self.payload->risk.data(),
                    {static_cast<std::size_t>(self.rows), static_cast<std::size_t>(self.columns)});
            },
            nb::rv_policy::reference_internal, "Risk by row and column; nan where revealed.")
        .def_prop_ro(
            "safe", [](const Findings& self) { return cells_at(*self.payload, 0.0, {}); },
            nb::sig("def safe(self) -> tuple[int, ...]"), "Cells proven safe.")
        .def_prop_ro(
            "mines",
            [](const Findings& self) { return cells_at(*self.payload, 1.0, self.payload->flags); },
            nb::sig("def mines(self) -> tuple[int, ...]"), "Cells proven mines.")
        .def_ro("log_placements", &Findings::log_placements, "Logarithm of the placements left.");
}

}  // namespace

void bind_logic(nb::module_& m) {
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const InconsistentPositionError& e) {
            raise_inconsistent(e);
        } catch (const BudgetExceededError& e) {
            raise_budget(e);
        }
    });
    bind_findings(m);
    m.attr("DEFAULT_MAX_STATES") = DEFAULT_MAX_STATES;
    m.def("analyse", &analyse, "columns"_a, "rows"_a, "num_mines"_a, "cells"_a, "trust_flags"_a,
          "use_mine_count"_a, "max_states"_a, "Everything that follows from a position.");
    m.def("clue_chances", &clue_chances, "columns"_a, "rows"_a, "num_mines"_a, "cells"_a,
          "trust_flags"_a, "use_mine_count"_a, "max_states"_a, "cell"_a,
          "Probability of each clue at a covered cell, given that it is safe.");
    m.def("exact_census", &exact_census, "columns"_a, "rows"_a, "num_mines"_a, "cells"_a,
          "trust_flags"_a, "use_mine_count"_a, "max_states"_a,
          nb::sig("def exact_census(columns: int, rows: int, num_mines: int, cells: bytes, "
                  "trust_flags: bool, use_mine_count: bool, max_states: int) -> "
                  "tuple[list[tuple[list[list[int]], list[int], int, list[bytes]]], int, int]"),
          "Components with their exact counts, sea cells, mines left after the decided ones.");
    m.def("sample_layouts", &sample_layouts, "columns"_a, "rows"_a, "num_mines"_a, "cells"_a,
          "trust_flags"_a, "max_states"_a, "count"_a, "seed"_a,
          "Layouts drawn uniformly from those that fit; 1 where a mine is.");
}

}  // namespace sapper
