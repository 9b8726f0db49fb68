// The solutions of a set of clue equations as a list, and what finding them took.
#pragma once

#include "agents/papers/sinha/play/risks.h"

namespace sapper {

struct Listing {
    std::vector<std::uint8_t> values;  // a byte per variable, solution after solution, if kept
    std::int64_t count = 0;
    std::int64_t nodes = 0;  // edges of the tree walked
    SearchEnd end = SearchEnd::all;
    std::int64_t nanoseconds = 0;
    std::uint64_t folded = 0;  // their words: each was at hand, though nobody kept it
};

// With seconds above 0 the clock ends the search. The seed matters where a limit does.
Listing list_solutions(const Equations& equations, Method method, Pruning pruning,
                       SearchLimits limits, double seconds, std::uint64_t seed, bool keep);

}  // namespace sapper
