// The join of large grids: thousands of components, counts beyond a double.
//
// Step 1. Decide exactly, in integers, which numbers of mines each component
//         can use at all (join_possible.cpp). Nothing later adds or removes a
//         possibility.
// Step 2. Tilt: weigh every mine with a factor z, chosen so that the expected
//         number of mines is the right one. Every placement with the right
//         number of mines gets the same factor, so nothing changes, but each
//         census becomes a distribution whose bulk lies where it matters.
// Step 3. Multiply the distributions up a binary tree, cutting at both ends
//         of each product the entries that together hold less than CUT.
// Step 4. At the root the sea gives every total its weight; going down, each
//         child's weight is its parent's, summed over what the sibling may use.
//
// Error bound: a cut removes at most 2 * CUT of a distribution that sums to 1,
// and there are fewer cuts than components. So any probability, given the right
// number of mines, is off by at most 2 * CUT * components / P, with P the tilted
// probability of that number. P is about 1 / (2.5 sigma); the road is left for
// exact wide numbers where P < LEAST_P. With a million components that is
// 2e-40 * 1e6 / 1e-18 = 2e-16, below the rounding of the sums themselves.
#include <algorithm>
#include <cmath>
#include <limits>

#include "logic/count/join.h"
#include "logic/numbers/binomials.h"
#include "logic/numbers/log_choose.h"

namespace sapper {

namespace {

constexpr double CUT = 1e-40;
constexpr double LEAST_P = 1e-18;
constexpr double MAX_LOG_TILT = 30.0;

void cut_tails(std::vector<double>& values, std::int64_t& low) {
    std::size_t end = values.size();
    for (double sum = 0.0; end > 1 && (sum += values[end - 1]) < CUT;) --end;
    std::size_t begin = 0;
    for (double sum = 0.0; begin + 1 < end && (sum += values[begin]) < CUT;) ++begin;
    values.resize(end);
    values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(begin));
    low += static_cast<std::int64_t>(begin);
}

}  // namespace

bool Join::run_tilted() {
    if (!find_possible()) return false;
    const double tilt = choose_tilt();
    weights_.resize(counts.size());
    wide_weights_.resize(wide_counts.size());
    make_leaves(tilt);
    multiply_up();
    if (weigh_root(tilt)) {
        weigh_down();
        finish_tilted(tilt);
    } else {
        run_wide();
    }
    finish_sea();
    return true;
}

// Step 2. Bisection on log z; the expected number of mines grows with it.
double Join::choose_tilt() {
    logs_.clear();
    for (const CensusSlice& slice : slices) {
        for (std::uint32_t m = 0; m < slice.count; ++m) {
            const Wide count = count_at(slice, m);
            logs_.push_back(count.is_zero() ? -std::numeric_limits<double>::infinity()
                                            : count.log());
        }
    }
    const auto expected_mines = [&](double log_tilt) {
        double sum = static_cast<double>(sea_) / (1.0 + std::exp(-log_tilt));
        for (std::size_t c = 0; c < slices.size(); ++c) {
            const double* own = &logs_[possible_first_[c]];
            double top = -std::numeric_limits<double>::infinity();
            for (std::uint32_t m = 0; m < slices[c].count; ++m) {
                top = std::max(top, own[m] + m * log_tilt);
            }
            double norm = 0.0, mean = 0.0;
            for (std::uint32_t m = 0; m < slices[c].count; ++m) {
                const double weight = std::exp(own[m] + m * log_tilt - top);
                norm += weight;
                mean += weight * m;
            }
            sum += slices[c].low + mean / norm;
        }
        return sum;
    };
    double below = -MAX_LOG_TILT, above = MAX_LOG_TILT;
    for (int i = 0; i < 36; ++i) {
        const double middle = 0.5 * (below + above);
        (expected_mines(middle) < static_cast<double>(mines_) ? below : above) = middle;
    }
    return std::exp(0.5 * (below + above));
}

void Join::make_leaves(double tilt) {
    tree_.clear();
    log_total = 0.0;
    for (std::size_t c = 0; c < slices.size(); ++c) {
        TreeNode leaf;
        leaf.slice = static_cast<std::uint32_t>(c);
        leaf.low = slices[c].low;
        std::vector<Wide> tilted(slices[c].count);
        Wide sum;
        for (std::uint32_t m = 0; m < slices[c].count; ++m) {
            tilted[m] = count_at(slices[c], m) * wide_power(tilt, m);
            sum += tilted[m];
        }
        for (const Wide& value : tilted) {
            leaf.values.push_back(value.scaled_down(sum.exponent()) / sum.mantissa());
        }
        log_total += sum.log();
        tree_.push_back(std::move(leaf));
    }
}

// Step 3. The last node made is the root.
void Join::multiply_up() {
    std::size_t begin = 0, end = tree_.size();
    while (end - begin > 1) {
        for (std::size_t i = begin; i + 1 < end; i += 2) {
            TreeNode node;
            node.left = static_cast<std::uint32_t>(i);
            node.right = static_cast<std::uint32_t>(i + 1);
            multiply(tree_[i], tree_[i + 1], node);
            tree_.push_back(std::move(node));
        }
        if ((end - begin) % 2 == 1) {
            TreeNode odd = std::move(tree_[end - 1]);
            tree_[end - 1].values.clear();
            tree_.push_back(std::move(odd));
        }
        begin = end;
        end = tree_.size();
    }
}

void Join::multiply(const TreeNode& left, const TreeNode& right, TreeNode& into) {
    into.low = left.low + right.low;
    into.values.assign(left.values.size() + right.values.size() - 1, 0.0);
    for (std::size_t i = 0; i < left.values.size(); ++i) {
        const double factor = left.values[i];
        double* sums = &into.values[i];
        for (std::size_t k = 0; k < right.values.size(); ++k) sums[k] += factor * right.values[k];
    }
    cut_tails(into.values, into.low);
}

// Step 4, the root: its weights are the sea's tilted binomials. False where the
// right number of mines is too unlikely for the error bound.
bool Join::weigh_root(double tilt) {
    if (tree_.empty()) {
        TreeNode none;
        none.values.assign(1, 1.0);
        tree_.push_back(std::move(none));
    }
    TreeNode& root = tree_.back();
    const auto n = static_cast<std::int64_t>(sea_);
    root.weights.assign(root.values.size(), 0.0);
    const std::int64_t high = std::min(mines_ - root.low, n);
    const std::int64_t low = std::max<std::int64_t>(
        mines_ - root.low - static_cast<std::int64_t>(root.values.size()) + 1, 0);
    if (low > high) return false;
    const auto mode = static_cast<std::int64_t>(static_cast<double>(n) * tilt / (1.0 + tilt));
    const std::int64_t top = std::clamp(mode, low, high);
    const auto at = [&](std::int64_t k) -> double& {
        return root.weights[static_cast<std::size_t>(mines_ - root.low - k)];
    };
    const double log_top = log_choose(static_cast<double>(n), static_cast<double>(top)) +
                           static_cast<double>(top) * std::log(tilt) -
                           static_cast<double>(n) * std::log1p(tilt);
    at(top) = 1.0;
    for (std::int64_t k = top; k < high; ++k) {
        at(k + 1) = at(k) * tilt * static_cast<double>(n - k) / static_cast<double>(k + 1);
    }
    for (std::int64_t k = top; k > low; --k) {
        at(k - 1) = at(k) * static_cast<double>(k) / static_cast<double>(n - k + 1) / tilt;
    }
    return sum_root(tilt, low, high, log_top);
}

// Adds up the root's weighted values: the sea's weights and the logarithm.
bool Join::sum_root(double tilt, std::int64_t low, std::int64_t high, double log_top) {
    const TreeNode& root = tree_.back();
    const auto n = static_cast<std::int64_t>(sea_);
    double total = 0.0;
    for (std::int64_t k = low; k <= high; ++k) {
        const auto i = static_cast<std::size_t>(mines_ - root.low - k);
        const double weight = root.weights[i] * root.values[i];
        total += weight;
        sea_mine += weight * static_cast<double>(k);
        sea_safe += weight * static_cast<double>(n - k);
    }
    if (!(total * std::exp(log_top) >= LEAST_P)) return false;
    std::int64_t mines_in_leaves = 0;
    for (const CensusSlice& slice : slices) mines_in_leaves += slice.low;
    log_total += std::log(total) + log_top + static_cast<double>(n) * std::log1p(tilt) -
                 static_cast<double>(mines_ - mines_in_leaves) * std::log(tilt);
    return true;
}

void Join::weigh_down() {
    for (std::size_t i = tree_.size(); i-- > 0;) {
        if (tree_[i].slice != NO_SLICE || tree_[i].values.empty()) continue;
        if (tree_[i].right == 0) continue;  // the root of no components
        weigh_child(tree_[i], tree_[tree_[i].right], tree_[tree_[i].left]);
        weigh_child(tree_[i], tree_[tree_[i].left], tree_[tree_[i].right]);
    }
}

void Join::weigh_child(const TreeNode& parent, const TreeNode& sibling, TreeNode& child) {
    child.weights.assign(child.values.size(), 0.0);
    const std::int64_t shift = child.low + sibling.low - parent.low;
    const auto size = static_cast<std::int64_t>(parent.weights.size());
    for (std::size_t m = 0; m < child.values.size(); ++m) {
        const std::int64_t base = shift + static_cast<std::int64_t>(m);
        const std::int64_t begin = std::max<std::int64_t>(0, -base);
        const std::int64_t end =
            std::min(static_cast<std::int64_t>(sibling.values.size()), size - base);
        double sum = 0.0;
        for (std::int64_t k = begin; k < end; ++k) {
            sum += sibling.values[static_cast<std::size_t>(k)] *
                   parent.weights[static_cast<std::size_t>(base + k)];
        }
        child.weights[m] = sum;
    }
}

// Undoes the tilt.
void Join::finish_tilted(double tilt) {
    std::vector<Wide> found;
    for (const TreeNode& leaf : tree_) {
        if (leaf.slice == NO_SLICE || leaf.values.empty()) continue;
        found.clear();
        for (std::uint32_t m = 0; m < slices[leaf.slice].count; ++m) {
            const double weight = std::max(leaf.weights[m], std::numeric_limits<double>::min());
            found.push_back(Wide(weight) * wide_power(tilt, m));
        }
        finish_slice(leaf.slice, found);
    }
}

// Scales the largest weight to 1 and lets step 1 have the last word on what is
// possible. Raising a possible weight to SMALLEST_WEIGHT adds at most
// 2^PLAIN_CELLS * 1e-290 < 1e-18 to a sum that is at least 1.
void Join::finish_slice(std::uint32_t index, std::span<const Wide> found) {
    const CensusSlice& slice = slices[index];
    const std::uint8_t* may = &possible_[possible_first_[index]];
    std::int64_t top = std::numeric_limits<std::int64_t>::min();
    for (std::uint32_t m = 0; m < slice.count; ++m) {
        if (may[m]) top = std::max(top, found[m].exponent());
    }
    for (std::uint32_t m = 0; m < slice.count; ++m) {
        if (slice.is_wide) {
            wide_weights_[slice.first + m] = may[m] ? found[m] : Wide();
        } else {
            weights_[slice.first + m] =
                may[m] ? std::max(found[m].scaled_down(top), SMALLEST_WEIGHT) : 0.0;
        }
    }
}

void Join::finish_sea() {
    const auto n = static_cast<std::int64_t>(sea_);
    sea_mine = most_in_sea_ == 0 ? 0.0 : std::max(sea_mine, SMALLEST_WEIGHT);
    sea_safe = least_in_sea_ == n ? 0.0 : std::max(sea_safe, SMALLEST_WEIGHT);
}

}  // namespace sapper
