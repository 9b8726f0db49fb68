// Bindings of the ladder, of reasons and of the human-like deduction.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>

#include "advice/advice_json.h"
#include "bindings/advice.h"
#include "bindings/bindings.h"
#include "logic/explain/human.h"

namespace sapper {

using namespace nb::literals;

namespace {

nb::tuple to_cells(const std::vector<Cell>& cells) {
    return nb::tuple(nb::cast(cells));
}

nb::object reason_dict(const BoundReason& self) {
    JsonWriter out(view_of(self.position).columns);
    Teller teller = self.teller();
    write(out, self.reason, teller, false);
    return parse_json(out);
}

void bind_reason(nb::module_& m) {
    nb::class_<ReasonStep>(m, "ReasonStep", "One step of a proof: clues that settle cells.")
        .def_ro("text", &ReasonStep::text, "The step in words.")
        .def_prop_ro(
            "clues", [](const ReasonStep& self) { return to_cells(self.clues); },
            nb::sig("def clues(self) -> tuple[int, ...]"), "The clues used.")
        .def_prop_ro(
            "cells", [](const ReasonStep& self) { return to_cells(self.cells); },
            nb::sig("def cells(self) -> tuple[int, ...]"), "The cells settled.")
        .def_ro("are_mines", &ReasonStep::are_mines, "Whether these are mines, or safe.")
        .def("__repr__", [](const ReasonStep& self) { return "<ReasonStep: " + self.text + ">"; });
    nb::class_<BoundReason>(m, "Reason", R"(Why a cell is safe or a mine.

``clues`` are the cells that show them; together, and with the number of mines if
``needs_mine_count``, they prove the cell, and none can be left out (``is_minimal`` is
false only where checking that hit its limit). ``technique`` is the simplest of the
ladder that gets from the clues to the cell. ``steps`` counts the rounds of comparing
clues, None where that does not get there. ``flags`` are those that the proof trusts.
``chain`` walks through the proof.)")
        .def_ro("position", &BoundReason::position,
                nb::sig("def position(self) -> sapper.game.position.Position"), "What it is about.")
        .def_prop_ro(
            "cell", [](const BoundReason& self) { return self.reason.cell; },
            "The cell that is proven.")
        .def_prop_ro(
            "is_mine", [](const BoundReason& self) { return self.reason.is_mine; },
            "Whether it is a mine, or safe.")
        .def_prop_ro(
            "technique", [](const BoundReason& self) { return to_object(self.reason.technique); },
            nb::sig("def technique(self) -> sapper.advice.ladder.Technique"),
            "The simplest technique that does.")
        .def_prop_ro(
            "steps", [](const BoundReason& self) { return self.reason.compared(); },
            "Rounds of comparing clues; None where that does not get there.")
        .def_prop_ro(
            "clues", [](const BoundReason& self) { return to_cells(self.reason.clues); },
            nb::sig("def clues(self) -> tuple[int, ...]"), "The clues of the proof.")
        .def_prop_ro(
            "needs_mine_count",
            [](const BoundReason& self) { return self.reason.needs_mine_count; },
            "Whether the number of mines is needed too.")
        .def_prop_ro(
            "flags",
            [](const BoundReason& self) { return to_cells(self.teller().flags(self.reason)); },
            nb::sig("def flags(self) -> tuple[int, ...]"), "The flags that it trusts.")
        .def_prop_ro(
            "is_minimal", [](const BoundReason& self) { return self.reason.is_minimal; },
            "Whether it is sure that no clue can be left out.")
        .def_prop_ro("sentence", &BoundReason::sentence, "The reason in words.")
        .def_prop_ro(
            "chain",
            [](const BoundReason& self) {
                return nb::tuple(nb::cast(self.teller().steps(self.reason)));
            },
            nb::sig("def chain(self) -> tuple[ReasonStep, ...]"), "The proof, step by step.")
        .def("to_dict", &reason_dict, nb::sig("def to_dict(self) -> dict[str, typing.Any]"),
             "Return the reason as JSON-ready data, cells as text.")
        .def("__str__", &BoundReason::sentence)
        .def("__repr__",
             [](const BoundReason& self) { return "<Reason: " + self.sentence() + ">"; })
        .def(
            "__eq__",
            [](const BoundReason& self, const nb::object& given) {
                if (!nb::isinstance<BoundReason>(given)) return false;
                const auto& other = nb::cast<const BoundReason&>(given);
                return self.key() == other.key() && self.position.equal(other.position);
            },
            "other"_a.none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__",
             [](const BoundReason& self) {
                 return nb::hash(nb::make_tuple(self.position, self.reason.cell));
             })
        .def("__getstate__", &state_of)
        .def("__setstate__", [](BoundReason& self, const ReasonState& state) {
            new (&self) BoundReason(from_state(state));
        });
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

bool is_proven(Mark mark) {
    return mark == Mark::safe || mark == Mark::mine;
}

nb::list deduce_like_human(const BoundPosition& given, bool trust_flags,
                           std::optional<std::uint32_t> max_steps) {
    const PositionView& position = given.view();
    ConstraintSystem system;
    HumanDeduction human;
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

nb::object to_object(Technique technique) {
    return nb::module_::import_("sapper.advice").attr("Technique")(name_of(technique));
}

ReasonState state_of(const BoundReason& self) {
    const Reason& one = self.reason;
    return {self.position,
            self.trust_flags,
            one.cell,
            one.is_mine,
            static_cast<int>(one.technique),
            one.steps,
            one.clues,
            one.needs_mine_count,
            one.is_minimal};
}

BoundReason from_state(const ReasonState& state) {
    int technique = 0;
    Reason one;
    BoundReason found;
    std::tie(found.position, found.trust_flags, one.cell, one.is_mine, technique, one.steps,
             one.clues, one.needs_mine_count, one.is_minimal) = state;
    const std::size_t num_cells = view_of(found.position).cells.size();
    const bool fits = std::ranges::all_of(one.clues, [&](Cell clue) { return clue < num_cells; });
    if (!fits || one.cell >= num_cells || technique < 0 ||
        technique >= static_cast<int>(NUM_TECHNIQUES)) {
        throw nb::value_error("expected the state of a reason");
    }
    one.technique = static_cast<Technique>(technique);
    found.reason = std::move(one);
    return found;
}

void check_safe(Belief& belief, const std::vector<Cell>& assumed_safe) {
    for (const Cell cell : assumed_safe) {
        if (cell >= belief.position().cells.size()) throw nb::index_error("expected cells");
        // Any other would contradict the clues, and nothing follows from a contradiction.
        if (belief.mark(cell) != Mark::safe) throw nb::value_error("expected cells that are safe");
    }
}

nb::tuple find_reasons_of(Findings& self, const nb::object& position,
                          const std::optional<std::vector<Cell>>& wanted,
                          const std::vector<Cell>& assumed_safe) {
    Belief& belief = self.payload->belief;
    check_safe(belief, assumed_safe);
    const bool trust_flags = belief.options().trust_flags;
    ReasonFinder finder;
    look_at(finder, belief, assumed_safe);
    std::vector<Cell> cells;
    if (wanted) {
        cells = *wanted;
        for (const Cell cell : cells) {
            if (cell >= belief.position().cells.size()) {
                throw Error("expected a cell of the grid, got cell number " + std::to_string(cell));
            }
            if (!is_proven(finder.mark(cell))) {
                throw Error(describe_unproven(belief.position(), cell, trust_flags));
            }
        }
    } else {
        for (Cell cell = 0; cell < belief.position().cells.size(); ++cell) {
            if (is_proven(finder.mark(cell))) cells.push_back(cell);
        }
    }
    std::vector<Reason> reasons;
    {
        const nb::gil_scoped_release released;
        for (const Cell cell : cells) reasons.push_back(finder.find(cell));
    }
    nb::list found;
    for (Reason& reason : reasons) {
        found.append(BoundReason{std::move(reason), position, trust_flags});
    }
    return nb::tuple(found);
}

void bind_reasons(nb::module_& m) {
    m.def(
        "ladder",
        [] {
            nb::list ladder;
            for (std::size_t i = 0; i < NUM_TECHNIQUES; ++i) {
                ladder.append(nb::make_tuple(LADDER[i].name, LADDER[i].title, LADDER[i].meaning));
            }
            return nb::tuple(ladder);
        },
        nb::sig("def ladder() -> tuple[tuple[str, str, str], ...]"),
        "The techniques, easiest first: name, title of a board that needs it, meaning.");
    bind_reason(m);
    m.def("deduce_like_human", &deduce_like_human, "position"_a, "trust_flags"_a,
          "max_steps"_a.none(),
          nb::sig("def deduce_like_human(position: Position, "
                  "trust_flags: bool, max_steps: int | None) -> "
                  "list[tuple[int, bool, int, tuple[int, ...]]]"),
          "What comparing clues proves: (cell, is_mine, step, clues), in the order found.");
}

}  // namespace sapper
