#include "agents/parts/affected.h"

namespace sapper {

void AffectedComponents::start(const Sight& sight) {
    is_met_.assign(sight.view.size(), 0);
    met_.clear();
}

void AffectedComponents::find(const Sight& sight, std::span<const Padded> changed) {
    system.reset(static_cast<std::size_t>(sight.frame.columns) * sight.frame.rows);
    ends.clear();
    for (const Padded at : changed) {
        if (is_clue(sight.view[at])) gather(sight, at);
        sight.frame.for_neighbours(at, [&](Padded next) {
            if (is_clue(sight.view[next])) gather(sight, next);
        });
    }
    for (const Padded at : met_) is_met_[at] = 0;
    met_.clear();
}

// Adds the whole component of a clue, unless that has been done.
void AffectedComponents::gather(const Sight& sight, Padded clue) {
    if (is_met_[clue]) return;
    is_met_[clue] = 1;
    met_.push_back(clue);
    queue_.assign(1, clue);
    for (std::size_t next = 0; next < queue_.size(); ++next) add(sight, queue_[next]);
    const auto end = static_cast<std::uint32_t>(system.constraints.size());
    if (end > (ends.empty() ? 0 : ends.back())) ends.push_back(end);
}

// Adds the constraint of one clue and puts the clues that share a cell with it in the queue.
void AffectedComponents::add(const Sight& sight, Padded clue) {
    Cell unknown[8];
    std::uint32_t count = 0;
    std::int32_t left = sight.view[clue];
    sight.frame.for_neighbours(clue, [&](Padded cell) {
        const Code code = sight.view[cell];
        left -= code == FLAGGED || code == MINE_SHOWN;
        if (code != COVERED) return;
        unknown[count++] = sight.frame.to_cell(cell);
        if (is_met_[cell]) return;
        is_met_[cell] = 1;
        met_.push_back(cell);
        system.mark_unknown(sight.frame.to_cell(cell));
        sight.frame.for_neighbours(cell, [&](Padded other) {
            if (!is_clue(sight.view[other]) || is_met_[other]) return;
            is_met_[other] = 1;
            met_.push_back(other);
            queue_.push_back(other);
        });
    });
    if (count > 0) system.add({unknown, count}, left, left, sight.frame.to_cell(clue));
}

}  // namespace sapper
