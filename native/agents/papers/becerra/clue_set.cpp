#include "agents/papers/becerra/clue_set.h"

#include <algorithm>

#include "agents/parts/places.h"
#include "game/frame_walk.h"

namespace sapper {

namespace {

Mask shifted(Mask mask, int shift) {
    return shift >= 0 ? mask << shift : mask >> -shift;
}

}  // namespace

ClueConstraint read_constraint(const Sight& sight, const Knowledge& knowledge, Padded clue_at) {
    ClueConstraint out{clue_at, 0, knowledge.around(sight, clue_at).missing};
    for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
            const int delta = down * sight.frame.stride + right;
            if (knowledge.is_unknown(static_cast<Padded>(static_cast<int>(clue_at) + delta))) {
                out.mask |= Mask{1} << (MASK_CENTRE + 8 * down + right);
            }
        }
    }
    return out;
}

void ClueSet::start(const Sight& sight) {
    const std::size_t size = sight.view.size();
    const int stride = sight.frame.stride;
    around_.clear();
    second_order_.clear();
    for (int down = -2; down <= 2; ++down) {
        for (int right = -2; right <= 2; ++right) {
            const Offset offset{down * stride + right, 8 * down + right};
            if (offset.delta == 0) continue;
            second_order_.push_back(offset);
            if (std::max(std::abs(down), std::abs(right)) == 1) around_.push_back(offset);
        }
    }
    knowledge_.start(sight);
    margin_ = static_cast<std::size_t>(stride) + 2;
    constraints_.assign(size + 2 * margin_, {});
    sources_.resize(size);
    active_.clear();
    work_.start(size);
    changes_.start(size);
}

void ClueSet::start_from(const Sight& sight, const Proofs& proofs) {
    start(sight);
    std::vector<Padded> known;
    for_cells(sight.frame, [&](Padded at) {
        if (sight.view[at] != COVERED) known.push_back(at);
    });
    update(sight, known, proofs);
}

void ClueSet::touch(Padded clue_at) {
    work_.insert(clue_at);
    changes_.insert(clue_at);
}

void ClueSet::build(const Sight& sight, Padded clue_at) {
    own(clue_at) = read_constraint(sight, knowledge_, clue_at);
    if (own(clue_at).mask == 0) return;
    sources_[clue_at].assign(1, clue_at);
    active_.push_back(clue_at);
    touch(clue_at);
}

// A cell is known: it leaves the constraints that hold it.
void ClueSet::drop(Padded at, bool is_mine) {
    for (const Offset& offset : around_) {
        const auto clue_at = static_cast<Padded>(static_cast<int>(at) - offset.delta);
        const Mask bit = Mask{1} << (MASK_CENTRE + offset.shift);
        ClueConstraint& constraint = own(clue_at);
        if (!(constraint.mask & bit)) continue;
        constraint.mask &= ~bit;
        constraint.mines -= is_mine;
        touch(clue_at);
    }
}

void ClueSet::update(const Sight& sight, std::span<const Padded> changed, const Proofs& proofs) {
    settled_.clear();
    knowledge_.update(sight, changed, proofs, [&](Padded at) { settled_.push_back(at); });
    for (const Padded at : settled_) drop(at, !is_clue(sight.view[at]));
    // Not the settled cells: one that was proven safe before is revealed only now.
    for (const Padded at : changed) {
        if (is_clue(sight.view[at])) build(sight, at);
    }
}

void ClueSet::prove(const Sight& sight, Padded clue_at, Proofs& proofs) {
    const ClueConstraint constraint = at(clue_at);
    const bool is_mine = constraint.mines != 0;
    const auto& named = proofs.wants_clues() ? sources_[clue_at] : none_;
    for_constrained(sight.frame, constraint, [&](Padded cell) {
        proofs.add(cell, is_mine ? Mark::mine : Mark::safe, named);
        knowledge_.settle(cell, is_mine);
        drop(cell, is_mine);
    });
}

void ClueSet::subtract(ClueConstraint& from, const ClueConstraint& what, Mask mask) {
    from.mask &= ~mask;
    from.mines -= what.mines;
    auto& sources = sources_[from.clue_at];
    for (const Padded source : sources_[what.clue_at]) {
        if (std::find(sources.begin(), sources.end(), source) == sources.end()) {
            sources.push_back(source);
        }
    }
    touch(from.clue_at);
}

// Subtract the constraint from those around that contain it; true if it was itself
// made smaller, and is to be looked at again.
bool ClueSet::compare(Padded clue_at) {
    ClueConstraint& mine = own(clue_at);
    for (const Offset& offset : second_order_) {
        ClueConstraint& other = (&mine)[offset.delta];
        if (other.mask == 0) continue;
        const Mask others = shifted(other.mask, offset.shift);
        if ((others & ~mine.mask) == 0) {
            subtract(mine, other, others);
            return true;
        }
        if ((mine.mask & ~others) == 0) subtract(other, mine, shifted(mine.mask, -offset.shift));
    }
    return false;
}

void ClueSet::reduce(const Sight& sight, Proofs& proofs) {
    while (!work_.empty()) {
        const Padded clue_at = work_.take();
        while (at(clue_at).mask != 0) {
            if (at(clue_at).is_trivial()) {
                prove(sight, clue_at, proofs);
            } else if (!compare(clue_at)) {
                break;
            }
        }
    }
}

const std::vector<Padded>& ClueSet::active() {
    std::erase_if(active_, [this](Padded clue_at) { return at(clue_at).mask == 0; });
    return active_;
}

}  // namespace sapper
