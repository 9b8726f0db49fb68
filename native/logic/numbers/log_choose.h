// The logarithm of a binomial coefficient, for any number of threads.
#pragma once

#include <math.h>  // lgamma_r is no part of <cmath>

#include <cmath>

namespace sapper {

// lgamma writes the sign into a variable of the whole process; the other form, where the
// library has it, does the same sum and leaves the sign to the caller.
inline double log_gamma(double x) {
#if defined(__GLIBC__) || defined(__APPLE__)
    int sign = 0;
    return ::lgamma_r(x, &sign);
#else
    return std::lgamma(x);
#endif
}

// Natural logarithm of C(n, k).
inline double log_choose(double n, double k) {
    return log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1);
}

}  // namespace sapper
