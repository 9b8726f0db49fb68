// A set of some layouts as bits, W words of them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace sapper {

// Set bits of a word; a call into a library on the plainest machines if left to the language.
constexpr std::uint32_t count_bits(std::uint64_t word) {
#if defined(__POPCNT__) || !defined(__x86_64__)
    return static_cast<std::uint32_t>(std::popcount(word));
#else
    word -= (word >> 1) & 0x5555555555555555ULL;
    word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return static_cast<std::uint32_t>((word * 0x0101010101010101ULL) >> 56);
#endif
}

template <std::size_t W>
struct LayoutBits {
    std::array<std::uint64_t, W> words{};

    void set(std::uint32_t i) { words[i / 64] |= std::uint64_t{1} << (i % 64); }
    void reset(std::uint32_t i) { words[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
    bool any() const {
        std::uint64_t all = 0;
        for (std::size_t w = 0; w < W; ++w) all |= words[w];
        return all != 0;
    }
    bool meets(const LayoutBits& other) const { return (*this & other).any(); }
    bool is_within(const LayoutBits& other) const { return !without(other).any(); }
    std::uint32_t count() const {
        std::uint32_t sum = 0;
        for (std::size_t w = 0; w < W; ++w) sum += count_bits(words[w]);
        return sum;
    }
    // The first layout; there must be one.
    std::uint32_t first() const {
        std::size_t w = 0;
        while (words[w] == 0) ++w;
        return static_cast<std::uint32_t>(64 * w) +
               static_cast<std::uint32_t>(std::countr_zero(words[w]));
    }
    LayoutBits without(const LayoutBits& other) const {
        LayoutBits result;
        for (std::size_t w = 0; w < W; ++w) result.words[w] = words[w] & ~other.words[w];
        return result;
    }
    LayoutBits operator&(const LayoutBits& other) const {
        LayoutBits result;
        for (std::size_t w = 0; w < W; ++w) result.words[w] = words[w] & other.words[w];
        return result;
    }
    LayoutBits& operator|=(const LayoutBits& other) {
        for (std::size_t w = 0; w < W; ++w) words[w] |= other.words[w];
        return *this;
    }
    bool operator==(const LayoutBits& other) const = default;

    template <typename Use>
    void for_each(Use use) const {
        for (std::size_t w = 0; w < W; ++w) {
            for (std::uint64_t left = words[w]; left != 0; left &= left - 1) {
                use(static_cast<std::uint32_t>(64 * w) +
                    static_cast<std::uint32_t>(std::countr_zero(left)));
            }
        }
    }
};

}  // namespace sapper
