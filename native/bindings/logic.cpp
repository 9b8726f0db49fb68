// Bindings of the exact engine.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings/advice.h"
#include "bindings/bindings.h"
#include "bindings/census.h"
#include "bindings/findings.h"
#include "bindings/position.h"
#include "bindings/sizes.h"
#include "logic/belief/analysis.h"
#include "logic/belief/layout_list.h"
#include "logic/belief/sampler.h"
#include "logic/count/exact_census.h"

namespace sapper {

using namespace nb::literals;

namespace {

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

// Writes down what the payload's belief says.
void note_findings(Findings& findings, bool trust_flags) {
    Payload& payload = *findings.payload;
    const PositionView position = payload.belief.position();
    findings.columns = position.columns;
    findings.rows = position.rows;
    payload.has_chances = false;
    payload.risk.resize(position.cells.size());
    payload.belief.write_risk(payload.risk.data());
    list_flags(position, trust_flags, payload.flags);
    findings.log_placements = payload.belief.log_placements();
}

Findings analyse(const BoundPosition& given, bool trust_flags, bool use_mine_count,
                 std::uint64_t max_states) {
    const PositionView& position = given.view();
    Findings findings;
    const nb::gil_scoped_release released;
    Belief& belief = findings.payload->belief;
    const AnalysisOptions options{trust_flags, use_mine_count, max_states};
    if (belief.look_at(position, options) != EngineStatus::solved) belief.explain();
    note_findings(findings, trust_flags);
    return findings;
}

// None where it cannot be. `code` is what the position shows afterwards.
std::optional<Findings> assume(const Findings& self, Cell cell, Code what, Code code) {
    const PositionView position = self.payload->belief.position();
    if (cell >= position.cells.size()) throw nb::index_error("expected a cell of the grid");
    const bool is_open = position.cells[cell] != COVERED && position.cells[cell] != FLAGGED;
    if (is_open || what > ASSUME_MINE || code >= NUM_CODES) {
        throw NotationError("expected a covered cell and a clue, 9 or 10, got cell number " +
                            std::to_string(cell) + " and " + std::to_string(what));
    }
    Findings findings;
    Belief& belief = findings.payload->belief;
    belief.copy_from(self.payload->belief);
    const nb::gil_scoped_release released;
    const EngineStatus status = belief.assume(cell, what);
    if (status == EngineStatus::out_of_budget) {
        throw belief.analyst().describe_budget(belief.options());
    }
    if (status != EngineStatus::solved) return std::nullopt;
    belief.write_cell(cell, code);
    note_findings(findings, belief.options().trust_flags);
    return findings;
}

ClueChances& chances_of(Payload& payload) {
    if (!payload.has_chances) payload.chances.look_at(payload.belief);
    payload.has_chances = true;
    return payload.chances;
}

std::array<double, 9> clue_chances(Findings& self, Cell cell) {
    Payload& payload = *self.payload;
    if (cell >= payload.risk.size()) throw nb::index_error("expected a cell of the grid");
    return chances_of(payload).of(payload.belief.frame().to_padded(cell));
}

// Cells x 9, zeros where a cell is revealed or a mine.
nb::ndarray<nb::numpy, double, nb::ndim<3>> clue_table(Findings& self) {
    Payload& payload = *self.payload;
    auto* table = new std::vector<double>(9 * payload.risk.size());
    nb::capsule owner(table, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
    // With the interpreter's lock: other threads may ask the same findings.
    ClueChances& chances = chances_of(payload);
    for (Cell cell = 0; cell < payload.risk.size(); ++cell) {
        const auto& found = chances.of(payload.belief.frame().to_padded(cell));
        std::ranges::copy(found, table->begin() + 9 * static_cast<std::ptrdiff_t>(cell));
    }
    return {table->data(),
            {static_cast<std::size_t>(self.rows), static_cast<std::size_t>(self.columns), 9},
            owner};
}

std::vector<Cell> living_cells(Findings& self) {
    Payload& payload = *self.payload;
    ClueChances& chances = chances_of(payload);
    std::vector<Cell> living;
    for (Cell cell = 0; cell < payload.risk.size(); ++cell) {
        if (chances.is_living(payload.belief.frame().to_padded(cell))) living.push_back(cell);
    }
    return living;
}

// Layouts x rows x columns; None where there are more than `most`.
nb::object list_layouts(Findings& self, std::size_t most) {
    Belief& belief = self.payload->belief;
    LayoutList list;
    if (!list.list(belief, most)) return nb::none();
    const std::size_t size = self.payload->risk.size();
    auto* layouts = new std::vector<std::uint8_t>(list.num_layouts() * size);
    nb::capsule owner(layouts,
                      [](void* p) noexcept { delete static_cast<std::vector<std::uint8_t>*>(p); });
    const nb::gil_scoped_release released;
    for (std::size_t i = 0; i < list.num_layouts(); ++i) {
        std::uint8_t* into = layouts->data() + i * size;
        for (Cell cell = 0; cell < size; ++cell) {
            into[cell] = belief.evidence().is_known_mine(belief.frame().to_padded(cell));
        }
        const auto layout = list.layout(i);
        for (std::size_t k = 0; k < list.cells().size(); ++k) {
            into[belief.frame().to_cell(list.cells()[k])] = layout[k];
        }
    }
    const nb::gil_scoped_acquire acquired;
    return nb::cast(nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<3>>(
        layouts->data(),
        {list.num_layouts(), static_cast<std::size_t>(self.rows),
         static_cast<std::size_t>(self.columns)},
        owner));
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

}  // namespace

nb::list engine_components(const ConstraintSystem& system, const Engine& engine,
                           const ExactCensus& census) {
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
                clues.push_back(system.constraints[constraint].clue);
            }
        }
        std::ranges::sort(clues);
        clues.erase(std::ranges::unique(clues).begin(), clues.end());
        components.append(
            nb::make_tuple(boxes, clues, part.mines_low, census_of(engine, census, part)));
    }
    return components;
}

namespace {

nb::tuple counted_component(const Belief& belief, const Belief::Placed& own) {
    const auto to_cell = [&](std::int32_t distance) {
        return belief.frame().to_cell(own.first + static_cast<Padded>(distance));
    };
    std::vector<std::vector<Cell>> boxes(own.counts->num_boxes);
    const std::int32_t* cells = own.counts->cells;
    for (std::uint32_t b = 0; b < own.counts->num_boxes; ++b) {
        for (std::uint16_t k = 0; k < own.counts->sizes[b]; ++k) {
            boxes[b].push_back(to_cell(*cells++));
        }
        std::ranges::sort(boxes[b]);
    }
    std::vector<Cell> clues;
    for (std::uint32_t i = 0; i < own.counts->num_clues; ++i) {
        clues.push_back(to_cell(own.counts->clues[i]));
    }
    std::ranges::sort(clues);
    nb::list counts;
    for (std::uint32_t m = 0; m < own.counts->count; ++m) {
        const auto count = static_cast<std::uint64_t>(own.counts->placements[m]);
        counts.append(nb::bytes(&count, sizeof count));
    }
    return nb::make_tuple(boxes, clues, own.counts->low, counts);
}

// From the belief where its counts are exact; counts beyond 2^53 are made anew in
// integers of any size.
nb::tuple exact_census(Findings& self) {
    Belief& belief = self.payload->belief;
    bool is_exact = !belief.is_whole();
    for (std::size_t i = 0; i < belief.num_components(); ++i) {
        is_exact = is_exact && belief.component(i).counts->is_exact;
    }
    if (is_exact) {
        nb::list components;
        for (std::size_t i = 0; i < belief.num_components(); ++i) {
            components.append(counted_component(belief, belief.component(i)));
        }
        return nb::make_tuple(components, belief.sea(), belief.mines_left());
    }
    ExactCensus census;
    const Engine& engine = belief.engine();  // made under the lock, then only read
    {
        const nb::gil_scoped_release released;
        census.count(engine);
    }
    return nb::make_tuple(engine_components(belief.analyst().system, engine, census),
                          belief.analyst().engine.frontier.sea, belief.analyst().engine.mines_left);
}

nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<3>> sample(Findings& self, std::size_t count,
                                                         std::uint64_t seed) {
    if (!self.payload->belief.options().use_mine_count) {
        throw BudgetExceededError("any number of mines is allowed: nothing to draw from", 0, {});
    }
    const std::size_t size = self.payload->risk.size();
    auto* layouts = new std::vector<std::uint8_t>(checked_size(count, size, "layouts"));
    nb::capsule owner(layouts,
                      [](void* p) noexcept { delete static_cast<std::vector<std::uint8_t>*>(p); });
    {
        const nb::gil_scoped_release released;
        Sampler sampler(self.payload->belief);
        Random random(seed);
        for (std::size_t i = 0; i < count; ++i) {
            sampler.draw(random, std::span(*layouts).subspan(i * size, size));
        }
    }
    return {layouts->data(),
            {count, static_cast<std::size_t>(self.rows), static_cast<std::size_t>(self.columns)},
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
        .def_ro("log_placements", &Findings::log_placements, "Logarithm of the placements left.")
        .def_prop_ro(
            "key", [](Findings& self) { return self.payload->belief.key(); },
            "A number that follows from what is known, however it came to be known.")
        .def_prop_ro(
            "living", [](Findings& self) { return to_cells(living_cells(self)); },
            nb::sig("def living(self) -> tuple[int, ...]"),
            "Cells that can show more than one clue.")
        .def("assume", &assume, "cell"_a, "what"_a, "code"_a,
             "The findings if a cell shows a clue, is safe (9) or a mine (10); None if it cannot.")
        .def("clue_chances", &clue_chances, "cell"_a,
             "Chance of each clue at a covered cell; what is missing to 1 is its risk.")
        .def("clue_table", &clue_table, "Chance of each clue at every cell.")
        .def("list_layouts", &list_layouts, "most"_a,
             nb::sig("def list_layouts(self, most: int) -> "
                     "Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None))] | None"),
             "All layouts that fit, 1 where a mine is; None where there are more.")
        .def("sample", &sample, "count"_a, "seed"_a,
             "Layouts drawn uniformly from those that fit; 1 where a mine is.")
        .def("find_reasons", &find_reasons_of, "position"_a, "wanted"_a.none(), "assumed_safe"_a,
             nb::sig("def find_reasons(self, position: Position, wanted: Sequence[int] | None, "
                     "assumed_safe: Sequence[int]) -> tuple[Reason, ...]"),
             "Why cells are proven: the wanted ones, or all.")
        .def("find_hint", &find_hint_of, "position"_a, "near"_a.none(), "assumed_safe"_a,
             nb::sig("def find_hint(self, position: Position, near: int | None, "
                     "assumed_safe: Sequence[int]) -> Hint | None"),
             "What to open next; None where no cell is covered.")
        .def("weigh", &weigh_of, "cell"_a, "What revealing a cell risks.")
        .def("exact_census", &exact_census,
             nb::sig("def exact_census(self) -> "
                     "tuple[list[tuple[list[list[int]], list[int], int, list[bytes]]], int, int]"),
             "Components with their exact counts, sea cells, mines left after the decided ones.");
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
    m.def("analyse", &analyse, "position"_a, "trust_flags"_a, "use_mine_count"_a, "max_states"_a,
          "Everything that follows from a position.");
}

}  // namespace sapper
