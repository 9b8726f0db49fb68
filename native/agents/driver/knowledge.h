// What a deducer knows of each cell during a game: unknown, safe or a mine.
//
// The counts around a clue come from one block sum. `update` reads the cells that
// changed and the mines proven by any deducer, so that an agent without flags
// knows as much as one with them.
#pragma once

#include "agents/parts/parts.h"

namespace sapper {

class Knowledge {
  public:
    void start(const Sight& sight) {
        if (blank_.size() != sight.view.size()) {
            blank_.assign(sight.view.size(), 0);
            for (std::size_t at = 0; at < sight.view.size(); ++at) {
                if (sight.view[at] != EDGE) blank_[at] = UNKNOWN;
            }
        }
        cells_ = blank_;
        num_read_ = 0;
        num_mines_ = 0;
    }

    // Calls settled(at) for every cell that is known from now on.
    template <class F>
    void update(const Sight& sight, std::span<const Padded> changed, const Proofs& proofs,
                F&& settled) {
        for (const Padded at : changed) {
            if (sight.view[at] == COVERED) continue;
            if (settle(at, !is_clue(sight.view[at]))) settled(at);
        }
        for (; num_read_ < proofs.mines().size(); ++num_read_) {
            const Padded at = proofs.mines()[num_read_];
            if (settle(at, true)) settled(at);
        }
    }
    void update(const Sight& sight, std::span<const Padded> changed, const Proofs& proofs) {
        update(sight, changed, proofs, [](Padded) {});
    }

    // Write down what a cell is; false if that was known.
    bool settle(Padded at, bool is_mine) {
        if (cells_[at] != UNKNOWN) return false;
        cells_[at] = is_mine ? KNOWN_MINE : 0;
        num_mines_ += is_mine;
        return true;
    }

    bool is_unknown(Padded at) const { return cells_[at] == UNKNOWN; }
    std::int64_t num_mines() const { return num_mines_; }  // known ones

    // Around a clue: how many unknown cells, and how many mines among them.
    struct Around {
        int unknown;
        int missing;
        bool all_free() const { return missing == 0 && unknown > 0; }
        bool all_mines() const { return missing == unknown && unknown > 0; }
    };
    Around around(const Sight& sight, Padded clue_at) const {
        const unsigned sum = block_sum(cells_.data(), clue_at, sight.frame.stride);
        return {static_cast<int>(sum & 0x0f),
                static_cast<int>(sight.view[clue_at]) - static_cast<int>(sum >> 4)};
    }
    // Calls f(at) for the unknown cells around a clue.
    template <class F>
    void for_unknown(const Sight& sight, Padded clue_at, F&& f) const {
        sight.frame.for_neighbours(clue_at, [&](Padded next) {
            if (cells_[next] == UNKNOWN) f(next);
        });
    }

  private:
    static constexpr std::uint8_t UNKNOWN = 0x01;
    static constexpr std::uint8_t KNOWN_MINE = 0x10;

    std::vector<std::uint8_t> cells_;
    std::vector<std::uint8_t> blank_;
    std::size_t num_read_ = 0;  // of the proven mines
    std::int64_t num_mines_ = 0;
};

// A set of cells that remembers the order in which they came.
class CellSet {
  public:
    void start(std::size_t padded_size) {
        for (const Padded at : cells_) inside_[at] = 0;
        cells_.clear();
        inside_.resize(padded_size, 0);
    }
    void insert(Padded at) {
        if (inside_[at]) return;
        inside_[at] = 1;
        cells_.push_back(at);
    }
    bool has(Padded at) const { return inside_[at] != 0; }
    bool empty() const { return cells_.empty(); }
    Padded take() {
        const Padded at = cells_.back();
        cells_.pop_back();
        inside_[at] = 0;
        return at;
    }
    const std::vector<Padded>& cells() const { return cells_; }
    void clear() { start(inside_.size()); }

  private:
    std::vector<Padded> cells_;
    std::vector<std::uint8_t> inside_;
};

}  // namespace sapper
