#include "logic/count/order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sapper {

namespace {

constexpr int SIXTEENTHS = 16;
constexpr int MAX_WIDTH = 60 * SIXTEENTHS;  // beyond any budget; keeps exp2 finite

// log2(1..) in sixteenths: how much one open constraint adds to the width.
const std::array<int, 256> LOG2 = [] {
    std::array<int, 256> table{};
    for (int n = 1; n < 256; ++n) {
        table[static_cast<std::size_t>(n)] =
            static_cast<int>(std::lround(SIXTEENTHS * std::log2(n)));
    }
    return table;
}();

// exp2 of n sixteenths.
const std::array<double, MAX_WIDTH + 1> EXP2 = [] {
    std::array<double, MAX_WIDTH + 1> table{};
    for (int n = 0; n <= MAX_WIDTH; ++n) {
        table[static_cast<std::size_t>(n)] = std::exp2(static_cast<double>(n) / SIXTEENTHS);
    }
    return table;
}();

// Width of a constraint with `taken` cells behind the sweep and `left` before it.
int width_of(std::int32_t taken, std::int32_t left, std::int32_t low, std::int32_t high) {
    if (taken == 0 || left == 0) return 0;
    const std::int32_t values = std::min(high, taken) - std::max(0, low - left) + 1;
    return LOG2[static_cast<std::size_t>(std::clamp(values, 1, 255))];
}

// Estimated states per box from which other starts are worth trying.
constexpr double WORTH_RETRYING = 48.0;
constexpr std::uint32_t NUM_STARTS = 6;
// Components with more boxes are long (any start will do) or hopeless.
constexpr std::uint32_t MOST_BOXES_RETRIED = 2000;

constexpr std::uint32_t UNSEEN = NONE;
constexpr std::uint32_t TAKEN = NONE - 1;

}  // namespace

void EliminationOrder::resize(std::size_t num_constraints, std::size_t num_boxes) {
    progress_.resize(num_constraints);
    places_.resize(num_boxes);
}

double EliminationOrder::arrange(Frontier& frontier, std::span<const Residual> residuals,
                                 const Component& component) {
    const std::uint32_t n = component.num_boxes;
    if (n == 1) return 2.0;
    const auto boxes = frontier.boxes_of(component);
    double best_cost = try_from(frontier, residuals, component, boxes[n - 1],
                                std::numeric_limits<double>::infinity());
    best_.assign(attempt_.begin(), attempt_.end());
    if (best_cost > WORTH_RETRYING * n && n <= MOST_BOXES_RETRIED) {
        for (std::uint32_t i = 0; i < NUM_STARTS; ++i) {
            const std::uint32_t start = boxes[i * (n - 1) / NUM_STARTS];
            const double cost = try_from(frontier, residuals, component, start, best_cost);
            if (cost >= best_cost) continue;
            best_cost = cost;
            best_.assign(attempt_.begin(), attempt_.end());
        }
    }
    std::copy(best_.begin(), best_.end(), frontier.order.begin() + component.first_box);
    return best_cost;
}

double EliminationOrder::try_from(const Frontier& frontier, std::span<const Residual> residuals,
                                  const Component& component, std::uint32_t start,
                                  double give_up_at) {
    for (const std::uint32_t box : frontier.boxes_of(component)) {
        places_[box] = UNSEEN;
        for (const std::uint32_t constraint : frontier.constraints_of(frontier.boxes[box])) {
            const Residual& residual = residuals[constraint];
            progress_[constraint] = {0, static_cast<std::int32_t>(residual.left), residual.low,
                                     residual.high};
        }
    }
    candidates_.clear();
    attempt_.clear();
    width_ = 0;
    double cost = 0.0;
    std::uint32_t box = start;
    while (true) {
        take(frontier, box);
        cost += EXP2[static_cast<std::size_t>(std::clamp(width_, 0, MAX_WIDTH))];
        if (attempt_.size() == component.num_boxes) return cost;
        if (cost >= give_up_at) return cost;
        box = choose_next();
    }
}

void EliminationOrder::take(const Frontier& frontier, std::uint32_t box) {
    const auto size = static_cast<std::int32_t>(frontier.boxes[box].num_cells);
    const auto constraints = frontier.constraints_of(frontier.boxes[box]);
    width_ += growth_of(frontier, box);
    places_[box] = TAKEN;
    attempt_.push_back(box);
    for (const std::uint32_t constraint : constraints) {
        progress_[constraint].taken += size;
        progress_[constraint].left -= size;
    }
    for (const std::uint32_t constraint : constraints) {
        if (progress_[constraint].left == 0) continue;
        for (const std::uint32_t other : frontier.boxes_of(constraint)) look_again(frontier, other);
    }
}

// A constraint of the box has changed: what it would add is computed anew.
void EliminationOrder::look_again(const Frontier& frontier, std::uint32_t box) {
    if (places_[box] == TAKEN) return;
    if (places_[box] == UNSEEN) {
        places_[box] = static_cast<std::uint32_t>(candidates_.size());
        candidates_.push_back({box, 0});
    }
    candidates_[places_[box]].growth = growth_of(frontier, box);
}

// The least growth wins, and among equals the one that is a candidate longest,
// so that the sweep does not leave boxes behind. (Moving the last candidate
// into the gap bends that rule a little, and keeps it cheap.)
std::uint32_t EliminationOrder::choose_next() {
    std::size_t least = 0;
    for (std::size_t i = 1; i < candidates_.size(); ++i) {
        if (candidates_[i].growth < candidates_[least].growth) least = i;
    }
    const std::uint32_t box = candidates_[least].box;
    candidates_[least] = candidates_.back();
    places_[candidates_[least].box] = static_cast<std::uint32_t>(least);
    candidates_.pop_back();
    return box;
}

int EliminationOrder::growth_of(const Frontier& frontier, std::uint32_t box) const {
    const auto size = static_cast<std::int32_t>(frontier.boxes[box].num_cells);
    int growth = 0;
    for (const std::uint32_t constraint : frontier.constraints_of(frontier.boxes[box])) {
        const Progress& p = progress_[constraint];
        growth += width_of(p.taken + size, p.left - size, p.low, p.high) -
                  width_of(p.taken, p.left, p.low, p.high);
    }
    return growth;
}

}  // namespace sapper
