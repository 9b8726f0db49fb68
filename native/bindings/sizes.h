// Sizes that cross the border, checked before anything is made of them.
#pragma once

#include <cstdint>
#include <string>

#include "game/errors.h"
#include "game/rules.h"

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

// A grid from the shape of an array, whose numbers may be anything where it has no data.
inline void check_grid(std::uint64_t columns, std::uint64_t rows) {
    constexpr auto most = static_cast<std::uint64_t>(MAX_CELLS);
    if (columns < 1 || rows < 1 || columns > most || rows > most || columns * rows > most) {
        throw RulesError("expected a grid of 1 to " + std::to_string(most) + " cells, got " +
                         std::to_string(columns) + "x" + std::to_string(rows));
    }
}

// A number of mines that sums can be made of; whether a layout fits is another question.
inline bool is_mine_count(std::int64_t num_mines) {
    // Far more than any grid has cells, and far less than what sums overflow at.
    constexpr std::int64_t MOST = std::int64_t{1} << 50;
    return -MOST <= num_mines && num_mines <= MOST;
}

[[noreturn]] inline void refuse_mines(const std::string& shown) {
    throw NotationError("expected a number of mines up to the number of cells, got " + shown);
}

inline void check_mines(std::int64_t num_mines) {
    if (!is_mine_count(num_mines)) refuse_mines(std::to_string(num_mines));
}

}  // namespace sapper
