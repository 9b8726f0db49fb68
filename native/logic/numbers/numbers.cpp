#include "logic/numbers/numbers.h"

namespace sapper {

Wide wide_power(double base, std::int64_t n) {
    // The mantissa lies in [1, 2), so pow of up to a thousand cannot overflow.
    constexpr std::int64_t STEP = 1000;
    int exponent = 0;
    const double mantissa = 2.0 * std::frexp(base, &exponent);
    Wide power(1.0, (exponent - 1) * n);
    std::int64_t left = n < 0 ? -n : n;
    for (; left > 0; left -= STEP) {
        const double exact = std::pow(mantissa, static_cast<double>(left < STEP ? left : STEP));
        power = power * Wide(n < 0 ? 1.0 / exact : exact);
    }
    return power;
}

}  // namespace sapper
