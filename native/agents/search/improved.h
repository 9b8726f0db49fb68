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

#include "agents/search/look_ahead.h"
#include "agents/search/playouts.h"

namespace sapper {

struct ImprovedOptions {
    LookAheadOptions search{
        .endgame_layouts = 10'000, .endgame_nodes = 12'000, .plies = 2, .few_cells = 20};
    std::int64_t playouts = 64;
    std::int64_t candidates = 6;
    double errors = 1.0;
    double below = 1.0;
    double near = 0.93;
    std::int64_t settling = 4;
    double settling_band = 0.75;
    LookAheadOptions player;  // who plays on

    // Calls each(name, member, meaning) for every option, in order.
    template <class Each>
    void list(const Each& each) {
        search.list(each);
        each("playouts", playouts, "playouts of each candidate in the first round; 0: none");
        each("candidates", candidates, "candidates of the search that are played out at most");
        each("errors", errors, "standard errors by which a cell has to be better to be chosen");
        each("below", below, "share of unknown cells down to which nothing is played out");
        each("near", near, "share of the best estimate that a candidate needs");
        each("settling", settling,
             "cells of more risk that are played out too, for they would prove another safe");
        each("settling_band", settling_band, "share of the best safety that these need");
        each("player_plies", player.plies, "plies of the player who plays on");
        each("player_endgame_layouts", player.endgame_layouts,
             "endgame_layouts of the player who plays on");
    }
};

class Improved final : public Guesser {
  public:
    explicit Improved(const ImprovedOptions& options)
        : options_(options), search_(options.search), playouts_(play_by_search(options.player)) {}
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
