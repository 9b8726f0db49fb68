// Everything that is cheaply seen to be wrong with a position.
//
// Each check looks at one clue and its neighbours, or at totals. A position
// without problems may still be contradictory: only the exact engine knows.
#pragma once

#include <cstdint>
#include <vector>

#include "game/position.h"

namespace sapper {

enum class ProblemKind : std::uint8_t {
    clue_too_high,   // more mines shown than covered, flagged and shown-mine neighbours
    clue_too_low,    // fewer mines shown than flagged and shown-mine neighbours
    too_many_marks,  // more flags and shown mines than mines
    too_many_mines,  // more mines than cells that may hold one
    negative_mines,
};

struct Problem {
    ProblemKind kind;
    Cell cell;  // of a clue; 0 for the totals
    std::int64_t shown;
    std::int64_t limit;
};

std::vector<Problem> find_problems(const PositionView& position);

}  // namespace sapper
