// Exact best play on grids of one row.
//
// A cell of a row has two neighbours at most. A clue that leaves no doubt settles them; a 1
// between two covered cells links them: exactly one of them is a mine. What is still open is
// then a number of chains, each some runs of covered cells with a link between one run and
// the next, and a number of mines for all of them together. Where the chains lie, which way
// round and in which order does not matter, nor what is known around them: there are far
// fewer such states than sets of layouts.
//
// If somebody told how many mines each chain has, every chain could be played by itself and
// the wins would be multiplied. Summed over all ways to spread the mines that is more than can
// be won without being told: a bound, from the wins of single chains.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "logic/play/set_memo.h"

namespace sapper {

class OneRow {
  public:
    // The names of states have room for more; the layouts of longer rows squared have none.
    static constexpr std::size_t MOST_CELLS = 32;

    OneRow(std::size_t num_cells, std::size_t num_mines)
        : num_cells_(num_cells), num_mines_(num_mines) {}

    // Layouts won by best play that begins at a cell; with `is_zero` there are no mines at it
    // and beside it. False where `max_nodes` did not suffice.
    bool solve_after(std::size_t first, bool is_zero, std::uint64_t max_nodes, std::uint64_t& wins);

    std::uint64_t nodes() const { return limit_.nodes; }
    std::uint64_t states() const { return values_.size(); }

  private:
    using Counts = std::array<std::uint64_t, MOST_CELLS + 1>;  // by number of mines
    using Chains = std::vector<std::uint32_t>;                 // by their numbers, in order

    enum class Known : std::uint8_t { open, link, mine, safe, done };
    using Row = std::vector<Known>;

    // Chains that lie beside each other after a reveal.
    struct Parts {
        Chains chains;
        Counts layouts{};
        Counts most{};  // wins if the mines of each chain were told
        bool has_most = false;
    };
    // What a reveal may leave of a chain: parts, by their number, and mines that became known.
    struct Outcome {
        std::uint32_t parts;
        std::uint32_t mines;
    };
    using Outcomes = std::vector<Outcome>;
    struct Chain {
        Row row;
        std::uint64_t code = 0;  // a 1, then for each cell 1 where it is a link
        Counts layouts{};
        Counts wins{};  // by itself
        bool has_wins = false;
        std::vector<Outcomes> outcomes;  // by cell; none before they are asked for
    };
    struct Choice {
        const Outcomes* outcomes;
        std::uint32_t chain;
        std::uint64_t most;
    };

    static std::size_t num_open(const Row& row);
    std::uint32_t number_of(const Row& row);
    std::uint32_t number_of(Chains&& chains);
    static Counts count_layouts(const Row& row);
    // Reveals what is known to be safe, whatever it may show, until nothing is.
    void settle(const Row& row, Outcomes& found);
    void keep_outcome(const Row& row, Outcomes& found);
    // Makes an open cell a mine or safe, and those that links tie to it; false where they
    // contradict each other.
    static bool decide(Row& row, std::size_t at, Known as);
    void find_outcomes(Chain& chain);
    void find_most(Parts& parts);
    const Counts& wins_of(std::uint32_t chain);

    // Over all chains of a state; without the chain `but`, once.
    Counts multiply(const Chains& chains, std::uint32_t but, Counts Chain::* by) const;
    std::uint64_t name_of(const Chains& chains, std::size_t mines) const;
    std::uint64_t value(const Chains& chains, std::size_t mines);
    std::uint64_t play(const Chains& chains, std::size_t mines);
    // The wins after a reveal if they are more than `beat`, else a bound that is not.
    std::uint64_t reveal(const Chains& chains, std::size_t mines, const Choice& choice,
                         std::uint64_t beat);

    std::size_t num_cells_, num_mines_;
    NodeLimit limit_;
    std::deque<Chain> chains_;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // of chains, by code
    std::deque<Parts> parts_;
    std::unordered_map<std::uint64_t, std::uint32_t> part_numbers_;  // by name
    std::unordered_map<std::uint64_t, std::uint64_t> values_;        // of states, by name
};

}  // namespace sapper
