// A guess by search: closed components and endgames exactly, else some guesses ahead.
//
// Step 1  a coin of two cells is tossed at once (agents/search/coins.h); components that touch
//         nothing else and hold a fixed number of mines are played out exactly by
//         themselves, smallest first
// Step 2  few layouts left: exact best play over all of them (logic/play/endgame.h); else a
//         coin of more cells is tossed
// Step 3  otherwise every candidate of little risk is given each clue in turn; what
//         it is worth is how safe the best and the second best cell then are
// Step 4  the best few are looked at again: safe cells opened for nothing, then a
//         second guess
//
// Limits count nodes and layouts, never time; nothing is drawn by chance.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "agents/driver/game_belief.h"
#include "agents/parts/parts.h"
#include "agents/search/coins.h"
#include "logic/belief/layout_list.h"
#include "logic/play/endgame.h"

namespace sapper {

// Chances and values that differ by less are the same.
inline constexpr double SAME_CHANCE = 1e-12;

struct LookAheadOptions {
    std::int64_t coins = 1;
    std::int64_t component_layouts = 2000;
    std::int64_t endgame_layouts = 400;
    std::int64_t endgame_nodes = 20'000;
    std::int64_t plies = 1;
    std::int64_t max_nodes = 20'000;
    double second = 0.5;
    double progress = 0.001;
    double zero = 0.05;
    double early = 0.9;
    double zero_after = 0.01;
    double band = 0.92;
    double sea_band = 0.95;
    std::int64_t num_sea = 8;
    std::int64_t deep = 5;
    double deep_below = 0.9;
    double deep_after = 1.0;
    double deep_band = 0.97;
    std::int64_t opens = 2;
    std::int64_t inner = 4;
    std::int64_t few_cells = 0;
    std::int64_t few_layouts = 100'000;
    std::int64_t few_nodes = 600'000;
    std::int64_t memory = 1;

    bool operator==(const LookAheadOptions&) const = default;

    // Calls each(name, member, meaning) for every option, in order.
    template <class Each>
    void list(const Each& each) {
        each("coins", coins, "toss coins at once: guesses that nothing will ever decide; 0: not");
        each("component_layouts", component_layouts,
             "placements of a closed component up to which it is played out exactly; 0: never");
        each("endgame_layouts", endgame_layouts,
             "layouts up to which the whole position is played out exactly; 0: never");
        each("endgame_nodes", endgame_nodes, "nodes after which exact play is given up");
        each("plies", plies, "guesses to look ahead: 0 (the least risk), 1 or 2");
        each("max_nodes", max_nodes, "nodes after which the second look goes no deeper");
        each("second", second, "weight of the second safest cell beside the safest");
        each("progress", progress, "added for the chance that a safe cell follows");
        each("zero", zero, "added for the chance of a zero, early in the game");
        each("early", early, "share of covered cells down to which it is early");
        each("zero_after", zero_after, "the same as zero, once a zero is shown");
        each("band", band, "share of the best safety that a candidate of the frontier needs");
        each("sea_band", sea_band, "share of the best safety that the sea needs");
        each("num_sea", num_sea, "candidates of the sea at most");
        each("deep", deep, "candidates at most that plies 2 looks at again");
        each("deep_below", deep_below, "share of covered cells below which it does");
        each("deep_after", deep_after, "the same as deep_below, once a zero is shown");
        each("deep_band", deep_band, "share of the best estimate that it needs");
        each("opens", opens, "safe cells opened for nothing on the second look");
        each("inner", inner, "candidates of the second guess");
        each("few_cells", few_cells, "cells of a grid up to which the next two limits hold");
        each("few_layouts", few_layouts, "endgame_layouts on such a grid");
        each("few_nodes", few_nodes, "endgame_nodes on such a grid");
        each("memory", memory, "keep what was found early for the games that follow; 0: not");
    }
};

// How a guess came about.
enum class GuessKind : std::uint8_t { none, safe, component, endgame, search };

// The least risk first; of equals the first on the grid, in whatever order they came.
void sort_by_risk(std::vector<GuessCandidate>& candidates);

class LookAhead final : public Guesser {
  public:
    explicit LookAhead(const LookAheadOptions& options) : options_(options) {}
    void start(const Sight& sight) override;
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;
    std::int64_t num_cut_short() const override { return num_cut_short_; }
    const std::vector<GuessCandidate>* reasons(std::uint64_t& nodes) const override {
        nodes = nodes_;
        return &candidates_;
    }

    // The belief of the game that is seen; of the position alone where no game is followed.
    Belief& believe(const Sight& sight, EngineStatus& status);
    // The same for any belief; NONE where there is nothing to guess.
    Padded choose(Belief& belief);
    // Of the last guess: candidates, best first, and nodes of all searches.
    const std::vector<GuessCandidate>& candidates() const { return candidates_; }
    std::uint64_t nodes() const { return nodes_; }
    GuessKind kind() const { return kind_; }

  private:
    // How safe the cells of a belief are, in short.
    struct Glance {
        double best = 0.0, second = 0.0;            // over all cells
        double best_open = 0.0, second_open = 0.0;  // over those not proven safe
        std::uint32_t num_safe = 0;
    };

    bool is_early(const Belief& belief) const {
        return belief.num_unknown() >=
               options_.early * belief.frame().columns * belief.frame().rows;
    }
    bool is_deep(const Belief& belief) const {
        const double share = has_zero_ ? options_.deep_after : options_.deep_below;
        return belief.num_unknown() < share * belief.frame().columns * belief.frame().rows;
    }
    double estimate(const Glance& next) const {
        return (1.0 - options_.second) * next.best + options_.second * next.second;
    }
    Padded decide(Belief& belief);
    // A place to go on from: then a guess beside it is worth more than looking for a zero.
    static bool shows_zero(const Belief& belief);
    Padded find_safe(Belief& belief) const;
    Padded search(Belief& belief);
    Padded toss_coin(Belief& belief, std::span<const Padded> coin);
    Padded solve_component(Belief& belief);
    Padded solve_endgame(Belief& belief);
    void take_endgame(const Endgame& endgame);
    void list_candidates(Belief& belief, double band, double sea_band, std::size_t num_sea,
                         std::vector<GuessCandidate>& into) const;
    Glance glance(Belief& belief, std::size_t trail) const;
    double look_once(Belief& belief, GuessCandidate& candidate, double beat);
    double look_on(Belief& belief, GuessCandidate& candidate, double beat, int guesses, int opens,
                   double chance);
    double deepen(Belief& belief, int guesses, int opens, double chance);
    Padded informative_safe(Belief& belief) const;

    LookAheadOptions options_;
    std::int64_t num_cut_short_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t max_nodes_ = 0;
    GuessKind kind_ = GuessKind::none;
    bool has_zero_ = false;  // shown
    std::size_t root_trail_ = 0;
    std::vector<GuessCandidate> candidates_;
    LayoutList list_;
    Endgame endgame_;
    Coins coins_;
    Belief alone_;  // for positions without a game
    Position shown_;
};

}  // namespace sapper
