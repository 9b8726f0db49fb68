// Games recorded turn by turn, for questions that a row per game cannot answer.
//
// The columns are those of the thesis's database (Kvietinskas 2021, figure 7.5)
// as far as they are not properties of the whole game.
#pragma once

#include <span>
#include <vector>

#include "agents/driver.h"

namespace sapper {

struct TurnRow {
    std::int64_t game = 0;  // its number among the seeds
    std::int64_t turn = 0;  // from 1
    std::int64_t part = 0;  // a deducer's index, or OPENER_TURN, GUESSER_TURN, STUCK_TURN
    std::int64_t nanoseconds = 0;
    std::int64_t windows = 0;     // considered in this turn
    std::int64_t mines_left = 0;  // before the turn: mines neither flagged nor shown
    std::int64_t safe_proven = 0;
    std::int64_t mines_proven = 0;
    std::int64_t cells_revealed = 0;  // after the turn, from the beginning of the game
};

// Plays the games one after another; guesses come from the native guesser, if any.
std::vector<TurnRow> play_turns(const Rules& rules, const AgentSpec& spec,
                                std::span<const std::uint64_t> game_seeds, std::uint64_t agent_seed,
                                bool check_deductions);

// All that a deducer proves of a position: asked again until it has nothing new.
void deduce_all(Deducer& deducer, const PositionView& position, Proofs& proofs);

}  // namespace sapper
