// Layouts drawn exactly uniformly from all that fit what a belief knows.
//
// Every choice (mines per component, mines per box, cells within a box, sea
// cells) is drawn with exact integer odds from the exact census, so each layout
// has the same chance, not just nearly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/belief/belief.h"
#include "logic/count/exact_census.h"

namespace sapper {

class Sampler {
  public:
    // Counts in whole numbers what the belief holds at its present level, which must
    // stay as it is while the sampler lives.
    explicit Sampler(Belief& belief);
    // The same of an engine that has solved, and is kept as it is; `known` are mines beside.
    // With `any_number` every placement counts the same, whatever its number of mines.
    Sampler(const Engine& engine, std::vector<std::uint8_t> known, bool any_number = false);

    // Writes one layout: 1 where a mine is, one byte per cell.
    void draw(Random& random, std::span<std::uint8_t> is_mine);

  private:
    void multiply_suffixes();
    void weigh_sea(std::int64_t low, std::size_t num_totals);
    std::int32_t draw_mines(std::size_t part, std::size_t used, Random& random);
    void draw_part(const SweepPart& part, std::int32_t mines, Random& random,
                   std::span<std::uint8_t> is_mine);
    std::uint32_t draw_edge(const Layer& layer, const Node& node, std::int32_t mines,
                            Random& random);
    static void draw_cells(std::vector<Cell>& from, std::size_t count, Random& random,
                           std::span<std::uint8_t> is_mine);

    const Engine& engine_;
    ExactCensus census_;
    std::vector<std::uint8_t> fixed_;  // mines whatever is drawn
    std::vector<Cell> sea_;
    bool any_number_ = false;
    // suffixes[c][k]: ways to complete when the components before c use k mines above their least.
    std::vector<std::vector<BigCount>> suffixes_;
    std::vector<Cell> hand_;
    std::vector<std::uint64_t> chosen_, weight_;
};

}  // namespace sapper
