#include "logic/count/join.h"

#include <algorithm>
#include <cmath>

#include "logic/numbers/binomials.h"
#include "logic/numbers/log_choose.h"

namespace sapper {

void Join::reset(std::uint64_t sea_cells, std::int64_t mines_left, std::uint32_t cells_in_boxes) {
    sea_ = sea_cells;
    mines_ = mines_left;
    num_cells_ = cells_in_boxes;
    slices.clear();
    counts.clear();
    wide_counts.clear();
    sea_mine = sea_safe = log_total = 0.0;
}

CensusSlice& Join::add_component(std::int32_t low, std::uint32_t count, bool is_wide) {
    const std::size_t first = is_wide ? wide_counts.size() : counts.size();
    slices.push_back({static_cast<std::uint32_t>(first), count, low, is_wide});
    if (is_wide) {
        wide_counts.resize(first + count);
    } else {
        counts.resize(first + count, 0.0);
    }
    return slices.back();
}

void Join::ignore_mines() {
    weights_.assign(counts.size(), 1.0);
    wide_weights_.assign(wide_counts.size(), Wide(1.0));
}

bool Join::run() {
    is_plain = num_cells_ <= PLAIN_CELLS;
    if (is_plain) {
        std::int64_t low = 0;
        std::size_t num_totals = 1;
        for (const CensusSlice& slice : slices) {
            low += slice.low;
            num_totals += slice.count - 1;
        }
        if (weigh_sea(mines_ - low, num_totals)) return run_plain();
        is_plain = false;
    }
    return run_tilted();
}

// sea_weights[i] becomes C(sea, most_in_sea - i) over the largest of them, by
// ratios of neighbours, going outward from the largest. False where some
// would be too small for a double.
bool Join::weigh_sea(std::int64_t most_mines, std::size_t num_totals) {
    sea_weights_.assign(num_totals, 0.0);
    const auto n = static_cast<std::int64_t>(sea_);
    const std::int64_t high = std::min(most_mines, n);
    const std::int64_t low =
        std::max<std::int64_t>(most_mines - static_cast<std::int64_t>(num_totals) + 1, 0);
    if (low > high) return true;  // nothing fits; run_plain sees only zeros
    const std::int64_t top = std::clamp(n / 2, low, high);
    const auto at = [&](std::int64_t k) -> double& {
        return sea_weights_[static_cast<std::size_t>(most_mines - k)];
    };
    at(top) = 1.0;
    for (std::int64_t k = top; k < high; ++k) {
        at(k + 1) = at(k) * static_cast<double>(n - k) / static_cast<double>(k + 1);
    }
    for (std::int64_t k = top; k > low; --k) {
        at(k - 1) = at(k) * static_cast<double>(k) / static_cast<double>(n - k + 1);
    }
    log_scale_ = log_choose(static_cast<double>(n), static_cast<double>(top));
    return at(low) > SMALLEST_WEIGHT && at(high) > SMALLEST_WEIGHT;
}

bool Join::run_plain() {
    weights_.resize(counts.size());
    factors_.clear();
    std::int64_t in_sea = mines_;
    for (const CensusSlice& slice : slices) {
        factors_.push_back({&counts[slice.first], &weights_[slice.first], slice.count});
        in_sea -= slice.low;
    }
    plain_.run(factors_, sea_weights_);
    double total = 0.0;
    for (std::size_t k = 0; k < sea_weights_.size(); ++k, --in_sea) {
        const double weight = plain_.product[k] * sea_weights_[k];
        if (weight == 0.0) continue;
        total += weight;
        sea_mine += weight * static_cast<double>(in_sea);
        sea_safe += weight * static_cast<double>(static_cast<std::int64_t>(sea_) - in_sea);
    }
    if (total == 0.0) return false;
    log_total = std::log(total) + log_scale_;
    return true;
}

}  // namespace sapper
