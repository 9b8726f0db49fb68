// Exact best play over a table of layouts.
//
// A node is the set of layouts that still fit. All safe cells that tell
// something are opened at once, for nothing; otherwise every living cell is
// tried, least risk first, and a cell is given up as soon as the layouts it
// could still win are no more than another has won. Sets are remembered by an
// exclusive or of random words, one per layout, so every set is solved once.
// Cells that show the same in all layouts of a set tell nothing and are dropped.
//
// The search knows two more things: how many of a set's layouts can be won at all
// (rivals.h), and where a set is made of independent parts, each of which may be played
// by itself: their wins are multiplied. Sets of up to some thousand layouts are searched as
// bits (endgame_bits.h).
//
// A win in a layout is a game won there, so the best number of wins over the
// number of layouts is the value of the position.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "logic/play/endgame_bits.h"
#include "logic/play/layout_words.h"
#include "logic/play/rivals.h"
#include "logic/play/set_memo.h"
#include "logic/play/shown_table.h"

namespace sapper {

struct EndgameCandidate {
    Padded at = 0;
    std::uint32_t safe = 0;  // layouts in which it is safe
    std::uint32_t wins = 0;  // layouts won by best play after it; a bound where not is_exact
    bool is_exact = false;
};

class Endgame {
  public:
    Endgame() = default;
    Endgame(const Endgame&) = delete;  // its parts know each other
    Endgame& operator=(const Endgame&) = delete;

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

    std::uint32_t num_layouts() const { return table_.num_layouts(); }
    std::uint32_t wins() const { return wins_; }       // after solve(); else won so far
    std::uint32_t most_wins() const { return most_; }  // a bound from above, always
    Padded best() const { return best_; }              // NONE where nothing is left to do
    std::uint64_t nodes() const { return limit_.nodes; }
    std::uint64_t states() const { return memo_.size(); }  // different sets solved
    const std::vector<EndgameCandidate>& candidates() const { return candidates_; }

  private:
    using Bits = ShownTable::Bits;
    using Set = std::span<const std::uint32_t>;
    static constexpr Bits MINE = ShownTable::MINE;

    struct Choice {
        std::uint32_t mines;
        std::uint32_t clues;
        std::uint32_t cell;
        std::uint32_t most;  // wins, as far as one clue tells
    };
    using Entry = SetMemo::Entry;

    // Room by depth, so that nothing is allocated once the search is warm.
    struct Room {
        std::vector<Bits> seen;
        std::vector<std::uint32_t> mines, safe, split;
        std::vector<Choice> choices;
        std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed;
        std::vector<Set> parts;
        std::vector<std::uint32_t> most;                 // by part, as far as a glance tells
        std::vector<std::vector<std::uint32_t>> groups;  // of cells, where a set is a product
        std::vector<std::uint32_t> shown;  // by choice and what it shows: in how many layouts
        std::vector<std::uint64_t> names;  // the same: the words of those layouts
    };
    Room& enter();
    // The order in which cells are tried: least risk first.
    static bool is_before(const Choice& a, const Choice& b) {
        return a.mines != b.mines   ? a.mines < b.mines
               : a.clues != b.clues ? a.clues > b.clues
                                    : a.cell < b.cell;
    }
    static std::uint32_t num_clues(Bits seen);

    bool is_small() const { return num_layouts() <= BitSearch::MOST_LAYOUTS; }
    void find_rivals();
    void start(std::uint64_t max_nodes);
    std::vector<std::uint32_t> all_layouts() const;
    bool solve_choices(Set set, std::vector<Choice>& choices, bool all);
    // Each of these gives the wins of best play if they are more than `beat`, else
    // some bound from above that is not.
    std::uint32_t value(Set set, std::uint32_t beat);
    std::uint32_t open_safe(Set set, Set safe, std::uint32_t beat);
    std::uint32_t choose(Set set, std::vector<Choice>& choices, std::uint32_t beat,
                         std::uint32_t most);
    std::uint32_t reveal(Set set, std::uint32_t cell, std::uint32_t beat);
    std::uint32_t multiply(std::span<const Set> parts, std::uint32_t beat);
    // The wins of a set where they are known or easily seen, else a bound from above.
    std::uint32_t glance(Set set);
    std::uint32_t judge(Set set, std::uint64_t name);  // where nothing is known
    // What each choice can win at most, as far as one clue tells, where it may be more than
    // `best`.
    void foresee(Set set, std::vector<Choice>& choices, std::uint32_t best);
    void name_shown(Set set, const std::vector<Choice>& choices);  // in the room on top
    // Splits the layouts of the room on top by what all safe cells show together.
    void split_by(Set set, Set safe);
    // The parts of a set that is a product of them, in the room on top; else none.
    std::span<const Set> find_parts(Set set, const std::vector<Choice>& choices);
    bool is_independent(Set set, std::uint32_t a, std::uint32_t b) const;
    void find_groups(Set set, const std::vector<Choice>& choices);

    ShownTable table_;
    LayoutWords words_;
    Rivals rivals_;

    SetMemo memo_;
    NodeLimit limit_;
    BitSearch bits_{table_, words_, memo_, limit_};

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
