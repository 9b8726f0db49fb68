// Boards worth playing: layouts that given techniques solve from a given first cell.
//
// By rejection: the layouts of consecutive game seeds are played, and those that are
// solved and pass the filters are kept. What is kept is therefore uniform over all
// such boards, and follows from the run seed alone: attempt number i has the layout
// of `game_seed(run_seed, i)`, whoever makes it. Symmetric boards are drawn from the
// symmetric layouts in the same way. Perturbation is the exception that is not uniform.
#pragma once

#include <optional>
#include <vector>

#include "boards/ladder.h"
#include "boards/lookalikes.h"
#include "boards/metrics.h"
#include "boards/perturbation.h"
#include "boards/symmetry.h"

namespace sapper {

struct BoardOptions {
    Rules rules;
    Cell first = 0;
    Technique hardest = Technique::mine_count;    // techniques that may be used
    Technique at_least = Technique::single_clue;  // the hardest needed is this or harder
    std::int32_t least_three_bv = 0;
    std::int32_t most_three_bv = INT32_MAX;
    std::int32_t least_openings = 0;
    std::int32_t most_openings = INT32_MAX;
    int guesses = 0;          // needed exactly: 0 or 1
    double least_risk = 0.0;  // of the guess
    double most_risk = 1.0;
    Symmetry symmetry = Symmetry::none;
    bool perturb = false;  // move mines where the play is stuck: not uniform
};

struct Board {
    std::uint64_t index = 0;  // number of the attempt
    std::uint64_t seed = 0;   // of the game
    std::vector<Cell> mines;
    Metrics metrics;
    Grade grade;
    Certificate certificate;
};

class BoardGenerator {
  public:
    // Throws RulesError where the first cell does not fit the rules.
    explicit BoardGenerator(const BoardOptions& options);

    // The board of one attempt, if it is wanted.
    std::optional<Board> attempt(std::uint64_t run_seed, std::uint64_t index);

  private:
    bool lay(std::uint64_t seed);
    void begin(std::uint64_t seed);
    bool passes(const Metrics& metrics) const;
    bool solve(Certificate* certificate);
    bool play(Certificate* certificate) {
        return certificate ? ladder_.play(options_.hardest, *certificate)
                           : ladder_.play(options_.hardest);
    }

    BoardOptions options_;
    Game game_;
    Padded first_;
    BoardMeter meter_;
    Lookalikes lookalikes_;
    bool has_filter_;  // by numbers that need no play
    Ladder ladder_;
    std::optional<SymmetricLayer> symmetric_;
    Perturbation perturbation_;
    std::vector<Cell> mines_;  // of the attempt, where they do not follow from the seed alone
};

}  // namespace sapper
