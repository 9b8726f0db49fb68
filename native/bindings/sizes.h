// Sizes that cross the border, checked before anything is made of them.
#pragma once

#include <cstdint>
#include <string>

#include "game/errors.h"

namespace sapper {

// What one call may give back at most: more would end the process on most machines.
inline constexpr std::uint64_t MOST_BYTES = std::uint64_t{1} << 32;

// count * each as a size; throws RulesError where that is more than one call may give.
inline std::size_t checked_size(std::uint64_t count, std::uint64_t each, const char* what) {
    if (each != 0 && count > MOST_BYTES / each) {
        throw RulesError("expected at most " + std::to_string(MOST_BYTES / each) + " " + what +
                         " at once, got " + std::to_string(count));
    }
    return static_cast<std::size_t>(count * each);
}

}  // namespace sapper
