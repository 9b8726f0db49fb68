// A grid in bits: a word of 32 cells for each row.
//
// All rows move together: an operation here is one for the whole grid, a loop over words
// that the compiler turns into vector instructions. Cells to the left are lower bits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace sapper {

template <int N>
class BitRows {
  public:
    static constexpr int ROWS = N;
    static constexpr int COLUMNS = 32;

    std::uint32_t operator[](int row) const { return words_[static_cast<std::size_t>(row + 1)]; }
    std::uint32_t& operator[](int row) { return words_[static_cast<std::size_t>(row + 1)]; }

    bool has(int row, int column) const { return (*this)[row] >> column & 1U; }
    void set(int row, int column) { (*this)[row] |= 1U << column; }
    void clear(int row, int column) { (*this)[row] &= ~(1U << column); }

    // Every cell whose word function of the rows' words is set.
    template <class F>
    static BitRows of(F&& word) {
        BitRows out;
        for (int row = 0; row < N; ++row) out[row] = word(row);
        return out;
    }
    friend BitRows operator&(const BitRows& a, const BitRows& b) {
        return of([&](int row) { return a[row] & b[row]; });
    }
    friend BitRows operator|(const BitRows& a, const BitRows& b) {
        return of([&](int row) { return a[row] | b[row]; });
    }
    friend BitRows operator^(const BitRows& a, const BitRows& b) {
        return of([&](int row) { return a[row] ^ b[row]; });
    }
    // The cells of `a` that are not in `b`.
    friend BitRows without(const BitRows& a, const BitRows& b) {
        return of([&](int row) { return a[row] & ~b[row]; });
    }
    // The cells and their neighbours. Bits may leave the grid: cut them off.
    BitRows with_neighbours() const {
        BitRows wide;
        for (int i = 0; i < N + 2; ++i) {
            const auto at = static_cast<std::size_t>(i);
            wide.words_[at] = words_[at] | words_[at] << 1 | words_[at] >> 1;
        }
        return of([&](int row) { return wide[row - 1] | wide[row] | wide[row + 1]; });
    }
    // What a flood opens: the neighbours of the start and of each cell reached that it passes
    // `through`, among those it may `reach`. One pass over the rows a step of the flood.
    static BitRows flood(BitRows edge, const BitRows& reach, const BitRows& through) {
        BitRows found;
        for (std::uint32_t any = 1; any != 0;) {
            std::array<std::uint32_t, N + 2> wide;
            for (std::size_t i = 0; i < N + 2; ++i) {
                wide[i] = edge.words_[i] | edge.words_[i] << 1 | edge.words_[i] >> 1;
            }
            any = 0;
            for (std::size_t i = 0; i < N; ++i) {
                const std::uint32_t next = (wide[i] | wide[i + 1] | wide[i + 2]) &
                                           reach.words_[i + 1] & ~found.words_[i + 1];
                found.words_[i + 1] |= next;
                edge.words_[i + 1] = next & through.words_[i + 1];
                any |= edge.words_[i + 1];
            }
        }
        return found;
    }
    std::int64_t count() const {
        std::int64_t sum = 0;
        for (int row = 0; row < N; ++row) sum += std::popcount((*this)[row]);
        return sum;
    }
    bool operator==(const BitRows&) const = default;

    // How many of the nine cells around and at this one are set.
    int count_around(int row, int column) const {
        // Three bits of each of three rows; the word is widened so that column 0 has a left.
        const auto three = [&](int at) {
            return static_cast<std::uint32_t>(std::uint64_t{(*this)[at]} << 1 >> column) & 7U;
        };
        // The number of bits in three bits, as eight nibbles of one word.
        constexpr std::uint32_t BITS = 0x32212110U;
        return static_cast<int>((BITS >> 4 * three(row - 1) & 15U) +
                                (BITS >> 4 * three(row) & 15U) +
                                (BITS >> 4 * three(row + 1) & 15U));
    }

    // How many of the nine cells around and at each are set, up to seven: the bits of the
    // number, from the lowest, each for all cells at once.
    std::array<BitRows, 3> counts_around() const {
        BitRows low, high;  // the sum of three cells side by side
        for (int i = 0; i < N + 2; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const std::uint32_t word = words_[at], left = word << 1, right = word >> 1;
            low.words_[at] = left ^ word ^ right;
            high.words_[at] = (left & word) | (right & (left ^ word));
        }
        std::array<BitRows, 3> bits;
        for (int row = 0; row < N; ++row) {
            const std::uint32_t some = low[row - 1] ^ low[row];
            const std::uint32_t carry = (low[row - 1] & low[row]) | (low[row + 1] & some);
            const std::uint32_t twos = high[row - 1] ^ high[row];
            const std::uint32_t three = twos ^ high[row + 1];
            bits[0][row] = some ^ low[row + 1];
            bits[1][row] = three ^ carry;
            bits[2][row] = ((high[row - 1] & high[row]) | (high[row + 1] & twos)) ^ (three & carry);
        }
        return bits;
    }

    // Call f(row, column) for each cell, in order.
    template <class F>
    void for_each(F&& f) const {
        for (int row = 0; row < N; ++row) {
            for (std::uint32_t word = (*this)[row]; word != 0; word &= word - 1) {
                f(row, std::countr_zero(word));
            }
        }
    }

  private:
    std::array<std::uint32_t, N + 2> words_{};  // a row of nothing above and below
};

}  // namespace sapper
