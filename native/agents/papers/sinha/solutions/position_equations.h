// The clue equations of a position from outside.
#pragma once

#include "agents/papers/becerra/coupling.h"
#include "agents/papers/sinha/solutions/equations.h"
#include "agents/papers/sinha/solutions/padded_position.h"

namespace sapper {

// Of each component of the clues, those that share no cells, or of all clues together,
// component after component. All together are one set even without a clue.
inline std::vector<Equations> equations_of(const PositionView& position, bool by_component) {
    const PaddedPosition padded(position);
    Proofs proofs;
    proofs.start(padded.sight.view.size());
    ClueSet clues;
    clues.start_from(padded.sight, proofs);
    Coupling coupling;
    std::vector<Equations> out;
    std::vector<ClueConstraint> joint;
    for (const auto& component : coupling.split(padded.sight, clues)) {
        if (by_component) {
            out.emplace_back().build(padded.sight.frame, component);
        } else {
            joint.insert(joint.end(), component.begin(), component.end());
        }
    }
    if (!by_component) out.emplace_back().build(padded.sight.frame, joint);
    return out;
}

inline Equations equations_of(const PositionView& position) {
    return std::move(equations_of(position, false).front());
}

}  // namespace sapper
