// Padded arrays: a grid with a frame of one cell around it.
//
// The frame's cells are EDGE in a view and 0 in counts, so that the eight
// neighbours of any cell are eight constant offsets away and no loop asks where
// the wall is. `to_padded` and `to_cell` translate; everything outside the core
// speaks cell numbers (row * columns + column).
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "game/codes.h"

namespace sapper {

using Padded = std::uint32_t;  // index into a padded array

// The padded shape of a grid; cheap to copy.
struct Frame {
    int columns = 0;
    int rows = 0;
    int stride = 0;

    Frame() = default;
    Frame(int columns_, int rows_) : columns(columns_), rows(rows_), stride(columns_ + 2) {}
    // Two spare bytes let a row of three cells be loaded as one word anywhere.
    std::size_t padded_size() const { return static_cast<std::size_t>(stride) * (rows + 2) + 2; }
    Padded to_padded(Cell cell) const {
        const Cell row = cell / columns;
        return (row + 1) * stride + (cell - row * columns) + 1;
    }
    Cell to_cell(Padded at) const {
        const Padded row = at / stride;
        return (row - 1) * columns + (at - row * stride) - 1;
    }
    // Not of the frame around the grid.
    bool has(Padded at) const {
        const Padded row = at / stride, column = at % stride;
        return 1 <= row && row <= static_cast<Padded>(rows) && 1 <= column &&
               column <= static_cast<Padded>(columns);
    }
    template <class F>
    void for_neighbours(Padded at, F&& f) const {
        f(at - stride - 1), f(at - stride), f(at - stride + 1), f(at - 1);
        f(at + 1), f(at + stride - 1), f(at + stride), f(at + stride + 1);
    }
};

// Sum of a 3x3 block of bytes whose total fits in a byte, in three loads.
inline unsigned block_sum(const std::uint8_t* bytes, Padded at, int stride) {
    const auto three = [](const std::uint8_t* from) {
        std::uint32_t word;
        std::memcpy(&word, from, sizeof word);
        if constexpr (std::endian::native == std::endian::big) word >>= 8;
        return word & 0x00ffffffU;
    };
    const std::uint8_t* middle = bytes + at - 1;
    const std::uint32_t sum = three(middle - stride) + three(middle) + three(middle + stride);
    return (sum + (sum >> 8) + (sum >> 16)) & 0xffU;
}

}  // namespace sapper
