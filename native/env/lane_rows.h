// A grid in bits whose rows are threads of an accelerator: each holds a word.
//
// N threads side by side, half a warp or a whole one, hold one grid, and every call is made by all
// of them together. What a caller computes besides, all of them compute. The interface is
// that of `BitRows` (`bit_rows.h`).
#pragma once

#include <cstdint>

#include "env/bit_rows.h"

namespace sapper {

template <int N>
class LaneRows : public AllRows<LaneRows<N>> {
  public:
    static constexpr int ROWS = N;

    // The thread's row, and the threads of this grid among those of the warp.
    static int own() { return static_cast<int>(threadIdx.x % N); }
    static unsigned group() {
        return N == 32 ? ~0U : ((1U << N % 32) - 1) << (threadIdx.x % 32 / N * N);
    }

    std::uint32_t operator[](int) const { return word_; }
    std::uint32_t& operator[](int) { return word_; }
    std::uint32_t at(int row) const {
        const std::uint32_t word = __shfl_sync(group(), word_, row, N);
        return static_cast<unsigned>(row) < N ? word : 0;
    }
    ThreeRows around(int) const {
        const std::uint32_t above = __shfl_up_sync(group(), word_, 1, N);
        const std::uint32_t below = __shfl_down_sync(group(), word_, 1, N);
        return {own() == 0 ? 0 : above, word_, own() == N - 1 ? 0 : below};
    }

    void set(int row, int column) {
        if (own() == row) word_ |= 1U << column;
    }
    void flip(int row, int column) {
        if (own() == row) word_ ^= 1U << column;
    }

    template <class F>
    static void each_row(F&& f) {
        f(own());
    }
    bool is_empty() const { return !__any_sync(group(), word_ != 0); }
    template <class F>
    static std::int64_t total(F&& f) {
        return __reduce_add_sync(group(), static_cast<unsigned>(f(own())));
    }
    template <class F>
    static std::uint64_t greatest(F&& f) {
        std::uint64_t best = f(own());
        for (int step = N / 2; step > 0; step /= 2) {
            const std::uint64_t other = __shfl_xor_sync(group(), best, step, N);
            best = other > best ? other : best;
        }
        return best;
    }
    // The row of the set cell that has `before` others before it, which become those of its row.
    int row_of(std::uint32_t& before) const {
        const auto count = static_cast<std::uint32_t>(std::popcount(word_));
        std::uint32_t sum = count;
        for (int step = 1; step < N; step *= 2) {
            const std::uint32_t other = __shfl_up_sync(group(), sum, step, N);
            if (own() >= step) sum += other;
        }
        const unsigned later = __ballot_sync(group(), sum > before) & group();
        const int row = (__ffs(static_cast<int>(later)) - 1) % N;
        before -= __shfl_sync(group(), sum - count, row, N);
        return row;
    }
    template <class F>
    static void once(F&& f) {
        if (own() == 0) f();
    }
    // Write the same byte many times: four at once where the place allows it.
    static void fill(std::uint8_t* bytes, std::uint8_t value, std::size_t count) {
        if (count % 4 == 0) {
            auto* words = reinterpret_cast<std::uint32_t*>(bytes);
            for (std::size_t i = own(); i < count / 4; i += N) words[i] = value * 0x01010101U;
        } else {
            for (std::size_t i = own(); i < count; i += N) bytes[i] = value;
        }
    }
    // What others of this grid wrote is seen from here on.
    static void wait() { __syncwarp(group()); }

  private:
    std::uint32_t word_ = 0;
};

}  // namespace sapper
