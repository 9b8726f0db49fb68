// The state of up to 64 clue equations over up to 64 cells, in a few registers.
//
// An equation is two small numbers: the mines still missing among its cells without a
// value, and the cells to spare, those without a value that hold no mine. A cell
// given a mine takes one from the first number of its equations, a safe cell one from the
// second; either below 0 is impossible, and either at 0 settles the other cells
// (Sinha et al. 2021, algorithms 1 and 2). The numbers of 16 equations are one vector, so
// that a cell is settled in all its equations at once and a node is copied, not undone.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace sapper {

inline constexpr std::size_t ROWS_A_VECTOR = 16;
// NOLINTNEXTLINE: a vector of the compiler's own, on every machine
typedef std::int8_t RowBytes __attribute__((vector_size(ROWS_A_VECTOR)));

// A bit per byte: whether it is negative.
inline std::uint64_t negative_bits(RowBytes bytes) {
#ifdef __SSE2__
    return static_cast<std::uint64_t>(
        static_cast<unsigned>(_mm_movemask_epi8(std::bit_cast<__m128i>(bytes))));
#else
    std::uint64_t halves[2];
    std::memcpy(halves, &bytes, sizeof(halves));
    std::uint64_t out = 0;
    for (int i = 0; i < 2; ++i) {
        out |= ((halves[i] >> 7 & 0x0101010101010101U) * 0x0102040810204080U >> 56) << 8 * i;
    }
    return out;
#endif
}

// The equations under assignment, in V vectors; cells and equations are bits of a word.
template <std::size_t V>
struct PackedState {
    RowBytes missing[V];  // mines
    RowBytes spare[V];    // cells without a mine
    std::uint64_t free;   // cells without a value
    std::uint64_t mines;  // cells with value 1

    void clear() { std::memset(static_cast<void*>(this), 0, sizeof(*this)); }
    void set_row(std::size_t row, int num_missing, int num_spare) {
        reinterpret_cast<std::uint8_t*>(missing)[row] = static_cast<std::uint8_t>(num_missing);
        reinterpret_cast<std::uint8_t*>(spare)[row] = static_cast<std::uint8_t>(num_spare);
    }
    int num_missing(std::size_t row) const {
        return reinterpret_cast<const std::uint8_t*>(missing)[row];
    }
};

// What does not change: which cells each equation has, and where each cell counts.
template <std::size_t V>
struct PackedEquations {
    std::uint64_t rows[V * ROWS_A_VECTOR];  // the cells of each equation
    RowBytes counts[64][V];                 // of each cell: 1 in its equations

    void add(std::size_t cell, std::size_t row) {
        reinterpret_cast<std::uint8_t*>(counts[cell])[row] = 1;
    }

    // Algorithm 1 for each of the cells, one at least.
    template <bool IS_MINE>
    void give(PackedState<V>& state, std::uint64_t cells) const {
        state.free &= ~cells;
        if constexpr (IS_MINE) state.mines |= cells;
        do {
            const auto cell = static_cast<std::size_t>(std::countr_zero(cells)) % 64;
            for (std::size_t v = 0; v < V; ++v) {
                (IS_MINE ? state.missing[v] : state.spare[v]) -= counts[cell][v];
            }
            cells &= cells - 1;
        } while (cells != 0);
    }

    // Assign a value to a cell, then algorithm 2 to its fixed point, from one state to another;
    // false if an equation cannot hold.
    bool branch(const PackedState<V>& from, std::uint64_t cell, bool is_mine,
                PackedState<V>& to) const {
        PackedState<V> state = from;  // in registers
        if (is_mine) {
            give<true>(state, cell);
        } else {
            give<false>(state, cell);
        }
        const bool possible = settle(state);
        to = state;
        return possible;
    }

    bool settle(PackedState<V>& state) const {
        while (true) {
            std::uint64_t impossible = 0, safe_rows = 0, mine_rows = 0;
            for (std::size_t v = 0; v < V; ++v) {
                const RowBytes missing = state.missing[v], spare = state.spare[v];
                impossible |= negative_bits(missing | spare);
                const auto none_missing = static_cast<RowBytes>(missing == 0);
                const auto none_spare = static_cast<RowBytes>(spare == 0);
                safe_rows |= negative_bits(none_missing & ~none_spare) << ROWS_A_VECTOR * v;
                mine_rows |= negative_bits(none_spare & ~none_missing) << ROWS_A_VECTOR * v;
            }
            if (impossible != 0) return false;
            if ((safe_rows | mine_rows) == 0) return true;
            const std::uint64_t safe = cells_of(safe_rows) & state.free;
            const std::uint64_t mines = cells_of(mine_rows) & state.free;
            if ((safe & mines) != 0) return false;
            if (safe != 0) give<false>(state, safe);
            if (mines != 0) give<true>(state, mines);
        }
    }

  private:
    std::uint64_t cells_of(std::uint64_t wanted) const {
        std::uint64_t out = 0;
        for (; wanted != 0; wanted &= wanted - 1) {
            out |= rows[static_cast<std::size_t>(std::countr_zero(wanted))];
        }
        return out;
    }
};

}  // namespace sapper
