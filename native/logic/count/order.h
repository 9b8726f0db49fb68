// The order in which the sweep takes the boxes of a component.
//
// The sweep's work is the number of different states of the open constraints
// (those with some but not all boxes taken), so a good order keeps few of them
// open. Components that arise in play are long and thin: starting at an end
// and always taking the box that adds least to the estimated number of states
// is nearly as good as the best order. Wide components are tried from several
// starts and the cheapest estimate wins.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/position/frontier.h"
#include "logic/position/propagation.h"

namespace sapper {

class EliminationOrder {
  public:
    // Sorts the component's part of `frontier.order`; returns the estimated
    // number of states over all layers.
    double arrange(Frontier& frontier, std::span<const Residual> residuals,
                   const Component& component);

    void resize(std::size_t num_constraints, std::size_t num_boxes);

  private:
    struct Progress {            // of one constraint
        std::int32_t taken = 0;  // cells in boxes taken
        std::int32_t left = 0;   // cells in the others
        std::int32_t low = 0;
        std::int32_t high = 0;
    };
    // A box next to those taken, and what taking it adds to the width.
    struct Candidate {
        std::uint32_t box = 0;
        int growth = 0;
    };

    double try_from(const Frontier& frontier, std::span<const Residual> residuals,
                    const Component& component, std::uint32_t start, double give_up_at);
    void take(const Frontier& frontier, std::uint32_t box);
    std::uint32_t choose_next();
    int growth_of(const Frontier& frontier, std::uint32_t box) const;
    void look_again(const Frontier& frontier, std::uint32_t box);

    std::vector<Progress> progress_;  // per constraint
    std::vector<Candidate> candidates_;
    std::vector<std::uint32_t> places_;  // per box: UNSEEN, TAKEN, or index in candidates
    std::vector<std::uint32_t> attempt_;
    std::vector<std::uint32_t> best_;
    int width_ = 0;  // of the current attempt: estimated log2 of its states, in sixteenths
};

}  // namespace sapper
