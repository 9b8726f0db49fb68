#include "agents/single_point.h"

namespace sapper {

namespace {
constexpr std::uint8_t UNKNOWN = 0x01;
constexpr std::uint8_t KNOWN_MINE = 0x10;
}  // namespace

void SinglePoint::start(const Sight& sight) {
    if (blank_.size() != sight.view.size()) {
        blank_.assign(sight.view.size(), 0);
        for (std::size_t at = 0; at < sight.view.size(); ++at) {
            if (sight.view[at] != EDGE) blank_[at] = UNKNOWN;
        }
        waiting_.assign(sight.view.size(), 0);
    }
    for (const Padded at : work_) waiting_[at] = 0;
    work_.clear();
    knowledge_ = blank_;
}

// Write down what a cell is and let the clues around it be looked at again.
inline void SinglePoint::settle(const Sight& sight, Padded at, std::uint8_t knowledge) {
    knowledge_[at] = knowledge;
    const Code* view = sight.view.data();
    sight.frame.for_neighbours(at, [this, view](Padded next) {
        // A zero has no unknown neighbours left: the cascade has opened them.
        if (static_cast<Code>(view[next] - 1) < 8 && !waiting_[next]) {
            waiting_[next] = 1;
            work_.push_back(next);
        }
    });
}

inline void SinglePoint::examine(const Sight& sight, Padded clue_at, Proofs& proofs) {
    const unsigned sum = block_sum(knowledge_.data(), clue_at, sight.frame.stride);
    const int unknown = sum & 0x0f;
    if (unknown == 0) return;
    const int missing = static_cast<int>(sight.view[clue_at]) - static_cast<int>(sum >> 4);
    if (missing != 0 && missing != unknown) return;
    const bool safe = missing == 0;
    sight.frame.for_neighbours(clue_at, [&](Padded next) {
        if (knowledge_[next] != UNKNOWN) return;
        proofs.add(next, safe ? Mark::safe : Mark::mine, clue_at);
        settle(sight, next, safe ? 0 : KNOWN_MINE);
    });
}

void SinglePoint::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    for (const Padded at : changed) {
        const Code code = sight.view[at];
        if (is_clue(code)) {
            settle(sight, at, 0);
            if (code != 0 && !waiting_[at]) {
                waiting_[at] = 1;
                work_.push_back(at);
            }
        } else if (code != COVERED && knowledge_[at] != KNOWN_MINE) {
            settle(sight, at, KNOWN_MINE);
        }
    }
    while (!work_.empty()) {
        const Padded at = work_.back();
        work_.pop_back();
        waiting_[at] = 0;
        examine(sight, at, proofs);
    }
}

}  // namespace sapper
