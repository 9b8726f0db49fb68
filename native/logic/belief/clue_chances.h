// The chances of every clue at a cell, in one pass.
//
// A clue is the number of mines around its cell. For each component that the
// cell or its neighbours belong to, the sweep's graph is run once more between
// the first and the last box concerned, with the mines among the neighbours
// counted apart; what lies before and behind is known from the counts of the
// whole. The other components, the sea and the number of mines enter as in the
// join. Sums of positive numbers throughout: a clue that is possible never
// comes out as 0, one that is impossible always does.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/belief/belief.h"
#include "logic/count/sweep.h"

namespace sapper {

class ClueChances {
  public:
    // Prepares the belief's present level; ask before it changes.
    void look_at(Belief& belief);
    // The chance of each clue 0 to 8 together with the cell being safe; they add
    // up to 1 less the risk. All 0 where it is a mine.
    const std::array<double, 9>& of(Padded at);
    // Whether revealing the cell can show more than one clue.
    bool is_living(Padded at);

  private:
    static constexpr std::size_t WIDTH = 9;  // mines among the neighbours: 0 to 8

    // Mines among the neighbours (columns) by mines of some components above their least.
    struct Table {
        std::vector<double> values;  // WIDTH per row
        std::size_t rows = 0;
    };

    void add_component(Padded start);
    void find_near(Padded at);
    void run_component(std::size_t i, Padded at);
    void run_layer(const SweepPart& part, std::uint32_t t, bool has_cell);
    void collect_end(const SweepPart& part, std::uint32_t t, const ComponentCounts& counts);
    void multiply_near();
    void multiply_others();
    void weigh(Padded at);
    void try_each(Padded at);

    Belief* belief_ = nullptr;
    bool by_graph_ = false;
    Sweep sweep_;
    using Range = WaysAhead::Range;
    std::vector<double> forward_;  // per node: ways to get there, by mines
    WaysAhead ahead_;
    std::vector<std::uint16_t> layer_of_;  // by padded cell, where it is in a component

    std::vector<std::size_t> near_components_;
    std::vector<std::uint8_t> near_;  // neighbours per layer of the component at work
    std::uint32_t sea_near_ = 0;
    std::vector<double> carried_;  // WIDTH per forward value
    Table found_, product_, room_;
    std::vector<double> others_, others_room_;
    std::int64_t most_in_sea_ = 0;
    std::array<double, 9> chances_{};
};

}  // namespace sapper
