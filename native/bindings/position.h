// Positions cross the border as (columns, rows, num_mines, cells-as-bytes).
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/sizes.h"
#include "game/errors.h"
#include "game/position.h"

namespace sapper {

// A view into the Python bytes; valid while they live.
inline PositionView as_view(int columns, int rows, std::int64_t num_mines,
                            const nanobind::bytes& cells) {
    if (columns < 1 || rows < 1 ||
        cells.size() != static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)) {
        throw NotationError("expected " + std::to_string(columns) + "x" + std::to_string(rows) +
                            " cells, got " + std::to_string(cells.size()));
    }
    check_grid(static_cast<std::uint64_t>(columns), static_cast<std::uint64_t>(rows));
    const std::span<const Code> codes(static_cast<const Code*>(cells.data()), cells.size());
    for (const Code code : codes) {
        if (code >= NUM_CODES) {
            throw NotationError("expected cell codes 0 to " + std::to_string(NUM_CODES - 1) +
                                ", got " + std::to_string(code));
        }
    }
    check_mines(num_mines);
    return {columns, rows, num_mines, codes};
}

inline nanobind::tuple to_tuple(const Position& position) {
    return nanobind::make_tuple(
        position.columns, position.rows, position.num_mines,
        nanobind::bytes(reinterpret_cast<const char*>(position.cells.data()),
                        position.cells.size()));
}

}  // namespace sapper
