// The driver: one state machine that plays an agent's game.
//
// A turn is one look at the position: the opener's first reveal, or everything
// that the first successful deducer proved, or a guess. `advance` makes turns
// until a guess from outside is needed or the game is over; `play_rows` and
// `play_batch` in `play.h` are the two loops on top.
//
// A guess may be a flag. Whatever is proven later rests on it: once a guessed flag
// stands on a safe cell, a false deduction is a lost game and no longer an error.
// Who guesses from outside may also forfeit the game: another program that makes no move.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agents/driver/clock.h"
#include "agents/driver/game_belief.h"
#include "agents/parts/parts.h"

namespace sapper {

// Why a game was lost without a mine: what the player did, or did not do.
enum class Forfeit : std::uint8_t { none, illegal, crash, late, garbage, flood };

// An answer that is no move: FORFEITS less a Forfeit. Far from any cell number, so that no
// slip is taken for it.
inline constexpr std::int64_t FORFEITS = -1'000'000'000'000;

// One row of results per game.
struct Row {
    std::uint64_t game_seed = 0;
    Outcome outcome = Outcome::playing;
    // Reveals that no deducer proved, the first click not counted, and a native
    // guesser's flags; flags from outside are moves of a player who knows why.
    std::int64_t guesses = 0;
    std::int64_t cut_guesses = 0;  // made when a limit ended the work on them
    std::int64_t moves = 0;        // reveals and flags
    std::int64_t cells_revealed = 0;
    std::int64_t mines_hit = 0;
    std::int64_t mines_flagged = 0;  // rightly
    std::int64_t first_cell = -1;
    std::int64_t nanoseconds = 0;      // spent deciding
    std::vector<std::int64_t> proven;  // cells proven by each deducer
    std::int64_t forfeit = 0;          // a Forfeit
};

// What is measured of a game, a line a column: its name, its type as numpy writes it, what a
// value means, and the value. Python, the browser and docs/columns.md follow this table. A
// column is never renamed nor given another meaning.
struct RowColumn {
    std::string_view name;
    std::string_view type;
    std::string_view meaning;
    std::int64_t (*value)(const Row&);
};

inline constexpr RowColumn ROW_COLUMNS[] = {
    {"game_seed", "<u8", "seed of the game: decides the board, and the agent's choices",
     [](const Row& row) { return static_cast<std::int64_t>(row.game_seed); }},
    {"outcome", "<u1", "how it ended: 0 playing, 1 won, 2 lost, 3 stuck",
     [](const Row& row) { return static_cast<std::int64_t>(row.outcome); }},
    {"guesses", "<i4", "reveals that no deducer proved; the first click is not counted",
     [](const Row& row) { return row.guesses; }},
    {"moves", "<i4", "reveals and flags", [](const Row& row) { return row.moves; }},
    {"cells_revealed", "<i4", "cells revealed, by moves and by cascades",
     [](const Row& row) { return row.cells_revealed; }},
    {"mines_hit", "<i4", "mines revealed", [](const Row& row) { return row.mines_hit; }},
    {"mines_flagged", "<i4", "mines flagged, wrong flags not counted",
     [](const Row& row) { return row.mines_flagged; }},
    {"first_cell", "<i4", "the first cell revealed, row * columns + column; -1 for none",
     [](const Row& row) { return row.first_cell; }},
    {"nanoseconds", "<i8", "time the agent spent deciding",
     [](const Row& row) { return row.nanoseconds; }},
    {"cut_guesses", "<i4", "guesses made when a limit of states ended the work on them",
     [](const Row& row) { return row.cut_guesses; }},
    {"forfeit", "<u1",
     "why the game was lost without a mine: 0 it was not, 1 illegal move, 2 the program "
     "ended, 3 out of time, 4 unreadable answer, 5 too much output",
     [](const Row& row) { return row.forfeit; }},
};
// The one column that seeds do not decide.
inline constexpr std::string_view UNSTEADY_COLUMN = "nanoseconds";

enum class Need : std::uint8_t { nothing, guess, over };

// Which part made a turn: a deducer's index, or one of these.
inline constexpr int OPENER_TURN = -1;
inline constexpr int GUESSER_TURN = -2;
inline constexpr int STUCK_TURN = -3;

class Driver {
  public:
    Driver(const Rules& rules, const AgentSpec& spec, bool check_deductions = true);

    // Have every proof name its clues; for those who watch.
    void name_clues() { proofs_.set_wants_clues(true); }

    void start(std::uint64_t game_seed, std::uint64_t agent_seed);
    // Begin on a given layout; the seed only feeds the agent's stream.
    void start(std::span<const Cell> mines, std::uint64_t game_seed, std::uint64_t agent_seed);

    // Make one turn. Need::guess: call answer() next. Need::over: nothing was done.
    Need turn();
    Need advance();
    // Throws IllegalMoveError unless the cell is one that may be guessed, or a forfeit.
    void check_answer(std::int64_t cell) const;
    // The guess from outside: reveal the cell, or flag it; or lose the game by a forfeit.
    void answer(std::int64_t cell, bool is_mine, std::int64_t nanoseconds);

    // Whether the last start() succeeded; without it no other call makes sense.
    bool has_begun() const { return has_begun_; }
    const Game& game() const { return game_; }
    Random& random() { return random_; }
    const Proofs& proofs() const { return proofs_; }
    bool may_guess(Padded at) const {
        return game_.view()[at] == COVERED && proofs_.mark(at) != Mark::mine;
    }
    int last_part() const { return last_part_; }
    std::int64_t last_cell() const { return last_cell_; }  // opened or guessed, or -1
    Row row() const;
    // The window in which the last turn's deducer proved something, if it looked through one.
    std::optional<Region> last_window() const {
        return last_part_ < 0 ? std::nullopt
                              : deducers_[static_cast<std::size_t>(last_part_)]->last_window();
    }
    // The cell that the last turn's deducer assumed something of, or -1.
    std::int64_t last_assumed() const;
    // What the last guess was chosen from, where the last turn was a guess of a guesser
    // that keeps reasons; else null.
    const std::vector<GuessCandidate>* reasons(std::uint64_t& nodes) const {
        return last_part_ == GUESSER_TURN && guesser_ ? guesser_->reasons(nodes) : nullptr;
    }
    // What single clues said of the cells of the last guess, if the guesser went by it.
    std::vector<CellChance> chances() const {
        return last_part_ == GUESSER_TURN && guesser_ ? guesser_->chances()
                                                      : std::vector<CellChance>{};
    }
    std::int64_t num_windows() const;  // considered by all deducers in this game
    std::int64_t nanoseconds() const { return nanoseconds_; }

  private:
    const Sight& sight() {
        sight_.num_covered = game_.num_covered();
        sight_.deadline = limit_ == 0 ? 0 : steady_now() + limit_ - nanoseconds_;
        return sight_;
    }
    // Whether the clock of this game has run out.
    bool is_late() const { return limit_ != 0 && nanoseconds_ > limit_; }
    void begin(std::uint64_t agent_seed);
    bool deduce();
    Need end_late();
    void play_proofs(int deducer);
    void guess_at(Padded at);
    void flag_guess(Padded at);
    bool is_misled() const;
    bool any_allowed() const;
    [[noreturn]] void refuse(int deducer, const Proof& proof) const;

    Game game_;
    GameBelief belief_;
    Sight sight_;
    std::unique_ptr<Opener> opener_;
    std::vector<std::unique_ptr<Deducer>> deducers_;
    std::unique_ptr<Guesser> guesser_;
    std::vector<std::size_t> seen_;  // how much of the log each deducer has read
    std::size_t guesser_seen_ = 0;   // and the guesser
    std::vector<std::int64_t> proven_;
    std::vector<std::string> names_;
    Proofs proofs_;
    Random random_{0};
    std::uint64_t agent_seed_ = 0;
    bool asks_for_guesses_;
    bool flags_;
    bool check_;
    bool has_begun_ = false;
    std::int64_t limit_;  // nanoseconds for deciding; 0: none
    int last_part_ = STUCK_TURN;
    std::int64_t last_cell_ = -1;
    std::int64_t guesses_ = 0;
    std::vector<Padded> guessed_flags_;  // no proof stands behind them
    std::int64_t nanoseconds_ = 0;
    Forfeit forfeit_ = Forfeit::none;
};

}  // namespace sapper
