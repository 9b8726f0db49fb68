// What is known of every cell of a board in play, ready for cheap looks.
//
// For each cell, revealed or not, two numbers are kept up to date: a mask of the
// unknown cells around it and how many known mines are around it. A clue is then
// read in two loads, and two clues are compared by a shift.
#pragma once

#include <array>
#include <bit>
#include <span>
#include <vector>

#include "game/game.h"

namespace sapper {

// The block of 3x3 cells around a cell in rows of eight bits; the middle is bit 9.
using Around = std::uint32_t;

// How many cells a mask has; many machines count bits no faster than a table of nine.
inline constexpr auto NUM_IN_BLOCK = [] {
    std::array<std::uint8_t, 512> table{};
    for (unsigned i = 1; i < table.size(); ++i) {
        table[i] = static_cast<std::uint8_t>(table[i / 2] + i % 2);
    }
    return table;
}();
inline int num_cells_in(Around mask) {
    return NUM_IN_BLOCK[(mask & 0x7U) | (mask >> 5 & 0x38U) | (mask >> 10 & 0x1c0U)];
}

// Cells waiting to be looked at, first come first served, each once: a ring with room
// for every cell.
class CellQueue {
  public:
    void start(std::size_t padded_size) {
        if (inside_.size() != padded_size) {
            inside_.assign(padded_size, 0);
            ring_.assign(std::bit_ceil(padded_size + 1), 0);
            head_ = tail_ = 0;
        }
        clear();
    }
    void push(Padded at) { push_if(at, true); }
    // Without a branch: whether a cell is wanted is hard to foresee.
    void push_if(Padded at, bool is_wanted) {
        const auto fresh = static_cast<std::uint8_t>(is_wanted & (inside_[at] == 0));
        ring_[tail_ & (ring_.size() - 1)] = at;
        inside_[at] |= fresh;
        tail_ += fresh;
    }
    bool empty() const { return head_ == tail_; }
    Padded pop() {
        const Padded at = ring_[head_++ & (ring_.size() - 1)];
        inside_[at] = 0;
        return at;
    }
    void clear() {
        while (!empty()) pop();
        head_ = tail_ = 0;
    }
    // What waits, in a queue from which nothing was taken since it was cleared.
    std::span<const Padded> waiting() const { return {ring_.data() + head_, tail_ - head_}; }

  private:
    std::vector<Padded> ring_;
    std::vector<std::uint8_t> inside_;
    std::size_t head_ = 0;
    std::size_t tail_ = 0;
};

class Facts {
  public:
    void start(const Game& game);
    // Read what the game's log brought; clues to look at again go to `work`.
    void update(const Game& game, CellQueue& work);
    // Write down what a covered cell is.
    void settle(const Game& game, Padded at, bool is_mine, CellQueue& work) {
        is_known_[at] = 1;
        const Code* view = game.view().data();
        const std::uint8_t mine = is_mine ? 1 : 0;
        for (int i = 0; i < 8; ++i) {
            const Padded next = at + static_cast<Padded>(offsets_[i]);
            around_[next] &= ~(Around{1} << OPPOSITE[i]);
            mines_[next] = static_cast<std::uint8_t>(mines_[next] + mine);
            work.push_if(next, static_cast<Code>(view[next] - 1) < 8);
        }
    }

    bool is_known(Padded at) const { return is_known_[at] != 0; }
    Around around(Padded at) const { return around_[at]; }
    int num_unknown(Padded at) const { return num_cells_in(around_[at]); }
    // Mines among the unknown cells around a clue.
    int missing(const Game& game, Padded clue) const {
        return static_cast<int>(game.view()[clue]) - mines_[clue];
    }
    // Calls f(at) for the cells of a mask around a cell, in order.
    template <class F>
    void for_cells(Padded middle, Around mask, F&& f) const {
        for (; mask != 0; mask &= mask - 1) {
            const int bit = std::countr_zero(mask);
            f(static_cast<Padded>(static_cast<int>(middle) + ((bit >> 3) - 1) * stride_ +
                                  (bit & 7) - 1));
        }
    }

  private:
    // Where a cell lies as seen from its i-th neighbour.
    static constexpr int OPPOSITE[8] = {18, 17, 16, 10, 8, 2, 1, 0};

    int stride_ = 0;
    int offsets_[8] = {};
    std::size_t seen_ = 0;  // of the log
    std::vector<Around> around_;
    std::vector<Around> blank_;
    std::vector<std::uint8_t> mines_;
    std::vector<std::uint8_t> is_known_;
};

}  // namespace sapper
