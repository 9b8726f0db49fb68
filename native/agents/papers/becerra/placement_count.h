// The placements of a space, counted by mines used and by box.
//
// The count is of placements of cells: an assignment of k mines to a box of s
// cells stands for (s over k) of them.
#pragma once

#include "agents/papers/becerra/search.h"

namespace sapper {

class PlacementCount {
  public:
    void count(const SearchSpace& space);

    int max_mines() const { return max_mines_; }  // no placement has more
    int fewest() const { return fewest_; }        // mines of any placement
    int most() const { return most_; }
    double total(int mines) const { return totals_[static_cast<std::size_t>(mines)]; }
    // Mines in a box, summed over the placements that use this many mines in all.
    double in_box(std::size_t box, int mines) const {
        return in_boxes_[box * totals_.size() + static_cast<std::size_t>(mines)];
    }

    // The same with every number of mines weighed; by default all alike.
    double weighed_total(std::span<const double> weights = {}) const;
    double weighed_mines(std::span<const double> weights = {}) const;
    double weighed_in_box(std::size_t box, std::span<const double> weights = {}) const;

    // If there are exactly two placements: the cells in which they differ, each with
    // 1 if the first has the mine there and -1 if the second has. Otherwise nothing.
    std::vector<std::pair<Padded, int>> difference(const SearchSpace& space) const;

  private:
    void add(const SearchSpace& space, const std::vector<int>& mines);

    Search search_;
    int max_mines_ = 0;
    int fewest_ = 0;
    int most_ = 0;
    double sum_ = 0;
    std::vector<double> totals_;    // by mines
    std::vector<double> in_boxes_;  // by box and mines
    std::array<std::vector<int>, 2> kept_;
    std::size_t num_kept_ = 0;
};

}  // namespace sapper
