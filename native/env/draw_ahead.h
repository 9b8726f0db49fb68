// A layout drawn before its first cell is known: `docs/determinism.md`, with one seed one board.
//
// The first draws are mines (or, on crowded grids, safe cells) whatever is opened first; the few
// that follow take the place of those that have to give way. Layouts are therefore drawn side by
// side, ahead of the games that are played on them.
#pragma once

#include <cstdint>

#include "game/random.h"
#include "game/rules.h"

namespace sapper {

class DrawAhead {
  public:
    static constexpr int MOST_SPARE = 9;  // as many cells as a first click may keep free

    explicit DrawAhead(const Rules& rules)
        : num_cells_(static_cast<std::uint32_t>(rules.num_cells())),
          draws_safe_(2 * rules.num_mines > rules.num_cells()) {
        const auto mines = static_cast<std::uint32_t>(rules.num_mines);
        const std::uint32_t most_free = rules.first_click == FirstClick::any    ? 0
                                        : rules.first_click == FirstClick::safe ? 1
                                                                                : MOST_SPARE;
        drawn_ = draws_safe_ ? num_cells_ - mines : mines;
        first_ = !draws_safe_ ? drawn_ : drawn_ > most_free ? drawn_ - most_free : 0;
        spare_ = most_free < num_cells_ - first_ ? most_free : num_cells_ - first_;
    }

    bool draws_safe() const { return draws_safe_; }

    // Draw into words of 32 cells each, which are empty, and into spare cells.
    template <class Words>
    void draw(std::uint64_t game_seed, Words& words, std::uint16_t* spare) const {
        Random random(layout_stream(game_seed));
        for (std::uint32_t left = first_; left > 0;) {
            const auto cell = static_cast<std::uint32_t>(random.below(num_cells_));
            auto& word = words[cell / 32];
            left -= ~word >> cell % 32 & 1U;
            word |= 1U << cell % 32;
        }
        // Spare cells are few, and not marked among the words: they are looked for instead.
        for (std::uint32_t count = 0; count < spare_;) {
            const auto cell = static_cast<std::uint32_t>(random.below(num_cells_));
            bool is_new = !(words[cell / 32] >> cell % 32 & 1U);
            for (std::uint32_t i = 0; i < count; ++i) is_new &= spare[i] != cell;
            if (is_new) spare[count++] = static_cast<std::uint16_t>(cell);
        }
    }

    // How many spare cells take a place, where so many cells are kept free and some of those
    // were drawn.
    std::uint32_t num_missing(std::uint32_t free, std::uint32_t free_and_drawn) const {
        return (draws_safe_ ? drawn_ - free : drawn_) - (first_ - free_and_drawn);
    }

  private:
    std::uint32_t num_cells_;
    std::uint32_t drawn_ = 0;  // cells that are drawn in the end, were none kept free
    std::uint32_t first_ = 0;
    std::uint32_t spare_ = 0;
    bool draws_safe_;
};

}  // namespace sapper
