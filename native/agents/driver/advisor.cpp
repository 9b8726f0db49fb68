#include "agents/driver/advisor.h"

#include "game/errors.h"

namespace sapper {

Advisor::Advisor(const Rules& rules, const AgentSpec& spec)
    : rules_(rules), frame_(rules.columns, rules.rows), flags_(spec.flags) {
    rules_.check();
    if (spec.opener) opener_ = spec.opener();
    for (const auto& build : spec.deducers) deducers_.push_back(build());
    if (spec.guesser) guesser_ = spec.guesser();
}

Sight Advisor::sight() const {
    return {frame_, view_, rules_.num_mines, num_covered_, &rules_};
}

void Advisor::show(const PositionView& position) {
    if (position.columns != rules_.columns || position.rows != rules_.rows) {
        throw Error("expected a position of " + std::to_string(rules_.columns) + "x" +
                    std::to_string(rules_.rows) + ", got " + std::to_string(position.columns) +
                    "x" + std::to_string(position.rows));
    }
    rules_.num_mines = position.num_mines;
    view_.assign(frame_.padded_size(), EDGE);
    changed_.clear();
    num_covered_ = 0;
    is_blank_ = true;
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        const Padded at = frame_.to_padded(cell);
        const Code code = position.cells[cell];
        view_[at] = code;
        num_covered_ += code == COVERED;
        if (code == COVERED) continue;
        changed_.push_back(at);
        is_blank_ &= code == FLAGGED;
    }
}

Advice Advisor::advise(const PositionView& position, std::uint64_t word) {
    show(position);
    Advice advice;
    Random random(word);
    if (is_blank_ && opener_) {
        advice.guess = opener_->open(sight(), random);
        return advice;
    }
    Proofs proofs;
    proofs.start(view_.size());
    deduce(proofs, advice);
    if (!advice.safe.empty() || !guesser_) return advice;
    // A guess may be a flag: then the agent looks again, until it opens something.
    while (advice.safe.empty() && any_left(proofs)) {
        const Padded at = guesser_->guess(sight(), proofs, random);
        if (!guesser_->names_mine()) {
            advice.guess = frame_.to_cell(at);
            break;
        }
        view_[at] = FLAGGED;
        --num_covered_;
        changed_.push_back(at);
        deduce(proofs, advice);
    }
    return advice;
}

bool Advisor::any_left(const Proofs& proofs) const {
    for (Padded at = 0; at < view_.size(); ++at) {
        if (view_[at] == COVERED && proofs.mark(at) != Mark::mine) return true;
    }
    return false;
}

// Ask the deducers in order, again after every mine that was found, until something is safe.
void Advisor::deduce(Proofs& proofs, Advice& advice) {
    std::vector<std::size_t> seen(deducers_.size(), 0);
    for (auto& deducer : deducers_) deducer->start(sight());
    for (std::size_t i = 0; i < deducers_.size();) {
        const std::span<const Padded> changed(changed_.data() + seen[i], changed_.size() - seen[i]);
        seen[i] = changed_.size();
        deducers_[i]->deduce(sight(), changed, proofs);
        bool any = false;
        for (const Proof& proof : proofs.fresh()) {
            if (view_[proof.at] != COVERED) continue;
            any = true;
            const bool is_safe = proof.mark == Mark::safe;
            (is_safe ? advice.safe : advice.mines).push_back(frame_.to_cell(proof.at));
            if (is_safe || !flags_) continue;
            view_[proof.at] = FLAGGED;
            --num_covered_;
        }
        if (!advice.safe.empty()) return;
        if (any && flags_) {
            for (const Proof& proof : proofs.fresh()) changed_.push_back(proof.at);
        }
        proofs.clear_new();
        i = any ? 0 : i + 1;
    }
}

}  // namespace sapper
