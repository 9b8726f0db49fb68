// The join of large grids: thousands of components, counts beyond a double.
//
// Step 1. Decide exactly, in integers, which numbers of mines each component
//         can use at all. Nothing later adds or removes a possibility.
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

#include "logic/binomials.h"
#include "logic/errors.h"
#include "logic/join.h"

namespace sapper {

namespace {

constexpr double CUT = 1e-40;
constexpr double LEAST_P = 1e-18;
constexpr double MAX_LOG_TILT = 30.0;
constexpr double MAX_WIDE_WORK = 3e8;

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
    weights.resize(counts.size());
    wide_weights.resize(wide_counts.size());
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

// Step 1. Sums of sets without gaps are sets without gaps. A set with gaps of
// at most g added to an interval of at least g numbers is an interval too, so
// gaps only matter where nearly all components have them.
bool Join::find_possible() {
    std::int64_t low = 0, high = 0, widths = 0, widest = 0, largest_gap = 1;
    std::size_t room = 0;
    possible_first.clear();
    for (const CensusSlice& slice : slices) {
        possible_first.push_back(static_cast<std::uint32_t>(room));
        room += slice.count;
        low += slice.low;
        high += slice.low + slice.count - 1;
        std::int64_t gap = 1, run = 0;
        for (std::uint32_t m = 0; m < slice.count; ++m) {
            run = count_at(slice, m).is_zero() ? run + 1 : 0;
            gap = std::max(gap, run + 1);
        }
        largest_gap = std::max(largest_gap, gap);
        if (gap > 1) continue;
        widths += slice.count - 1;
        widest = std::max<std::int64_t>(widest, slice.count - 1);
    }
    possible.assign(room, 0);
    if (widths - widest + 1 < largest_gap) return find_possible_with_gaps();
    const auto n = static_cast<std::int64_t>(sea);
    if (low > mines || high + n < mines) return false;
    most_in_sea = std::min(mines - low, n);
    least_in_sea = std::max<std::int64_t>(mines - high, 0);
    for (std::size_t c = 0; c < slices.size(); ++c) {
        const CensusSlice& slice = slices[c];
        for (std::uint32_t m = 0; m < slice.count; ++m) {
            const std::int64_t rest = mines - slice.low - m;
            possible[possible_first[c] + m] = !count_at(slice, m).is_zero() &&
                                              rest >= low - slice.low &&
                                              rest <= high - (slice.low + slice.count - 1) + n;
        }
    }
    return true;
}

// The plain road's prefixes and suffixes with "possible" for numbers.
bool Join::find_possible_with_gaps() {
    const std::size_t n = slices.size();
    std::int64_t low = 0;
    std::vector<std::vector<std::uint8_t>> suffix(n + 1);
    std::size_t length = 1;
    for (const CensusSlice& slice : slices) {
        low += slice.low;
        length += slice.count - 1;
    }
    suffix[n].resize(length);
    for (std::size_t k = 0; k < length; ++k) {
        const std::int64_t in_sea = mines - low - static_cast<std::int64_t>(k);
        suffix[n][k] = in_sea >= 0 && in_sea <= static_cast<std::int64_t>(sea);
    }
    for (std::size_t c = n; c-- > 0;) {
        length -= slices[c].count - 1;
        suffix[c].assign(length, 0);
        for (std::uint32_t m = 0; m < slices[c].count; ++m) {
            if (count_at(slices[c], m).is_zero()) continue;
            for (std::size_t k = 0; k < length; ++k) suffix[c][k] |= suffix[c + 1][k + m];
        }
    }
    std::vector<std::uint8_t> before(1, 1);
    for (std::size_t c = 0; c < n; ++c) {
        std::vector<std::uint8_t> after(before.size() + slices[c].count - 1, 0);
        for (std::uint32_t m = 0; m < slices[c].count; ++m) {
            if (count_at(slices[c], m).is_zero()) continue;
            std::uint8_t found = 0;
            for (std::size_t k = 0; k < before.size(); ++k) {
                found |= before[k] & suffix[c + 1][k + m];
                after[k + m] |= before[k];
            }
            possible[possible_first[c] + m] = found;
        }
        before.swap(after);
    }
    least_in_sea = std::numeric_limits<std::int64_t>::max();
    most_in_sea = -1;
    for (std::size_t k = 0; k < before.size(); ++k) {
        if (!(before[k] & suffix[n][k])) continue;
        least_in_sea = std::min(least_in_sea, mines - low - static_cast<std::int64_t>(k));
        most_in_sea = std::max(most_in_sea, mines - low - static_cast<std::int64_t>(k));
    }
    return most_in_sea >= 0;
}

// Step 2. Bisection on log z; the expected number of mines grows with it.
double Join::choose_tilt() {
    logs.clear();
    for (const CensusSlice& slice : slices) {
        for (std::uint32_t m = 0; m < slice.count; ++m) {
            const Wide count = count_at(slice, m);
            logs.push_back(count.is_zero() ? -std::numeric_limits<double>::infinity() : count.log());
        }
    }
    const auto expected_mines = [&](double log_tilt) {
        double sum = static_cast<double>(sea) / (1.0 + std::exp(-log_tilt));
        for (std::size_t c = 0; c < slices.size(); ++c) {
            const double* own = &logs[possible_first[c]];
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
        (expected_mines(middle) < static_cast<double>(mines) ? below : above) = middle;
    }
    return std::exp(0.5 * (below + above));
}

void Join::make_leaves(double tilt) {
    tree.clear();
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
        tree.push_back(std::move(leaf));
    }
}

// Step 3. The last node made is the root.
void Join::multiply_up() {
    std::size_t begin = 0, end = tree.size();
    while (end - begin > 1) {
        for (std::size_t i = begin; i + 1 < end; i += 2) {
            TreeNode node;
            node.left = static_cast<std::uint32_t>(i);
            node.right = static_cast<std::uint32_t>(i + 1);
            multiply(tree[i], tree[i + 1], node);
            tree.push_back(std::move(node));
        }
        if ((end - begin) % 2 == 1) {
            TreeNode odd = std::move(tree[end - 1]);
            tree[end - 1].values.clear();
            tree.push_back(std::move(odd));
        }
        begin = end;
        end = tree.size();
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
    if (tree.empty()) {
        TreeNode none;
        none.values.assign(1, 1.0);
        tree.push_back(std::move(none));
    }
    TreeNode& root = tree.back();
    const auto n = static_cast<std::int64_t>(sea);
    root.weights.assign(root.values.size(), 0.0);
    const std::int64_t high = std::min(mines - root.low, n);
    const std::int64_t low = std::max<std::int64_t>(
        mines - root.low - static_cast<std::int64_t>(root.values.size()) + 1, 0);
    if (low > high) return false;
    const auto mode = static_cast<std::int64_t>(static_cast<double>(n) * tilt / (1.0 + tilt));
    const std::int64_t top = std::clamp(mode, low, high);
    const auto at = [&](std::int64_t k) -> double& {
        return root.weights[static_cast<std::size_t>(mines - root.low - k)];
    };
    const double log_top = log_binomial(static_cast<double>(n), static_cast<double>(top)) +
                           static_cast<double>(top) * std::log(tilt) -
                           static_cast<double>(n) * std::log1p(tilt);
    at(top) = 1.0;
    for (std::int64_t k = top; k < high; ++k) {
        at(k + 1) = at(k) * tilt * static_cast<double>(n - k) / static_cast<double>(k + 1);
    }
    for (std::int64_t k = top; k > low; --k) {
        at(k - 1) = at(k) * static_cast<double>(k) / static_cast<double>(n - k + 1) / tilt;
    }
    double total = 0.0;
    for (std::int64_t k = low; k <= high; ++k) {
        const double weight = at(k) * root.values[static_cast<std::size_t>(mines - root.low - k)];
        total += weight;
        sea_mine += weight * static_cast<double>(k);
        sea_safe += weight * static_cast<double>(n - k);
    }
    if (!(total * std::exp(log_top) >= LEAST_P)) return false;
    std::int64_t mines_in_leaves = 0;
    for (const CensusSlice& slice : slices) mines_in_leaves += slice.low;
    log_total += std::log(total) + log_top + static_cast<double>(n) * std::log1p(tilt) -
                 static_cast<double>(mines - mines_in_leaves) * std::log(tilt);
    return true;
}

void Join::weigh_down() {
    for (std::size_t i = tree.size(); i-- > 0;) {
        if (tree[i].slice != NO_SLICE || tree[i].values.empty()) continue;
        if (tree[i].right == 0) continue;  // the root of no components
        weigh_child(tree[i], tree[tree[i].right], tree[tree[i].left]);
        weigh_child(tree[i], tree[tree[i].left], tree[tree[i].right]);
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
    for (const TreeNode& leaf : tree) {
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
    const std::uint8_t* may = &possible[possible_first[index]];
    std::int64_t top = std::numeric_limits<std::int64_t>::min();
    for (std::uint32_t m = 0; m < slice.count; ++m) {
        if (may[m]) top = std::max(top, found[m].exponent());
    }
    for (std::uint32_t m = 0; m < slice.count; ++m) {
        if (slice.is_wide) {
            wide_weights[slice.first + m] = may[m] ? found[m] : Wide();
        } else {
            weights[slice.first + m] =
                may[m] ? std::max(found[m].scaled_down(top), SMALLEST_WEIGHT) : 0.0;
        }
    }
}

void Join::finish_sea() {
    const auto n = static_cast<std::int64_t>(sea);
    sea_mine = most_in_sea == 0 ? 0.0 : std::max(sea_mine, SMALLEST_WEIGHT);
    sea_safe = least_in_sea == n ? 0.0 : std::max(sea_safe, SMALLEST_WEIGHT);
}

// The plain road in wide numbers: no tilt, no cut, quadratic in the mines.
void Join::run_wide() {
    std::int64_t low = 0;
    std::size_t num_totals = 1, entries = 0;
    for (const CensusSlice& slice : slices) {
        low += slice.low;
        num_totals += slice.count - 1;
        entries += slice.count;
    }
    if (static_cast<double>(num_totals) * static_cast<double>(entries) > MAX_WIDE_WORK) {
        throw BudgetExceededError("the join of " + std::to_string(slices.size()) +
                                      " components would take more than 300,000,000 steps",
                                  0, {});
    }
    const auto n = static_cast<std::int64_t>(sea);
    std::vector<Wide> totals(num_totals), all(entries), found(entries);
    const std::int64_t high = std::min(mines - low, n);
    for (std::int64_t k = std::max<std::int64_t>(high - static_cast<std::int64_t>(num_totals), 0);
         k <= high; ++k) {
        const std::int64_t at = mines - low - k;
        if (at >= static_cast<std::int64_t>(num_totals)) continue;
        // Relative accuracy about 1e-16 times the logarithm's size, a few thousand at most here.
        const double log2 = log_binomial(static_cast<double>(n), static_cast<double>(k)) / M_LN2;
        totals[static_cast<std::size_t>(at)] =
            Wide(std::exp2(log2 - std::floor(log2)), static_cast<std::int64_t>(std::floor(log2)));
    }
    std::vector<ProductJoin<Wide>::Factor> wide_factors;
    for (std::size_t c = 0; c < slices.size(); ++c) {
        const std::uint32_t first = possible_first[c];
        for (std::uint32_t m = 0; m < slices[c].count; ++m) all[first + m] = count_at(slices[c], m);
        wide_factors.push_back({&all[first], &found[first], slices[c].count});
    }
    ProductJoin<Wide> join;
    join.run(wide_factors, totals);
    Wide total, mine, safe;
    for (std::size_t k = 0; k < num_totals; ++k) {
        const Wide weight = join.product[k] * totals[k];
        const double in_sea = static_cast<double>(mines - low - static_cast<std::int64_t>(k));
        if (weight.is_zero()) continue;
        total += weight;
        mine += weight * Wide(in_sea);
        safe += weight * Wide(static_cast<double>(n) - in_sea);
    }
    log_total = total.log();
    sea_mine = mine.scaled_down(total.exponent());
    sea_safe = safe.scaled_down(total.exponent());
    for (std::size_t c = 0; c < slices.size(); ++c) {
        finish_slice(static_cast<std::uint32_t>(c),
                     std::span(found).subspan(possible_first[c], slices[c].count));
    }
}

}  // namespace sapper
