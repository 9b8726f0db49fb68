// Games played out on layouts drawn from what is known, by a player that guesses by search.
//
// A playout is weighed by survival: at each guess the weight is multiplied by the
// chance to survive it, and where the drawn layout has a mine there, another is drawn
// given that it has none. Once a table reaches, the exact value ends the playout.
// Its mean is the chance to win; its spread is a fraction of that of won and lost games.
// Candidates are played out on the same layouts, so that their difference is seen
// long before their values are.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agents/search/look_ahead.h"
#include "logic/belief/layout_draws.h"

namespace sapper {

class Playouts {
  public:
    struct Known {
        Padded at = NONE;
        double value = -1.0;  // of the position, where a table has it
    };
    // Whoever plays on: the cell to open, by the position alone.
    using Player = std::function<Known(Belief&)>;

    explicit Playouts(Player player) : player_(std::move(player)) {}

    // Start from what a belief says at its present level. False beyond its limits.
    bool look_at(const Belief& belief);
    // Draw the next layout to play on.
    void draw(Random& random) { draws_.draw(random, layout_); }
    // One estimate of the chance to win by revealing a cell, NONE for whatever the
    // player does, on the layout drawn last.
    double run(Padded at, Random& random);

    std::uint64_t num_run() const { return num_run_; }

  private:
    void reveal(Padded at);
    bool open_safe();
    Known choose();

    Player player_;
    Belief belief_;
    LayoutDraws draws_, redraws_;
    std::vector<std::uint8_t> layout_, board_;
    std::vector<Belief::News> news_;
    std::vector<std::uint8_t> is_new_;  // by padded cell; the frame is never new
    std::vector<Padded> safe_;
    std::unordered_map<std::uint64_t, Known> known_;
    std::uint64_t num_run_ = 0;
};

// A player who searches.
Playouts::Player play_by_search(const LookAheadOptions& options);

}  // namespace sapper
