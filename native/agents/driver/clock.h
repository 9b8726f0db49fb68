// Time for those who must stop: nanoseconds of a clock that never goes back.
#pragma once

#include <chrono>
#include <cstdint>

namespace sapper {

inline std::int64_t steady_now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace sapper
