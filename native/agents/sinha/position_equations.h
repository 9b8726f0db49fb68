// The clue equations of a position from outside.
#pragma once

#include "agents/becerra/coupling.h"
#include "agents/sinha/equations.h"
#include "agents/sinha/padded_position.h"

namespace sapper {

// Of all clues together, those that share no cells one after the other.
inline Equations equations_of(const PositionView& position) {
    const PaddedPosition padded(position);
    Proofs proofs;
    proofs.start(padded.sight.view.size());
    ClueSet clues;
    clues.start_from(padded.sight, proofs);
    Coupling coupling;
    std::vector<ClueConstraint> joint;
    for (const auto& component : coupling.split(padded.sight, clues)) {
        joint.insert(joint.end(), component.begin(), component.end());
    }
    Equations out;
    out.build(padded.sight.frame, joint);
    return out;
}

}  // namespace sapper
