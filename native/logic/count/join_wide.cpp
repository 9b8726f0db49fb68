// The last resort of the join: the plain road in wide numbers.
//
// No tilt and no cut, and quadratic in the mines; for large grids on which the
// right number of mines is so unlikely that the error bound of the tilted road
// does not hold.
#include <algorithm>
#include <cmath>

#include "logic/count/join.h"
#include "logic/numbers/binomials.h"
#include "logic/numbers/log_choose.h"
#include "logic/position/errors.h"

namespace sapper {

namespace {

constexpr double MAX_WORK = 3e8;

// totals[k] = C(n, most - k) over the first of them that is not 0, by ratios of
// neighbours; returns the logarithm of that first one.
double weigh_wide_sea(std::int64_t n, std::int64_t most, std::vector<Wide>& totals) {
    double log_first = 0.0;
    Wide weight;
    for (std::size_t k = 0; k < totals.size(); ++k) {
        const std::int64_t in_sea = most - static_cast<std::int64_t>(k);
        if (in_sea < 0 || in_sea > n) continue;
        if (weight.is_zero()) {
            log_first = log_choose(static_cast<double>(n), static_cast<double>(in_sea));
            weight = Wide(1.0);
        } else {
            weight =
                weight * Wide(static_cast<double>(in_sea + 1) / static_cast<double>(n - in_sea));
        }
        totals[k] = weight;
    }
    return log_first;
}

}  // namespace

void Join::run_wide() {
    std::int64_t low = 0;
    std::size_t num_totals = 1;
    for (const CensusSlice& slice : slices) {
        low += slice.low;
        num_totals += slice.count - 1;
    }
    const std::size_t entries = possible_.size();
    if (static_cast<double>(num_totals) * static_cast<double>(entries) > MAX_WORK) {
        throw BudgetExceededError("the join of " + std::to_string(slices.size()) +
                                      " components would take more than 300,000,000 steps",
                                  0, {});
    }
    const auto n = static_cast<std::int64_t>(sea_);
    std::vector<Wide> totals(num_totals), all(entries), found(entries);
    const double log_first = weigh_wide_sea(n, mines_ - low, totals);
    std::vector<ProductJoin<Wide>::Factor> wide_factors;
    for (std::size_t c = 0; c < slices.size(); ++c) {
        const std::uint32_t first = possible_first_[c];
        for (std::uint32_t m = 0; m < slices[c].count; ++m) all[first + m] = count_at(slices[c], m);
        wide_factors.push_back({&all[first], &found[first], slices[c].count});
    }
    ProductJoin<Wide> join;
    join.run(wide_factors, totals);
    sum_wide(join.product, totals, low);
    log_total += log_first;
    for (std::size_t c = 0; c < slices.size(); ++c) {
        finish_slice(static_cast<std::uint32_t>(c),
                     std::span(found).subspan(possible_first_[c], slices[c].count));
    }
}

void Join::sum_wide(std::span<const Wide> product, std::span<const Wide> totals, std::int64_t low) {
    Wide total, mine, safe;
    for (std::size_t k = 0; k < totals.size(); ++k) {
        const Wide weight = product[k] * totals[k];
        if (weight.is_zero()) continue;
        const auto in_sea = static_cast<double>(mines_ - low - static_cast<std::int64_t>(k));
        total += weight;
        mine += weight * Wide(in_sea);
        safe += weight * Wide(static_cast<double>(sea_) - in_sea);
    }
    log_total = total.log();
    sea_mine = mine.scaled_down(total.exponent());
    sea_safe = safe.scaled_down(total.exponent());
}

}  // namespace sapper
