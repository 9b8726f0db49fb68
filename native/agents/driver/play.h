// The two loops over many games.
//
// Both give the same rows for the same games, whatever the number of games
// played at once: a game depends on its seed and the agent's seed alone. With `turns`
// they write every turn down as well, in the order of the games.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "agents/driver/batch.h"

namespace sapper {

// The games one after another; guesses come from the native guesser, if any.
std::vector<Row> play_rows(const Rules& rules, const AgentSpec& spec,
                           std::span<const std::uint64_t> game_seeds, std::uint64_t agent_seed,
                           bool check_deductions, std::vector<TurnRow>* turns = nullptr);

using Ask = std::function<std::vector<Answer>(std::span<const Question>)>;

// `width` games at once; all that wait for a guess are asked for together.
std::vector<Row> play_batch(const Rules& rules, const AgentSpec& spec,
                            std::span<const std::uint64_t> game_seeds, std::uint64_t agent_seed,
                            bool check_deductions, std::size_t width, const Ask& ask,
                            std::vector<TurnRow>* turns = nullptr);

}  // namespace sapper
