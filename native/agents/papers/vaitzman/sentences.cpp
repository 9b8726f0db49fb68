#include "agents/papers/vaitzman/sentences.h"

#include <algorithm>
#include <bit>

namespace sapper {

namespace {

// Two clues may share a cell only if they are at most this far apart.
constexpr int REACH = 2;

// Calls f(clue_at, shift) for the cells of the grid within reach of a clue; a mask
// seen from there is a mask seen from here after shifting it by so much.
template <class F>
void for_reach(const Frame& frame, Padded clue_at, F&& f) {
    const int row = static_cast<int>(clue_at) / frame.stride;
    const int column = static_cast<int>(clue_at) - row * frame.stride;
    for (int down = -REACH; down <= REACH; ++down) {
        if (row + down < 1 || row + down > frame.rows) continue;
        for (int right = -REACH; right <= REACH; ++right) {
            if (column + right < 1 || column + right > frame.columns) continue;
            f(static_cast<Padded>((row + down) * frame.stride + column + right), 8 * down + right);
        }
    }
}

}  // namespace

std::span<const ClueConstraint> SentenceGroup::find(const Sight& sight, const ClueSet& clues,
                                                    Padded clue_at) {
    const Mask own = clues.at(clue_at).mask;
    entries_.clear();
    for_reach(sight.frame, clue_at, [&](Padded other, int shift) {
        const ClueConstraint& sentence = clues.at(other);
        if (other == clue_at || sentence.mask == 0) return;
        const Mask seen = shift >= 0 ? sentence.mask << shift : sentence.mask >> -shift;
        if (const int shared = std::popcount(seen & own)) entries_.push_back({sentence, shared});
    });
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const Entry& a, const Entry& b) { return a.shared > b.shared; });
    group_.assign(1, clues.at(clue_at));
    for (const Entry& entry : entries_) {
        if (group_.size() == size_) break;
        group_.push_back(entry.sentence);
    }
    return group_;
}

// Whether any sentence that may be in the group around this one is not what it was.
bool SentenceGroups::has_changed_near(const Sight& sight, Padded clue_at) const {
    bool changed = false;
    for_reach(sight.frame, clue_at,
              [&](Padded other, int) { changed |= clues_.has_changed(other); });
    return changed;
}

void SentenceGroups::prove(const Sight& sight, std::span<const ClueConstraint> group,
                           Proofs& proofs) {
    space_.build(sight.frame, group);
    if (!possibilities_.find(space_)) return;
    sources_.clear();
    for (std::size_t box = 0; box < space_.boxes().size(); ++box) {
        const bool can_be_safe = possibilities_.can_be_safe(box);
        if (can_be_safe && possibilities_.can_be_mine(box)) continue;
        if (sources_.empty() && proofs.wants_clues()) {
            for (const ClueConstraint& sentence : group) {
                const auto& more = clues_.sources(sentence.clue_at);
                sources_.insert(sources_.end(), more.begin(), more.end());
            }
            std::sort(sources_.begin(), sources_.end());
            sources_.erase(std::unique(sources_.begin(), sources_.end()), sources_.end());
        }
        for (const Padded at : space_.boxes()[box].cells) {
            proofs.add(at, can_be_safe ? Mark::safe : Mark::mine, sources_);
        }
    }
}

void SentenceGroups::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    clues_.update(sight, changed, proofs);
    clues_.reduce(sight, proofs);
    if (!proofs.fresh().empty() || !clues_.any_changed()) return;
    for (const Padded clue_at : clues_.active()) {
        // A group in which nothing changed proved nothing last time and will not now.
        if (!has_changed_near(sight, clue_at)) continue;
        prove(sight, group_.find(sight, clues_, clue_at), proofs);
    }
    clues_.forget_changes();
}

}  // namespace sapper
