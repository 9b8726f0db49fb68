// Exact integers of any size, for what must be counted or drawn exactly.
//
// Little-endian 64-bit limbs. `limbs` functions work on numbers of a fixed
// length inside large arrays; `BigCount` is one number that grows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/random.h"

namespace sapper {

namespace limbs {

using Limbs = std::span<std::uint64_t>;
using ConstLimbs = std::span<const std::uint64_t>;

// into += from * factor; all of `into`'s length, which must be enough.
void add_product(Limbs into, ConstLimbs from, std::uint64_t factor);
// from < 0 is not possible: subtracts only what is not larger.
void subtract(Limbs from, ConstLimbs amount);
// Whether a < b; of equal length.
bool is_less(ConstLimbs a, ConstLimbs b);
bool is_zero(ConstLimbs a);
// Uniform in 0 .. bound-1, exactly: random bits, drawn again until below the bound.
void draw_below(Limbs into, ConstLimbs bound, Random& random);

}  // namespace limbs

class BigCount {
  public:
    BigCount() = default;
    explicit BigCount(std::uint64_t value) {
        if (value != 0) limbs_.push_back(value);
    }
    explicit BigCount(limbs::ConstLimbs value) : limbs_(value.begin(), value.end()) { trim(); }

    bool is_zero() const { return limbs_.empty(); }
    std::size_t size() const { return limbs_.size(); }
    limbs::ConstLimbs view() const { return limbs_; }
    bool operator<(const BigCount& other) const;
    BigCount& operator+=(const BigCount& other);
    BigCount& operator-=(const BigCount& other);  // other <= *this
    BigCount& operator*=(std::uint64_t factor);
    BigCount& divide_exactly(std::uint64_t divisor);
    BigCount operator*(const BigCount& other) const;
    // Uniform in 0 .. *this - 1.
    BigCount draw(Random& random) const;

  private:
    void trim() {
        while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
    }
    std::vector<std::uint64_t> limbs_;
};

// C(n, k), by C(n, i) = C(n, i - 1) * (n - i + 1) / i.
BigCount big_binomial(std::uint64_t n, std::uint64_t k);

}  // namespace sapper
