// Many games in play at once, which ask for their guesses together.
//
// A batch has seats. Each seat's game is advanced to its next guess; a game that
// ends gives its seat to the next seed. Whoever holds the batch takes the questions
// of all seats, answers them in one go and asks again, until none is left. A game's
// row depends on its seed and the agent's seed alone, never on the number of seats.
#pragma once

#include <span>
#include <vector>

#include "agents/driver/turns.h"

namespace sapper {

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

class Batch {
  public:
    Batch(const Rules& rules, const AgentSpec& spec, std::vector<std::uint64_t> game_seeds,
          std::uint64_t agent_seed, bool check_deductions, std::size_t width,
          bool record_turns = false);

    Batch(const Batch&) = delete;  // questions point at its games
    Batch& operator=(const Batch&) = delete;

    // The games that wait for a guess; none when all games are over. The same
    // questions again until they are answered.
    std::span<const Question> questions();
    // One answer a question, in the same order; `nanoseconds` is what they took together.
    void answer(std::span<const Answer> answers, std::int64_t nanoseconds);

    const Rules& rules() const { return rules_; }
    std::size_t num_games() const { return seeds_.size(); }
    std::size_t num_over() const { return num_over_; }
    // The rows of all games; a game not yet over has an empty one.
    const std::vector<Row>& rows() const { return rows_; }
    // The turns of the games that are over, in the order of the seeds, if they are recorded.
    std::vector<TurnRow> turns() const;

  private:
    struct Seat {
        std::unique_ptr<Driver> driver;  // none: no game is left for the seat
        std::size_t game = 0;
        std::unique_ptr<TurnRecorder> recorder;  // none: turns are not wanted
    };
    void sit(Seat& seat);
    void end(const Seat& seat);

    Rules rules_;
    std::vector<std::uint64_t> seeds_;
    std::uint64_t agent_seed_;
    std::vector<Row> rows_;
    std::vector<std::vector<TurnRow>> turns_;
    std::vector<Seat> seats_;
    std::vector<Question> questions_;
    std::size_t next_ = 0;
    std::size_t num_over_ = 0;
};

}  // namespace sapper
