// Many games stepped side by side, for vector environments.
//
// Each game has a lane of preallocated arrays that the caller owns: what is seen,
// which actions are allowed, reward and facts of the last step. A step writes only
// the cells that changed. A game that ends is begun again in the step after it or,
// if so asked, at once. Which game a lane plays next follows from its run seed and
// the number of its episode alone, so that lanes are the same games whether they are
// stepped together, apart, or by several threads in disjoint ranges.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "env/episodes.h"
#include "game/game.h"

namespace sapper {

enum class Oracle : std::uint8_t { off, safe, risk };

struct VectorOptions : EpisodeOptions {
    bool show_risk = false;  // write the risk of every cell after each step
    Oracle oracle = Oracle::off;
    std::vector<std::uint64_t> game_seeds;  // played in turn, if there are any
};

// Throws RulesError if there can be no such episode.
void check_episodes(Rules rules, const EpisodeOptions& options);

// The arrays of all lanes, one lane after another.
struct Lanes {
    Code* cells;            // num_cells each
    std::uint8_t* allowed;  // num_actions each
    float* risk;            // num_cells each, or none
    double* rewards;
    std::uint8_t* is_over;  // terminated in this step
    std::uint8_t* is_cut;   // the limit of steps was reached in this step
    std::uint8_t* is_illegal;
    std::uint8_t* is_guess;         // with an oracle: the reveal was not proven safe
    std::uint8_t* could_be_proven;  // with an oracle: a safe cell was provable
    double* taken_risk;             // with an oracle of risk: of the cell revealed; else nan
    std::uint64_t* game_seeds;
    std::int64_t* num_mines;
    std::int64_t* safe_left;
    std::int64_t* outcomes;
};

// Everything that a lane's future depends on: what it plays, and the actions since its
// episode began, from which the game is played again.
struct LaneState {
    std::uint64_t run_seed = 0;
    std::uint64_t episode = 0;
    std::uint64_t game_seed = 0;
    std::int64_t steps = 0;             // those that were not allowed included
    bool is_given = false;              // the layout was named, and no first cell is kept free
    bool is_laid = false;               // the layout was chosen at the first reveal
    std::vector<Cell> mines;            // of such a layout
    std::vector<std::int64_t> actions;  // those that were allowed

    bool operator==(const LaneState&) const = default;
};

// Grids of up to 32 rows and 32 columns are played in bits (`bit_game.h`), larger ones by
// `Game`; the episodes do not differ.
class VectorGames {
  public:
    static std::unique_ptr<VectorGames> make(const Rules& rules, VectorOptions options,
                                             std::size_t num_lanes);
    VectorGames(const VectorGames&) = delete;
    VectorGames& operator=(const VectorGames&) = delete;
    virtual ~VectorGames() = default;

    virtual std::size_t num_lanes() const = 0;
    std::size_t num_cells() const { return num_cells_; }
    std::size_t num_actions() const { return num_cells_ * (options_.flags ? 2 : 1); }

    // Begin the first game of a run in one lane.
    virtual void seed(std::size_t lane, std::uint64_t run_seed) = 0;
    virtual void reset(std::size_t lane, const Lanes& out) = 0;
    // Begin this very game; later episodes go on with the run.
    virtual void reset(std::size_t lane, std::uint64_t game_seed, const Lanes& out) = 0;
    virtual void reset(std::size_t lane, std::span<const Cell> mines, const Lanes& out) = 0;

    // Lay the mines of a game that has shown nothing yet; flags and seed stay.
    virtual void lay(std::size_t lane, std::span<const Cell> mines) = 0;
    virtual bool is_untouched(std::size_t lane) const = 0;

    // A lane as it stands, and a lane made to stand so. An action that the game does not
    // allow is an error: states come from outside.
    virtual LaneState state(std::size_t lane) const = 0;
    virtual void set_state(std::size_t lane, const LaneState& state, const Lanes& out) = 0;

    // Take one action in each of the lanes from `begin` to `end`.
    virtual void step(const std::int64_t* actions, std::size_t begin, std::size_t end,
                      const Lanes& out) = 0;
    // Begin anew where a game has ended; for resets at once, after its facts were seen.
    virtual void restart_ended(std::size_t begin, std::size_t end, const Lanes& out) = 0;

    // For each lane one of its allowed actions, or 0 where none is, by the lane's random word.
    void sample(const std::uint64_t* words, const std::uint8_t* allowed,
                std::int64_t* actions) const;

  protected:
    VectorGames(const Rules& rules, VectorOptions options);

    Rules rules_;
    VectorOptions options_;
    std::size_t num_cells_;
};

}  // namespace sapper
