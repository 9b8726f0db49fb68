// The solutions of a set of equations, counted by mines used and by variable.
#pragma once

#include <span>
#include <vector>

#include "agents/becerra/placement_count.h"
#include "agents/sinha/equations.h"

namespace sapper {

class Tally {
  public:
    // By mines only where somebody weighs solutions by them.
    void start(std::size_t num_variables, bool by_mines);
    void add(std::span<const std::uint8_t> values);
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
    bool by_mines_ = false;
    std::vector<double> totals_;
    std::vector<double> mines_;         // summed over solutions
    std::vector<double> in_variables_;  // by variable and mines
};

}  // namespace sapper
