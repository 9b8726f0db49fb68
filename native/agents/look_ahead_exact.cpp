// Where the look-ahead need not estimate: closed components, few layouts, and the table.
#include <algorithm>

#include "agents/look_ahead.h"
#include "agents/second_cells.h"

namespace sapper {

namespace {

int num_clues(const Evidence& evidence) {
    const Frame& frame = evidence.frame();
    int count = 0;
    for (Cell cell = 0; cell < static_cast<Cell>(frame.columns * frame.rows); ++cell) {
        count += evidence.has_clue(frame.to_padded(cell));
    }
    return count;
}

}  // namespace

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
        if (const Padded found = find_second(belief); found != NONE) return found;
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

// After the first clue of some small grids: the search was done beforehand.
Padded LookAhead::find_second(Belief& belief) {
    const Frame& frame = belief.frame();
    const bool is_turned = frame.rows > frame.columns;
    const int columns = std::max(frame.columns, frame.rows);
    const int rows = std::min(frame.columns, frame.rows);
    // One clue is shown, whatever mines it proves.
    if (options_.few_table == 0 || num_clues(belief.evidence()) != 1) return NONE;
    const auto place = [&](int cell) {
        const int row = cell / columns, column = cell % columns;
        return frame.to_padded(static_cast<Cell>(is_turned ? column * rows + row : cell));
    };
    for (const SecondCellEntry& entry : SECOND_CELLS) {
        if (entry.columns != columns || entry.rows != rows) continue;
        const Padded first = place(entry.first);
        if (belief.position().num_mines != entry.mines) continue;
        if (!belief.evidence().has_clue(first)) continue;
        if (belief.evidence().clue(first) != entry.clue) continue;
        candidates_.assign(1, {place(entry.second), entry.risk, 0.0, entry.value, true});
        return candidates_[0].at;
    }
    return NONE;
}

void LookAhead::take_endgame(const Endgame& endgame) {
    candidates_.clear();
    const auto all = static_cast<double>(endgame.num_layouts());
    for (const EndgameCandidate& one : endgame.candidates()) {
        candidates_.push_back({one.at, 1.0 - one.safe / all, 0.0, one.wins / all, one.is_exact});
    }
    std::ranges::stable_sort(candidates_, [](const GuessCandidate& a, const GuessCandidate& b) {
        return a.value > b.value;
    });
}

}  // namespace sapper
