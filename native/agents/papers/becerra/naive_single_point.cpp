#include "agents/papers/becerra/naive_single_point.h"

namespace sapper {

void NaiveSinglePoint::start(const Sight& sight) {
    knowledge_.start(sight);
    to_consider_.start(sight.view.size());
    resolved_.assign(sight.view.size(), 0);
    deduced_at_ = 0;
}

// Insert the revealed cells of the second-order neighbourhood.
void NaiveSinglePoint::consider_around(const Sight& sight, Padded at) {
    const int stride = sight.frame.stride;
    const int row = static_cast<int>(at) / stride;
    const int column = static_cast<int>(at) - row * stride;
    for (int r = std::max(row - 2, 1); r <= std::min(row + 2, sight.frame.rows); ++r) {
        for (int c = std::max(column - 2, 1); c <= std::min(column + 2, sight.frame.columns); ++c) {
            const auto next = static_cast<Padded>(r * stride + c);
            if (is_clue(sight.view[next]) && !resolved_[next]) to_consider_.insert(next);
        }
    }
}

void NaiveSinglePoint::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    knowledge_.update(sight, changed, proofs);
    if (deduced_at_ != 0) consider_around(sight, deduced_at_);
    deduced_at_ = 0;
    for (const Padded at : changed) {
        if (sight.view[at] == 0) {
            consider_around(sight, at);  // the game's cascade was this cell's deduction
        } else if (is_clue(sight.view[at])) {
            to_consider_.insert(at);
        }
    }
    // One deduction a turn: its cells are dealt with before the next clue is taken.
    while (!to_consider_.empty() && deduced_at_ == 0) {
        const Padded clue_at = to_consider_.take();
        const auto around = knowledge_.around(sight, clue_at);
        if (around.missing != 0 && around.missing != around.unknown) continue;
        resolved_[clue_at] = 1;
        if (around.unknown == 0) {
            consider_around(sight, clue_at);
            continue;
        }
        deduced_at_ = clue_at;
        const Mark status = around.all_free() ? Mark::safe : Mark::mine;
        knowledge_.for_unknown(sight, clue_at, [&](Padded at) { proofs.add(at, status, clue_at); });
    }
}

void QueuedSinglePoint::start(const Sight& sight) {
    knowledge_.start(sight);
    resolved_.assign(sight.view.size(), 0);
    marks_.clear();
    probes_.clear();
}

// If the clue is resolved, all its neighbours are queued, also those known before:
// the clues around them are to be looked at again.
void QueuedSinglePoint::consider(const Sight& sight, Padded clue_at) {
    if (!is_clue(sight.view[clue_at]) || resolved_[clue_at]) return;
    const auto around = knowledge_.around(sight, clue_at);
    if (around.missing != 0 && around.missing != around.unknown) return;
    resolved_[clue_at] = 1;
    auto& queue = around.all_mines() ? marks_ : probes_;
    sight.frame.for_neighbours(clue_at, [&](Padded at) {
        if (sight.view[at] != EDGE) queue.push_back({at, clue_at});
    });
}

void QueuedSinglePoint::deduce(const Sight& sight, std::span<const Padded> changed,
                               Proofs& proofs) {
    const auto consider_around = [&](Padded at) {
        sight.frame.for_neighbours(at, [&](Padded next) { consider(sight, next); });
    };
    settled_.clear();
    knowledge_.update(sight, changed, proofs, [&](Padded at) { settled_.push_back(at); });
    for (const Padded at : settled_) consider_around(at);
    while (proofs.fresh().empty() && (!marks_.empty() || !probes_.empty())) {
        const bool is_mark = !marks_.empty();
        auto& queue = is_mark ? marks_ : probes_;
        const Move move = queue.front();
        queue.pop_front();
        if (knowledge_.is_unknown(move.at)) {
            proofs.add(move.at, is_mark ? Mark::mine : Mark::safe, move.clue_at);
        } else {
            consider_around(move.at);
        }
    }
}

}  // namespace sapper
