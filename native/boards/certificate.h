// A certificate: the steps that solve a board, each with its clues.
//
// A step names cells that are all safe or all mines, the clues from which that
// follows when everything proven before is known, and the technique. The clues of
// more than two are in an order in which a check has little to remember; a step of
// the mine count brings the swaps that show that nothing easier would do. Whoever
// has the layout can check it without any search for proofs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "advice/ladder.h"
#include "game/codes.h"

namespace sapper {

struct Step {
    Technique technique = Technique::single_clue;
    bool are_mines = false;
    std::uint32_t first = 0;  // into cells: its cells, then its clues
    std::uint32_t num_cells = 0;
    std::uint32_t num_clues = 0;
    std::uint32_t first_swap = 0;  // into swaps
    std::uint32_t num_swaps = 0;
    double risk = 0.0;  // of a guess
};

// How many steps of each technique, and the hardest.
struct Grade {
    std::array<std::uint32_t, NUM_TECHNIQUES> steps{};
    Technique hardest() const {
        for (std::size_t i = NUM_TECHNIQUES; i-- > 1;) {
            if (steps[i]) return static_cast<Technique>(i);
        }
        return Technique::single_clue;
    }
};

struct Certificate {
    std::vector<Step> steps;
    std::vector<Cell> cells;
    std::vector<std::vector<Cell>> swaps;
    bool is_checkable = true;  // within the limits of a check

    void clear() { *this = {}; }
    // Adds a step; swaps that were added since the last one are its own.
    void add(Technique technique, bool are_mines, std::span<const Cell> proven,
             std::span<const Cell> clues, double risk = 0.0);
    std::span<const Cell> cells_of(const Step& step) const {
        return {cells.data() + step.first, step.num_cells};
    }
    std::span<const Cell> clues_of(const Step& step) const {
        return {cells.data() + step.first + step.num_cells, step.num_clues};
    }
    std::span<const std::vector<Cell>> swaps_of(const Step& step) const {
        return {swaps.data() + step.first_swap, step.num_swaps};
    }
    Grade grade() const;
    // A JSON list of {"technique", "are", "cells", "clues"}, with "swaps" where the
    // technique is the mine count and "risk" where it is a guess; one step a line.
    std::string to_json(int columns) const;
};

}  // namespace sapper
