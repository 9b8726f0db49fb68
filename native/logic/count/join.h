// The join: components, sea and number of mines put together.
//
// Each component comes with its census by mines used. For each component and
// each number of mines it may use, the join finds the weight of that number:
// how many ways the other components and the sea have to use up the rest.
//
// Two roads lead there. The plain one multiplies the censuses as they are, with
// prefix and suffix products; it serves every grid whose boxes hold at most
// PLAIN_CELLS cells. The tilted one (join_tilted.cpp) serves the large ones:
// it turns the censuses into distributions around their likely totals and cuts
// tails that cannot matter, which keeps thousands of components about linear.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/count/join_product.h"
#include "logic/numbers/numbers.h"

namespace sapper {

// One component's census, in Join::counts[first ..] or, for large components,
// in Join::wide_counts[first ..].
struct CensusSlice {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::int32_t low = 0;  // mines of the first entry
    bool is_wide = false;
};

class Join {
  public:
    void reset(std::uint64_t sea, std::int64_t mines, std::uint32_t num_cells);
    // Room for one more census; the caller adds its numbers to the entries.
    CensusSlice& add_component(std::int32_t low, std::uint32_t count, bool is_wide);

    // False when no placement has the right number of mines.
    bool run();
    // Instead of run(): any number of mines is right, all weights are 1.
    void ignore_mines();

    std::span<const double> weights_of(const CensusSlice& slice) const {
        return {weights_.data() + slice.first, slice.count};
    }
    std::span<const Wide> wide_weights_of(const CensusSlice& slice) const {
        return {wide_weights_.data() + slice.first, slice.count};
    }
    Wide count_at(const CensusSlice& slice, std::uint32_t i) const {
        return slice.is_wide ? wide_counts[slice.first + i] : Wide(counts[slice.first + i]);
    }

    std::vector<CensusSlice> slices;
    std::vector<double> counts;
    std::vector<Wide> wide_counts;
    // Weights of "a given sea cell is a mine" and "is safe"; zero means impossible.
    double sea_mine = 0.0;
    double sea_safe = 0.0;
    double log_total = 0.0;  // natural logarithm of the number of placements
    bool is_plain = true;    // which road was taken

  private:
    bool run_plain();
    bool weigh_sea(std::int64_t most_mines, std::size_t num_totals);

    bool run_tilted();
    bool find_possible();
    bool find_possible_with_gaps();
    std::vector<std::vector<std::uint8_t>> possible_suffixes() const;
    double choose_tilt();
    void make_leaves(double tilt);
    void multiply_up();
    bool weigh_root(double tilt);
    bool sum_root(double tilt, std::int64_t low, std::int64_t high, double log_top);
    void weigh_down();
    void finish_tilted(double tilt);
    void finish_slice(std::uint32_t slice, std::span<const Wide> found);
    void finish_sea();
    void run_wide();
    void sum_wide(std::span<const Wide> product, std::span<const Wide> totals, std::int64_t low);

    std::uint64_t sea_ = 0;
    std::int64_t mines_ = 0;
    std::uint32_t num_cells_ = 0;

    std::vector<double> weights_;
    std::vector<Wide> wide_weights_;

    // Plain road.
    std::vector<double> sea_weights_;  // by total mines of the components above the least
    double log_scale_ = 0.0;
    std::vector<ProductJoin<double>::Factor> factors_;
    ProductJoin<double> plain_;

    // Tilted road: a binary tree over the components.
    static constexpr std::uint32_t NO_SLICE = ~std::uint32_t{0};
    struct TreeNode {
        std::uint32_t left = 0;
        std::uint32_t right = 0;
        std::int64_t low = 0;  // mines of values[0]
        std::vector<double> values;
        std::vector<double> weights;
        std::uint32_t slice = NO_SLICE;  // of a leaf
    };
    static void multiply(const TreeNode& left, const TreeNode& right, TreeNode& into);
    static void weigh_child(const TreeNode& parent, const TreeNode& sibling, TreeNode& child);
    std::vector<TreeNode> tree_;
    std::vector<std::uint8_t> possible_;  // per entry of every slice, one slice after another
    std::vector<std::uint32_t> possible_first_;
    std::vector<double> logs_;
    std::int64_t least_in_sea_ = 0;
    std::int64_t most_in_sea_ = 0;
};

}  // namespace sapper
