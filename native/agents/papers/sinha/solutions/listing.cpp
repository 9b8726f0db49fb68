#include "agents/papers/sinha/solutions/listing.h"

namespace sapper {

namespace {

template <class Search>
Listing list_by(Search& search, const Equations& equations, SearchLimits limits, double seconds,
                std::uint64_t seed, bool keep) {
    Listing out;
    Random random(seed);
    Random* chance = limits.is_limited() ? &random : nullptr;
    const std::int64_t began = steady_now();
    if (seconds > 0 && seconds < 1e8) {
        limits.deadline = began + static_cast<std::int64_t>(seconds * 1e9);
    }
    out.end = search.run(equations, limits, chance, [&](const auto& solution) {
        out.folded ^= solution.mines;
        if (!keep) return;
        const auto values = solution.values();
        out.values.insert(out.values.end(), values.begin(), values.end());
    });
    out.nanoseconds = steady_now() - began;
    out.count = search.num_solutions();
    out.nodes = search.num_nodes();
    return out;
}

}  // namespace

Listing list_solutions(const Equations& equations, Method method, Pruning pruning,
                       SearchLimits limits, double seconds, std::uint64_t seed, bool keep) {
    // Kept from call to call, so that a short search is not timed by its memory's making.
    thread_local Dsscsp dsscsp;
    thread_local Backtracking backtracking;
    backtracking.set_pruning(pruning);
    if (method == Method::dsscsp) return list_by(dsscsp, equations, limits, seconds, seed, keep);
    return list_by(backtracking, equations, limits, seconds, seed, keep);
}

}  // namespace sapper
