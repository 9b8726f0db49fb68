// Bindings of the rules, the game and the random numbers.
#include "game/game.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/position.h"
#include "bindings/sizes.h"
#include "game/layouts.h"
#include "logic/belief/guess_answers.h"

namespace sapper {

using namespace nb::literals;

namespace {

nb::bytes position_bytes(const Game& game) {
    const Position position = game.position();
    return nb::bytes(position.cells.data(), position.cells.size());
}

void bind_rules(nb::module_& m) {
    nb::enum_<FirstClick>(m, "FirstClick", "What the first click may meet.")
        .value("any", FirstClick::any)
        .value("safe", FirstClick::safe)
        .value("zero", FirstClick::zero);
    nb::enum_<GameKind>(m, "GameKind", "What a mine does.")
        .value("normal", GameKind::normal)
        .value("score", GameKind::score);
    nb::enum_<Outcome>(m, "Outcome", "How a game stands.")
        .value("playing", Outcome::playing)
        .value("won", Outcome::won)
        .value("lost", Outcome::lost)
        .value("stuck", Outcome::stuck);
    nb::enum_<Guessing>(m, "Guessing", "How a game answers guesses.")
        .value("uniform", Guessing::uniform)
        .value("fair", Guessing::fair)
        .value("kind", Guessing::kind);
    nb::class_<Rules>(m, "Rules", "Grid, number of mines, first click, what a mine does.")
        .def(
            "__init__",
            [](Rules* self, int columns, int rows, std::int64_t num_mines, FirstClick first_click,
               GameKind kind) {
                new (self) Rules{columns, rows, num_mines, first_click, kind};
                self->check();
            },
            "columns"_a, "rows"_a, "num_mines"_a, "first_click"_a, "kind"_a)
        .def("most_mines", &Rules::most_mines, "first"_a)
        .def("check_first", &Rules::check_first, "first"_a);
}

namespace {

// A number from Python, or an error in our words: parts written by users call with anything.
std::uint64_t whole_number(nb::handle value, const char* what) {
    std::uint64_t number = 0;
    if (PyBool_Check(value.ptr()) == 0 && nb::try_cast(value, number)) return number;
    const nb::object type = nb::module_::import_("sapper.errors").attr("ArgumentError");
    const std::string got = nb::repr(value).c_str();
    const std::string text = std::string("expected ") + what + " as a whole number, got " +
                             nb::type_name(value.type()).c_str() + " " + got.substr(0, 60);
    PyErr_SetString(type.ptr(), text.c_str());
    throw nb::python_error();
}

}  // namespace

void bind_random(nb::module_& m) {
    nb::class_<Random>(m, "Random", "The generator of docs/determinism.md.")
        .def(
            "__init__",
            [](Random* random, nb::handle seed) {
                new (random) Random(whole_number(seed, "a seed from 0"));
            },
            "seed"_a, nb::sig("def __init__(self, seed: int) -> None"))
        .def("__repr__", [](const Random&) { return "<Random: docs/determinism.md>"; })
        .def("__getstate__", [](const Random& random) { return random.state(); })
        .def("__setstate__",
             [](Random& random, const Random::State& state) { new (&random) Random(state); })
        .def("next", &Random::next, "The next 64 random bits.")
        .def(
            "below",
            [](Random& random, nb::handle n) {
                const std::uint64_t bound = whole_number(n, "an upper bound above 0");
                if (bound == 0) throw RulesError("expected an upper bound above 0, got 0");
                return random.below(bound);
            },
            "n"_a, nb::sig("def below(self, n: int) -> int"),
            "A number from 0 to n - 1, each with the same chance.");
    m.def(
        "game_seed",
        [](nb::handle run_seed, nb::handle index) {
            return game_seed(whole_number(run_seed, "a seed from 0"),
                             whole_number(index, "a game's number from 0"));
        },
        "run_seed"_a, "index"_a, nb::sig("def game_seed(run_seed: int, index: int) -> int"),
        "The seed of game number index (from 0) of a run.");
    m.def(
        "game_seeds",
        [](nb::handle run, nb::handle from, nb::handle number) {
            const std::uint64_t run_seed = whole_number(run, "a seed from 0");
            const std::uint64_t first = whole_number(from, "a game's number from 0");
            const std::size_t count = whole_number(number, "a number of games");
            checked_size(count, sizeof(std::uint64_t), "seeds");
            auto* seeds = new std::vector<std::uint64_t>(count);
            for (std::size_t i = 0; i < count; ++i) (*seeds)[i] = game_seed(run_seed, first + i);
            nb::capsule owner(seeds, [](void* p) noexcept {
                delete static_cast<std::vector<std::uint64_t>*>(p);
            });
            return nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>>(seeds->data(), {count},
                                                                      owner);
        },
        "run_seed"_a, "first"_a, "count"_a,
        nb::sig("def game_seeds(run_seed: int, first: int, count: int) -> "
                "Annotated[NDArray[numpy.uint64], dict(shape=(None,))]"),
        "The seeds of count games of a run, from number first.");
    m.def(
        "agent_stream",
        [](nb::handle agent_seed, nb::handle game_seed) {
            return agent_stream(whole_number(agent_seed, "a seed from 0"),
                                whole_number(game_seed, "a seed from 0"));
        },
        "agent_seed"_a, "game_seed"_a,
        nb::sig("def agent_stream(agent_seed: int, game_seed: int) -> int"),
        "The seed of an agent's own Random in one game.");
}

}  // namespace

void bind_game(nb::module_& m) {
    bind_rules(m);
    bind_random(m);
    m.def("layout_mines", &layout_mines, "rules"_a, "seed"_a, "first"_a,
          "The mines of one game, ascending.");
    m.def(
        "lay_many",
        [](const Rules& rules,
           const nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig>& seeds,
           std::int64_t first) {
            const std::size_t count = seeds.size();
            rules.check_first(first);
            auto* boards = new std::vector<Code>(
                checked_size(count, static_cast<std::uint64_t>(rules.num_cells()), "layouts"));
            nb::capsule owner(boards,
                              [](void* p) noexcept { delete static_cast<std::vector<Code>*>(p); });
            {
                nb::gil_scoped_release release;
                lay_many(rules, {seeds.data(), count}, first, boards->data());
            }
            return nb::ndarray<nb::numpy, Code, nb::ndim<3>>(
                boards->data(),
                {count, static_cast<std::size_t>(rules.rows),
                 static_cast<std::size_t>(rules.columns)},
                owner);
        },
        "rules"_a, "seeds"_a.noconvert(), "first"_a,
        "The fully revealed grids of many games: an array of games x rows x columns.");
    nb::class_<Game>(m, "Game", "A running game; `sapper.Game` is the typed layer above it.")
        .def(nb::init<const Rules&>(), "rules"_a)
        .def("set_cascade", &Game::set_cascade, "cascades"_a)
        .def("copy", [](const Game& game) { return Game(game); })
        .def("start", nb::overload_cast<std::uint64_t>(&Game::start), "seed"_a)
        .def(
            "start_on",
            [](Game& game, const std::vector<Cell>& mines) {
                game.start(std::span<const Cell>(mines));
            },
            "mines"_a)
        .def("reveal", &Game::reveal, "cell"_a)
        .def("flag", &Game::flag, "cell"_a)
        .def("unflag", &Game::unflag, "cell"_a)
        .def("chord", &Game::chord, "cell"_a)
        .def("answer_guess", &answer_guess, "guessing"_a, "is_chord"_a, "cell"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def("undo", &Game::undo)
        .def("give_up", &Game::give_up)
        .def("cells", &position_bytes)
        .def("mines", &Game::mines)
        .def_prop_ro("outcome", &Game::outcome)
        .def_prop_ro("has_layout", &Game::has_layout)
        .def_prop_ro("num_moves", &Game::num_moves)
        .def_prop_ro("num_flags", &Game::num_flags)
        .def_prop_ro("cells_revealed", &Game::cells_revealed)
        .def_prop_ro("mines_hit", &Game::mines_hit)
        .def_prop_ro("mines_flagged", &Game::mines_flagged)
        .def_prop_ro("first_cell", &Game::first_cell);
}

}  // namespace sapper
