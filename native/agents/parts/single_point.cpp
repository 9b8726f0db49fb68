#include "agents/parts/single_point.h"

#include <array>

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
        work_.resize(sight.view.size() + 1);
    }
    is_idle_.assign(sight.view.size(), 0);
    knowledge_ = blank_;
}

// The clues to be looked at: a stack in `work`. Held in local variables while it is used,
// or every byte that is written would send the pointers back to memory.
struct SinglePoint::Stack {
    Padded* work;
    std::uint8_t* is_idle;
    std::size_t size;

    // Queues a clue that is not queued. Without a branch, which nobody could predict:
    // what is written for another cell is written over by the next.
    void push(Padded at) {
        work[size] = at;
        size += is_idle[at];
        is_idle[at] = 0;
    }
    Padded pop() {
        const Padded at = work[--size];
        is_idle[at] = 1;
        return at;
    }
};

void SinglePoint::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    const Frame frame = sight.frame;
    const Code* view = sight.view.data();
    std::uint8_t* knowledge = knowledge_.data();
    Stack stack{work_.data(), is_idle_.data(), 0};
    const auto wake_around = [&stack, frame](Padded at) {
        frame.for_neighbours(at, [&stack](Padded next) { stack.push(next); });
    };
    // A zero has no unknown neighbours left, as the cascade has opened them: it is never idle.
    for (const Padded at : changed) stack.is_idle[at] = static_cast<Code>(view[at] - 1) < 8;
    for (const Padded at : changed) {
        const Code code = view[at];
        if (is_clue(code)) {
            knowledge[at] = 0;
            wake_around(at);
            stack.push(at);
        } else if (code != COVERED && knowledge[at] != KNOWN_MINE) {
            knowledge[at] = KNOWN_MINE;
            wake_around(at);
        }
    }
    const auto stride = static_cast<Padded>(frame.stride);
    const std::array<Padded, 8> around = {0 - stride - 1, 0 - stride, 1 - stride, 0U - 1, 1,
                                          stride - 1,     stride,     stride + 1};
    while (stack.size > 0) {
        const Padded clue_at = stack.pop();
        const unsigned sum = block_sum(knowledge, clue_at, frame.stride);
        const int unknown = sum & 0x0f;
        const int missing = static_cast<int>(view[clue_at]) - static_cast<int>(sum >> 4);
        if (unknown == 0 || (missing != 0 && missing != unknown)) continue;
        for (const Padded offset : around) {
            const Padded next = clue_at + offset;
            if (knowledge[next] != UNKNOWN) continue;
            knowledge[next] = missing == 0 ? 0 : KNOWN_MINE;
            proofs.add(next, missing == 0 ? Mark::safe : Mark::mine, clue_at);
            wake_around(next);
        }
    }
}

}  // namespace sapper
