// A grid in bits: a word of 32 cells for each row. Cells to the left are lower bits.
//
// What is done to all rows at once is written here, whatever holds them: `BitRows`, a small
// array that the compiler turns into vector instructions, or `LaneRows` (`lane_rows.h`), a row in
// each thread of an accelerator. A holder says how a row is reached and how rows are gathered:
//
//   rows[r]                the word of a row that is at hand (in `each_row`)
//   rows.at(r)             the word of any row; nothing outside
//   rows.around(r)         the words of the row above, this one and the one below
//   each_row(f)            f(row) for every row
//   rows.is_empty()        whether no row has anything
//   total(f)               the sum of f(row)
//   greatest(f)            the largest f(row)
//   rows.row_of(before)    where the set cell is that has so many before it
//   once(f)                f(), by one of those who work on this grid
//   fill(bytes, value, n)  the same byte n times, at a multiple of n
//   wait()                 until what the others wrote is seen
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace sapper {

struct ThreeRows {
    std::uint32_t above, here, below;
};

struct Place {
    int row, column;
};

template <class Rows>
class AllRows {
  public:
    static constexpr int COLUMNS = 32;

    bool has(int row, int column) const { return self().at(row) >> column & 1U; }

    // Every cell whose word function of the rows' words is set.
    template <class F>
    static Rows of(F&& word) {
        Rows out;
        Rows::each_row([&](int row) { out[row] = word(row); });
        return out;
    }
    friend Rows operator&(const Rows& a, const Rows& b) {
        return of([&](int row) { return a[row] & b[row]; });
    }
    friend Rows operator|(const Rows& a, const Rows& b) {
        return of([&](int row) { return a[row] | b[row]; });
    }
    friend Rows operator^(const Rows& a, const Rows& b) {
        return of([&](int row) { return a[row] ^ b[row]; });
    }
    // The cells of `a` that are not in `b`.
    friend Rows without(const Rows& a, const Rows& b) {
        return of([&](int row) { return a[row] & ~b[row]; });
    }
    // The cells and their neighbours. Bits may leave the grid: cut them off.
    Rows with_neighbours() const {
        const Rows wide = widened();
        return of([&](int row) {
            const ThreeRows three = wide.around(row);
            return three.above | three.here | three.below;
        });
    }
    // What a flood opens: the neighbours of the start and of each cell reached that it passes
    // `through`, among those it may `reach`.
    static Rows flood(Rows edge, const Rows& reach, const Rows& through) {
        for (Rows found;;) {
            const Rows wide = edge.widened();
            const Rows next = of([&](int row) {
                const ThreeRows three = wide.around(row);
                return (three.above | three.here | three.below) & reach[row] & ~found[row];
            });
            found = found | next;
            edge = next & through;
            if (edge.is_empty()) return found;
        }
    }
    std::int64_t count() const {
        return Rows::total([&](int row) { return std::popcount(self()[row]); });
    }

    // How many of the nine cells around and at this one are set.
    int count_around(int row, int column) const {
        // Three bits of each of three rows; the word is widened so that column 0 has a left.
        const auto three = [&](int at) {
            return static_cast<std::uint32_t>(std::uint64_t{self().at(at)} << 1 >> column) & 7U;
        };
        // The number of bits in three bits, as eight nibbles of one word.
        constexpr std::uint32_t BITS = 0x32212110U;
        return static_cast<int>((BITS >> 4 * three(row - 1) & 15U) +
                                (BITS >> 4 * three(row) & 15U) +
                                (BITS >> 4 * three(row + 1) & 15U));
    }

    // How many of the nine cells around and at each are set, up to seven: the bits of the
    // number, from the lowest, each for all cells at once.
    std::array<Rows, 3> counts_around() const {
        Rows low, high;  // the sum of three cells side by side
        Rows::each_row([&](int row) {
            const std::uint32_t word = self()[row], left = word << 1, right = word >> 1;
            low[row] = left ^ word ^ right;
            high[row] = (left & word) | (right & (left ^ word));
        });
        std::array<Rows, 3> bits;
        Rows::each_row([&](int row) {
            const ThreeRows ones = low.around(row), twos = high.around(row);
            const std::uint32_t some = ones.above ^ ones.here;
            const std::uint32_t carry = (ones.above & ones.here) | (ones.below & some);
            const std::uint32_t pair = twos.above ^ twos.here;
            const std::uint32_t three = pair ^ twos.below;
            bits[0][row] = some ^ ones.below;
            bits[1][row] = three ^ carry;
            bits[2][row] = ((twos.above & twos.here) | (twos.below & pair)) ^ (three & carry);
        });
        return bits;
    }

    // The set cell that has `before` others before it, in order; there is one.
    Place find(std::uint32_t before) const {
        const int row = self().row_of(before);
        std::uint32_t word = self().at(row);
        for (; before > 0; --before) word &= word - 1;
        return {row, std::countr_zero(word)};
    }

  protected:
    // The cells and those left and right of them.
    Rows widened() const {
        return of([&](int row) {
            const std::uint32_t word = self()[row];
            return word | word << 1 | word >> 1;
        });
    }

  private:
    const Rows& self() const { return static_cast<const Rows&>(*this); }
};

template <int N>
class BitRows : public AllRows<BitRows<N>> {
  public:
    static constexpr int ROWS = N;

    std::uint32_t operator[](int row) const { return words_[static_cast<std::size_t>(row + 1)]; }
    std::uint32_t& operator[](int row) { return words_[static_cast<std::size_t>(row + 1)]; }
    std::uint32_t at(int row) const { return (*this)[row]; }
    ThreeRows around(int row) const { return {at(row - 1), at(row), at(row + 1)}; }

    void set(int row, int column) { (*this)[row] |= 1U << column; }
    void clear(int row, int column) { (*this)[row] &= ~(1U << column); }
    void flip(int row, int column) { (*this)[row] ^= 1U << column; }

    template <class F>
    static void each_row(F&& f) {
        for (int row = 0; row < N; ++row) f(row);
    }
    bool is_empty() const {
        std::uint32_t all = 0;
        for (int row = 0; row < N; ++row) all |= (*this)[row];
        return all == 0;
    }
    template <class F>
    static std::int64_t total(F&& f) {
        std::int64_t sum = 0;
        for (int row = 0; row < N; ++row) sum += f(row);
        return sum;
    }
    template <class F>
    static std::uint64_t greatest(F&& f) {
        std::uint64_t best = 0;
        for (int row = 0; row < N; ++row) best = std::max(best, f(row));
        return best;
    }
    // The row of the set cell that has `before` others before it, which become those of its row.
    int row_of(std::uint32_t& before) const {
        for (int row = 0; row < N; ++row) {
            const auto count = static_cast<std::uint32_t>(std::popcount((*this)[row]));
            if (before < count) return row;
            before -= count;
        }
        return N;
    }
    template <class F>
    static void once(F&& f) {
        f();
    }
    static void fill(std::uint8_t* bytes, std::uint8_t value, std::size_t count) {
        std::memset(bytes, value, count);
    }
    static void wait() {}
    bool operator==(const BitRows& other) const { return words_ == other.words_; }

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
