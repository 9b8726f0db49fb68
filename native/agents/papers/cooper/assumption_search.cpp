#include "agents/papers/cooper/assumption_search.h"

#include <algorithm>

namespace sapper {

void AssumptionSearch::Track::start(std::size_t size) {
    marks.assign(size, Mark::unknown);
    order.resize(size);
    reasons.resize(size);
    trail.clear();
    contradicted = ASSUMED;
}

void AssumptionSearch::Track::clear() {
    for (const Padded at : trail) marks[at] = Mark::unknown;
    trail.clear();
    contradicted = ASSUMED;
}

void AssumptionSearch::start(const Sight& sight) {
    const std::size_t size = sight.view.size();
    base_.start(sight);
    for (Track& track : tracks_) track.start(size);
    facts_.assign(size, Fact{0, 0});
    held_.clear();
    frequency_.assign(size, 0);
    explained_.assign(size, 0);
    last_assumed_.reset();
}

void AssumptionSearch::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    base_.update(sight, changed, proofs);
    last_assumed_.reset();
    read_facts(sight);
    order_candidates(sight);
    for (const Padded at : candidates_) {
        if (!try_cell(sight, at, proofs)) continue;
        last_assumed_ = at;
        return;
    }
}

void AssumptionSearch::read_facts(const Sight& sight) {
    for (const Padded clue : held_) facts_[clue] = {0, 0};
    held_ = base_.clues();
    for (const Padded clue : held_) {
        const auto [unknown, missing] = base_.around(sight, clue);
        facts_[clue] = {static_cast<std::int8_t>(unknown), static_cast<std::int8_t>(missing)};
    }
    has_total_ = mine_count_ && FactBase::has_total(sight);
    total_ = base_.total(sight);
}

// Most frequent first, then in reading order.
void AssumptionSearch::order_candidates(const Sight& sight) {
    unknown_.clear();
    if (has_total_) {
        for (Padded at = 0; at < sight.view.size(); ++at) {
            if (base_.is_unknown(at)) unknown_.push_back(at);
        }
        for (const Padded at : unknown_) frequency_[at] = 1;
    }
    for (const Padded clue : held_) {
        base_.for_unknown(sight, clue, [this](Padded at) {
            if (frequency_[at]++ == 0) unknown_.push_back(at);
        });
    }
    if (!has_total_) std::ranges::sort(unknown_);
    candidates_.clear();
    for (int wanted = 9; wanted >= std::max<std::int64_t>(min_clues_, 1); --wanted) {
        for (const Padded at : unknown_) {
            if (frequency_[at] == wanted) candidates_.push_back(at);
        }
    }
    for (const Padded at : unknown_) frequency_[at] = 0;
}

bool AssumptionSearch::try_cell(const Sight& sight, Padded at, Proofs& proofs) {
    auto& [mined, safe] = tracks_;
    const std::size_t before = proofs.fresh().size();
    assume(sight, mined, at, true);
    if (mined.contradicted == ASSUMED) assume(sight, safe, at, false);
    const bool explains = proofs.wants_clues();
    if (mined.contradicted != ASSUMED || safe.contradicted != ASSUMED) {
        const Track& wrong = mined.contradicted != ASSUMED ? mined : safe;
        if (explains) {
            explain(sight, wrong, wrong.contradicted,
                    static_cast<std::uint32_t>(wrong.trail.size()));
        }
        prove(at, &wrong == &mined ? Mark::safe : Mark::mine, proofs);
    } else {
        for (const Padded other : safe.trail) {
            if (mined.marks[other] != safe.marks[other]) continue;
            if (explains) {
                explain(sight, mined, mined.reasons[other], mined.order[other]);
                explain(sight, safe, safe.reasons[other], safe.order[other]);
            }
            prove(other, safe.marks[other], proofs);
        }
    }
    mined.clear();
    safe.clear();
    return proofs.fresh().size() > before;
}

void AssumptionSearch::prove(Padded at, Mark mark, Proofs& proofs) {
    proofs.add(at, mark, clues_);
    base_.settle(at, mark == Mark::mine);
    clues_.clear();
}

// Follow an assumption as far as the rules lead; the facts are then as they were.
void AssumptionSearch::assume(const Sight& sight, Track& track, Padded at, bool is_mine) {
    const FactBase::Total total = total_;
    settle(sight, track, at, is_mine ? Mark::mine : Mark::safe, ASSUMED);
    while (track.contradicted == ASSUMED) {
        if (!work_.empty()) {
            const Padded clue = work_.back();
            work_.pop_back();
            apply(sight, track, clue);
        } else if (has_total_ && total_.unknown > 0 &&
                   (total_.missing == 0 || total_.missing == total_.unknown)) {
            apply_total(sight, track);
        } else {
            break;
        }
    }
    work_.clear();
    take_back(sight, track);
    total_ = total;
}

void AssumptionSearch::settle(const Sight& sight, Track& track, Padded at, Mark mark,
                              Padded reason) {
    track.marks[at] = mark;
    track.reasons[at] = reason;
    track.order[at] = static_cast<std::uint32_t>(track.trail.size());
    track.trail.push_back(at);
    const bool is_mine = mark == Mark::mine;
    sight.frame.for_neighbours(at, [&](Padded clue) {
        Fact& fact = facts_[clue];
        if (fact.unknown == 0) return;
        // One below the last unknown cell would say that there is no fact: keep it apart.
        fact.missing = static_cast<std::int8_t>(fact.missing - is_mine);
        fact.unknown = static_cast<std::int8_t>(fact.unknown == 1 ? -1 : fact.unknown - 1);
        const int unknown = std::max<int>(fact.unknown, 0);
        if (fact.missing < 0 || fact.missing > unknown) {
            track.contradicted = clue;
        } else if (unknown > 0 && (fact.missing == 0 || fact.missing == unknown)) {
            work_.push_back(clue);
        }
    });
    if (!has_total_) return;
    --total_.unknown;
    total_.missing -= is_mine;
    if (total_.missing < 0 || total_.missing > total_.unknown) track.contradicted = TOTAL;
}

void AssumptionSearch::apply(const Sight& sight, Track& track, Padded clue) {
    const Fact fact = facts_[clue];
    if (fact.unknown <= 0) return;
    const Mark mark = fact.missing == 0 ? Mark::safe : Mark::mine;
    base_.for_unknown(sight, clue, [&](Padded at) {
        if (track.marks[at] == Mark::unknown && track.contradicted == ASSUMED) {
            settle(sight, track, at, mark, clue);
        }
    });
}

void AssumptionSearch::apply_total(const Sight& sight, Track& track) {
    const Mark mark = total_.missing == 0 ? Mark::safe : Mark::mine;
    for (const Padded at : unknown_) {
        if (track.contradicted != ASSUMED) return;
        if (track.marks[at] == Mark::unknown) settle(sight, track, at, mark, TOTAL);
    }
}

void AssumptionSearch::take_back(const Sight& sight, const Track& track) {
    for (const Padded at : track.trail) {
        const bool was_mine = track.marks[at] == Mark::mine;
        sight.frame.for_neighbours(at, [&](Padded clue) {
            Fact& fact = facts_[clue];
            if (fact.unknown == 0) return;
            fact.missing = static_cast<std::int8_t>(fact.missing + was_mine);
            fact.unknown = static_cast<std::int8_t>(fact.unknown == -1 ? 1 : fact.unknown + 1);
        });
    }
}

// Gather the clues that led to a fact, from what was settled before a place in the trail.
void AssumptionSearch::explain(const Sight& sight, const Track& track, Padded fact,
                               std::uint32_t before) {
    questions_.emplace_back(fact, before);
    while (!questions_.empty()) {
        const auto [asked, until] = questions_.back();
        questions_.pop_back();
        if (asked == ASSUMED) continue;
        std::uint32_t& done = asked == TOTAL ? total_explained_ : explained_[asked];
        if (done > until) continue;
        if (done == 0 && asked != TOTAL && std::ranges::find(clues_, asked) == clues_.end()) {
            clues_.push_back(asked);
        }
        done = until + 1;
        const auto ask = [&, until = until](Padded at) {
            if (track.marks[at] == Mark::unknown || track.order[at] >= until) return;
            questions_.emplace_back(track.reasons[at], track.order[at]);
        };
        if (asked == TOTAL) {
            for (const Padded at : track.trail) ask(at);
        } else {
            sight.frame.for_neighbours(asked, ask);
        }
    }
    // The other track has an order of its own.
    for (const Padded clue : clues_) explained_[clue] = 0;
    total_explained_ = 0;
}

}  // namespace sapper
