// Games written down turn by turn, for questions that a row per game cannot answer.
//
// The columns are those of the thesis's database (Kvietinskas 2021, figure 7.5)
// as far as they are not properties of the whole game. The recorder looks at the
// driver between turns, outside the clock: the times of games stay as they are.
#pragma once

#include <span>
#include <vector>

#include "agents/driver/driver.h"

namespace sapper {

struct TurnRow {
    std::int64_t game = 0;  // its number among the seeds
    std::int64_t turn = 0;  // from 1
    std::int64_t part = 0;  // opener 0, deducers 1 and on, then guesser, then stuck
    std::int64_t nanoseconds = 0;
    std::int64_t windows = 0;     // considered in this turn
    std::int64_t mines_left = 0;  // before the turn: mines neither flagged nor shown
    std::int64_t cells_proven_safe = 0;
    std::int64_t cells_proven_mines = 0;
    std::int64_t cells_revealed = 0;  // after the turn, from the beginning of the game
};

class TurnRecorder {
  public:
    explicit TurnRecorder(std::size_t num_deducers) : num_deducers_(num_deducers) {}

    void start(std::size_t game);
    // Make turns, as Driver::advance does, and write them down. A guess from outside
    // is written when the driver goes on after its answer.
    Need advance(Driver& driver);
    const std::vector<TurnRow>& rows() const { return rows_; }

  private:
    void look(const Driver& driver);
    void write(const Driver& driver);

    std::size_t num_deducers_;
    std::vector<TurnRow> rows_;
    TurnRow row_;
    std::int64_t nanoseconds_ = 0;  // of the game before the turn
    std::int64_t windows_ = 0;
    bool is_waiting_ = false;  // for the answer to a guess
};

// All that a deducer proves of a position: asked again until it has nothing new.
void deduce_all(Deducer& deducer, const PositionView& position, Proofs& proofs);

}  // namespace sapper
