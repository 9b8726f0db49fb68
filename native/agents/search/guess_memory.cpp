#include "agents/search/guess_memory.h"

#include <algorithm>
#include <array>

// The browser's core has one thread, and its C++ library nothing that runs at a thread's end.
#ifdef __wasm__
#define SAPPER_THREAD_LOCAL static
#else
#define SAPPER_THREAD_LOCAL thread_local
#endif

namespace sapper {

namespace {

constexpr std::size_t NUM_SLOTS = 4096;
constexpr std::size_t NUM_OPTIONS = 4;  // sets of options that are remembered at once
constexpr std::uint32_t MOST_ASKED = 1000;

}  // namespace

GuessMemory& GuessMemory::of(const LookAheadOptions& options) {
    struct Own {
        LookAheadOptions options;
        GuessMemory memory;
    };
    SAPPER_THREAD_LOCAL std::vector<Own> all;
    SAPPER_THREAD_LOCAL std::size_t next = 0;
    for (Own& one : all) {
        if (one.options == options) return one.memory;
    }
    if (all.size() < NUM_OPTIONS) {
        all.reserve(NUM_OPTIONS);
        return all.emplace_back(Own{options, {}}).memory;
    }
    Own& oldest = all[next++ % NUM_OPTIONS];
    oldest = Own{options, {}};
    return oldest.memory;
}

const GuessMemory::Found* GuessMemory::find(const Name& name) {
    if (slots_.empty()) return nullptr;
    Slot& slot = slots_[name.key % NUM_SLOTS];
    if (slot.name != name) return nullptr;
    slot.asked = std::min(slot.asked + 1, MOST_ASKED);
    return &slot.found;
}

void GuessMemory::keep(const Name& name, const Found& found) {
    if (slots_.empty()) slots_.resize(NUM_SLOTS);
    Slot& slot = slots_[name.key % NUM_SLOTS];
    if (slot.asked > 0) {
        --slot.asked;
        return;
    }
    slot = {name, 0, found};
}

}  // namespace sapper
