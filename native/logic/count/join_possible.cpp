// Step 1 of the tilted join: which numbers of mines are possible, in integers.
#include <algorithm>
#include <limits>

#include "logic/count/join.h"

namespace sapper {

// Sums of sets without gaps are sets without gaps. A set with gaps of
// at most g added to an interval of at least g numbers is an interval too, so
// gaps only matter where nearly all components have them.
bool Join::find_possible() {
    std::int64_t low = 0, high = 0, widths = 0, widest = 0, largest_gap = 1;
    std::size_t room = 0;
    possible_first_.clear();
    for (const CensusSlice& slice : slices) {
        possible_first_.push_back(static_cast<std::uint32_t>(room));
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
    possible_.assign(room, 0);
    if (widths - widest + 1 < largest_gap) return find_possible_with_gaps();
    const auto n = static_cast<std::int64_t>(sea_);
    if (low > mines_ || high + n < mines_) return false;
    most_in_sea_ = std::min(mines_ - low, n);
    least_in_sea_ = std::max<std::int64_t>(mines_ - high, 0);
    for (std::size_t c = 0; c < slices.size(); ++c) {
        const CensusSlice& slice = slices[c];
        for (std::uint32_t m = 0; m < slice.count; ++m) {
            const std::int64_t rest = mines_ - slice.low - m;
            possible_[possible_first_[c] + m] = !count_at(slice, m).is_zero() &&
                                                rest >= low - slice.low &&
                                                rest <= high - (slice.low + slice.count - 1) + n;
        }
    }
    return true;
}

// The plain road's prefixes and suffixes with "possible" for numbers.
bool Join::find_possible_with_gaps() {
    const std::size_t n = slices.size();
    const std::vector<std::vector<std::uint8_t>> suffix = possible_suffixes();
    std::vector<std::uint8_t> before(1, 1);
    std::int64_t in_sea = mines_;
    for (std::size_t c = 0; c < n; ++c) {
        in_sea -= slices[c].low;
        std::vector<std::uint8_t> after(before.size() + slices[c].count - 1, 0);
        for (std::uint32_t m = 0; m < slices[c].count; ++m) {
            if (count_at(slices[c], m).is_zero()) continue;
            std::uint8_t found = 0;
            for (std::size_t k = 0; k < before.size(); ++k) {
                found |= before[k] & suffix[c + 1][k + m];
                after[k + m] |= before[k];
            }
            possible_[possible_first_[c] + m] = found;
        }
        before.swap(after);
    }
    least_in_sea_ = std::numeric_limits<std::int64_t>::max();
    most_in_sea_ = -1;
    for (std::size_t k = 0; k < before.size(); ++k, --in_sea) {
        if (!(before[k] & suffix[n][k])) continue;
        least_in_sea_ = std::min(least_in_sea_, in_sea);
        most_in_sea_ = std::max(most_in_sea_, in_sea);
    }
    return most_in_sea_ >= 0;
}

// [c][k]: whether the components from c on and the sea can use up what is left
// when those before c use k mines above their least.
std::vector<std::vector<std::uint8_t>> Join::possible_suffixes() const {
    const std::size_t n = slices.size();
    std::vector<std::vector<std::uint8_t>> suffix(n + 1);
    std::int64_t low = 0;
    std::size_t length = 1;
    for (const CensusSlice& slice : slices) {
        low += slice.low;
        length += slice.count - 1;
    }
    suffix[n].resize(length);
    for (std::size_t k = 0; k < length; ++k) {
        const std::int64_t in_sea = mines_ - low - static_cast<std::int64_t>(k);
        suffix[n][k] = in_sea >= 0 && in_sea <= static_cast<std::int64_t>(sea_);
    }
    for (std::size_t c = n; c-- > 0;) {
        length -= slices[c].count - 1;
        suffix[c].assign(length, 0);
        for (std::uint32_t m = 0; m < slices[c].count; ++m) {
            if (count_at(slices[c], m).is_zero()) continue;
            for (std::size_t k = 0; k < length; ++k) suffix[c][k] |= suffix[c + 1][k + m];
        }
    }
    return suffix;
}

}  // namespace sapper
