#include "agents/papers/becerra/double_set.h"

namespace sapper {

void DoubleSet::start(const Sight& sight) {
    knowledge_.start(sight);
    questionable_.clear();
}

void DoubleSet::free_neighbours(const Sight& sight, Padded clue_at, Proofs& proofs) {
    knowledge_.for_unknown(sight, clue_at, [&](Padded at) { proofs.add(at, Mark::safe, clue_at); });
}

void DoubleSet::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    knowledge_.update(sight, changed, proofs);

    // Phase 1, probing: what was revealed either frees its neighbours or is questionable.
    for (const Padded at : changed) {
        if (!is_clue(sight.view[at])) continue;
        const auto around = knowledge_.around(sight, at);
        if (around.all_free()) {
            free_neighbours(sight, at, proofs);
        } else if (around.unknown > 0) {
            questionable_.push_back(at);
        }
    }
    if (!proofs.fresh().empty()) return;  // S is not empty: probe on

    // Phase 2, marking.
    std::erase_if(questionable_, [&](Padded clue_at) {
        const auto around = knowledge_.around(sight, clue_at);
        if (!around.all_mines()) return around.unknown == 0;
        knowledge_.for_unknown(sight, clue_at, [&](Padded at) {
            proofs.add(at, Mark::mine, clue_at);
            knowledge_.settle(at, true);
        });
        return true;
    });

    // Phase 3, probing: the marks may have freed the neighbours of other clues.
    std::erase_if(questionable_, [&](Padded clue_at) {
        if (!knowledge_.around(sight, clue_at).all_free()) return false;
        free_neighbours(sight, clue_at, proofs);
        return true;
    });
}

}  // namespace sapper
