// Bindings of the hint and of the candidates of a guess.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "advice/advice_json.h"
#include "bindings/advice.h"
#include "bindings/bindings.h"

namespace sapper {

using namespace nb::literals;

namespace {

nb::object hint_reason(const BoundHint& self) {
    if (!self.hint.reason) return nb::none();
    return nb::cast(BoundReason{*self.hint.reason, self.position, self.trust_flags});
}

nb::object hint_dict(const BoundHint& self) {
    JsonWriter out(view_of(self.position).columns);
    Teller teller(view_of(self.position), self.trust_flags);
    self.sentence();
    write(out, self.hint, teller, false);
    return parse_json(out);
}

using CandidateState = std::tuple<Cell, double, std::optional<double>, double, bool>;

void bind_candidate(nb::module_& m) {
    nb::class_<Candidate>(
        m, "Candidate", "A cell that might be guessed: risk, chance of progress, what it is worth.")
        .def(
            "__init__",
            [](Candidate* self, Cell cell, double risk, std::optional<double> progress,
               double value,
               bool is_exact) { new (self) Candidate{cell, risk, progress, value, is_exact}; },
            "cell"_a, "risk"_a, "progress"_a.none(), "value"_a, "is_exact"_a)
        .def_ro("cell", &Candidate::cell, "The cell.")
        .def_ro("risk", &Candidate::risk, "The probability that it is a mine.")
        .def_ro("progress", &Candidate::progress,
                "The chance that a safe cell follows; None where all that may follow was searched.")
        .def_ro("value", &Candidate::value, "The chance to win: exact, or what the search thinks.")
        .def_ro("is_exact", &Candidate::is_exact, "Whether the value is exact.")
        .def(
            "describe",
            [](const Candidate& self, const BoundPosition& position) {
                return self.describe(position.view().columns);
            },
            "position"_a, "Put the candidate into words.")
        .def(
            "__eq__",
            [](const Candidate& self, const nb::object& other) {
                return nb::isinstance<Candidate>(other) &&
                       self == nb::cast<const Candidate&>(other);
            },
            "other"_a.none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__",
             [](const Candidate& self) { return nb::hash(nb::make_tuple(self.cell, self.value)); })
        .def("__repr__",
             [](const Candidate& self) {
                 return nb::str("Candidate(cell={}, risk={}, progress={}, value={}, is_exact={})")
                     .format(self.cell, self.risk, self.progress, self.value, self.is_exact);
             })
        .def("__getstate__",
             [](const Candidate& self) {
                 return CandidateState{self.cell, self.risk, self.progress, self.value,
                                       self.is_exact};
             })
        .def("__setstate__", [](Candidate& self, const CandidateState& state) {
            const auto& [cell, risk, progress, value, is_exact] = state;
            new (&self) Candidate{cell, risk, progress, value, is_exact};
        });
}

using HintState =
    std::tuple<nb::object, bool, Cell, int, double, std::string, std::optional<ReasonState>,
               std::vector<CandidateState>, std::uint64_t>;

HintState hint_state(const BoundHint& self) {
    const Hint& one = self.hint;
    std::optional<ReasonState> reason;
    if (one.reason) reason = state_of({*one.reason, self.position, self.trust_flags});
    std::vector<CandidateState> candidates;
    for (const Candidate& c : one.candidates) {
        candidates.emplace_back(c.cell, c.risk, c.progress, c.value, c.is_exact);
    }
    return {self.position, self.trust_flags, one.cell, static_cast<int>(one.kind),
            one.risk,      self.sentence(),  reason,   candidates,
            one.nodes};
}

void set_hint_state(BoundHint& self, const HintState& state) {
    const auto& [position, trust_flags, cell, kind, risk, sentence, reason, candidates, nodes] =
        state;
    BoundHint found{{}, position, trust_flags};
    found.hint.cell = cell;
    if (kind < 0 || kind > static_cast<int>(HintKind::mines)) {
        throw nb::value_error("expected the state of a hint");
    }
    view_of(position);
    found.hint.kind = static_cast<HintKind>(kind);
    found.hint.risk = risk;
    found.hint.sentence = sentence;
    found.hint.nodes = nodes;
    if (reason) {
        const BoundReason read = from_state(*reason);
        found.hint.technique = read.reason.technique;
        found.hint.reason = read.reason;
    }
    for (const auto& [at, own_risk, progress, value, is_exact] : candidates) {
        found.hint.candidates.push_back({at, own_risk, progress, value, is_exact});
    }
    new (&self) BoundHint(std::move(found));
}

void bind_hint(nb::module_& m) {
    nb::class_<BoundHint>(m, "Hint", R"(What to open next, and why.

``kind`` is ``safe``, ``wrong flag`` (proven safe, but a flag is on it), ``guess`` or
``mines`` (every covered cell is one, and nothing is to be opened). A proven cell has its
``reason`` and ``technique``, a guess its ``candidates``, best first, and the ``nodes``
that they took.)")
        .def_ro("position", &BoundHint::position,
                nb::sig("def position(self) -> sapper.game.position.Position"), "What it is about.")
        .def_prop_ro(
            "cell", [](const BoundHint& self) { return self.hint.cell; },
            "The cell to open; of kind mines the first covered cell, which is one.")
        .def_prop_ro(
            "kind", [](const BoundHint& self) { return name_of(self.hint.kind); },
            "safe, wrong flag, guess or mines.")
        .def_prop_ro(
            "risk", [](const BoundHint& self) { return self.hint.risk; },
            "The probability that the cell is a mine.")
        .def_prop_ro(
            "technique",
            [](const BoundHint& self) {
                return self.hint.reason ? to_object(self.hint.technique) : nb::none();
            },
            nb::sig("def technique(self) -> sapper.advice.ladder.Technique | None"),
            "The technique that proves the cell; None for a guess.")
        .def_prop_ro(
            "sentence", [](const BoundHint& self) { return self.sentence(); }, "The hint in words.")
        .def_prop_ro("reason", &hint_reason, nb::sig("def reason(self) -> Reason | None"),
                     "Why the cell is safe; None for a guess.")
        .def_prop_ro(
            "candidates",
            [](const BoundHint& self) { return nb::tuple(nb::cast(self.hint.candidates)); },
            nb::sig("def candidates(self) -> tuple[Candidate, ...]"),
            "The cells that a guess was chosen from, best first.")
        .def_prop_ro(
            "nodes", [](const BoundHint& self) { return self.hint.nodes; },
            "Nodes of the search for a guess.")
        .def("to_dict", &hint_dict, nb::sig("def to_dict(self) -> dict[str, typing.Any]"),
             "Return the hint as JSON-ready data, cells as text.")
        .def("__str__", [](const BoundHint& self) { return self.sentence(); })
        .def("__repr__", [](const BoundHint& self) { return "<Hint: " + self.sentence() + ">"; })
        .def(
            "__eq__",
            [](const BoundHint& self, const nb::object& given) {
                if (!nb::isinstance<BoundHint>(given)) return false;
                const auto& other = nb::cast<const BoundHint&>(given);
                return self.sentence() == other.sentence() &&
                       self.hint.candidates == other.hint.candidates &&
                       self.hint.nodes == other.hint.nodes &&
                       self.trust_flags == other.trust_flags && self.position.equal(other.position);
            },
            "other"_a.none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__",
             [](const BoundHint& self) {
                 return nb::hash(nb::make_tuple(self.position, self.hint.cell));
             })
        .def("__getstate__", &hint_state)
        .def("__setstate__", &set_hint_state);
}

nb::object ask_hint(const nb::object& given, std::optional<Cell> near, bool trust_flags,
                    bool use_mine_count, std::uint64_t max_states) {
    const PositionView& position = view_of(given);
    if (near && *near >= position.cells.size()) throw nb::index_error("expected a cell");
    std::optional<Hint> found;
    {
        const nb::gil_scoped_release released;
        Belief belief;
        if (belief.look_at(position, {trust_flags, use_mine_count, max_states}) !=
            EngineStatus::solved) {
            belief.explain();
        }
        found = find_hint(belief, near);
    }
    if (!found) return nb::none();
    return nb::cast(BoundHint{std::move(*found), given, trust_flags});
}

// Back to what the belief held before somebody stopped it.
void begin_again(Belief& belief, const std::vector<Cell>& assumed_safe) {
    const PositionView held = belief.position();
    const AnalysisOptions options = belief.options();
    const Position copy{held.columns, held.rows, held.num_mines,
                        std::vector<Code>(held.cells.begin(), held.cells.end())};
    belief.look_at(copy.view(), options);
    for (const Cell cell : assumed_safe) belief.assume(cell, ASSUME_SAFE);
}

}  // namespace

nb::object find_hint_of(Findings& self, const nb::object& position, std::optional<Cell> near,
                        const std::vector<Cell>& assumed_safe) {
    Belief& belief = self.payload->belief;
    check_safe(belief, assumed_safe);
    if (near && *near >= belief.position().cells.size()) throw nb::index_error("expected a cell");
    // With the interpreter's lock: other threads may ask the same findings.
    // Asked again and again, of grids of one size.
    thread_local ReasonFinder kept;
    const bool is_small = belief.position().cells.size() <= 10'000;
    std::optional<Hint> found;
    try {
        found = find_hint(belief, near, assumed_safe, false, is_small ? &kept : nullptr);
    } catch (...) {  // stopped in the middle of a search
        begin_again(belief, assumed_safe);
        throw;
    }
    if (!found) return nb::none();
    return nb::cast(BoundHint{std::move(*found), position, belief.options().trust_flags});
}

void bind_hints(nb::module_& m) {
    bind_candidate(m);
    bind_hint(m);
    m.def("find_hint", &ask_hint, "position"_a, "near"_a.none(), "trust_flags"_a,
          "use_mine_count"_a, "max_states"_a,
          nb::sig("def find_hint(position: Position, near: int | None, trust_flags: bool, "
                  "use_mine_count: bool, max_states: int) -> Hint | None"),
          "What to open next; None where no cell is covered.");
}

}  // namespace sapper
