// The solutions that are left where every cell without a value is in one equation only.
//
// Algorithm 3 of Sinha et al. 2021 takes the cells in most equations first, so that such
// cells come last. The equations then share no cell, and each holds for every choice of as
// many of its cells as it misses mines: the tree below has no dead end, and N solutions are
// the leaves of 2 (N - 1) edges. They are listed choice by choice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sapper {

inline std::uint64_t lowest_bit(std::uint64_t cells) {
    return cells & (~cells + 1);
}

// The lowest of the cells, as many as there are bits in `like`.
inline std::uint64_t lowest_cells(std::uint64_t cells, std::uint64_t like) {
    std::uint64_t out = 0;
    for (; like != 0; like &= like - 1) {
        out |= lowest_bit(cells);
        cells &= cells - 1;
    }
    return out;
}

// The choice of as many of the cells that comes next, or 0 after the last one.
inline std::uint64_t next_choice(std::uint64_t cells, std::uint64_t chosen) {
    // The lowest chosen cells that stand side by side move up by one; all but one of
    // them start again at the bottom.
    const std::uint64_t up = ((chosen | ~cells) + lowest_bit(chosen)) & cells;
    if (up == 0) return 0;
    const std::uint64_t moved = chosen & ~up;
    return up | lowest_cells(cells, moved & (moved - 1));
}

class Completions {
  public:
    void clear() { size_ = 0; }
    // An equation of cells of its own; mines at least 1, fewer than cells.
    void add(std::uint64_t cells, int mines) {
        const std::uint64_t first = lowest_cells(cells, (std::uint64_t{1} << mines) - 1);
        choices_[size_++] = {cells, first, first};
    }
    std::size_t size() const { return size_; }

    // Calls f(cells) for the mines of every solution; false from it ends the list.
    template <class F>
    bool list(std::uint64_t mines, F&& f) {
        if (size_ == 0) return f(mines);
        std::uint64_t others = mines;
        for (std::size_t i = 1; i < size_; ++i) others |= choices_[i].first;
        while (true) {
            const std::uint64_t cells = choices_[0].cells;
            for (std::uint64_t chosen = choices_[0].first; chosen != 0;
                 chosen = next_choice(cells, chosen)) {
                if (!f(others | chosen)) return false;
            }
            std::size_t i = 1;
            for (; i < size_; ++i) {
                Choice& choice = choices_[i];
                const std::uint64_t next = next_choice(choice.cells, choice.chosen);
                others ^= choice.chosen ^ (next != 0 ? next : choice.first);
                choice.chosen = next != 0 ? next : choice.first;
                if (next != 0) break;
            }
            if (i == size_) return true;
        }
    }

  private:
    struct Choice {
        std::uint64_t cells, first, chosen;
    };
    std::array<Choice, 32> choices_;  // 64 cells, two an equation at least
    std::size_t size_ = 0;
};

}  // namespace sapper
