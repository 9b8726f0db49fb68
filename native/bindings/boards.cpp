// Bindings of native/boards.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/sizes.h"
#include "boards/generator.h"
#include "boards/zini.h"
#include "game/errors.h"

namespace sapper {

using namespace nb::literals;

namespace {

Technique read_technique(int rank) {
    if (rank < 0 || rank > static_cast<int>(NUM_TECHNIQUES)) {
        throw Error("expected a technique from 0 to " + std::to_string(NUM_TECHNIQUES) + ", got " +
                    std::to_string(rank));
    }
    return static_cast<Technique>(rank);
}

Symmetry read_symmetry(int kind) {
    if (kind < 0 || kind > static_cast<int>(Symmetry::both)) {
        throw Error("expected a symmetry from 0 to " +
                    std::to_string(static_cast<int>(Symmetry::both)) + ", got " +
                    std::to_string(kind));
    }
    return static_cast<Symmetry>(kind);
}

nb::tuple to_tuple(const Board& board, const std::string& steps) {
    return nb::make_tuple(
        board.index, board.seed, nb::tuple(nb::cast(board.mines)),
        nb::make_tuple(board.metrics.three_bv, board.metrics.openings, board.metrics.islands),
        nb::tuple(nb::cast(board.grade.steps)), nb::bytes(steps.data(), steps.size()));
}

nb::list find_boards(const BoardOptions& options, std::uint64_t run_seed, std::uint64_t first,
                     std::uint64_t attempts) {
    std::vector<Board> boards;
    std::vector<std::string> certificates;
    {
        const nb::gil_scoped_release released;
        BoardGenerator generator(options);
        for (std::uint64_t i = 0; i < attempts; ++i) {
            auto board = generator.attempt(run_seed, first + i);
            if (!board) continue;
            certificates.push_back(board->certificate.to_json(options.rules.columns));
            boards.push_back(std::move(*board));
        }
    }
    nb::list out;
    for (std::size_t i = 0; i < boards.size(); ++i) {
        out.append(to_tuple(boards[i], certificates[i]));
    }
    return out;
}

// Play a layout from a first cell, every technique allowed: (solved, steps by
// technique, certificate as JSON) as far as it goes.
nb::tuple grade_layout(const Rules& rules, const std::vector<Cell>& mines, Cell first) {
    rules.check_first(first);
    Certificate certificate;
    bool is_solved = false;
    std::string steps;
    {
        const nb::gil_scoped_release released;
        Game game(rules);
        game.start(mines);
        game.reveal(first);
        if (game.mines_hit() == 0) {
            Ladder ladder;
            ladder.start(game);
            is_solved = ladder.play(Technique::mine_count, certificate);
        }
        steps = certificate.to_json(rules.columns);
    }
    return nb::make_tuple(is_solved, nb::tuple(nb::cast(certificate.grade().steps)),
                          nb::bytes(steps.data(), steps.size()));
}

using Grids = nb::ndarray<const std::uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

// 3BV, openings and islands of each grid and, if wanted, greedy and human ZiNi.
nb::object measure_boards(const Grids& grids, bool with_zini) {
    const std::size_t count = grids.shape(0);
    check_grid(grids.shape(2), grids.shape(1));
    const auto rows = static_cast<int>(grids.shape(1));
    const auto columns = static_cast<int>(grids.shape(2));
    const std::size_t size = grids.shape(1) * grids.shape(2);
    const std::size_t width = with_zini ? 5 : 3;
    auto* numbers = new std::vector<std::int32_t>();
    nb::capsule owner(numbers,
                      [](void* p) noexcept { delete static_cast<std::vector<std::int32_t>*>(p); });
    numbers->reserve(count * width);
    {
        const nb::gil_scoped_release released;
        const Frame frame(columns, rows);
        BoardMeter meter(frame);
        ZiniMeter zini(columns, rows);
        std::vector<std::uint8_t> map(frame.padded_size(), 0);
        std::vector<Cell> mines;
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint8_t* grid = grids.data() + i * size;
            for (int row = 0; row < rows; ++row) {
                const std::uint8_t* from = grid + static_cast<std::size_t>(row) * columns;
                std::uint8_t* to = map.data() + (row + 1) * frame.stride + 1;
                for (int column = 0; column < columns; ++column) {
                    to[column] = from[column] == MINE_SHOWN;
                }
            }
            const Metrics found = meter.measure(map);
            numbers->insert(numbers->end(), {found.three_bv, found.openings, found.islands});
            if (!with_zini) continue;
            mines.clear();
            for (Cell cell = 0; cell < size; ++cell) {
                if (grid[cell] == MINE_SHOWN) mines.push_back(cell);
            }
            const Zini clicks = zini.measure(mines);
            numbers->insert(numbers->end(), {clicks.greedy, clicks.human});
        }
    }
    return nb::cast(nb::ndarray<nb::numpy, std::int32_t>(numbers->data(), {count, width}, owner));
}

}  // namespace

void bind_boards(nb::module_& m) {
    nb::class_<BoardOptions>(m, "BoardOptions", "What boards are wanted.")
        .def(nb::init<>())
        .def_rw("rules", &BoardOptions::rules)
        .def_rw("first", &BoardOptions::first)
        .def_prop_rw(
            "hardest", [](const BoardOptions& o) { return static_cast<int>(o.hardest); },
            [](BoardOptions& o, int rank) { o.hardest = read_technique(rank); })
        .def_prop_rw(
            "at_least", [](const BoardOptions& o) { return static_cast<int>(o.at_least); },
            [](BoardOptions& o, int rank) { o.at_least = read_technique(rank); })
        .def_rw("least_three_bv", &BoardOptions::least_three_bv)
        .def_rw("most_three_bv", &BoardOptions::most_three_bv)
        .def_rw("least_openings", &BoardOptions::least_openings)
        .def_rw("most_openings", &BoardOptions::most_openings)
        .def_rw("guesses", &BoardOptions::guesses)
        .def_rw("least_risk", &BoardOptions::least_risk)
        .def_rw("most_risk", &BoardOptions::most_risk)
        .def_prop_rw(
            "symmetry", [](const BoardOptions& o) { return static_cast<int>(o.symmetry); },
            [](BoardOptions& o, int kind) { o.symmetry = read_symmetry(kind); })
        .def_rw("perturb", &BoardOptions::perturb);
    m.def("grade_layout", &grade_layout, "rules"_a, "mines"_a, "first"_a,
          nb::sig("def grade_layout(rules: Rules, mines: Sequence[int], first: int) -> "
                  "tuple[bool, tuple[int, ...], bytes]"),
          "Play a layout by the ladder: (solved, steps by technique, certificate as JSON).");
    m.def("measure_boards", &measure_boards, "grids"_a, "with_zini"_a,
          nb::sig("def measure_boards(grids: NDArray[numpy.uint8], with_zini: bool) -> "
                  "NDArray[numpy.int32]"),
          "3BV, openings, islands and, if wanted, greedy and human ZiNi of fully revealed "
          "grids (games x rows x columns of codes).");
    m.def("find_boards", &find_boards, "options"_a, "run_seed"_a, "first"_a, "attempts"_a,
          nb::sig("def find_boards(options: BoardOptions, run_seed: int, first: int, "
                  "attempts: int) -> list[tuple[int, int, tuple[int, ...], tuple[int, int, int], "
                  "tuple[int, ...], bytes]]"),
          "The wanted boards among consecutive attempts: (attempt, game seed, mines, (3BV, "
          "openings, islands), steps by technique, certificate as JSON).");
}

}  // namespace sapper
