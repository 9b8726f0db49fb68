// What stands in a cell: nothing, a clue, a flag or a mine.
#pragma once

#include <array>
#include <cstdint>

#include "game/codes.h"
#include "game/picture/looks.h"
#include "game/picture/patch.h"

namespace sapper {

// What a cell is like by its ground.
enum class Kind : std::uint8_t { covered, opened, strange };

inline constexpr double AGAINST = 24.0;  // what is not seen at all

struct Reading {
    Kind kind = Kind::strange;
    Code code = COVERED;
    bool is_doubtful = false;
    std::array<double, NUM_CODES> costs{};  // how unlike it each code is
};

// The clue that is least unlike what was read, among those that may stand there.
Code choose_clue(const Reading& reading, int most);

// How much of its colour a picture has kept: JPEG takes a part of it from small things.
inline constexpr std::array CHROMAS = {1.0, 0.8, 0.62, 0.48, 0.36};

// How unlike the colour of every clue the glyph in an opened cell is; 0 where there is none.
double unlike_clues(const Patch& patch, const Look& look, double chroma);

// What stands in an opened cell of a look; in a covered one; in one of another colour.
Reading read_opened(const Patch& patch, const Look& look, double chroma);
Reading read_covered(const Patch& patch, const Look& look, double chroma);
Reading read_strange(const Patch& patch);

}  // namespace sapper
