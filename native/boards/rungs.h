// The ladder of techniques that boards are graded by, easiest first.
//
// Each rung may use what every lower one has proven before it:
//
//   single clue      one clue decides all its unknown cells
//   subset           two clues, the cells of one all among the other's
//   pair of clues    two clues that share cells
//   several clues    clues compared with each other in steps (logic/human.h)
//   whole component  only by going through the placements of tied clues
//   mine count       the same, and the number of mines is needed
//
// What a rung proves of a position it still proves, or finds proven, when more is
// known. So the hardest rung that a board needs does not depend on the order of play.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sapper {

enum class Rung : std::uint8_t { single_clue, subset, pair, several, component, mine_count, guess };

inline constexpr std::size_t NUM_RUNGS = 6;  // a guess is no technique
inline constexpr std::array<std::string_view, NUM_RUNGS + 1> RUNG_NAMES{
    "single clue",     "subset",     "pair of clues", "several clues",
    "whole component", "mine count", "guess"};

}  // namespace sapper
