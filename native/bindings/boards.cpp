// Bindings of native/boards.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "boards/generator.h"
#include "game/errors.h"

namespace sapper {

using namespace nb::literals;

namespace {

Rung read_rung(int rung) {
    if (rung < 0 || rung >= static_cast<int>(RUNG_NAMES.size())) {
        throw Error("expected a technique from 0 to " + std::to_string(RUNG_NAMES.size() - 1) +
                    ", got " + std::to_string(rung));
    }
    return static_cast<Rung>(rung);
}

nb::tuple to_tuple(const Board& board, int columns) {
    const std::string steps = board.certificate.to_json(columns);
    return nb::make_tuple(
        board.index, board.seed, nb::tuple(nb::cast(board.mines)),
        nb::make_tuple(board.metrics.three_bv, board.metrics.openings, board.metrics.islands),
        nb::tuple(nb::cast(board.grade.steps)), nb::bytes(steps.data(), steps.size()));
}

nb::list find_boards(const BoardOptions& options, std::uint64_t run_seed, std::uint64_t first,
                     std::uint64_t attempts) {
    std::vector<Board> boards;
    {
        const nb::gil_scoped_release released;
        BoardGenerator generator(options);
        for (std::uint64_t i = 0; i < attempts; ++i) {
            auto board = generator.attempt(run_seed, first + i);
            if (board) boards.push_back(std::move(*board));
        }
    }
    nb::list out;
    for (const Board& board : boards) out.append(to_tuple(board, options.rules.columns));
    return out;
}

}  // namespace

void bind_boards(nb::module_& m) {
    nb::class_<BoardOptions>(m, "BoardOptions", "What boards are wanted.")
        .def(nb::init<>())
        .def_rw("rules", &BoardOptions::rules)
        .def_rw("first", &BoardOptions::first)
        .def_prop_rw(
            "hardest", [](const BoardOptions& o) { return static_cast<int>(o.hardest); },
            [](BoardOptions& o, int rung) { o.hardest = read_rung(rung); })
        .def_prop_rw(
            "at_least", [](const BoardOptions& o) { return static_cast<int>(o.at_least); },
            [](BoardOptions& o, int rung) { o.at_least = read_rung(rung); })
        .def_rw("least_three_bv", &BoardOptions::least_three_bv)
        .def_rw("most_three_bv", &BoardOptions::most_three_bv)
        .def_rw("least_openings", &BoardOptions::least_openings)
        .def_rw("most_openings", &BoardOptions::most_openings)
        .def_rw("guesses", &BoardOptions::guesses)
        .def_rw("least_risk", &BoardOptions::least_risk)
        .def_rw("most_risk", &BoardOptions::most_risk);
    m.def("find_boards", &find_boards, "options"_a, "run_seed"_a, "first"_a, "attempts"_a,
          nb::sig("def find_boards(options: BoardOptions, run_seed: int, first: int, "
                  "attempts: int) -> list[tuple[int, int, tuple[int, ...], tuple[int, int, int], "
                  "tuple[int, ...], bytes]]"),
          "The wanted boards among consecutive attempts: (attempt, game seed, mines, (3BV, "
          "openings, islands), steps by technique, certificate as JSON).");
}

}  // namespace sapper
