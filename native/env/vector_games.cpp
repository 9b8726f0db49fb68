#include "env/vector_games.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "advice/judgement.h"
#include "game/errors.h"

namespace sapper {

namespace {

constexpr double NOT_ASKED = std::numeric_limits<double>::quiet_NaN();
// The stream that draws an episode's number of mines, apart from the agent's streams.
constexpr std::uint64_t MINES_STREAM = 0x6d696e6573ULL;

// Whether the next reveal is the first one, and the rule keeps its cell free.
bool is_first_free(const Game& game) {
    return game.first_cell() < 0 && game.rules().first_click != FirstClick::any;
}

}  // namespace

VectorGames::VectorGames(const Rules& rules, VectorOptions options, std::size_t num_lanes)
    : rules_(rules),
      options_(std::move(options)),
      num_cells_(static_cast<std::size_t>(rules.num_cells())),
      lanes_(num_lanes),
      wants_oracle_(options_.oracle != Oracle::off || options_.reward == RewardKind::risk) {
    rules_.check();
    if (options_.most_mines > rules_.num_mines) {
        Rules densest = rules_;
        densest.num_mines = options_.most_mines;
        densest.check();
    }
    for (Lane& lane : lanes_) {
        lane.game = std::make_unique<Game>(rules_);
        lane.game->set_cascade(options_.cascade);
    }
}

void VectorGames::seed(std::size_t lane, std::uint64_t run_seed) {
    lanes_[lane].run_seed = run_seed;
    lanes_[lane].episode = 0;
}

// The number of mines is the game's own: the same seed gives the same game in any lane.
Rules VectorGames::draw_rules(std::uint64_t game_seed) const {
    Rules rules = rules_;
    if (options_.most_mines > rules_.num_mines) {
        const auto spread = static_cast<std::uint64_t>(options_.most_mines - rules_.num_mines);
        Random random(agent_stream(MINES_STREAM, game_seed));
        rules.num_mines += static_cast<std::int64_t>(random.below(spread + 1));
    }
    return rules;
}

void VectorGames::reset(std::size_t lane, const Lanes& out) {
    Lane& own = lanes_[lane];
    const std::uint64_t number = own.episode++;
    const auto& list = options_.game_seeds;
    begin(lane,
          list.empty() ? game_seed(own.run_seed, number)
                       : list[(own.run_seed % list.size() + number) % list.size()],
          out);
}

void VectorGames::reset(std::size_t lane, std::uint64_t game_seed, const Lanes& out) {
    begin(lane, game_seed, out);
}

void VectorGames::reset(std::size_t lane, std::span<const Cell> mines, const Lanes& out) {
    Lane& own = lanes_[lane];
    Rules rules = rules_;
    rules.num_mines = static_cast<std::int64_t>(mines.size());
    rules.first_click = FirstClick::any;
    auto game = std::make_unique<Game>(rules);
    game->set_cascade(options_.cascade);
    game->start(std::uint64_t{0});
    game->start(mines);
    own.game = std::move(game);
    own.is_given = true;
    clear(lane, out);
}

void VectorGames::begin(std::size_t lane, std::uint64_t game_seed, const Lanes& out) {
    Lane& own = lanes_[lane];
    const Rules rules = draw_rules(game_seed);
    const Rules& now = own.game->rules();
    if (now.num_mines != rules.num_mines || now.first_click != rules.first_click) {
        own.game = std::make_unique<Game>(rules);
        own.game->set_cascade(options_.cascade);
    }
    own.game->start(game_seed);
    own.is_given = false;
    clear(lane, out);
}

void VectorGames::lay(std::size_t lane, std::span<const Cell> mines) {
    Lane& own = lanes_[lane];
    std::vector<Padded> flagged;
    for (const Padded at : own.game->log()) {
        if (own.game->view()[at] == FLAGGED) flagged.push_back(at);
    }
    own.game->start(mines);
    own.is_laid = true;
    own.log_seen = 0;
    for (const Padded at : flagged) {
        if (own.game->view()[at] == COVERED) own.game->flag_at(at);
    }
}

// The lane's arrays for a game not begun.
void VectorGames::clear(std::size_t lane, const Lanes& out) {
    Lane& own = lanes_[lane];
    own.log_seen = 0;
    own.steps = 0;
    own.actions.clear();
    own.is_over = own.is_cut = own.is_laid = own.has_oracle = false;
    out.is_over[lane] = out.is_cut[lane] = out.is_illegal[lane] = 0;
    out.is_guess[lane] = out.could_be_proven[lane] = 0;
    out.taken_risk[lane] = NOT_ASKED;
    std::memset(out.cells + lane * num_cells_, COVERED, num_cells_);
    std::uint8_t* allowed = out.allowed + lane * num_actions();
    std::memset(allowed, 1, num_actions());
    const Rules& rules = own.game->rules();
    own.is_limited = false;
    // On a crowded grid a first cell may leave too little room for the mines.
    if (!own.game->has_layout() && rules.num_mines + 9 > rules.num_cells()) {
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

void VectorGames::step(const std::int64_t* actions, std::size_t begin, std::size_t end,
                       const Lanes& out) {
    Solver solver;
    for (std::size_t lane = begin; lane < end; ++lane) step_one(lane, actions[lane], solver, out);
}

void VectorGames::restart_ended(std::size_t begin, std::size_t end, const Lanes& out) {
    for (std::size_t lane = begin; lane < end; ++lane) {
        if (lanes_[lane].has_ended()) reset(lane, out);
    }
}

void VectorGames::step_one(std::size_t lane, std::int64_t action, Solver& solver,
                           const Lanes& out) {
    Lane& own = lanes_[lane];
    out.rewards[lane] = 0.0;
    out.is_illegal[lane] = out.is_guess[lane] = out.could_be_proven[lane] = 0;
    out.taken_risk[lane] = NOT_ASKED;
    if (own.has_ended() && options_.autoreset == Autoreset::next_step) {
        reset(lane, out);
        return;
    }
    ++own.steps;
    if (own.is_over || !is_allowed(*own.game, action)) {
        out.is_illegal[lane] = 1;
        out.rewards[lane] = -options_.penalty;
        end_step(lane, out);
        return;
    }
    play(lane, action, solver, out);
    own.actions.push_back(action);
    write_changes(lane, out);
    end_step(lane, out);
    if (options_.show_risk) write_risk(lane, solver, out);
}

// What is written of a step whatever it did. Once a game is over any action will do:
// none of them does anything, and a mask without an action cannot be drawn from.
void VectorGames::end_step(std::size_t lane, const Lanes& out) {
    Lane& own = lanes_[lane];
    own.is_over = has_ended(*own.game);
    own.is_cut = options_.most_steps > 0 && own.steps >= options_.most_steps;
    out.is_over[lane] = own.is_over;
    out.is_cut[lane] = own.is_cut;
    if (own.is_over) std::memset(out.allowed + lane * num_actions(), 1, num_actions());
    write_facts(lane, out);
}

LaneState VectorGames::state(std::size_t lane) const {
    const Lane& own = lanes_[lane];
    LaneState state{own.run_seed, own.episode, own.game->seed(), own.steps, own.is_given,
                    own.is_laid,  {},          own.actions};
    if (own.is_given || own.is_laid) state.mines = own.game->mines();
    return state;
}

void VectorGames::set_state(std::size_t lane, const LaneState& state, const Lanes& out) {
    Lane& own = lanes_[lane];
    own.run_seed = state.run_seed;
    own.episode = state.episode;
    if (state.is_given) {
        reset(lane, state.mines, out);
    } else {
        begin(lane, state.game_seed, out);
    }
    for (const std::int64_t action : state.actions) {
        const bool is_flag = action >= static_cast<std::int64_t>(num_cells_);
        if (state.is_laid && !is_flag && is_untouched(lane)) lay(lane, state.mines);
        if (has_ended(*own.game) || !is_allowed(*own.game, action)) {
            throw RulesError("expected actions that the game allows, got " +
                             std::to_string(action));
        }
        move(own, action);
    }
    own.actions = state.actions;
    own.steps = state.steps;
    own.has_oracle = false;
    out.rewards[lane] = 0.0;
    write_changes(lane, out);
    end_step(lane, out);
    if (options_.show_risk) {
        Solver solver;
        write_risk(lane, solver, out);
    }
}

bool VectorGames::is_allowed(const Game& game, std::int64_t action) const {
    if (action < 0 || action >= static_cast<std::int64_t>(num_actions())) return false;
    const auto cell = static_cast<Cell>(static_cast<std::size_t>(action) % num_cells_);
    const Code code = game.view()[game.frame().to_padded(cell)];
    if (static_cast<std::size_t>(action) >= num_cells_) return code == COVERED || code == FLAGGED;
    if (code != COVERED) return false;
    const Rules& rules = game.rules();
    return game.has_layout() || rules.num_mines <= rules.most_mines(cell);
}

// What the oracle says of a reveal about to be made; the risk of it.
double VectorGames::consult(std::size_t lane, Cell cell, Solver& solver, const Lanes& out) {
    Lane& own = lanes_[lane];
    const Game& game = *own.game;
    ask_oracle(own, solver);
    const bool is_free = is_first_free(game);
    const Stake stake{is_free ? 0.0 : own.risk[cell], 0.0, is_free || !own.safe.empty()};
    out.could_be_proven[lane] = stake.is_provable;
    out.is_guess[lane] = stake.is_guess();
    if (options_.oracle == Oracle::risk) out.taken_risk[lane] = stake.risk;
    return stake.risk;
}

void VectorGames::play(std::size_t lane, std::int64_t action, Solver& solver, const Lanes& out) {
    Lane& own = lanes_[lane];
    const Game& game = *own.game;
    const std::int64_t revealed = game.cells_revealed(), hit = game.mines_hit();
    double risk = 0.0;
    if (wants_oracle_ && static_cast<std::size_t>(action) < num_cells_) {
        risk = consult(lane, static_cast<Cell>(action), solver, out);
    }
    move(own, action);
    own.has_oracle = false;
    out.rewards[lane] =
        reward(game, game.cells_revealed() - revealed, game.mines_hit() - hit, risk);
}

void VectorGames::move(Lane& lane, std::int64_t action) const {
    Game& game = *lane.game;
    const bool is_flag = static_cast<std::size_t>(action) >= num_cells_;
    const auto cell = static_cast<Cell>(static_cast<std::size_t>(action) % num_cells_);
    const Padded at = game.frame().to_padded(cell);
    if (!is_flag) {
        game.reveal_at(at);
    } else if (game.view()[at] == FLAGGED) {
        game.unflag(cell);
    } else {
        game.flag_at(at);
    }
}

double VectorGames::reward(const Game& game, std::int64_t revealed, std::int64_t hit,
                           double risk) const {
    switch (options_.reward) {
        case RewardKind::win:
            return game.num_safe_left() == 0 && game.mines_hit() == 0 && has_ended(game);
        case RewardKind::progress: {
            const auto all = static_cast<double>(game.rules().num_cells() - game.rules().num_mines);
            return all > 0 ? static_cast<double>(revealed) / all : 0.0;
        }
        case RewardKind::jumanji:
            return hit == 0 && revealed > 0;
        case RewardKind::risk:
            return std::isnan(risk) ? 0.0 : -risk;
        case RewardKind::none:
            return 0.0;
    }
    return 0.0;
}

// With mines that do not end the game, it ends when nothing safe is left to find.
bool VectorGames::has_ended(const Game& game) const {
    if (game.outcome() != Outcome::playing) return true;
    return !options_.mine_ends && game.num_safe_left() == 0 && game.first_cell() >= 0;
}

void VectorGames::write_changes(std::size_t lane, const Lanes& out) {
    Lane& own = lanes_[lane];
    const Game& game = *own.game;
    Code* cells = out.cells + lane * num_cells_;
    std::uint8_t* allowed = out.allowed + lane * num_actions();
    const auto& log = game.log();
    for (; own.log_seen < log.size(); ++own.log_seen) {
        const Cell cell = game.frame().to_cell(log[own.log_seen]);
        const Code code = game.view()[log[own.log_seen]];
        cells[cell] = code;
        allowed[cell] = code == COVERED;
        if (options_.flags) allowed[num_cells_ + cell] = code == COVERED || code == FLAGGED;
    }
    if (own.is_limited && game.has_layout()) {
        own.is_limited = false;
        for (Cell cell = 0; cell < num_cells_; ++cell) allowed[cell] = cells[cell] == COVERED;
    }
}

void VectorGames::write_facts(std::size_t lane, const Lanes& out) {
    const Game& game = *lanes_[lane].game;
    out.game_seeds[lane] = game.seed();
    out.num_mines[lane] = game.rules().num_mines;
    out.safe_left[lane] = game.num_safe_left();
    Outcome outcome = game.outcome();
    if (outcome == Outcome::playing && has_ended(game)) {
        outcome = game.mines_hit() == 0 ? Outcome::won : Outcome::lost;
    }
    out.outcomes[lane] = static_cast<std::int64_t>(outcome);
}

// Risks and proven cells of the position as it stands; nan where the budget ends. A
// player's flag may be wrong, so flags count as covered.
void VectorGames::ask_oracle(Lane& lane, Solver& solver) const {
    if (lane.has_oracle) return;
    lane.has_oracle = true;
    const Game& game = *lane.game;
    solver.cells.resize(num_cells_);
    game.copy_position(solver.cells.data());
    const Rules& rules = game.rules();
    ConstraintOptions options;
    options.trust_flags = false;
    build_constraints({rules.columns, rules.rows, rules.num_mines, solver.cells}, options,
                      solver.system);
    const bool is_solved = solver.engine.solve(solver.system, {}) == EngineStatus::solved;
    lane.risk.assign(num_cells_, NOT_ASKED);
    lane.safe.clear();
    for (Cell cell = 0; is_solved && cell < num_cells_; ++cell) {
        if (!solver.system.is_unknown[cell]) continue;
        lane.risk[cell] = solver.engine.risk(cell);
        if (solver.engine.mark(cell) == Mark::safe) lane.safe.push_back(cell);
    }
}

// Before the first reveal a rule that keeps its cell free makes every cell that may be
// revealed safe, though the position alone does not say so.
void VectorGames::write_risk(std::size_t lane, Solver& solver, const Lanes& out) {
    Lane& own = lanes_[lane];
    ask_oracle(own, solver);
    float* risk = out.risk + lane * num_cells_;
    const Code* cells = out.cells + lane * num_cells_;
    const bool is_free = is_first_free(*own.game);
    const std::uint8_t* allowed = out.allowed + lane * num_actions();
    for (std::size_t cell = 0; cell < num_cells_; ++cell) {
        const double value = own.risk[cell];
        risk[cell] = is_clue(cells[cell])        ? 0.0F
                     : is_free && allowed[cell]  ? 0.0F
                     : cells[cell] == MINE_SHOWN ? 1.0F
                     : std::isnan(value)         ? 0.5F
                                                 : static_cast<float>(value);
    }
}

void VectorGames::sample(const std::uint64_t* words, const std::uint8_t* allowed,
                         std::int64_t* actions) const {
    const std::size_t count = num_actions();
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
        const std::uint8_t* from = allowed + lane * count;
        std::size_t total = 0;
        for (std::size_t i = 0; i < count; ++i) total += from[i];
        actions[lane] = 0;
        if (total == 0) continue;
        std::uint64_t left = Random(words[lane]).below(total);
        for (std::size_t i = 0; i < count; ++i) {
            if (from[i] == 0) continue;
            if (left-- == 0) {
                actions[lane] = static_cast<std::int64_t>(i);
                break;
            }
        }
    }
}

}  // namespace sapper
