// Rivals: pairs of layouts of which no play wins both, and what they say of a set.
//
// Two layouts are rivals where no cell that is safe in both shows different clues:
// play cannot tell them apart without stepping on a mine of one of them, so it
// wins one of the two at most. In a clique, where all are rivals of each other, at
// most one is won: a set covered by n such cliques has at most n wins.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "logic/play/shown_table.h"

namespace sapper {

class Rivals {
  public:
    // Finds rivals among all layouts of a table, no more than some for each, and puts every
    // layout into one clique of them. A set is then covered by those cliques that it has
    // layouts of: weaker than cliques found for the set itself, and much quicker.
    void find(const ShownTable& table);
    void clear() {
        cliques_.clear();
        has_more_ = false;
    }
    // The most layouts of a set that play can win; its number where find() was not called.
    std::uint32_t most_wins(std::span<const std::uint32_t> set);
    // Whether many layouts have more rivals than were noted: the cliques are too small then.
    bool has_more() const { return has_more_; }

  private:
    using Set = std::span<const std::uint32_t>;
    struct Sorted;
    static constexpr std::uint32_t MANY = 16;

    bool has_many(std::uint32_t layout) const { return counts_[layout] >= MANY; }
    void join(Set first, Set second, bool is_same, std::uint32_t k);
    void join_split(Set first, Set second, bool is_same, std::uint32_t k);
    bool are_rivals(std::uint32_t a, std::uint32_t b) const;
    void index();
    void find_cliques();

    const ShownTable* table_ = nullptr;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;  // while they are found
    std::vector<std::uint32_t> counts_;                           // by layout, as long
    std::vector<std::size_t> first_;                              // by layout, into others_
    std::vector<std::uint32_t> others_;                           // in order
    std::vector<std::uint32_t> cliques_;  // by layout: the name of the one that it is in
    std::vector<std::uint32_t> seen_;     // by clique: the last set that had a layout of it
    std::uint32_t num_sets_ = 0;
    bool has_more_ = false;
};

}  // namespace sapper
