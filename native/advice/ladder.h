// The ladder of techniques, easiest first: their order, names and titles, for every face.
//
// Reasons name the technique that they take, boards are graded by the hardest that they
// need, a hint shows the easiest. Each may use what every lower one has proven before it,
// and what it proves of a position it still proves, or finds proven, when more is known:
// so the hardest technique that a board needs does not depend on the order of play.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sapper {

enum class Technique : std::uint8_t {
    single_clue,
    subset,
    pair,
    several,
    component,
    mine_count,
    guess,  // no technique: what is left where none proves a safe cell
};

struct TechniqueInfo {
    std::string_view name;
    std::string_view title;    // of a board whose hardest technique it is
    std::string_view meaning;  // for a player who does not know it
};

inline constexpr std::size_t NUM_TECHNIQUES = 6;
inline constexpr std::array<TechniqueInfo, NUM_TECHNIQUES + 1> LADDER{{
    {"single clue", "needs only single clues", "one clue decides all its unknown cells"},
    {"subset", "needs subsets", "two clues, the cells of one all among the other's"},
    {"pair of clues", "needs pairs of clues", "two clues that share cells"},
    {"several clues", "needs several clues together",
     "clues compared with each other, step by step"},
    {"whole component", "needs a whole component",
     "only by going through the placements of clues that hang together"},
    {"mine count", "needs the mine count", "the same, and the number of mines is needed"},
    {"guess", "needs a guess", "nothing is proven safe"},
}};

constexpr const TechniqueInfo& info_of(Technique technique) {
    return LADDER[static_cast<std::size_t>(technique)];
}

constexpr std::string_view name_of(Technique technique) {
    return info_of(technique).name;
}

}  // namespace sapper
