#include "agents/papers/vaitzman/assignments.h"

#include <algorithm>

#include "agents/parts/places.h"
#include "game/errors.h"
#include "game/frame_walk.h"

namespace sapper {

Counts parse_counts(const std::string& text) {
    if (text == "share") return Counts::share;
    if (text == "raw") return Counts::raw;
    throw Error("expected the counts share or raw, got " + quote(text));
}

void SatisfyingAssignments::note(Best& best, double count, double total) {
    const double share = count / total;
    const double number = counts_ == Counts::share ? share : count;
    if (number > best.number || (number == best.number && share > best.share)) {
        best = {number, share};
    }
}

void SatisfyingAssignments::count_group(const Sight& sight, Padded clue_at) {
    space_.build(sight.frame, group_.find(sight, clues_, clue_at));
    count_.count(space_);
    const double total = count_.weighed_total();
    if (total == 0) return;  // only after a wrong flag
    for (std::size_t box = 0; box < space_.boxes().size(); ++box) {
        const auto& cells = space_.boxes()[box].cells;
        // Whole numbers: cells of a box are alike, so each has an equal part of its mines.
        const double mines = count_.weighed_in_box(box) / static_cast<double>(cells.size());
        for (const Padded at : cells) {
            note(mine_[at], mines, total);
            note(safe_[at], total - mines, total);
        }
    }
}

void SatisfyingAssignments::count(const Sight& sight, const Proofs& proofs) {
    clues_.start_from(sight, proofs);
    scratch_.start(sight.view.size());
    clues_.reduce(sight, scratch_);
    safe_.assign(sight.view.size(), {});
    mine_.assign(sight.view.size(), {});
    for (const Padded clue_at : clues_.active()) count_group(sight, clue_at);
}

void SatisfyingAssignments::propose(const Sight& sight, const Proofs& proofs,
                                    Proposals& proposals) {
    proposals.clear();
    count(sight, proofs);
    double largest = 0;
    const auto offer = [&](Padded at, bool is_mine, const Best& best) {
        if (best.number <= 0 || best.number < largest) return;
        if (best.number > largest) proposals.clear();
        largest = best.number;
        proposals.chance = std::max(proposals.chance, best.share);
        proposals.cells.push_back({at, is_mine});
    };
    for_cells(sight.frame, [&](Padded at) {
        if (sight.view[at] != COVERED || proofs.mark(at) == Mark::mine) return;
        offer(at, false, safe_[at]);
        offer(at, true, mine_[at]);
    });
}

}  // namespace sapper
