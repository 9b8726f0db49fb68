#include "agents/papers/becerra/cellular_automaton.h"

namespace sapper {

void CellularAutomaton::start(const Sight& sight) {
    knowledge_.start(sight);
    clues_.start(sight.view.size());
}

void CellularAutomaton::deduce(const Sight& sight, std::span<const Padded> changed,
                               Proofs& proofs) {
    const auto look_at = [&](Padded at) {
        if (is_clue(sight.view[at])) clues_.insert(at);
    };
    knowledge_.update(sight, changed, proofs, [&](Padded at) {
        look_at(at);
        sight.frame.for_neighbours(at, look_at);
    });
    // Nothing is written into the knowledge here: that is the simultaneity.
    for (const Padded clue_at : clues_.cells()) {
        const auto around = knowledge_.around(sight, clue_at);
        const bool mines =
            last_mine_only_ ? around.unknown == 1 && around.missing == 1 : around.all_mines();
        if (!mines && !around.all_free()) continue;
        knowledge_.for_unknown(sight, clue_at, [&](Padded at) {
            proofs.add(at, mines ? Mark::mine : Mark::safe, clue_at);
        });
    }
    clues_.clear();
}

}  // namespace sapper
