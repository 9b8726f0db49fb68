#include "agents/papers/vaitzman/guessers.h"

#include "agents/parts/basic_parts.h"

namespace sapper {

namespace {

// Risks of equal cells differ by rounding only; anything nearer than this is a tie.
constexpr double TIE = 1e-10;

}  // namespace

void SentenceGuesser::follow_larger(const Sight& sight, const Proofs& proofs) {
    by_assignments_.clear();
    by_patterns_.clear();
    if (assignments_) assignments_->propose(sight, proofs, by_assignments_);
    if (patterns_) patterns_->propose(sight, proofs, by_patterns_);
    const double larger = std::max(by_assignments_.chance, by_patterns_.chance);
    for (const Proposals* proposals : {&by_assignments_, &by_patterns_}) {
        if (proposals->chance < larger) continue;
        proposals_.insert(proposals_.end(), proposals->cells.begin(), proposals->cells.end());
    }
}

// A cell that a rule says nothing of has nothing from it.
void SentenceGuesser::follow_sum(const Sight& sight, const Proofs& proofs) {
    const double weight = *weight_;
    assignments_->count(sight, proofs);
    patterns_->value_cells(sight, proofs, of_patterns_);
    double largest = 0;
    const auto offer = [&](Padded at, bool is_mine, double value) {
        if (value <= 0 || value < largest - TIE) return;
        if (value > largest + TIE) proposals_.clear();
        largest = std::max(largest, value);
        proposals_.push_back({at, is_mine});
    };
    for_allowed(sight, proofs, [&](Padded at) {
        const double safe = weight * assignments_->share_safe(at);
        offer(at, false, safe + (1 - weight) * of_patterns_[at]);
        offer(at, true, weight * assignments_->share_mine(at));
    });
}

Padded SentenceGuesser::guess(const Sight& sight, const Proofs& proofs, Random& random) {
    proposals_.clear();
    if (weight_) {
        follow_sum(sight, proofs);
    } else {
        follow_larger(sight, proofs);
    }
    if (proposals_.empty()) {
        for_allowed(sight, proofs, [&](Padded at) { proposals_.push_back({at, false}); });
    }
    const Proposal chosen = proposals_[random.below(proposals_.size())];
    names_mine_ = chosen.is_mine;
    return chosen.at;
}

Padded LikeliestMine::guess(const Sight& sight, const Proofs& proofs, Random& random) {
    Belief* belief = sight.belief != nullptr ? &sight.belief->look() : nullptr;
    names_mine_ = belief != nullptr ? sight.belief->status() == EngineStatus::solved
                                    : solver_.solve(sight, true) && solver_.has_risks();
    const auto risk_at = [&](Padded at) {
        if (!names_mine_) return 0.0;
        return belief != nullptr ? belief->risk_at(at)
                                 : solver_.engine().risk(sight.frame.to_cell(at));
    };
    double largest = -1;
    best_.clear();
    for_allowed(sight, proofs, [&](Padded at) {
        const double risk = risk_at(at);
        if (risk > largest + TIE) {
            largest = risk;
            best_.clear();
        }
        if (risk >= largest - TIE) best_.push_back(at);
    });
    return best_[random.below(best_.size())];
}

}  // namespace sapper
