#include "checker/seeds.h"

#include <algorithm>
#include <cstdlib>

namespace sapper::checker {

namespace {

constexpr std::uint64_t GAMMA = 0x9e3779b97f4a7c15U;
constexpr std::uint64_t SALT = 0x6c61796f75740000U;

std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

std::uint64_t rotate(std::uint64_t x, int by) {
    return (x << by) | (x >> (64 - by));
}

class Words {
  public:
    explicit Words(std::uint64_t seed)
        : a_(mix(seed + GAMMA)),
          b_(mix(seed + 2 * GAMMA)),
          c_(mix(seed + 3 * GAMMA)),
          d_(mix(seed + 4 * GAMMA)) {}

    std::uint64_t next() {
        const std::uint64_t word = rotate(b_ * 5, 7) * 9;
        const std::uint64_t shifted = b_ << 17;
        c_ ^= a_;
        d_ ^= b_;
        b_ ^= c_;
        a_ ^= d_;
        c_ ^= shifted;
        d_ = rotate(d_, 45);
        return word;
    }

    // Uniform below n, which has at most 32 bits: the upper 64 bits of word * n, drawn again
    // where the lower ones are below 2^64 mod n.
    std::uint64_t below(std::uint64_t n) {
        for (;;) {
            const std::uint64_t word = next();
            const std::uint64_t low = (word & 0xffffffffU) * n;
            const std::uint64_t high = (word >> 32) * n + (low >> 32);
            if (word * n >= (0 - n) % n) return high >> 32;
        }
    }

  private:
    std::uint64_t a_, b_, c_, d_;
};

}  // namespace

std::vector<std::uint8_t> lay(int columns, int rows, int num_mines, FirstClick rule, int first,
                              std::uint64_t seed) {
    const auto size = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
    std::vector<std::uint8_t> is_free(size, 0);
    const int reach = rule == FirstClick::zero ? 1 : 0;
    for (std::size_t cell = 0; rule != FirstClick::any && cell < size; ++cell) {
        const int down = static_cast<int>(cell) / columns - first / columns;
        const int right = static_cast<int>(cell) % columns - first % columns;
        is_free[cell] = std::abs(down) <= reach && std::abs(right) <= reach;
    }
    const auto num_free = static_cast<std::size_t>(std::count(is_free.begin(), is_free.end(), 1));
    const auto wanted = static_cast<std::size_t>(num_mines);
    if (wanted + num_free > size) return {};
    Words words(mix(seed ^ SALT));
    // The mines are drawn or, where they are more than half, the safe cells.
    const bool draws_mines = 2 * wanted <= size;
    std::vector<std::uint8_t> drawn(size, 0);
    for (std::size_t left = draws_mines ? wanted : size - wanted - num_free; left > 0;) {
        const auto cell = static_cast<std::size_t>(words.below(size));
        if (is_free[cell] || drawn[cell]) continue;
        drawn[cell] = 1;
        --left;
    }
    if (!draws_mines) {
        for (std::size_t cell = 0; cell < size; ++cell)
            drawn[cell] = !drawn[cell] && !is_free[cell];
    }
    return drawn;
}

}  // namespace sapper::checker
