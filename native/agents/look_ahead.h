// A guess by search: closed components and endgames exactly, else some guesses ahead.
//
// Step 1  a coin of two cells is tossed at once (agents/coins.h); components that touch
//         nothing else and hold a fixed number of mines are played out exactly by
//         themselves, smallest first
// Step 2  few layouts left: exact best play over all of them (logic/endgame.h); else a
//         coin of more cells is tossed
//         (early positions of some grids stand in a book: agents/opening_book.h)
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

#include "agents/coins.h"
#include "agents/game_belief.h"
#include "agents/parts.h"
#include "logic/endgame.h"
#include "logic/layout_list.h"

namespace sapper {

struct LookAheadOptions {
    std::int64_t coins = 1;                 // step 1; 0: leave them out
    std::int64_t component_layouts = 2000;  // step 1; 0: leave it out
    std::int64_t endgame_layouts = 400;     // step 2; 0: leave it out
    std::int64_t endgame_nodes = 20'000;
    std::int64_t plies = 1;  // guesses ahead: 0 for the least risk, 1 or 2
    std::int64_t max_nodes = 20'000;
    // The estimate: experiments/guess_scores.py fits these to paired playouts.
    double second = 0.5;       // what the second safest cell counts beside the safest
    double progress = 0.001;   // added for the chance that a safe cell follows
    double fresh = 0.0;        // for each safe cell that follows, four at most
    double zero = 0.05;        // for the chance of a zero, early in the game
    double early = 0.9;        // share of cells covered up to which it is early
    double zero_after = 0.01;  // the same once a zero is shown
    // Candidates, by safety relative to the safest.
    double band = 0.92;        // of the frontier
    double sea_band = 0.95;    // of the sea
    std::int64_t num_sea = 8;  // of the sea at most
    // The second look: how many, how near to the best, how many safe openings for nothing.
    std::int64_t deep = 5;
    double deep_below = 0.9;  // only while less than this share of the cells is covered
    double deep_after = 1.0;  // the same once a zero is shown
    double deep_band = 0.97;
    std::int64_t opens = 2;
    std::int64_t inner = 4;  // candidates of the second guess
    // On a grid of few cells every layout is within reach of a search that leaves none out.
    std::int64_t few_cells = 0;
    std::int64_t few_layouts = 100'000;
    std::int64_t few_nodes = 240'000;
    std::int64_t few_table = 1;  // 0: search even where second_cells.h has the cell
    std::int64_t book = 1;       // 0: search even where the book of openings has the cell
    std::int64_t memory = 1;     // 0: search even where the position was met before

    bool operator==(const LookAheadOptions&) const = default;
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
    Padded find_second(Belief& belief);
    Padded find_opening(Belief& belief);
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
