// Bindings of the driver and its loops, and parts written in Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "advice/hint.h"
#include "agents/driver/advisor.h"
#include "agents/driver/driver.h"
#include "agents/driver/play.h"
#include "agents/papers/vaitzman/patterns.h"
#include "agents/parts/part_options.h"
#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/position.h"
#include "bindings/python_parts.h"
#include "game/errors.h"

namespace sapper {

using namespace nb::literals;

namespace {

using Seeds = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig>;
using Answers = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig>;
using Switches = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig>;

template <class T, class F>
nb::object make_column(const std::vector<Row>& rows, F&& value) {
    std::vector<T> data;
    data.reserve(rows.size());
    for (const Row& row : rows) data.push_back(static_cast<T>(value(row)));
    return own(std::move(data), {rows.size()});
}

nb::object make_column(const std::vector<Row>& rows, const RowColumn& column) {
    if (column.type == "<u8") return make_column<std::uint64_t>(rows, column.value);
    if (column.type == "<u1") return make_column<std::uint8_t>(rows, column.value);
    if (column.type == "<i8") return make_column<std::int64_t>(rows, column.value);
    return make_column<std::int32_t>(rows, column.value);
}

nb::dict make_columns(const std::vector<Row>& rows, const std::vector<std::string>& deducers) {
    if (!rows.empty() && rows.front().proven.size() != deducers.size()) {
        throw Error("expected the agent that played, with " +
                    std::to_string(rows.front().proven.size()) + " deducers, got one with " +
                    std::to_string(deducers.size()));
    }
    nb::dict out;
    for (const RowColumn& column : ROW_COLUMNS) {
        out[nb::str(column.name.data())] = make_column(rows, column);
    }
    for (std::size_t i = 0; i < deducers.size(); ++i) {
        out[("proven_by_" + deducers[i]).c_str()] =
            make_column<std::int32_t>(rows, [i](const Row& r) { return r.proven[i]; });
    }
    return out;
}

// The columns of games: name, type and meaning.
nb::list game_columns() {
    nb::list out;
    for (const RowColumn& column : ROW_COLUMNS) {
        out.append(nb::make_tuple(column.name.data(), column.type.data(), column.meaning.data()));
    }
    return out;
}

// What a guesser outside the core is shown of each waiting game.
nb::tuple show_questions(std::span<const Question> questions) {
    const Rules& rules = questions.front().driver->game().rules();
    const auto size = static_cast<std::size_t>(rules.num_cells());
    const std::size_t count = questions.size();
    std::vector<std::int64_t> games(count);
    std::vector<Code> cells(count * size);
    std::vector<std::uint8_t> allowed(count * size);
    std::vector<std::uint64_t> words(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Driver& driver = *questions[i].driver;
        games[i] = static_cast<std::int64_t>(questions[i].game);
        words[i] = questions[i].word;
        driver.game().copy_position(cells.data() + i * size);
        for (Cell cell = 0; cell < size; ++cell) {
            allowed[i * size + cell] = driver.may_guess(driver.game().frame().to_padded(cell));
        }
    }
    const auto rows = static_cast<std::size_t>(rules.rows);
    const auto columns = static_cast<std::size_t>(rules.columns);
    return nb::make_tuple(
        own(std::move(games), {count}), own(std::move(cells), {count, rows, columns}),
        own(std::move(allowed), {count, rows, columns}), own(std::move(words), {count}));
}

// Many games in play: Python takes the questions and answers them when it likes.
class PythonBatch {
  public:
    PythonBatch(const Rules& rules, const AgentSpec& spec, const Seeds& seeds,
                std::uint64_t agent_seed, bool check, std::size_t width)
        : names_(spec.deducer_names),
          batch_(rules, spec, {seeds.data(), seeds.data() + seeds.size()}, agent_seed, check,
                 width) {}

    nb::object questions() {
        std::span<const Question> found;
        {
            nb::gil_scoped_release release;
            found = batch_.questions();
        }
        return found.empty() ? nb::none() : nb::object(show_questions(found));
    }
    void answer(const Answers& cells, const Switches& is_mine, std::int64_t nanoseconds) {
        if (cells.size() != is_mine.size())
            throw nb::value_error("expected as many cells as flags");
        std::vector<Answer> answers(cells.size());
        for (std::size_t i = 0; i < answers.size(); ++i) {
            answers[i] = {cells.data()[i], is_mine.data()[i] != 0};
        }
        nb::gil_scoped_release release;
        batch_.answer(answers, nanoseconds);
    }
    nb::dict columns() const { return make_columns(batch_.rows(), names_); }
    std::size_t num_over() const { return batch_.num_over(); }

  private:
    std::vector<std::string> names_;
    Batch batch_;
};

// Ask a Python callback for the guesses of many games at once: it gets arrays
// (game numbers, cells, allowed, random words) and returns pairs (cell, is_mine).
Ask python_ask(const nb::callable& callback) {
    return [callback](std::span<const Question> questions) {
        nb::gil_scoped_acquire acquire;
        std::vector<Answer> answers;
        for (const nb::handle answer : callback(*show_questions(questions))) {
            answers.push_back({take<std::int64_t>(answer[0], "a cell number"),
                               take<bool>(answer[1], "true or false")});
        }
        return answers;
    };
}

nb::dict play_and_record(const Rules& rules, const AgentSpec& spec, const Seeds& seeds,
                         std::uint64_t agent_seed, bool check, std::size_t width,
                         const nb::object& guess, std::vector<TurnRow>* turns) {
    const std::span<const std::uint64_t> games(seeds.data(), seeds.size());
    std::vector<Row> rows;
    if (guess.is_none()) {
        nb::gil_scoped_release release;
        rows = play_rows(rules, spec, games, agent_seed, check, turns);
    } else {
        if (!nb::isinstance<nb::callable>(guess)) {
            throw nb::type_error("expected a function that guesses, or None");
        }
        const Ask ask = python_ask(nb::cast<nb::callable>(guess));
        nb::gil_scoped_release release;
        rows = play_batch(rules, spec, games, agent_seed, check, width, ask, turns);
    }
    return make_columns(rows, spec.deducer_names);
}

nb::dict play(const Rules& rules, const AgentSpec& spec, const Seeds& seeds,
              std::uint64_t agent_seed, bool check, std::size_t width, const nb::object& guess) {
    return play_and_record(rules, spec, seeds, agent_seed, check, width, guess, nullptr);
}

// A turn is nine numbers, so the rows are handed over as they lie in memory.
constexpr std::size_t NUM_TURN_COLUMNS = 9;
static_assert(sizeof(TurnRow) == NUM_TURN_COLUMNS * sizeof(std::int64_t));

nb::tuple play_turns(const Rules& rules, const AgentSpec& spec, const Seeds& seeds,
                     std::uint64_t agent_seed, bool check, std::size_t width,
                     const nb::object& guess) {
    auto* turns = new std::vector<TurnRow>;
    nb::capsule owner(turns,
                      [](void* p) noexcept { delete static_cast<std::vector<TurnRow>*>(p); });
    nb::dict games = play_and_record(rules, spec, seeds, agent_seed, check, width, guess, turns);
    return nb::make_tuple(games, nb::ndarray<nb::numpy, std::int64_t>(
                                     turns->data(), {turns->size(), NUM_TURN_COLUMNS}, owner));
}

// What the last turn proved: (cell, is_mine, clues) for each.
nb::list fresh_proofs(const Driver& driver) {
    const Frame& frame = driver.game().frame();
    const auto& clues = driver.proofs().clues();
    nb::list out;
    std::size_t from = 0;
    for (const Proof& proof : driver.proofs().fresh()) {
        nb::list names;
        for (; from < proof.clues_end; ++from) names.append(frame.to_cell(clues[from]));
        out.append(nb::make_tuple(frame.to_cell(proof.at), proof.mark == Mark::mine, names));
    }
    return out;
}

// A driver only reveals and flags, so the first change of a move is the move's own cell.
std::vector<std::pair<Cell, bool>> moves_since(const Driver& driver, std::size_t since) {
    const Game& game = driver.game();
    std::vector<std::pair<Cell, bool>> out;
    for (std::size_t i = since; i < game.marks().size(); ++i) {
        const Padded at = game.log()[game.marks()[i]];
        out.emplace_back(game.frame().to_cell(at), game.view()[at] == FLAGGED);
    }
    return out;
}

void bind_advisor(nb::module_& m) {
    nb::class_<Advisor>(m, "Advisor", "An agent asked about any position.")
        .def(nb::init<const Rules&, const AgentSpec&>(), "rules"_a, "spec"_a)
        .def(
            "advise",
            [](Advisor& advisor, const BoundPosition& position, std::uint64_t word) {
                const Advice advice = advisor.advise(position.view(), word);
                return nb::make_tuple(advice.safe, advice.mines,
                                      advice.guess ? static_cast<std::int64_t>(*advice.guess) : -1);
            },
            "position"_a, "word"_a,
            nb::sig("def advise(self, position: Position, "
                    "word: int) -> tuple[list[int], list[int], int]"),
            "Cells proven safe, cells proven mines, and the guess where nothing is safe, or -1.");
}

void bind_batch(nb::module_& m) {
    nb::class_<PythonBatch>(m, "Batch", "Games in play that ask for their guesses together.")
        .def(nb::init<const Rules&, const AgentSpec&, const Seeds&, std::uint64_t, bool,
                      std::size_t>(),
             "rules"_a, "spec"_a, "game_seeds"_a.noconvert(), "agent_seed"_a, "check_deductions"_a,
             "width"_a)
        .def("questions", &PythonBatch::questions,
             nb::sig("def questions(self) -> tuple[object, object, object, object] | None"),
             "Games, cells, allowed and random words of those that wait; None at the end.")
        .def("answer", &PythonBatch::answer, "cells"_a, "is_mine"_a, "nanoseconds"_a)
        .def("columns", &PythonBatch::columns,
             nb::sig("def columns(self) -> dict[str, NDArray[numpy.generic]]"))
        .def_prop_ro("num_over", &PythonBatch::num_over);
}

Driver& begun(Driver& driver) {
    if (!driver.has_begun()) throw IllegalMoveError("expected a game in play; start one first");
    return driver;
}

void bind_driver(nb::module_& m) {
    nb::enum_<Need>(m, "Need", "What a driver waits for after a turn.")
        .value("nothing", Need::nothing)
        .value("guess", Need::guess)
        .value("over", Need::over);
    nb::class_<Driver>(m, "Driver", "Plays one agent's game turn by turn.")
        .def(nb::init<const Rules&, const AgentSpec&, bool>(), "rules"_a, "spec"_a,
             "check_deductions"_a = true)
        .def("start", nb::overload_cast<std::uint64_t, std::uint64_t>(&Driver::start),
             "game_seed"_a, "agent_seed"_a)
        .def(
            "start_on",
            [](Driver& driver, const std::vector<Cell>& mines, std::uint64_t game_seed,
               std::uint64_t agent_seed) {
                driver.start(std::span<const Cell>(mines), game_seed, agent_seed);
            },
            "mines"_a, "game_seed"_a, "agent_seed"_a)
        .def("name_clues", &Driver::name_clues)
        .def("turn", [](Driver& driver) { return begun(driver).turn(); })
        .def(
            "answer",
            [](Driver& driver, std::int64_t cell, bool is_mine, std::int64_t nanoseconds) {
                begun(driver).answer(cell, is_mine, nanoseconds);
            },
            "cell"_a, "is_mine"_a, "nanoseconds"_a)
        .def(
            "question",
            [](Driver& driver) {
                const Question question{0, &begun(driver), driver.random().next()};
                return show_questions({&question, 1});
            },
            nb::sig("def question(self) -> tuple[object, object, object, object]"))
        .def("proofs", &fresh_proofs,
             nb::sig("def proofs(self) -> list[tuple[int, bool, list[int]]]"))
        .def("moves", &moves_since, "since"_a, "The moves from this number on: (cell, is_flag).")
        .def(
            "columns",
            [](const Driver& driver, const AgentSpec& spec) {
                return make_columns({driver.row()}, spec.deducer_names);
            },
            nb::sig("def columns(self, spec: AgentSpec) -> dict[str, NDArray[numpy.generic]]"))
        // A copy: moves made on the driver's own game behind its back would leave its
        // parts with cells that the log no longer has.
        .def_prop_ro("game", [](const Driver& driver) { return Game(driver.game()); })
        .def_prop_ro(
            "last_window",
            [](const Driver& driver) -> nb::object {
                const auto window = driver.last_window();
                if (!window) return nb::none();
                return nb::make_tuple(window->column, window->row, window->columns, window->rows);
            },
            nb::sig("def last_window(self) -> tuple[int, int, int, int] | None"))
        .def_prop_ro("last_assumed", &Driver::last_assumed)
        .def_prop_ro(
            "reasons",
            [](const Driver& driver) -> nb::object {
                std::uint64_t nodes = 0;
                const auto* found = driver.reasons(nodes);
                if (found == nullptr) return nb::none();
                return nb::make_tuple(nodes, list_candidates(driver.game().frame(), *found));
            },
            nb::sig("def reasons(self) -> tuple[int, list[Candidate]] | None"))
        .def_prop_ro("chances",
                     [](const Driver& driver) {
                         std::vector<std::tuple<Cell, double, int>> found;
                         for (const CellChance& one : driver.chances()) {
                             found.emplace_back(driver.game().frame().to_cell(one.at), one.chance,
                                                one.unknown_neighbours);
                         }
                         return found;
                     })
        .def_prop_ro("num_windows", &Driver::num_windows)
        .def_prop_ro("last_part", &Driver::last_part)
        .def_prop_ro("last_cell", &Driver::last_cell);
}

nb::dict native_parts() {
    nb::dict parts;
    for (const auto& [name, options] : list_parts()) {
        nb::list rows;
        for (const OptionSpec& one : options) {
            const nb::object value = std::visit([](auto v) { return nb::cast(v); }, one.value);
            rows.append(nb::make_tuple(one.name, value, one.meaning));
        }
        parts[name.c_str()] = rows;
    }
    return parts;
}

}  // namespace

void bind_agents(nb::module_& m) {
    m.attr("FORFEITS") = FORFEITS;
    nb::class_<PartSpec>(m, "PartSpec", "A native part by name, with its options.")
        .def(
            "__init__",
            [](PartSpec* self, std::string name, std::map<std::string, PartOption> options) {
                constexpr std::int64_t most = std::int64_t{1} << 62;  // parts make sums of them
                for (const auto& [key, value] : options) {
                    const auto* number = std::get_if<std::int64_t>(&value);
                    if (number == nullptr || (*number >= -most && *number <= most)) continue;
                    throw RulesError("expected an option " + key + " of at most 2^62, got " +
                                     std::to_string(*number));
                }
                new (self) PartSpec{std::move(name), std::move(options)};
            },
            "name"_a, "options"_a)
        .def_ro("name", &PartSpec::name, "What the core calls the part.")
        .def_ro("options", &PartSpec::options,
                nb::sig("def options(self) -> dict[str, int | float | str]"),
                "Its options by name.");
    nb::class_<AgentSpec>(m, "AgentSpec", "How to build an agent's parts.")
        .def("__init__", &make_agent_spec, "opener"_a.none(), "deducers"_a, "deducer_names"_a,
             "guesser"_a.none(), "asks_for_guesses"_a, "flags"_a, "seconds"_a = 0.0,
             nb::sig("def __init__(self, opener: object, deducers: list[object], deducer_names: "
                     "list[str], guesser: PartSpec | None, asks_for_guesses: bool, flags: bool, "
                     "seconds: float = 0.0) -> None"));
    m.def("native_parts", &native_parts,
          nb::sig("def native_parts() -> dict[str, list[tuple[str, bool | float | str, str]]]"),
          "The options of every native part by name: (name, default, meaning). Words to choose "
          "from are joined by |, the default first.");
    m.attr("OPENER_TURN") = OPENER_TURN;
    m.attr("GUESSER_TURN") = GUESSER_TURN;
    m.attr("STUCK_TURN") = STUCK_TURN;
    m.def("game_columns", &game_columns,
          nb::sig("def game_columns() -> list[tuple[str, str, str]]"));
    m.def("play", &play, "rules"_a, "spec"_a, "game_seeds"_a.noconvert(), "agent_seed"_a,
          "check_deductions"_a, "width"_a, "guess"_a.none(),
          nb::sig("def play(rules: Rules, spec: AgentSpec, game_seeds: NDArray[numpy.uint64], "
                  "agent_seed: int, check_deductions: bool, width: int, guess: object) -> "
                  "dict[str, NDArray[numpy.generic]]"),
          "Play games; columns with a row per game. With a guess callback the games are\n"
          "played width at a time and the callback is asked for all waiting guesses at once.");
    m.def("play_turns", &play_turns, "rules"_a, "spec"_a, "game_seeds"_a.noconvert(),
          "agent_seed"_a, "check_deductions"_a, "width"_a, "guess"_a.none(),
          nb::sig("def play_turns(rules: Rules, spec: AgentSpec, game_seeds: "
                  "NDArray[numpy.uint64], agent_seed: int, check_deductions: bool, width: int, "
                  "guess: object) -> tuple[dict[str, NDArray[numpy.generic]], "
                  "NDArray[numpy.int64]]"),
          "Play games; their columns, and a row of nine numbers per turn.");
    bind_driver(m);
    bind_batch(m);
    bind_advisor(m);
}

}  // namespace sapper
