// Bindings of the judgement of moves.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "advice/advice_json.h"
#include "bindings/advice.h"
#include "bindings/bindings.h"

namespace sapper {

using namespace nb::literals;

namespace {

nb::object number_or_none(double number) {
    return std::isnan(number) ? nb::none() : nb::object(nb::float_(number));
}

struct BoundJudgement {
    Judgement judged;
    nb::object position;
    // What was asked, so that a copy can ask again.
    std::string move;
    Cell cell = 0;
    bool is_first = false;
    bool is_score = false;
    std::optional<Cell> near;
};

nb::object to_fraction(const Judgement& one, std::uint32_t MoveValue::Part::* wins) {
    if (!one.value) return nb::none();
    const nb::object fraction = nb::module_::import_("fractions").attr("Fraction");
    nb::object product = fraction(1);
    for (const MoveValue::Part& part : one.value->parts) {
        product = product * fraction(part.*wins, part.layouts);
    }
    return product;
}

nb::object judgement_dict(const BoundJudgement& self) {
    JsonWriter out(view_of(self.position).columns);
    out.open('{');
    write_fields(out, self.judged);
    out.close('}');
    return parse_json(out);
}

BoundJudgement judge_move(const nb::object& given, const std::string& move, Cell cell,
                          bool is_first, bool is_score, std::optional<Cell> near) {
    const PositionView& position = view_of(given);
    if (cell >= position.cells.size() || (near && *near >= position.cells.size())) {
        throw nb::index_error("expected a cell of the grid");
    }
    const bool is_reveal = move == "reveal";
    const Code code = position.cells[cell];
    if (is_reveal && code != COVERED && code != FLAGGED) {
        throw IllegalMoveError("expected a covered cell to reveal, got " +
                               format_cell(cell, position.columns));
    }
    BoundJudgement found{{}, given, move, cell, is_first, is_score, near};
    const MoveKind kind = is_reveal         ? MoveKind::reveal
                          : move == "chord" ? MoveKind::chord
                                            : MoveKind::flag;
    const nb::gil_scoped_release released;
    found.judged =
        judge(position, kind, cell, is_first, is_score ? GameKind::score : GameKind::normal, near);
    return found;
}

nb::object sum_up(const std::vector<const BoundJudgement*>& judged) {
    ReviewSums sums;
    for (const BoundJudgement* one : judged) sums.add(one->judged);
    JsonWriter out(1);
    out.open('{');
    write_fields(out, sums);
    out.close('}');
    return parse_json(out);
}

using JudgementState =
    std::tuple<nb::object, std::string, Cell, bool, bool, std::optional<Cell>, bool>;

void bind_judgement(nb::module_& m) {
    nb::class_<BoundJudgement>(m, "Judgement", R"(What a move risked, and what else there was.

``kind`` is ``first``, ``safe``, ``forced guess``, ``needless guess``, ``mark`` or
``unknown`` (too large to look at). ``risk`` is the probability that the move meets a
mine, ``best_risk`` the least on offer. Of a guess, ``hint`` is what was better,
``missed`` the technique that proves it where the guess was needless, ``value`` the
exact chance to win after the guess and ``best_value`` that of best play, which begins
at ``best_move``; None where that is out of reach. ``lost`` is the chance to win given
away, or the risk taken beyond the least, as ``lost_by`` says.)")
        .def_prop_ro(
            "kind", [](const BoundJudgement& self) { return name_of(self.judged.kind); },
            "first, safe, forced guess, needless guess, mark or unknown.")
        .def_prop_ro(
            "is_guess", [](const BoundJudgement& self) { return self.judged.is_guess(); },
            "True for a reveal or chord with risk.")
        .def_prop_ro(
            "risk",
            [](const BoundJudgement& self) { return number_or_none(self.judged.stake.risk); },
            nb::sig("def risk(self) -> float | None"), "The risk taken.")
        .def_prop_ro(
            "best_risk",
            [](const BoundJudgement& self) { return number_or_none(self.judged.stake.least); },
            nb::sig("def best_risk(self) -> float | None"), "The least risk on offer.")
        .def_prop_ro(
            "is_provable", [](const BoundJudgement& self) { return self.judged.stake.is_provable; },
            "Whether some cell was proven safe.")
        .def_prop_ro(
            "hint",
            [](const BoundJudgement& self) {
                if (!self.judged.hint) return nb::object(nb::none());
                return nb::cast(BoundHint{*self.judged.hint, self.position, false});
            },
            nb::sig("def hint(self) -> Hint | None"), "What was better than a guess.")
        .def_prop_ro(
            "missed",
            [](const BoundJudgement& self) {
                const bool is_needless = self.judged.kind == JudgedKind::needless;
                return is_needless ? to_object(self.judged.hint->technique) : nb::none();
            },
            nb::sig("def missed(self) -> sapper.advice.ladder.Technique | None"),
            "The easiest technique that proved a safe cell, of a needless guess.")
        .def_prop_ro(
            "value",
            [](const BoundJudgement& self) {
                return to_fraction(self.judged, &MoveValue::Part::wins);
            },
            nb::sig("def value(self) -> fractions.Fraction | None"),
            "The exact chance to win after a guess.")
        .def_prop_ro(
            "best_value",
            [](const BoundJudgement& self) {
                return to_fraction(self.judged, &MoveValue::Part::best_wins);
            },
            nb::sig("def best_value(self) -> fractions.Fraction | None"),
            "The exact chance to win under best play.")
        .def_prop_ro(
            "best_move", [](const BoundJudgement& self) { return self.judged.best_move; },
            "The cell that best play begins with, where it was searched.")
        .def_prop_ro(
            "lost", [](const BoundJudgement& self) { return self.judged.lost(); },
            "What was given away.")
        .def_prop_ro(
            "lost_by",
            [](const BoundJudgement& self) -> std::optional<std::string_view> {
                if (self.judged.kind == JudgedKind::unknown) return std::nullopt;
                return self.judged.is_by_value() ? "value" : "risk";
            },
            "What `lost` is measured in: value, risk, or None unjudged.")
        .def_prop_rw(
            "survived", [](const BoundJudgement& self) { return self.judged.survived; },
            [](BoundJudgement& self, bool survived) { self.judged.survived = survived; },
            "Whether the move met no mine.")
        .def("to_dict", &judgement_dict, nb::sig("def to_dict(self) -> dict[str, typing.Any]"),
             "Return the judgement as JSON-ready data, cells as text.")
        .def("__repr__",
             [](const BoundJudgement& self) {
                 return "<Judgement: " + std::string(name_of(self.judged.kind)) + ", " + self.move +
                        " " + format_cell(self.cell, view_of(self.position).columns) + ">";
             })
        .def("__getstate__",
             [](const BoundJudgement& self) {
                 return JudgementState{self.position, self.move, self.cell,           self.is_first,
                                       self.is_score, self.near, self.judged.survived};
             })
        .def("__setstate__", [](BoundJudgement& self, const JudgementState& state) {
            const auto& [position, move, cell, is_first, is_score, near, survived] = state;
            BoundJudgement found = judge_move(position, move, cell, is_first, is_score, near);
            found.judged.survived = survived;
            new (&self) BoundJudgement(std::move(found));
        });
}

}  // namespace

Stake weigh_of(Findings& self, Cell cell) {
    Belief& belief = self.payload->belief;
    const auto codes = belief.position().cells;
    if (cell >= codes.size() || is_clue(codes[cell])) {
        throw nb::index_error("expected a covered cell of the grid");
    }
    return *weigh(belief, {&cell, 1}, {});  // one cell needs no more counting
}

void bind_judgements(nb::module_& m) {
    m.attr("JUDGE_LAYOUTS") = JUDGE_LIMITS.max_layouts;
    nb::class_<Stake>(m, "Stake", "What a reveal risks, and what was on offer.")
        .def_ro("risk", &Stake::risk, "The probability that it meets a mine.")
        .def_ro("least", &Stake::least, "The least risk on offer.")
        .def_ro("is_provable", &Stake::is_provable, "Whether some cell was proven safe.")
        .def_prop_ro("is_guess", &Stake::is_guess, "Whether it risks anything.");
    bind_judgement(m);
    m.def("judge", &judge_move, "position"_a, "move"_a, "cell"_a, "is_first"_a, "is_score"_a,
          "near"_a.none(),
          nb::sig("def judge(position: Position, move: str, cell: int, is_first: bool, "
                  "is_score: bool, near: int | None) -> Judgement"),
          "What a move risks, before it is made.");
    m.def("sum_up", &sum_up, "judged"_a,
          nb::sig("def sum_up(judged: Sequence[Judgement]) -> dict[str, typing.Any]"),
          "The guesses of a game together.");
}

}  // namespace sapper
