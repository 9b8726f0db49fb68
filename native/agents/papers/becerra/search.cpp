#include "agents/papers/becerra/search.h"

#include <algorithm>
#include <numeric>

#include "logic/position/errors.h"

namespace sapper {

void Search::give_up() const {
    throw BudgetExceededError("backtracking over " + std::to_string(order_.size()) +
                                  " groups of cells took more than " +
                                  std::to_string(max_assignments_) +
                                  " assignments; use the agent exact on positions like this",
                              max_assignments_, {});
}

bool Search::start(const SearchSpace& space, std::uint64_t max_assignments) {
    space_ = &space;
    num_assignments_ = 0;
    max_assignments_ = max_assignments;
    const auto boxes = space.boxes();
    low_.assign(boxes.size(), 0);
    high_.resize(boxes.size());
    sum_low_.assign(space.constraints().size(), 0);
    sum_high_.assign(space.constraints().size(), 0);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        high_[i] = boxes[i].num_cells();
        for (int j = 0; j < boxes[i].num_constraints; ++j) {
            sum_high_[boxes[i].constraints[static_cast<std::size_t>(j)]] += high_[i];
        }
    }
    order_.resize(boxes.size());
    std::iota(order_.begin(), order_.end(), std::uint16_t{0});
    trail_.clear();
    for (std::size_t i = 0; i < sum_low_.size(); ++i) {
        if (!check(i)) return false;
    }
    trail_.clear();
    return true;
}

bool Search::narrow(std::size_t box, int low, int high) {
    const int low_gain = low - low_[box], high_gain = high - high_[box];
    if (low_gain == 0 && high_gain == 0) return true;
    if (low > high) return false;
    trail_.push_back({box, low_[box], high_[box]});
    low_[box] = low;
    high_[box] = high;
    const SearchSpace::Variable& of = space_->boxes()[box];
    for (int i = 0; i < of.num_constraints; ++i) {
        const std::size_t constraint = of.constraints[static_cast<std::size_t>(i)];
        sum_low_[constraint] += low_gain;
        sum_high_[constraint] += high_gain;
    }
    return true;
}

// Narrow the boxes of one constraint to what it leaves them.
bool Search::check(std::size_t index) {
    const SearchSpace::Constraint& constraint = space_->constraints()[index];
    const int mines = constraint.mines;
    if (sum_low_[index] > mines || sum_high_[index] < mines) return false;
    if (sum_low_[index] == sum_high_[index]) return true;
    for (int i = 0; i < constraint.num_boxes; ++i) {
        const std::size_t box = constraint.boxes[static_cast<std::size_t>(i)];
        const int low = std::max(low_[box], mines - (sum_high_[index] - high_[box]));
        const int high = std::min(high_[box], mines - (sum_low_[index] - low_[box]));
        if (!narrow(box, low, high)) return false;
    }
    return true;
}

bool Search::check_around(std::size_t box) {
    const SearchSpace::Variable& of = space_->boxes()[box];
    for (int i = 0; i < of.num_constraints; ++i) {
        if (!check(of.constraints[static_cast<std::size_t>(i)])) return false;
    }
    return true;
}

void Search::undo(std::size_t to) {
    while (trail_.size() > to) {
        const Saved saved = trail_.back();
        trail_.pop_back();
        const int low_gain = saved.low - low_[saved.box], high_gain = saved.high - high_[saved.box];
        low_[saved.box] = saved.low;
        high_[saved.box] = saved.high;
        const SearchSpace::Variable& of = space_->boxes()[saved.box];
        for (int i = 0; i < of.num_constraints; ++i) {
            const std::size_t constraint = of.constraints[static_cast<std::size_t>(i)];
            sum_low_[constraint] += low_gain;
            sum_high_[constraint] += high_gain;
        }
    }
}

// Fewest values left, then most constraints; the choice moves to order_[depth].
std::size_t Search::select(std::size_t depth) {
    const auto boxes = space_->boxes();
    std::size_t best = depth;
    int best_values = 1 << 20, best_degree = 0;
    for (std::size_t i = depth; i < order_.size(); ++i) {
        const std::size_t box = order_[i];
        const int values = high_[box] - low_[box], degree = boxes[box].num_constraints;
        if (values < best_values || (values == best_values && degree > best_degree)) {
            best = i;
            best_values = values;
            best_degree = degree;
        }
    }
    std::swap(order_[depth], order_[best]);
    return order_[depth];
}

bool Search::find(std::size_t box, int low, int high) {
    const std::size_t mark = trail_.size();
    low = std::max(low, low_[box]);
    high = std::min(high, high_[box]);
    bool found = false;
    if (low <= high && narrow(box, low, high) && check_around(box)) {
        found = run([] { return true; });
    }
    if (found) found_ = low_;
    undo(mark);
    return found;
}

}  // namespace sapper
