// A guess by search, improved by playouts (policy improvement, one step).
//
// Step 1  the search chooses; where a table or a component decided, that is it
// Step 2  the best candidates, the least risk and the best of the sea, and some cells of
//         more risk that would settle others, are played out on the same drawn layouts
// Step 3  the best two go on twice as long, then the best one four times as long
// Step 4  it overrules the search's choice if it is better by this many standard errors
//
// Random numbers: what the position shows starts a stream of its own, so that the same
// position gets the same guess; nothing is taken from the agent's stream.
#pragma once

#include <cstdint>
#include <vector>

#include "agents/look_ahead.h"
#include "agents/playouts.h"

namespace sapper {

struct ImprovedOptions {
    LookAheadOptions search;
    LookAheadOptions player;     // who plays on
    std::int64_t playouts = 64;  // per candidate in the first round
    std::int64_t candidates = 6;
    double errors = 1.0;  // by how many standard errors a choice is overruled
    double below = 1.0;   // only while at most this share of the cells is covered
    double near = 0.93;   // of the best estimate: worth playing out
    // How many more cells that the search leaves out for their risk: guesses that have to be
    // made some time, and are better made before the rest is played.
    std::int64_t settling = 4;
    double settling_band = 0.75;  // of the best safety
    // Repeated improvement: from 2 on the playouts are continued by the player of the step
    // before, with this many playouts of its own.
    std::int64_t steps = 1;
    std::int64_t inner_playouts = 4;
};

class Improved final : public Guesser {
  public:
    explicit Improved(const ImprovedOptions& options)
        : options_(options), search_(options.search), playouts_(make_player(options)) {}
    void start(const Sight& sight) override;
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;
    std::int64_t num_cut_short() const override { return search_.num_cut_short(); }
    const std::vector<GuessCandidate>* reasons(std::uint64_t& nodes) const override;

    // The same for any belief.
    Padded choose(Belief& belief);
    const std::vector<GuessCandidate>& candidates() const { return candidates_; }
    std::uint64_t nodes() const { return search_.nodes(); }
    // The guess as an answer to playouts.
    Playouts::Known answer(Belief& belief);
    // The player of one step less: the search alone after none.
    static Playouts::Player make_player(const ImprovedOptions& options);
    std::uint64_t num_playouts() const { return playouts_.num_run(); }

  private:
    struct Tried {
        GuessCandidate candidate;
        std::vector<double> found;
        bool is_alive = true;
    };
    struct Difference {
        double mean = 0.0;
        double error = 0.0;
    };

    void list(Belief& belief);
    void add(const GuessCandidate& candidate);
    void add_settling(Belief& belief, double best);
    bool is_listed(Padded at) const;
    void play(std::int64_t rounds, Random& random);
    Difference difference(const Tried& tried) const;
    bool keep(std::size_t most);
    void report();

    ImprovedOptions options_;
    LookAhead search_;
    Playouts playouts_;
    std::vector<Tried> tried_;
    std::vector<GuessCandidate> candidates_, settling_;
};

}  // namespace sapper
