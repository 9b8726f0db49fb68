// The solutions of a set of equations, counted by mines used and by variable.
#pragma once

#include <span>
#include <vector>

#include "agents/papers/becerra/placement_count.h"
#include "agents/papers/sinha/solutions/equations.h"
#include "agents/papers/sinha/solutions/word_counts.h"

namespace sapper {

class Tally {
  public:
    // By mines only where somebody weighs solutions by them.
    void start(std::size_t num_variables, bool by_mines);
    template <class Solution>
    void add(const Solution& solution) {
        if (solution.is_word && !by_mines_) {
            words_.add(solution.mines);
        } else {
            add_values(solution.values());
        }
    }
    // After the last one: the words' bits are these variables; the others have values.
    void take_words(std::span<const std::uint32_t> order, std::span<const std::uint8_t> values);
    // The same numbers from a count of placements by boxes, in place of what was added.
    void take(const Equations& equations, const SearchSpace& space, const PlacementCount& count);

    // Number of solutions, by mines; a single number if they are not counted by mines.
    const std::vector<double>& totals() const { return totals_; }
    double num_solutions() const;
    double weighed_total(std::span<const double> weights) const;
    double weighed_mines(std::span<const double> weights) const;
    double weighed_in(std::size_t variable, std::span<const double> weights) const;
    // How many solutions have a mine there.
    double in(std::size_t variable) const;

  private:
    void add_values(std::span<const std::uint8_t> values);

    bool by_mines_ = false;
    WordCounts words_;
    std::vector<double> totals_;
    std::vector<double> mines_;         // summed over solutions
    std::vector<double> in_variables_;  // by variable and mines
};

}  // namespace sapper
