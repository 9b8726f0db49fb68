#include "logic/order.h"

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
        table[static_cast<std::size_t>(n)] = static_cast<int>(std::lround(SIXTEENTHS * std::log2(n)));
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

}  // namespace

int EliminationOrder::Progress::width() const { return width_of(taken, left, low, high); }

int EliminationOrder::Progress::width_after(std::int32_t size) const {
    return width_of(taken + size, left - size, low, high);
}

void EliminationOrder::resize(std::size_t num_constraints, std::size_t num_boxes) {
    progress.resize(num_constraints);
    is_taken.resize(num_boxes);
    looked_at.assign(num_boxes, 0);
    look = 0;
}

double EliminationOrder::arrange(Frontier& frontier, const Propagation& propagation,
                                 const Component& component) {
    const std::uint32_t n = component.num_boxes;
    if (n == 1) return 2.0;
    const auto boxes = frontier.boxes_of(component);
    double best_cost = try_from(frontier, propagation, component, boxes[n - 1],
                                std::numeric_limits<double>::infinity());
    best.assign(attempt.begin(), attempt.end());
    if (best_cost > WORTH_RETRYING * n) {
        for (std::uint32_t i = 0; i < NUM_STARTS; ++i) {
            const std::uint32_t start = boxes[i * (n - 1) / NUM_STARTS];
            const double cost = try_from(frontier, propagation, component, start, best_cost);
            if (cost >= best_cost) continue;
            best_cost = cost;
            best.assign(attempt.begin(), attempt.end());
        }
    }
    std::copy(best.begin(), best.end(), frontier.order.begin() + component.first_box);
    return best_cost;
}

double EliminationOrder::try_from(const Frontier& frontier, const Propagation& propagation,
                                  const Component& component, std::uint32_t start,
                                  double give_up_at) {
    for (const std::uint32_t box : frontier.boxes_of(component)) {
        is_taken[box] = 0;
        for (const std::uint32_t constraint : frontier.constraints_of(frontier.boxes[box])) {
            const Residual& residual = propagation.residuals[constraint];
            progress[constraint] = {
                0, static_cast<std::int32_t>(residual.left), residual.low, residual.high,
                static_cast<std::uint32_t>(frontier.boxes_of(constraint).size())};
        }
    }
    open.clear();
    attempt.clear();
    width = 0;
    double cost = 0.0;
    std::uint32_t box = start;
    while (true) {
        take(frontier, box);
        cost += EXP2[static_cast<std::size_t>(std::clamp(width, 0, MAX_WIDTH))];
        if (attempt.size() == component.num_boxes) return cost;
        if (cost >= give_up_at) return cost;
        box = choose_next(frontier);
    }
}

void EliminationOrder::take(const Frontier& frontier, std::uint32_t box) {
    const auto size = static_cast<std::int32_t>(frontier.boxes[box].size);
    is_taken[box] = 1;
    attempt.push_back(box);
    for (const std::uint32_t constraint : frontier.constraints_of(frontier.boxes[box])) {
        Progress& p = progress[constraint];
        width -= p.width();
        if (p.taken == 0 && p.boxes_left > 1) open.push_back(constraint);
        p.taken += size;
        p.left -= size;
        width += p.width();
        if (--p.boxes_left == 0 && p.taken != size) std::erase(open, constraint);
    }
}

std::uint32_t EliminationOrder::choose_next(const Frontier& frontier) {
    ++look;
    std::uint32_t best_box = NONE;
    int least = std::numeric_limits<int>::max();
    for (const std::uint32_t constraint : open) {
        for (const std::uint32_t box : frontier.boxes_of(constraint)) {
            if (is_taken[box] || looked_at[box] == look) continue;
            looked_at[box] = look;
            const int added = growth(frontier, box);
            if (added >= least) continue;
            least = added;
            best_box = box;
        }
    }
    return best_box;
}

int EliminationOrder::growth(const Frontier& frontier, std::uint32_t box) const {
    const auto size = static_cast<std::int32_t>(frontier.boxes[box].size);
    int added = 0;
    for (const std::uint32_t constraint : frontier.constraints_of(frontier.boxes[box])) {
        const Progress& p = progress[constraint];
        added += p.width_after(size) - p.width();
    }
    return added;
}

}  // namespace sapper
