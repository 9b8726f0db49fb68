// Bindings of native/game/formats.h and problems.h.
#include "game/formats.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/position.h"
#include "game/problems.h"

namespace sapper {

using namespace nb::literals;

void bind_formats(nb::module_& m) {
    m.def(
        "parse_position", [](std::string_view text) { return to_tuple(parse_position(text)); },
        "text"_a, nb::sig("def parse_position(text: str) -> tuple[int, int, int, bytes]"),
        "Read the house notation: (columns, rows, num_mines, cells).");
    m.def(
        "format_position",
        [](const BoundPosition& position) { return format_position(position.view()); },
        "position"_a, "Write the house notation.");
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
