// Which number type carries what, and why it suffices.
//
// Everything the engine adds and multiplies is a count or a weight >= 0, so
// there is no cancellation: after n operations a result is right to about
// n * 1.1e-16, and in a census of an ordinary grid n is some hundreds.
//
// - `double` carries counts of placements and weights while all cells in
//   boxes together number at most PLAIN_CELLS. Counts are then whole numbers
//   between 1 and 2^900: they may lose low digits but never overflow, and
//   never become 0. Weights of the sea are ratios of binomials, kept above
//   SMALLEST_WEIGHT. So "is 0" still means "impossible", and no certainty ever
//   rests on a rounded number. C(480, 99), about 2^348, needs no more.
// - `Wide` carries the same for larger components: a double with an exponent
//   of its own, hence the same accuracy with no bound on size.
// - `BigCount` (big_count.h) carries exact integers where they are asked for:
//   the number of placements, and the draws of the sampler.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace sapper {

inline constexpr std::uint32_t PLAIN_CELLS = 900;
inline constexpr double SMALLEST_WEIGHT = 1e-290;

// mantissa * 2^exponent with 1 <= mantissa < 2, or zero.
class Wide {
  public:
    Wide() = default;
    explicit Wide(double value) : mantissa_(value) { normalise(); }
    Wide(double value, std::int64_t exponent) : mantissa_(value), exponent_(exponent) {
        normalise();
    }

    bool is_zero() const { return mantissa_ == 0.0; }
    double mantissa() const { return mantissa_; }
    std::int64_t exponent() const { return exponent_; }
    double log() const { return std::log(mantissa_) + static_cast<double>(exponent_) * M_LN2; }
    // As a double after division by 2^shift; far too small becomes 0.
    double scaled_down(std::int64_t shift) const {
        if (is_zero() || exponent_ - shift < -1000) return 0.0;
        return std::ldexp(mantissa_, static_cast<int>(exponent_ - shift));
    }

    Wide operator*(const Wide& other) const {
        if (is_zero() || other.is_zero()) return {};
        return {mantissa_ * other.mantissa_, exponent_ + other.exponent_};
    }
    Wide& operator+=(const Wide& other) {
        if (other.is_zero()) return *this;
        if (is_zero()) return *this = other;
        const std::int64_t gap = exponent_ - other.exponent_;
        if (gap >= 0) {
            if (gap < 64) mantissa_ += other.mantissa_ * power_of_two(-gap);
        } else {
            mantissa_ = other.mantissa_ + (gap > -64 ? mantissa_ * power_of_two(gap) : 0.0);
            exponent_ = other.exponent_;
        }
        normalise();
        return *this;
    }

  private:
    static double power_of_two(std::int64_t exponent) {
        return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
    }
    // Arguments are never subnormal: products and sums of normalised mantissas.
    void normalise() {
        if (mantissa_ == 0.0) {
            exponent_ = 0;
            return;
        }
        const auto bits = std::bit_cast<std::uint64_t>(mantissa_);
        exponent_ += static_cast<std::int64_t>(bits >> 52) - 1023;
        mantissa_ = std::bit_cast<double>((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL);
    }

    double mantissa_ = 0.0;
    std::int64_t exponent_ = 0;
};

// base^n for base > 0, right to an ulp per thousand of n.
Wide wide_power(double base, std::int64_t n);

inline bool is_zero(double x) {
    return x == 0.0;
}
inline bool is_zero(const Wide& x) {
    return x.is_zero();
}
// a / (a + b), where not both are zero.
inline double share(double a, double b) {
    return a / (a + b);
}
inline double share(const Wide& a, const Wide& b) {
    const std::int64_t shift = a.is_zero()   ? b.exponent()
                               : b.is_zero() ? a.exponent()
                                             : std::max(a.exponent(), b.exponent());
    return share(a.scaled_down(shift), b.scaled_down(shift));
}
inline double times(double count, double x) {
    return count * x;
}
inline Wide times(double count, const Wide& x) {
    return Wide(count) * x;
}

}  // namespace sapper
