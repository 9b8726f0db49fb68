#include "agents/placement_count.h"

namespace sapper {

namespace {

double weight(std::span<const double> weights, int mines) {
    return weights.empty() ? 1 : weights[static_cast<std::size_t>(mines)];
}

}  // namespace

void PlacementCount::add(const Problem& problem, const std::vector<int>& mines) {
    const auto boxes = problem.boxes();
    double ways = 1;
    std::size_t used = 0;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        ways *= CHOOSE[boxes[box].cells.size()][static_cast<std::size_t>(mines[box])];
        used += static_cast<std::size_t>(mines[box]);
    }
    totals_[used] += ways;
    sum_ += ways;
    double* in_box = in_boxes_.data() + used;
    for (std::size_t box = 0; box < boxes.size(); ++box, in_box += totals_.size()) {
        *in_box += ways * mines[box];
    }
    if (num_kept_ < 2) kept_[num_kept_++] = mines;
}

void PlacementCount::count(const Problem& problem) {
    max_mines_ = problem.num_cells();
    totals_.assign(static_cast<std::size_t>(max_mines_) + 1, 0);
    in_boxes_.assign(problem.boxes().size() * totals_.size(), 0);
    sum_ = 0;
    num_kept_ = 0;
    if (!search_.start(problem)) return;
    search_.for_assignments([&](const std::vector<int>& mines) { add(problem, mines); });
}

double PlacementCount::weighed_total(std::span<const double> weights) const {
    double out = 0;
    for (int mines = 0; mines <= max_mines_; ++mines) out += weight(weights, mines) * total(mines);
    return out;
}

double PlacementCount::weighed_mines(std::span<const double> weights) const {
    double out = 0;
    for (int mines = 0; mines <= max_mines_; ++mines) {
        out += weight(weights, mines) * total(mines) * mines;
    }
    return out;
}

double PlacementCount::weighed_in_box(std::size_t box, std::span<const double> weights) const {
    double out = 0;
    for (int mines = 0; mines <= max_mines_; ++mines) {
        out += weight(weights, mines) * in_box(box, mines);
    }
    return out;
}

}  // namespace sapper
