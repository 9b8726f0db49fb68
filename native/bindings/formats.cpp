// Bindings of native/game/formats.h and problems.h.
#include "game/formats.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/position.h"
#include "game/picture/picture.h"
#include "game/problems.h"
#include "game/videos/mouse.h"

namespace sapper {

using namespace nb::literals;

namespace {

std::string_view name_of(MoveKind kind) {
    constexpr std::string_view NAMES[] = {"reveal", "flag", "unflag", "chord"};
    return NAMES[static_cast<std::size_t>(kind)];
}

nb::tuple to_tuple(const Video& video) {
    std::vector<std::tuple<std::string_view, Cell, std::int64_t>> moves;
    for (const VideoMove& move : video.moves) {
        moves.emplace_back(name_of(move.kind), move.cell, move.time);
    }
    return nb::make_tuple(video.columns, video.rows, video.mines, moves);
}

constexpr const char* VIDEO =
    "tuple[int, int, list[int], list[tuple[typing.Literal['reveal', 'flag', 'unflag', 'chord'], "
    "int, int]]]";

nb::tuple read_pixels(const nb::bytes& rgba, int width, int height) {
    const auto* pixels = reinterpret_cast<const std::uint8_t*>(rgba.c_str());
    const ReadBoard board = read_picture({width, height, {pixels, rgba.size()}});
    const Lattice& grid = board.lattice;
    const auto bytes = [](const std::vector<std::uint8_t>& all) {
        return nb::bytes(reinterpret_cast<const char*>(all.data()), all.size());
    };
    return nb::make_tuple(grid.columns, grid.rows, bytes(board.cells), bytes(board.is_doubtful),
                          board.look,
                          board.usual_mines < 0 ? std::nullopt : std::optional(board.usual_mines),
                          nb::make_tuple(grid.left, grid.top, grid.width, grid.height));
}

// Kind (press, release, a flag set before), button (left, right, middle), a cell, milliseconds.
using Event = std::tuple<int, int, std::optional<Cell>, std::int64_t>;

nb::tuple play_mouse(int columns, int rows, std::vector<Cell> mines, std::int64_t stated,
                     const std::vector<Event>& events) {
    const auto num_cells = static_cast<std::int64_t>(columns) * rows;
    const auto check = [&](Cell cell) {
        if (cell >= num_cells) throw NotationError("expected cells of the grid");
    };
    if (columns > 0 && rows > 0) {
        for (const Cell cell : mines) check(cell);
    }
    Mouse mouse(columns, rows, std::move(mines), stated);
    for (const auto& [kind, button, cell, time] : events) {
        if (cell) check(*cell);
        if (kind < 0 || kind > 2 || button < 0 || button > 2) {
            throw NotationError("expected the events of a mouse");
        }
        if (kind == 0) mouse.press(static_cast<Button>(button), cell, time);
        if (kind == 1) mouse.release(static_cast<Button>(button), cell, time);
        if (kind == 2) mouse.flag_before(cell, time);
    }
    return to_tuple(mouse.video());
}

}  // namespace

void bind_formats(nb::module_& m) {
    const std::string video = VIDEO;
    m.def(
        "parse_rmv",
        [](const nb::bytes& bytes) { return to_tuple(parse_rmv({bytes.c_str(), bytes.size()})); },
        "data"_a, nb::sig(("def parse_rmv(data: bytes) -> " + video).c_str()),
        "Read an RMV recording: (columns, rows, mines, moves), each move (kind, cell, time).");
    m.def("play_mouse", &play_mouse, "columns"_a, "rows"_a, "mines"_a, "stated"_a, "events"_a,
          nb::sig(("def play_mouse(columns: int, rows: int, mines: Sequence[int], stated: int, "
                   "events: Sequence[tuple[int, int, int | None, int]]) -> " +
                   video)
                      .c_str()),
          "What a recorded mouse did to a board, as `parse_rmv`; an event is (0 press, 1 release "
          "or 2 flag set before; 0 left, 1 right, 2 middle; cell; milliseconds).");
    m.def(
        "parse_position", [](std::string_view text) { return to_tuple(parse_position(text)); },
        "text"_a, nb::sig("def parse_position(text: str) -> tuple[int, int, int, bytes]"),
        "Read the house notation: (columns, rows, num_mines, cells).");
    m.def(
        "format_position",
        [](const BoundPosition& position) { return format_position(position.view()); },
        "position"_a, "Write the house notation.");
    m.def("read_pixels", &read_pixels, "rgba"_a, "width"_a, "height"_a,
          nb::sig("def read_pixels(rgba: bytes, width: int, height: int) -> tuple[int, int, bytes, "
                  "bytes, str, int | None, tuple[float, float, float, float]]"),
          "Read the board in a picture: (columns, rows, cells, which are doubtful, look, usual "
          "number of mines, (left, top, width, height) of its first cell).");
    m.def(
        "parse_mine_text", [](std::string_view text) { return to_tuple(parse_mine_text(text)); },
        "text"_a, nb::sig("def parse_mine_text(text: str) -> tuple[int, int, int, bytes]"),
        "Read a .mine text: (columns, rows, num_mines, cells).");
    m.def(
        "format_mine_text",
        [](const BoundPosition& position) { return format_mine_text(position.view()); },
        "position"_a, "Write a .mine text.");
    m.def(
        "parse_mbf",
        [](const nb::bytes& bytes) {
            const LayoutData layout = parse_mbf({bytes.c_str(), bytes.size()});
            return std::make_tuple(layout.columns, layout.rows, layout.mines);
        },
        "data"_a, "Read an MBF board: (columns, rows, mines).");
    m.def(
        "format_mbf",
        [](int columns, int rows, const std::vector<Cell>& mines) {
            const std::string out = format_mbf({columns, rows, mines});
            return nb::bytes(out.data(), out.size());
        },
        "columns"_a, "rows"_a, "mines"_a, "Write an MBF board.");
    m.def(
        "find_problems",
        [](const BoundPosition& position) {
            std::vector<std::tuple<int, Cell, std::int64_t, std::int64_t>> out;
            for (const Problem& p : find_problems(position.view())) {
                out.emplace_back(static_cast<int>(p.kind), p.cell, p.shown, p.limit);
            }
            return out;
        },
        "position"_a, "All cheap problems of a position: (kind, cell, shown, limit).");
}

}  // namespace sapper
