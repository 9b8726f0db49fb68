#include "agents/papers/becerra/coupled_search.h"

#include <algorithm>

namespace sapper {

void Possibilities::note(const SearchSpace& space) {
    const auto boxes = space.boxes();
    const auto& mines = search_.found();
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        can_be_safe_[box] |= mines[box] < boxes[box].num_cells();
        can_be_mine_[box] |= mines[box] > 0;
    }
}

bool Possibilities::find(const SearchSpace& space) {
    const auto boxes = space.boxes();
    can_be_safe_.assign(boxes.size(), 0);
    can_be_mine_.assign(boxes.size(), 0);
    if (!search_.start(space)) return false;
    bool any = false;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        const int size = boxes[box].num_cells();
        // Ask for the value not yet seen; the first box has seen none.
        if (!can_be_safe_[box] && search_.find(box, 0, size - 1)) note(space), any = true;
        if (!can_be_mine_[box] && search_.find(box, 1, size)) note(space), any = true;
        if (!any) return false;
    }
    return true;
}

void CoupledSearch::prove(const Sight& sight, std::span<const ClueConstraint> component,
                          Proofs& proofs) {
    space_.build(sight.frame, component);
    if (!possibilities_.find(space_)) return;
    std::vector<Padded> sources;
    for (std::size_t box = 0; box < space_.boxes().size(); ++box) {
        const bool can_be_safe = possibilities_.can_be_safe(box);
        if (can_be_safe && possibilities_.can_be_mine(box)) continue;
        if (sources.empty() && proofs.wants_clues()) {
            for (const ClueConstraint& constraint : component) {
                const auto& more = clues_.sources(constraint.clue_at);
                sources.insert(sources.end(), more.begin(), more.end());
            }
            std::sort(sources.begin(), sources.end());
            sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
        }
        for (const Padded at : space_.boxes()[box].cells) {
            proofs.add(at, can_be_safe ? Mark::safe : Mark::mine, sources);
        }
    }
}

void CoupledSearch::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    clues_.update(sight, changed, proofs);
    clues_.reduce(sight, proofs);
    if (!proofs.fresh().empty() || !clues_.any_changed()) return;
    for (const auto& component : coupling_.split(sight, clues_)) {
        // One in which nothing changed proved nothing last time and will not now.
        if (std::any_of(component.begin(), component.end(), [this](const ClueConstraint& c) {
                return clues_.has_changed(c.clue_at);
            })) {
            prove(sight, component, proofs);
        }
    }
    clues_.forget_changes();
}

}  // namespace sapper
