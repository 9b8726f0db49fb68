#include "agents/papers/becerra/placement_count.h"

#include "logic/numbers/binomials.h"

namespace sapper {

namespace {

double weight(std::span<const double> weights, int mines) {
    return weights.empty() ? 1 : weights[static_cast<std::size_t>(mines)];
}

}  // namespace

void PlacementCount::add(const SearchSpace& space, const std::vector<int>& mines) {
    const auto boxes = space.boxes();
    double ways = 1;
    std::size_t used = 0;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        ways *= SMALL_BINOMIALS[boxes[box].cells.size()][static_cast<std::size_t>(mines[box])];
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

void PlacementCount::count(const SearchSpace& space) {
    max_mines_ = space.num_cells();
    totals_.assign(static_cast<std::size_t>(max_mines_) + 1, 0);
    in_boxes_.assign(space.boxes().size() * totals_.size(), 0);
    sum_ = 0;
    num_kept_ = 0;
    if (!search_.start(space)) return;
    search_.for_assignments([&](const std::vector<int>& mines) { add(space, mines); });
    fewest_ = 0;
    most_ = max_mines_;
    while (fewest_ < max_mines_ && total(fewest_) == 0) ++fewest_;
    while (most_ > 0 && total(most_) == 0) --most_;
}

std::vector<std::pair<Padded, int>> PlacementCount::difference(const SearchSpace& space) const {
    std::vector<std::pair<Padded, int>> out;
    if (sum_ != 2) return out;
    for (std::size_t box = 0; box < space.boxes().size(); ++box) {
        const auto& cells = space.boxes()[box].cells;
        const int first = kept_[0][box];
        if (num_kept_ == 2) {
            // Two assignments of one placement each: boxes are full or empty.
            const int sign = (first > kept_[1][box]) - (first < kept_[1][box]);
            for (const Padded at : cells) {
                if (sign != 0) out.emplace_back(at, sign);
            }
        } else if (first == 1 && cells.size() == 2) {
            // One assignment of two placements: somewhere one mine is in one of two cells.
            out = {{cells[0], 1}, {cells[1], -1}};
        }
    }
    return out;
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
