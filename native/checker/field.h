// A layout in play as the checker knows it: clues, what is revealed, what is proven.
//
// Nothing in this folder is shared with what makes boards: it includes the standard
// library and itself alone, and is linked as a library of its own. A test keeps it so.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sapper::checker {

// Which of the eight neighbours of a cell: bit (row + 1) * 3 + column + 1 for an offset of
// -1 to 1 rows and columns; bit 4, the cell itself, is never set.
using Around = std::uint32_t;

struct Numbers {
    int three_bv = 0;
    int openings = 0;
    int islands = 0;
};

class Field {
  public:
    Field(int columns, int rows, std::vector<std::uint8_t> mines);

    int columns() const { return columns_; }
    int rows() const { return rows_; }
    int num_cells() const { return columns_ * rows_; }
    int num_mines() const { return num_mines_; }
    bool is_mine(int cell) const { return mines_[at(cell)] != 0; }
    int clue(int cell) const { return clues_[at(cell)]; }
    std::span<const int> around(int cell) const {
        return {neighbours_.data() + first_[at(cell)],
                static_cast<std::size_t>(first_[at(cell) + 1] - first_[at(cell)])};
    }
    std::string name(int cell) const;

    bool is_revealed(int cell) const { return known_[at(cell)] == REVEALED; }
    bool is_known(int cell) const { return known_[at(cell)] != UNKNOWN; }
    int num_unknown() const { return num_unknown_; }
    int mines_left() const { return mines_left_; }
    int safe_left() const { return num_unknown_ - mines_left_; }
    Around unknown_around(int cell) const { return unknown_[at(cell)]; }
    // Mines among the unknown cells around a revealed cell.
    int missing(int cell) const { return clue(cell) - proven_[at(cell)]; }
    template <class Visit>
    void for_unknown(int cell, Visit visit) const {
        for (const int one : around(cell)) {
            if (!is_known(one)) visit(one);
        }
    }

    // Reveal a cell and what a zero opens; a mine is a failure.
    void reveal(int cell);
    void mark_mine(int cell);
    // Clues that say something else since they were last taken away.
    std::vector<int> take_changed();

    Numbers measure() const;

  private:
    enum : std::uint8_t { UNKNOWN, REVEALED, PROVEN_MINE };

    static std::size_t at(int cell) { return static_cast<std::size_t>(cell); }
    void settle(int cell, bool is_mine);

    int columns_;
    int rows_;
    int num_mines_ = 0;
    int num_unknown_ = 0;
    int mines_left_ = 0;
    std::vector<std::uint8_t> mines_;
    std::vector<int> first_;  // into neighbours_, per cell
    std::vector<int> neighbours_;
    std::vector<int> clues_;
    std::vector<std::uint8_t> known_;
    std::vector<Around> unknown_;
    std::vector<int> proven_;  // mines proven around each cell
    std::vector<int> changed_;
    std::vector<std::uint8_t> is_changed_;
};

}  // namespace sapper::checker
