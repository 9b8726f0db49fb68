#include "logic/explain/smaller_set.h"

#include <algorithm>

namespace sapper {

namespace {

// Extends `chosen` by at most `left` members to hit every set; low members first.
bool hit_all(std::span<const std::uint64_t> to_hit, std::size_t left, std::uint64_t& chosen,
             std::uint64_t& nodes_left) {
    if (nodes_left == 0) return false;
    --nodes_left;
    const auto missed =
        std::ranges::find_if(to_hit, [&](std::uint64_t set) { return (set & chosen) == 0; });
    if (missed == to_hit.end()) return true;
    if (left == 0) return false;
    for (std::uint64_t set = *missed; set != 0; set &= set - 1) {
        std::uint64_t extended = chosen | (set & -set);
        if (!hit_all(to_hit, left - 1, extended, nodes_left)) continue;
        chosen = extended;
        return true;
    }
    return false;
}

}  // namespace

HittingSet find_hitting_set(std::span<const std::uint64_t> to_hit, std::size_t most,
                            std::uint64_t max_nodes) {
    std::uint64_t nodes_left = max_nodes;
    for (std::size_t size = 0; size <= most && nodes_left > 0; ++size) {
        std::uint64_t chosen = 0;
        if (hit_all(to_hit, size, chosen, nodes_left)) return {chosen, true};
    }
    return {std::nullopt, nodes_left > 0};
}

ConstraintSet unpack(std::uint64_t chosen, std::span<const std::uint32_t> candidates) {
    ConstraintSet set;
    for (; chosen != 0; chosen &= chosen - 1) {
        set.push_back(candidates[static_cast<std::size_t>(std::countr_zero(chosen))]);
    }
    return set;
}

}  // namespace sapper
