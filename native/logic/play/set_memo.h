// What is known of sets of layouts, by their names; and how many more nodes may be searched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "game/stop.h"

namespace sapper {

class SetMemo {
  public:
    struct Entry {
        std::uint64_t key = 0;
        std::uint32_t count = 0;  // layouts of the set; 0 where nothing is known
        std::uint32_t wins : 31 = 0;
        std::uint32_t is_bound : 1 = 0;  // no more than `wins`
    };

    void clear() {
        entries_.assign(FEWEST, Entry{});  // small again: it is cleared for every table
        num_kept_ = 0;
    }
    // The entry of a set, or the free one where it belongs; good until the next call.
    Entry& of(std::uint64_t key, std::uint32_t count) {
        if (2 * (num_kept_ + 1) >= entries_.size()) grow();
        const std::size_t mask = entries_.size() - 1;
        std::size_t at = key & mask;
        while (entries_[at].count != 0 &&
               (entries_[at].key != key || entries_[at].count != count)) {
            at = (at + 1) & mask;
        }
        return entries_[at];
    }
    void keep(std::uint64_t key, std::uint32_t count, std::uint32_t wins, bool is_bound) {
        Entry& entry = of(key, count);
        num_kept_ += entry.count == 0;
        entry = {key, count, wins, is_bound};
    }
    std::size_t size() const { return num_kept_; }

  private:
    static constexpr std::size_t FEWEST = 1024;

    void grow() {
        std::vector<Entry> old(std::max<std::size_t>(2 * entries_.size(), FEWEST));
        std::swap(old, entries_);
        const std::size_t mask = entries_.size() - 1;
        for (const Entry& entry : old) {
            if (entry.count == 0) continue;
            std::size_t at = entry.key & mask;
            while (entries_[at].count != 0) at = (at + 1) & mask;
            entries_[at] = entry;
        }
    }

    std::vector<Entry> entries_;
    std::size_t num_kept_ = 0;
};

struct NodeLimit {
    static constexpr std::uint64_t NODES_A_LOOK = 1024;

    std::uint64_t nodes = 0;
    std::uint64_t max_nodes = 0;
    bool is_cut = false;

    void start(std::uint64_t most) { *this = {0, most, false}; }
    // Counts a node; false where the search has ended.
    bool count() {
        is_cut = is_cut || ++nodes > max_nodes;
        if (nodes % NODES_A_LOOK == 0) check_stop();
        return !is_cut;
    }
};

}  // namespace sapper
