#include "boards/clue_order.h"

#include <algorithm>
#include <tuple>

namespace sapper {

namespace {

// The limits of a check: clues begun at a time, and states remembered at a time.
constexpr int MOST_OPEN = 16;
constexpr double MOST_STATES = 200'000;

}  // namespace

bool ClueOrder::arrange(const ConstraintSystem& system, std::vector<std::uint32_t>& chosen,
                        bool counts_mines) {
    read(system, chosen);
    bool is_within = true;
    for (std::uint32_t& place : chosen) {
        const std::size_t next = pick(system);
        is_within = take(system, next, counts_mines) && is_within;
        place = clues_[next].constraint;
    }
    for (const Clue& clue : clues_) {
        for (const Cell cell : system.cells_of(system.constraints[clue.constraint])) {
            clues_of_[cell].clear();
            is_placed_[cell] = 0;
        }
    }
    return is_within;
}

void ClueOrder::read(const ConstraintSystem& system, const std::vector<std::uint32_t>& chosen) {
    clues_.clear();
    clues_of_.resize(system.num_cells());
    is_placed_.resize(system.num_cells());
    met_.assign(chosen.size(), 0);
    look_ = num_placed_ = 0;
    for (const std::uint32_t index : chosen) {
        const Constraint& constraint = system.constraints[index];
        for (const Cell cell : system.cells_of(constraint)) {
            clues_of_[cell].push_back(static_cast<std::uint32_t>(clues_.size()));
        }
        clues_.push_back({index, constraint.high, 0, false});
    }
}

// A clue that is begun, if there is one, and that begins the fewest others.
std::size_t ClueOrder::pick(const ConstraintSystem& system) {
    std::size_t best = clues_.size();
    std::tuple<bool, int, int> best_cost;
    for (std::size_t i = 0; i < clues_.size(); ++i) {
        if (clues_[i].is_taken) continue;
        met_[i] = ++look_;
        int begun = 0, fresh = 0;
        for (const Cell cell : system.cells_of(system.constraints[clues_[i].constraint])) {
            if (is_placed_[cell]) continue;
            ++fresh;
            for (const std::uint32_t other : clues_of_[cell]) {
                begun += met_[other] != look_ && !clues_[other].is_begun();
                met_[other] = look_;
            }
        }
        const std::tuple cost(clues_[i].num_placed == 0, begun, fresh);
        if (best < clues_.size() && cost >= best_cost) continue;
        best = i;
        best_cost = cost;
    }
    return best;
}

// Place the clue's cells and bound from above what has to be remembered then.
bool ClueOrder::take(const ConstraintSystem& system, std::size_t taken, bool counts_mines) {
    for (const Cell cell : system.cells_of(system.constraints[clues_[taken].constraint])) {
        if (is_placed_[cell]) continue;
        is_placed_[cell] = 1;
        ++num_placed_;
        for (const std::uint32_t other : clues_of_[cell]) ++clues_[other].num_placed;
    }
    int open = 0;
    double states = counts_mines ? num_placed_ + 1.0 : 1.0;
    for (const Clue& clue : clues_) {
        if (clue.is_taken || (clue.num_placed == 0 && &clue != &clues_[taken])) continue;
        ++open;
        states *= 1.0 + std::min<double>(clue.missing, clue.num_placed);
    }
    clues_[taken].is_taken = true;
    return open <= MOST_OPEN && states <= MOST_STATES;
}

}  // namespace sapper
