// Of sets that prove something, smaller ones.
//
// `thin_out` leaves out what a proof does not need. `find_smaller` compares what is left with
// all smaller sets of up to 64 candidates. Each set that proves nothing has a correction
// set, all candidates outside a largest extension of it that proves nothing either; a proof
// must hit every correction set, so a smallest set that hits those found so far is the next
// to try [1].
//
// References:
//     [1] Ignatiev, Previti, Liffiton, Marques-Silva 2015, Smallest MUS
//         extraction with minimal hitting set dualization, CP 2015, 173-182.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sapper {

using ConstraintSet = std::vector<std::uint32_t>;  // indices of constraints

// A smallest set of at most `most` members that hits all; `is_done` is false where the
// search took more than `max_nodes`, so that there may be one all the same.
struct HittingSet {
    std::optional<std::uint64_t> chosen;
    bool is_done = true;
};
HittingSet find_hitting_set(std::span<const std::uint64_t> to_hit, std::size_t most,
                            std::uint64_t max_nodes);

// The members of `candidates` whose bits are set.
ConstraintSet unpack(std::uint64_t chosen, std::span<const std::uint32_t> candidates);

// Leaves out what the proof does not need, the last first: in large pieces
// while the set is large, at last one by one, so that what is left is needed.
template <class Test>
void thin_out(ConstraintSet& set, Test proves) {
    constexpr std::size_t SMALL = 12;
    ConstraintSet rest;
    for (std::size_t piece = set.size() > SMALL ? set.size() / 2 : 1;; piece /= 2) {
        for (std::size_t end = set.size(); end > 0;) {
            const std::size_t begin = end > piece ? end - piece : 0;
            rest.assign(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(begin));
            rest.insert(rest.end(), set.begin() + static_cast<std::ptrdiff_t>(end), set.end());
            if (proves(rest)) set.swap(rest);
            end = begin;
        }
        if (piece == 1) return;
    }
}

struct SmallerLimits {
    int max_trials = 0;
    std::uint64_t max_nodes = 0;  // of the search for one hitting set
};

// What a search for a smaller set came to: a smallest one, that there is none, or neither.
struct SmallerSet {
    std::optional<ConstraintSet> found;
    bool is_done = false;
};

// Looks among the candidates, at most 64, for a smallest set of fewer than `size` that proves.
// `ran_out` says whether some test so far could not be made.
template <class Test, class RanOut>
SmallerSet find_smaller(std::span<const std::uint32_t> candidates, std::size_t size,
                        const SmallerLimits& limits, Test proves, RanOut ran_out) {
    std::vector<std::uint64_t> to_hit;
    for (int trial = 0; trial < limits.max_trials; ++trial) {
        const HittingSet next = find_hitting_set(to_hit, size - 1, limits.max_nodes);
        if (!next.chosen) return {std::nullopt, next.is_done};
        std::uint64_t chosen = *next.chosen;
        ConstraintSet candidate = unpack(chosen, candidates);
        if (proves(candidate)) return {std::move(candidate), true};
        std::uint64_t outside = 0;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const std::uint64_t bit = std::uint64_t{1} << i;
            if (chosen & bit) continue;
            if (proves(unpack(chosen | bit, candidates))) {
                outside |= bit;
            } else {
                chosen |= bit;
            }
        }
        if (ran_out() || outside == 0) return {std::nullopt, !ran_out()};
        to_hit.push_back(outside);
    }
    return {};
}

}  // namespace sapper
