// Rivals: pairs of layouts of which no play wins both, and what they say of a set.
//
// Two layouts are rivals where no cell that is safe in both shows different clues:
// play cannot tell them apart without stepping on a mine of one of them, so it
// wins one of the two at most. In a clique, where all are rivals of each other, at
// most one is won: a set covered by so many cliques has no more wins than that.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "logic/shown_table.h"

namespace sapper {

class Rivals {
  public:
    // Finds the rivals among all layouts of a table, but no more than some for each: where
    // there are very many, the bound is weaker.
    void find(const ShownTable& table);
    // The most layouts of a set that play can win; its number where find() was not called.
    std::uint32_t most_wins(std::span<const std::uint32_t> set);
    std::size_t num_pairs() const { return others_.size() / 2; }

  private:
    using Set = std::span<const std::uint32_t>;
    struct Sorted;
    static constexpr std::uint32_t MANY = 64;

    bool has_many(std::uint32_t layout) const { return counts_[layout] >= MANY; }
    void join(Set first, Set second, bool is_same, std::uint32_t k);
    void join_split(Set first, Set second, bool is_same, std::uint32_t k);
    bool are_rivals(std::uint32_t a, std::uint32_t b) const;
    void index();

    const ShownTable* table_ = nullptr;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;  // while they are found
    std::vector<std::uint32_t> counts_;                           // by layout, as long
    std::vector<std::size_t> first_;                              // by layout, into others_
    std::vector<std::uint32_t> others_;                           // in order
    std::vector<std::uint32_t> stamps_;  // by layout: in the set, and not in a clique yet
    std::uint32_t stamp_ = 0;
};

}  // namespace sapper
