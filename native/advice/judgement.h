// The one judgement of a move: what it risked, what was needed, what it gave away.
//
// A reveal or chord with risk is a guess: needless if a cell was proven safe, forced
// otherwise. Better was what the hint says. What a guess gave away is the chance to win
// under best play, exactly, against that of the best move, where so few layouts are left
// that best play can be searched; elsewhere the risk beyond the least on offer. A move
// without risk gives nothing away. A player's flags are not trusted.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "advice/hint.h"
#include "game/game.h"
#include "game/move_kind.h"
#include "logic/play/position_value.h"

namespace sapper {

// Of one position; beyond, a move is not judged.
inline constexpr std::uint64_t JUDGE_STATES = 2'000'000;
// Of the search for exact values; beyond, a guess is judged by its risk.
inline constexpr ValueLimits JUDGE_LIMITS{2'000, 50'000};
// Less risk than this is rounding.
inline constexpr double NO_RISK = 1e-12;

enum class JudgedKind : std::uint8_t { first, safe, forced, needless, mark, unknown };
std::string_view name_of(JudgedKind kind);

// What a reveal or chord risks, and what was on offer.
struct Stake {
    double risk = std::numeric_limits<double>::quiet_NaN();
    double least = std::numeric_limits<double>::quiet_NaN();  // of all covered cells
    bool is_provable = false;                                 // some cell was proven safe
    bool is_guess() const { return !(risk <= NO_RISK); }
};

// Of opening these cells at once, where all go well exactly if `mines` are mines (a chord's
// flags; none for a reveal). None where the work went beyond its limits.
std::optional<Stake> weigh(Belief& belief, std::span<const Cell> opened,
                           std::span<const Cell> mines);

struct Judgement {
    JudgedKind kind = JudgedKind::mark;
    Stake stake;
    std::optional<Hint> hint;        // what was better, of a guess
    std::optional<MoveValue> value;  // of a guess, where it can be searched
    std::optional<Cell> best_move;   // begins best play, where it was searched
    bool survived = true;

    bool is_guess() const { return kind == JudgedKind::forced || kind == JudgedKind::needless; }
    // Whether what it gave away is known exactly, as a chance to win, rather than as risk.
    bool is_by_value() const {
        return value.has_value() || !(is_guess() || kind == JudgedKind::unknown);
    }
    // The chance to win after the move and after the best one; nan where not searched.
    double win_chance() const { return chance(&MoveValue::Part::wins); }
    double best_win_chance() const { return chance(&MoveValue::Part::best_wins); }
    double lost() const;

  private:
    double chance(std::uint32_t MoveValue::Part::* wins) const;
};

// Judges a move before it is made. `near` is the cell of the move before, if any.
Judgement judge(const PositionView& position, MoveKind kind, Cell cell, bool is_first,
                GameKind game, std::optional<Cell> near);

// A game's guesses together.
struct ReviewSums {
    std::uint32_t guesses = 0, forced = 0, needless = 0, survivals = 0, unjudged = 0;
    std::uint32_t by_value = 0, by_risk = 0;  // guesses
    double expected = 0.0;                    // survivals to be expected
    double chance_of_all = 1.0;
    double pluck = 0.0;  // pLuck of players: -log10 of the chance of each guess that went well
    double value_lost = 0.0, risk_lost = 0.0;

    void add(const Judgement& one);
    double luck() const { return survivals - expected; }
};

}  // namespace sapper
