// How mines can be placed around given clues, one clue after the other.
//
// The clues come in an order that keeps the work small; the certificate gives it. Taking
// a clue places mines in its cells that no clue before it had, in groups of cells that
// belong to the same clues. All that has to be remembered of what was placed is how many
// mines each clue begun still misses, and where the number of mines matters, how many
// were used: placements alike in that are one state, with a weight.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "checker/field.h"

namespace sapper::checker {

// Clues that may be begun and not finished, and states that may be kept, at any time.
inline constexpr int MOST_OPEN = 16;
inline constexpr std::size_t MOST_STATES = 200'000;

// A cell taken to be a mine, or safe.
struct Assumption {
    int cell = 0;
    bool is_mine = false;
};

class Placements {
  public:
    explicit Placements(const Field& field);

    struct Sum {
        int mines;      // used
        double weight;  // number of placements
    };
    // The placements of mines in the cells of these clues, with the assumption if there is
    // one, added up by the mines used (by none where these do not count), ascending.
    // Throws a failure where that takes more than the limits.
    std::vector<Sum> list(std::span<const int> clues, const Assumption* assumed, bool counts_mines);
    // Cells of the last list, the assumed one among them.
    int num_placed() const { return num_placed_; }
    // Whether the clues, and with `with_total` the number of mines, decide what a cell is.
    bool prove(std::span<const int> clues, int cell, bool is_mine, bool with_total);

  private:
    struct State {
        std::uint64_t missing;  // four bits for each open clue
        int used;
        double weight;
    };
    struct Open {
        int clue;
        int room;  // cells without a decision yet
    };
    using Slots = std::uint32_t;  // of open clues, one bit each

    void begin(std::span<const int> clues);
    void take(int clue);
    Slots open_around(int cell);
    int open(int clue);
    void place(Slots slots, int num_cells);
    void place_assumed(Slots slots);
    void place_mines(Slots slots, int mines, double weight);
    void merge();

    const Field& field_;
    const Assumption* assumed_ = nullptr;
    bool counts_mines_ = false;
    int num_placed_ = 0;
    std::vector<std::uint8_t> is_named_;   // per cell: a clue of the list
    std::vector<std::uint8_t> is_placed_;  // per cell
    std::vector<int> touched_;             // cells to clean
    std::vector<std::int8_t> slot_;        // per cell: of an open clue, or -1
    std::array<Open, MOST_OPEN> open_{};
    Slots taken_slots_ = 0;
    std::vector<State> states_;
    std::vector<State> next_;
};

}  // namespace sapper::checker
