// Exact best play over a table of layouts.
//
// A node is the set of layouts that still fit. All safe cells that tell
// something are opened at once, for nothing; otherwise every living cell is
// tried, least risk first, and a cell is given up as soon as the layouts it
// could still win are no more than another has won. Sets are remembered by an
// exclusive or of random words, one per layout, so every set is solved once.
// Cells that show the same in all layouts of a set tell nothing and are dropped.
//
// A win in a layout is a game won there, so the best number of wins over the
// number of layouts is the value of the position.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "logic/layout_list.h"

namespace sapper {

struct EndgameCandidate {
    Padded at = 0;
    std::uint32_t safe = 0;  // layouts in which it is safe
    std::uint32_t wins = 0;  // layouts won by best play after it; a bound where not is_exact
    bool is_exact = false;
};

class Endgame {
  public:
    // Takes the layouts of a list on a belief's grid.
    void read(const LayoutList& list, const Evidence& evidence);
    // Takes layouts given as rows of bytes, 1 for a mine, on an otherwise bare grid.
    void read(const Frame& frame, std::span<const std::uint8_t> rows, std::size_t num_layouts);

    // The best play from here on; false where `max_nodes` did not suffice. With
    // `all` every candidate's value is found, not only the best one's.
    bool solve(std::uint64_t max_nodes, bool all = false);
    // The best play after one cell has been revealed (its own mines lost).
    // More than `beat` wins are exact, otherwise a bound from above.
    bool solve_after(Padded at, std::uint64_t max_nodes, std::uint32_t beat, std::uint32_t& wins);
    // The same, exactly, for several cells revealed at once; none is won with a mine
    // among them.
    bool solve_after(std::span<const Padded> cells, std::uint64_t max_nodes, std::uint32_t& wins);

    std::uint32_t num_layouts() const { return num_layouts_; }
    std::uint32_t wins() const { return wins_; }       // after solve(); else won so far
    std::uint32_t most_wins() const { return most_; }  // a bound from above, always
    Padded best() const { return best_; }              // NONE where nothing is left to do
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t states() const { return num_kept_; }  // different sets solved
    const std::vector<EndgameCandidate>& candidates() const { return candidates_; }
    // Narrow search: only the first so many cells of a set of more than `wide` layouts.
    void narrow(std::uint32_t wide, std::uint32_t num_cells) {
        wide_ = wide;
        num_narrow_ = num_cells;
    }

  private:
    using Bits = std::uint16_t;
    static constexpr Bits MINE = 1U << 9;

    struct Choice {
        std::uint32_t mines;
        std::uint32_t clues;
        std::uint32_t cell;
        std::uint32_t most;  // wins, as far as one clue tells
    };
    struct Entry {
        std::uint64_t key = 0;
        std::uint32_t count = 0;
        std::uint32_t wins : 31 = 0;
        std::uint32_t is_bound : 1 = 0;  // no more than `wins`
    };

    void start(std::uint64_t max_nodes);
    void fill(std::size_t width);
    void look(std::span<const std::uint32_t> set, std::vector<Bits>& seen,
              std::vector<std::uint32_t>& mines) const;
    // Each of these gives the wins of best play if they are more than `beat`, else
    // some bound from above that is not.
    std::uint32_t value(std::span<const std::uint32_t> set, std::uint32_t beat);
    std::uint32_t open_safe(std::span<const std::uint32_t> set, std::span<const std::uint32_t> safe,
                            std::uint32_t beat);
    std::uint32_t choose(std::span<const std::uint32_t> set, std::vector<Choice>& choices,
                         std::uint32_t beat);
    std::uint32_t reveal(std::span<const std::uint32_t> set, std::uint32_t cell, std::uint32_t beat,
                         bool only_glance = false);
    std::uint32_t glance(std::span<const std::uint32_t> set);
    std::uint64_t key_of(std::span<const std::uint32_t> set) const;
    void find_symmetries(const Frame& frame, std::span<const std::uint8_t> rows);
    Entry& entry_of(std::uint64_t key, std::uint32_t count);
    void grow();

    std::vector<Padded> cells_;
    std::size_t width_ = 0;    // cells, rounded up
    std::vector<Bits> shown_;  // layout by layout: 1 << clue, or MINE
    // A word per layout; with symmetries eight, of the layouts that they map it to.
    std::vector<std::uint64_t> words_;
    std::size_t num_words_ = 1;
    std::uint32_t num_layouts_ = 0;

    std::vector<Entry> memo_;
    std::size_t num_kept_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t max_nodes_ = 0;
    bool is_cut_ = false;
    std::uint32_t wide_ = ~std::uint32_t{0};
    std::uint32_t num_narrow_ = 0;

    // Room by depth, so that nothing is allocated once the search is warm.
    struct Room {
        std::vector<Bits> seen;
        std::vector<std::uint32_t> mines, safe, split;
        std::vector<Choice> choices;
        std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed;
    };
    std::vector<std::unique_ptr<Room>> owned_;
    std::size_t depth_ = 0;
    std::vector<Bits> seen_;
    std::vector<std::uint32_t> mines_;

    std::uint32_t wins_ = 0;
    std::uint32_t most_ = 0;
    Padded best_ = NONE;
    std::vector<EndgameCandidate> candidates_;
};

}  // namespace sapper
