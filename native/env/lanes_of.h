// The lanes of a vector environment, whatever plays their games: `BitGame` or `WideGame`.
#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "advice/judgement.h"
#include "env/vector_games.h"
#include "env/wide_game.h"
#include "game/errors.h"
#include "logic/count/engine.h"
#include "logic/position/constraints.h"

namespace sapper {

template <class Play>
class LanesOf final : public VectorGames {
  public:
    LanesOf(const Rules& rules, VectorOptions options, std::size_t num_lanes);

    std::size_t num_lanes() const override { return lanes_.size(); }
    void seed(std::size_t lane, std::uint64_t run_seed) override;
    void reset(std::size_t lane, const Lanes& out) override;
    void reset(std::size_t lane, std::uint64_t game_seed, const Lanes& out) override;
    void reset(std::size_t lane, std::span<const Cell> mines, const Lanes& out) override;
    void lay(std::size_t lane, std::span<const Cell> mines) override;
    bool is_untouched(std::size_t lane) const override {
        return lanes_[lane].game.first_cell() < 0 && !lanes_[lane].has_ended();
    }
    LaneState state(std::size_t lane) const override;
    void set_state(std::size_t lane, const LaneState& state, const Lanes& out) override;
    void step(const std::int64_t* actions, std::size_t begin, std::size_t end,
              const Lanes& out) override;
    void restart_ended(std::size_t begin, std::size_t end, const Lanes& out) override;

  private:
    static constexpr double NOT_ASKED = std::numeric_limits<double>::quiet_NaN();

    // The engine at work; one for each thread that steps.
    struct Solver {
        ConstraintSystem system;
        Engine engine;
    };
    struct Lane {
        explicit Lane(const Play& play) : game(play) {}
        Play game;
        std::uint64_t run_seed = 0;
        std::uint64_t episode = 0;
        std::int64_t steps = 0;
        bool is_given = false;
        bool is_laid = false;
        bool is_over = false;
        bool is_cut = false;
        bool is_limited = false;  // not every first cell leaves room for the mines
        bool has_oracle = false;  // what follows is about the position as it stands
        std::vector<std::int64_t> actions;
        std::vector<double> risk;
        std::vector<Cell> safe;

        bool has_ended() const { return is_over || is_cut; }
    };
    Play make(const Rules& rules) const;
    Shown sight(std::size_t lane, const Lanes& out) const;
    void clear(std::size_t lane, const Lanes& out);
    void step_one(std::size_t lane, std::int64_t action, Solver& solver, const Lanes& out);
    void play(std::size_t lane, std::int64_t action, Solver& solver, const Lanes& out);
    void move(std::size_t lane, std::int64_t action, const Lanes& out);
    void end_step(std::size_t lane, const Lanes& out);
    double consult(std::size_t lane, Cell cell, Solver& solver, const Lanes& out);
    void write_facts(std::size_t lane, const Lanes& out);
    void write_risk(std::size_t lane, Solver& solver, const Lanes& out);
    void ask_oracle(std::size_t lane, Solver& solver, const Lanes& out);
    // Whether the next reveal is the first one, and the rule keeps its cell free.
    static bool is_first_free(const Play& game) {
        return game.first_cell() < 0 && game.rules().first_click != FirstClick::any;
    }

    std::vector<Lane> lanes_;
    bool wants_oracle_;
};

template <class Play>
LanesOf<Play>::LanesOf(const Rules& rules, VectorOptions options, std::size_t num_lanes)
    : VectorGames(rules, std::move(options)),
      lanes_(num_lanes, Lane(make(rules))),
      wants_oracle_(options_.oracle != Oracle::off || options_.reward == RewardKind::risk) {}

template <class Play>
Play LanesOf<Play>::make(const Rules& rules) const {
    Play game(rules);
    game.set_cascade(options_.cascade);
    return game;
}

template <class Play>
Shown LanesOf<Play>::sight(std::size_t lane, const Lanes& out) const {
    std::uint8_t* allowed = out.allowed + lane * num_actions();
    return {out.cells + lane * num_cells_, allowed,
            options_.flags ? allowed + num_cells_ : nullptr};
}

template <class Play>
void LanesOf<Play>::seed(std::size_t lane, std::uint64_t run_seed) {
    lanes_[lane].run_seed = run_seed;
    lanes_[lane].episode = 0;
}

template <class Play>
void LanesOf<Play>::reset(std::size_t lane, const Lanes& out) {
    Lane& own = lanes_[lane];
    const std::uint64_t number = own.episode++;
    const auto& list = options_.game_seeds;
    reset(lane,
          list.empty() ? game_seed(own.run_seed, number)
                       : list[(own.run_seed % list.size() + number) % list.size()],
          out);
}

template <class Play>
void LanesOf<Play>::reset(std::size_t lane, std::uint64_t game_seed, const Lanes& out) {
    Lane& own = lanes_[lane];
    const Rules rules = draw_rules(rules_, options_, game_seed);
    const Rules& now = own.game.rules();
    if (now.num_mines != rules.num_mines || now.first_click != rules.first_click) {
        own.game = make(rules);
    }
    own.game.start(game_seed);
    own.is_given = false;
    clear(lane, out);
}

template <class Play>
void LanesOf<Play>::reset(std::size_t lane, std::span<const Cell> mines, const Lanes& out) {
    Lane& own = lanes_[lane];
    Rules rules = rules_;
    rules.num_mines = static_cast<std::int64_t>(mines.size());
    rules.first_click = FirstClick::any;
    Game(rules).start(mines);  // an error if these can't be mines
    own.game = make(rules);
    own.game.start(mines);
    own.is_given = true;
    clear(lane, out);
}

template <class Play>
void LanesOf<Play>::lay(std::size_t lane, std::span<const Cell> mines) {
    Lane& own = lanes_[lane];
    Game(own.game.rules()).start(mines);
    own.game.lay_given(mines);
    own.is_laid = true;
}

// The lane's arrays for a game not begun.
template <class Play>
void LanesOf<Play>::clear(std::size_t lane, const Lanes& out) {
    Lane& own = lanes_[lane];
    own.steps = 0;
    own.actions.clear();
    own.is_over = own.is_cut = own.is_laid = own.has_oracle = false;
    out.is_over[lane] = out.is_cut[lane] = out.is_illegal[lane] = 0;
    out.is_guess[lane] = out.could_be_proven[lane] = 0;
    out.taken_risk[lane] = NOT_ASKED;
    std::memset(out.cells + lane * num_cells_, COVERED, num_cells_);
    std::uint8_t* allowed = out.allowed + lane * num_actions();
    std::memset(allowed, 1, num_actions());
    const Rules& rules = own.game.rules();
    own.is_limited = false;
    if (!own.game.has_layout() && is_crowded(rules)) {
        for (Cell cell = 0; cell < num_cells_; ++cell) {
            allowed[cell] = rules.num_mines <= rules.most_mines(cell);
            own.is_limited |= allowed[cell] == 0;
        }
    }
    write_facts(lane, out);
    if (options_.show_risk) {
        Solver solver;
        write_risk(lane, solver, out);
    }
}

template <class Play>
void LanesOf<Play>::step(const std::int64_t* actions, std::size_t begin, std::size_t end,
                         const Lanes& out) {
    Solver solver;
    for (std::size_t lane = begin; lane < end; ++lane) step_one(lane, actions[lane], solver, out);
}

template <class Play>
void LanesOf<Play>::restart_ended(std::size_t begin, std::size_t end, const Lanes& out) {
    for (std::size_t lane = begin; lane < end; ++lane) {
        if (lanes_[lane].has_ended()) reset(lane, out);
    }
}

template <class Play>
void LanesOf<Play>::step_one(std::size_t lane, std::int64_t action, Solver& solver,
                             const Lanes& out) {
    Lane& own = lanes_[lane];
    out.rewards[lane] = 0.0;
    out.is_illegal[lane] = out.is_guess[lane] = out.could_be_proven[lane] = 0;
    out.taken_risk[lane] = NOT_ASKED;
    const StepKind kind = kind_of_step(own.game, options_, own.is_over, own.is_cut, action);
    if (kind == StepKind::begin) {
        reset(lane, out);
        return;
    }
    ++own.steps;
    if (kind == StepKind::refuse) {
        out.is_illegal[lane] = 1;
        out.rewards[lane] = -options_.penalty;
        end_step(lane, out);
        return;
    }
    play(lane, action, solver, out);
    own.actions.push_back(action);
    end_step(lane, out);
    if (options_.show_risk) write_risk(lane, solver, out);
}

// What is written of a step whatever it did. Once a game is over any action will do:
// none of them does anything, and a mask without an action cannot be drawn from.
template <class Play>
void LanesOf<Play>::end_step(std::size_t lane, const Lanes& out) {
    Lane& own = lanes_[lane];
    own.is_over = has_ended(own.game, options_);
    own.is_cut = options_.most_steps > 0 && own.steps >= options_.most_steps;
    out.is_over[lane] = own.is_over;
    out.is_cut[lane] = own.is_cut;
    if (own.is_over) std::memset(out.allowed + lane * num_actions(), 1, num_actions());
    write_facts(lane, out);
}

template <class Play>
LaneState LanesOf<Play>::state(std::size_t lane) const {
    const Lane& own = lanes_[lane];
    LaneState state{own.run_seed, own.episode, own.game.seed(), own.steps, own.is_given,
                    own.is_laid,  {},          own.actions};
    if (own.is_given || own.is_laid) state.mines = own.game.mines();
    return state;
}

template <class Play>
void LanesOf<Play>::set_state(std::size_t lane, const LaneState& state, const Lanes& out) {
    Lane& own = lanes_[lane];
    own.run_seed = state.run_seed;
    own.episode = state.episode;
    if (state.is_given) {
        reset(lane, state.mines, out);
    } else {
        reset(lane, state.game_seed, out);
    }
    for (const std::int64_t action : state.actions) {
        const bool is_flag = action >= static_cast<std::int64_t>(num_cells_);
        if (state.is_laid && !is_flag && is_untouched(lane)) lay(lane, state.mines);
        if (has_ended(own.game, options_) || !is_allowed(own.game, options_, action)) {
            throw RulesError("expected actions that the game allows, got " +
                             std::to_string(action));
        }
        move(lane, action, out);
    }
    own.actions = state.actions;
    own.steps = state.steps;
    own.has_oracle = false;
    out.rewards[lane] = 0.0;
    end_step(lane, out);
    if (options_.show_risk) {
        Solver solver;
        write_risk(lane, solver, out);
    }
}

// What the oracle says of a reveal about to be made; the risk of it.
template <class Play>
double LanesOf<Play>::consult(std::size_t lane, Cell cell, Solver& solver, const Lanes& out) {
    Lane& own = lanes_[lane];
    ask_oracle(lane, solver, out);
    const bool is_free = is_first_free(own.game);
    const Stake stake{is_free ? 0.0 : own.risk[cell], 0.0, is_free || !own.safe.empty()};
    out.could_be_proven[lane] = stake.is_provable;
    out.is_guess[lane] = stake.is_guess();
    if (options_.oracle == Oracle::risk) out.taken_risk[lane] = stake.risk;
    return stake.risk;
}

template <class Play>
void LanesOf<Play>::play(std::size_t lane, std::int64_t action, Solver& solver, const Lanes& out) {
    Lane& own = lanes_[lane];
    const Play& game = own.game;
    const std::int64_t revealed = game.cells_revealed(), hit = game.mines_hit();
    double risk = 0.0;
    if (wants_oracle_ && static_cast<std::size_t>(action) < num_cells_) {
        risk = consult(lane, static_cast<Cell>(action), solver, out);
    }
    move(lane, action, out);
    own.has_oracle = false;
    out.rewards[lane] =
        reward_of(game, options_, game.cells_revealed() - revealed, game.mines_hit() - hit, risk);
}

template <class Play>
void LanesOf<Play>::move(std::size_t lane, std::int64_t action, const Lanes& out) {
    Lane& own = lanes_[lane];
    const Shown seen = sight(lane, out);
    const Action wanted = read_action(rules_, action);
    if (wanted.is_flag) {
        own.game.toggle_flag(wanted.cell, seen);
    } else {
        own.game.reveal(wanted.cell, seen);
    }
    if (own.is_limited && wanted.is_flag) {
        seen.allowed[wanted.cell] = is_allowed(own.game, options_, wanted.cell);
    } else if (own.is_limited && own.game.has_layout()) {
        own.is_limited = false;
        for (Cell cell = 0; cell < num_cells_; ++cell) {
            seen.allowed[cell] = seen.cells[cell] == COVERED;
        }
    }
}

template <class Play>
void LanesOf<Play>::write_facts(std::size_t lane, const Lanes& out) {
    const Play& game = lanes_[lane].game;
    out.game_seeds[lane] = game.seed();
    out.num_mines[lane] = game.rules().num_mines;
    out.safe_left[lane] = game.num_safe_left();
    out.outcomes[lane] = static_cast<std::int64_t>(outcome_of(game, options_));
}

// Risks and proven cells of the position as it is shown; nan where the budget ends. A
// player's flag may be wrong, so flags count as covered.
template <class Play>
void LanesOf<Play>::ask_oracle(std::size_t lane, Solver& solver, const Lanes& out) {
    Lane& own = lanes_[lane];
    if (own.has_oracle) return;
    own.has_oracle = true;
    const std::span<const Code> cells(out.cells + lane * num_cells_, num_cells_);
    const Rules& rules = own.game.rules();
    ConstraintOptions options;
    options.trust_flags = false;
    build_constraints({rules.columns, rules.rows, rules.num_mines, cells}, options, solver.system);
    const bool is_solved = solver.engine.solve(solver.system, {}) == EngineStatus::solved;
    own.risk.assign(num_cells_, NOT_ASKED);
    own.safe.clear();
    for (Cell cell = 0; is_solved && cell < num_cells_; ++cell) {
        if (!solver.system.is_unknown[cell]) continue;
        own.risk[cell] = solver.engine.risk(cell);
        if (solver.engine.mark(cell) == Mark::safe) own.safe.push_back(cell);
    }
}

// Before the first reveal a rule that keeps its cell free makes every cell that may be
// revealed safe, though the position alone does not say so.
template <class Play>
void LanesOf<Play>::write_risk(std::size_t lane, Solver& solver, const Lanes& out) {
    Lane& own = lanes_[lane];
    ask_oracle(lane, solver, out);
    float* risk = out.risk + lane * num_cells_;
    const Shown seen = sight(lane, out);
    const bool is_free = is_first_free(own.game);
    for (std::size_t cell = 0; cell < num_cells_; ++cell) {
        const double value = own.risk[cell];
        risk[cell] = is_clue(seen.cells[cell])        ? 0.0F
                     : is_free && seen.allowed[cell]  ? 0.0F
                     : seen.cells[cell] == MINE_SHOWN ? 1.0F
                     : std::isnan(value)              ? 0.5F
                                                      : static_cast<float>(value);
    }
}

}  // namespace sapper
