// Evidence: a grid, what its clues still say, and what single clues decide.
//
// The grid is framed (frame.h), one byte per cell for its kind and its clue, and
// one for what lies around it: unknown cells in the low half, known mines in
// the high half. Every change settles at once what single clues decide, and is
// written to a trail, so that it can be taken back cell by cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/frame.h"
#include "logic/position/constraints.h"

namespace sapper {

// What may be assumed of a covered cell: a clue 0 to 8, or one of these.
inline constexpr Code ASSUME_SAFE = 9;
inline constexpr Code ASSUME_MINE = 10;

class Evidence {
  public:
    static constexpr std::uint8_t UNKNOWN = 0x01;
    static constexpr std::uint8_t KNOWN_MINE = 0x10;
    static constexpr std::uint8_t NO_CLUE = 0xff;

    // Reads a position. False where a clue is impossible; nothing else is then true.
    bool read(const PositionView& position, const ConstraintOptions& options);

    // Settles a cell and all that follows from single clues. False where a clue
    // becomes impossible; take_back() then undoes what was done.
    bool assume(Padded at, Code what);
    // What is seen of many cells at once: clues, or ASSUME_MINE for flags.
    struct News {
        Padded at;
        Code what;
    };
    bool see(std::span<const News> news);
    void take_back(std::size_t trail_length);

    const Frame& frame() const { return frame_; }
    bool is_unknown(Padded at) const { return kinds_[at] == UNKNOWN; }
    bool is_known_mine(Padded at) const { return kinds_[at] == KNOWN_MINE; }
    bool has_clue(Padded at) const { return clues_[at] != NO_CLUE; }
    std::uint8_t clue(Padded at) const { return clues_[at]; }
    // Around a cell, itself not counted: it is revealed, or the caller knows.
    int unknown_around(Padded at) const { return sums_[at] & 0x0f; }
    int mines_around(Padded at) const { return sums_[at] >> 4; }
    int mines_missing(Padded at) const { return clues_[at] - (sums_[at] >> 4); }
    // A cell of the position that is neither revealed nor given as a mine.
    bool is_variable(Cell cell) const { return reading_.is_unknown[cell] != 0; }

    std::uint32_t num_unknown() const { return num_unknown_; }
    std::int64_t mines_left() const { return mines_left_; }
    // Cells changed since read(), in order; an entry may name a cell twice.
    struct Change {
        Padded at;
        std::uint8_t kind;  // before
        std::uint8_t clue;  // before
    };
    const std::vector<Change>& trail() const { return trail_; }
    void forget_trail() { trail_.clear(); }
    // A number that follows from what is known, however it came to be known.
    std::uint64_t key();

  private:
    void set(Padded at, std::uint8_t kind, std::uint8_t clue);
    void change(Padded at, std::uint8_t kind, std::uint8_t clue);
    bool look_at_clue(Padded at);
    bool look_around(Padded at);
    bool look_near(std::span<const News> news);
    bool look_everywhere();
    bool settle();

    Frame frame_;
    ConstraintSystem reading_;
    std::vector<std::uint8_t> kinds_, clues_, sums_;
    std::vector<Change> trail_;
    std::vector<Padded> queue_;
    std::vector<std::uint32_t> looked_;  // by cell: when its clue was last looked at
    std::uint32_t look_ = 0;
    std::vector<std::uint8_t> verdicts_;  // of look_everywhere()
    std::uint32_t num_unknown_ = 0;
    std::int64_t mines_left_ = 0;
    std::int64_t num_mines_ = 0;
    std::uint64_t key_ = 0;
    bool has_key_ = false;
};

}  // namespace sapper
