#include "wasm/buffers.h"

#include <cstring>

#include "game/errors.h"

namespace sapper::wasm {

Buffers& buffers() {
    static Buffers held;
    return held;
}

std::vector<Cell> Buffers::input_cells() const {
    std::vector<Cell> cells(input.size() / sizeof(Cell));
    std::memcpy(cells.data(), input.data(), cells.size() * sizeof(Cell));
    return cells;
}

PositionView input_position(int columns, int rows, int num_mines) {
    const auto& codes = buffers().input;
    const bool fits =
        columns > 0 && rows > 0 &&
        static_cast<std::int64_t>(columns) * rows == static_cast<std::int64_t>(codes.size());
    if (!fits) throw NotationError("expected a code for each cell of the grid");
    for (const std::uint8_t code : codes) {
        if (code >= NUM_CODES) {
            throw NotationError("expected codes from 0 to 11, got " + std::to_string(code));
        }
    }
    return {columns, rows, num_mines, codes};
}

Rules make_rules(int columns, int rows, int num_mines, int first_click, int kind) {
    const Rules rules{columns, rows, num_mines, static_cast<FirstClick>(first_click),
                      static_cast<GameKind>(kind)};
    rules.check();
    return rules;
}

}  // namespace sapper::wasm

using sapper::wasm::buffers;

// Makes room for the input and says where.
SAPPER_EXPORT(input) std::uint8_t* sapper_input(std::uint32_t size) {
    buffers().input.resize(size);
    return buffers().input.data();
}

SAPPER_EXPORT(whole) const std::int32_t* sapper_whole() {
    return buffers().whole.data();
}

SAPPER_EXPORT(whole_size) std::uint32_t sapper_whole_size() {
    return static_cast<std::uint32_t>(buffers().whole.size());
}

SAPPER_EXPORT(real) const double* sapper_real() {
    return buffers().real.data();
}

SAPPER_EXPORT(real_size) std::uint32_t sapper_real_size() {
    return static_cast<std::uint32_t>(buffers().real.size());
}

SAPPER_EXPORT(text) const char* sapper_text() {
    return buffers().text.data();
}

SAPPER_EXPORT(text_size) std::uint32_t sapper_text_size() {
    return static_cast<std::uint32_t>(buffers().text.size());
}
