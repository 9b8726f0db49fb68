// Where the look-ahead need not estimate: coins, closed components, few layouts.
#include <algorithm>
#include <limits>

#include "agents/search/look_ahead.h"

namespace sapper {

// Step 1. All cells of a coin are as likely a mine as not: the one that tells most.
Padded LookAhead::toss_coin(Belief& belief, std::span<const Padded> coin) {
    kind_ = GuessKind::component;
    candidates_.clear();
    double best = -1.0;
    for (const Padded at : coin) {
        GuessCandidate one{at, 0.5};
        const bool tells = coin.size() > 2 && options_.plies > 0;
        const double found = tells ? look_once(belief, one, 0.0) : 0.0;
        candidates_.push_back({at, 0.5, one.progress, 0.5, true});
        if (found > best + 1e-12) {
            best = found;
            std::swap(candidates_.front(), candidates_.back());
        }
    }
    return candidates_.front().at;
}

// Step 1. What such a component holds has no bearing on the rest, so the order in
// which it is played is free.
Padded LookAhead::solve_component(Belief& belief) {
    std::size_t smallest = belief.num_components();
    for (std::size_t i = 0; i < belief.num_components(); ++i) {
        const Belief::Placed& own = belief.component(i);
        const auto most = static_cast<double>(options_.component_layouts);
        if (own.counts->count != 1 || own.counts->placements[0] > most) continue;
        bool is_closed = true;
        for (std::uint32_t k = 0; k < own.counts->num_cells; ++k) {
            const Padded cell = own.first + static_cast<Padded>(own.counts->cells[k]);
            belief.frame().for_neighbours(cell, [&](Padded at) {
                if (!belief.evidence().is_unknown(at)) return;
                const std::uint32_t id = belief.component_id(at);
                is_closed = is_closed && id != NONE && belief.index_of(id) == i;
            });
        }
        const bool is_smaller =
            smallest == belief.num_components() ||
            own.counts->num_cells < belief.component(smallest).counts->num_cells;
        if (is_closed && is_smaller) smallest = i;
    }
    if (smallest == belief.num_components()) return NONE;
    if (!list_.list_component(belief, smallest,
                              static_cast<std::size_t>(options_.component_layouts))) {
        return NONE;
    }
    endgame_.read(list_, belief.evidence());
    const bool done = endgame_.solve(static_cast<std::uint64_t>(options_.endgame_nodes));
    nodes_ += endgame_.nodes();
    if (!done) return NONE;
    take_endgame(endgame_);
    return endgame_.best();
}

Padded LookAhead::solve_endgame(Belief& belief) {
    auto most = static_cast<std::size_t>(options_.endgame_layouts);
    auto nodes = static_cast<std::uint64_t>(options_.endgame_nodes);
    const bool is_small = belief.frame().columns * belief.frame().rows <= options_.few_cells;
    if (is_small) {
        most = std::max(most, static_cast<std::size_t>(options_.few_layouts));
        nodes = std::max(nodes, static_cast<std::uint64_t>(options_.few_nodes));
    }
    if (belief.total() > static_cast<double>(most) || !list_.list(belief, most)) return NONE;
    endgame_.read(list_, belief.evidence());
    const bool done = endgame_.solve(nodes);
    nodes_ += endgame_.nodes();
    if (!done) {
        ++num_cut_short_;
        return NONE;
    }
    take_endgame(endgame_);
    return endgame_.best();
}

void LookAhead::take_endgame(const Endgame& endgame) {
    candidates_.clear();
    const auto all = static_cast<double>(endgame.num_layouts());
    for (const EndgameCandidate& one : endgame.candidates()) {
        candidates_.push_back({one.at, 1.0 - one.safe / all,
                               std::numeric_limits<double>::quiet_NaN(), one.wins / all,
                               one.is_exact});
    }
    std::ranges::stable_sort(candidates_, [](const GuessCandidate& a, const GuessCandidate& b) {
        return a.value > b.value;
    });
}

}  // namespace sapper
