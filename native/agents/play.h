// The two loops over many games.
//
// Both give the same rows for the same games, whatever the number of games
// played at once: a game depends on its seed and the agent's seed alone.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "agents/driver.h"

namespace sapper {

// The games one after another; guesses come from the native guesser, if any.
std::vector<Row> play_rows(const Rules& rules, const AgentSpec& spec,
                           std::span<const std::uint64_t> game_seeds, std::uint64_t agent_seed,
                           bool check_deductions);

// A guess from outside: a cell to reveal, or to flag.
struct Answer {
    std::int64_t cell = -1;
    bool is_mine = false;
};

// One game that waits for a guess.
struct Question {
    std::size_t game;  // its number among the seeds
    Driver* driver;
    std::uint64_t word;  // fresh from the agent's own stream
};

using Ask = std::function<std::vector<Answer>(std::span<const Question>)>;

// `width` games at once; all that wait for a guess are asked for together.
std::vector<Row> play_batch(const Rules& rules, const AgentSpec& spec,
                            std::span<const std::uint64_t> game_seeds, std::uint64_t agent_seed,
                            bool check_deductions, std::size_t width, const Ask& ask);

}  // namespace sapper
