// What an episode of an environment is, whoever plays it: a lane of a vector environment
// (`lanes_of.h`) or a group of threads of an accelerator (`group_games.h`).
#pragma once

#include <cstdint>

#include "game/codes.h"
#include "game/random.h"
#include "game/rules.h"

namespace sapper {

enum class RewardKind : std::uint8_t { win, progress, jumanji, risk, none };
enum class Autoreset : std::uint8_t { next_step, same_step, disabled };

struct EpisodeOptions {
    bool flags = false;     // actions from num_cells() on put a flag or take it away
    bool cascade = true;    // a zero opens its neighbours
    bool mine_ends = true;  // else a mine is shown and the game goes on
    RewardKind reward = RewardKind::win;
    Autoreset autoreset = Autoreset::next_step;
    double penalty = 1.0;         // taken from the reward for an action that is not allowed
    std::int64_t most_mines = 0;  // above rules.num_mines: a number drawn for each episode
    std::int64_t most_steps = 0;  // an episode is cut off after so many; 0: never
};

// The stream that draws an episode's number of mines, apart from the agent's streams.
inline constexpr std::uint64_t MINES_STREAM = 0x6d696e6573ULL;

// The number of mines is the game's own: the same seed gives the same game in any lane.
inline Rules draw_rules(Rules rules, const EpisodeOptions& options, std::uint64_t game_seed) {
    if (options.most_mines > rules.num_mines) {
        const auto spread = static_cast<std::uint64_t>(options.most_mines - rules.num_mines);
        Random random(agent_stream(MINES_STREAM, game_seed));
        rules.num_mines += static_cast<std::int64_t>(random.below(spread + 1));
    }
    return rules;
}

// On a crowded grid a first cell may leave too little room for the mines.
inline bool is_crowded(const Rules& rules) {
    return rules.num_mines + 9 > rules.num_cells();
}

// An action that reveals or flags its cell.
struct Action {
    Cell cell;
    bool is_flag;
};

inline Action read_action(const Rules& rules, std::int64_t action) {
    const bool is_flag = action >= rules.num_cells();
    return {static_cast<Cell>(is_flag ? action - rules.num_cells() : action), is_flag};
}

template <class Play>
bool is_allowed(const Play& game, const EpisodeOptions& options, std::int64_t action) {
    const Rules& rules = game.rules();
    const std::int64_t num_actions = rules.num_cells() * (options.flags ? 2 : 1);
    if (action < 0 || action >= num_actions) return false;
    const Action wanted = read_action(rules, action);
    if (wanted.is_flag) return game.is_covered(wanted.cell) || game.is_flagged(wanted.cell);
    return game.is_covered(wanted.cell) &&
           (game.has_layout() || rules.num_mines <= rules.most_mines(wanted.cell));
}

// What a step does: a game that has ended may begin anew, whatever the action.
enum class StepKind : std::uint8_t { begin, refuse, move };

template <class Play>
StepKind kind_of_step(const Play& game, const EpisodeOptions& options, bool is_over, bool is_cut,
                      std::int64_t action) {
    if ((is_over || is_cut) && options.autoreset == Autoreset::next_step) return StepKind::begin;
    return is_over || !is_allowed(game, options, action) ? StepKind::refuse : StepKind::move;
}

// With mines that do not end the game, it ends when nothing safe is left to find.
template <class Play>
bool has_ended(const Play& game, const EpisodeOptions& options) {
    if (game.outcome() != Outcome::playing) return true;
    return !options.mine_ends && game.num_safe_left() == 0 && game.first_cell() >= 0;
}

template <class Play>
Outcome outcome_of(const Play& game, const EpisodeOptions& options) {
    const Outcome outcome = game.outcome();
    if (outcome != Outcome::playing || !has_ended(game, options)) return outcome;
    return game.mines_hit() == 0 ? Outcome::won : Outcome::lost;
}

// The reward of a move that was allowed: how many cells it revealed, how many mines it hit, and
// the risk it took, where that is known.
template <class Play>
double reward_of(const Play& game, const EpisodeOptions& options, std::int64_t revealed,
                 std::int64_t hit, double risk) {
    switch (options.reward) {
        case RewardKind::win:
            return game.num_safe_left() == 0 && game.mines_hit() == 0 && has_ended(game, options);
        case RewardKind::progress: {
            const auto all = static_cast<double>(game.rules().num_cells() - game.rules().num_mines);
            return all > 0 ? static_cast<double>(revealed) / all : 0.0;
        }
        case RewardKind::jumanji:
            return hit == 0 && revealed > 0;
        case RewardKind::risk:
            return risk == risk ? -risk : 0.0;  // not known: nan
        case RewardKind::none:
            return 0.0;
    }
    return 0.0;
}

}  // namespace sapper
