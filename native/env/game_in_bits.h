// A game in bits: mines, opened cells and flags are words of rows.
//
// It plays what `Game` plays, move by move and seed by seed (`docs/determinism.md`), on grids
// of up to 32 columns, without a log and without undo: laying mines is a draw of bits,
// and a cascade grows all rows at once until nothing is added. What a move changes is
// written where its caller looks: the codes of cells, and which actions are left.
//
// The rows are an array (`BitRows`) or the threads of an accelerator (`LaneRows`), of which all
// make every call together.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "env/bit_rows.h"
#include "env/draw_ahead.h"
#include "game/codes.h"
#include "game/rules.h"

namespace sapper {

#ifndef __CUDACC__
// Eight bits as eight bytes of 0 or 1, the lowest first in memory.
inline std::uint64_t spread(std::uint32_t bits) {
    constexpr std::uint64_t ONES = 0x0101010101010101ULL;
    constexpr std::uint64_t EACH =
        std::endian::native == std::endian::little ? 0x8040201008040201ULL : 0x0102040810204080ULL;
    return (((bits & 0xffU) * ONES & EACH) + 0x7f7f7f7f7f7f7f7fULL) >> 7 & ONES;
}
#endif

// Where the cells and the allowed actions of one game are shown.
struct Shown {
    Code* cells;
    std::uint8_t* allowed;
    std::uint8_t* may_flag;  // as many again, or none

    void show(Cell cell, Code code) const {
        cells[cell] = code;
        allowed[cell] = code == COVERED;
        if (may_flag != nullptr) may_flag[cell] = code == COVERED || code == FLAGGED;
    }

    // Show the clues of those cells of a row that are found; the bits of the clues from the
    // lowest.
    void show_row(Cell start, int columns, std::uint32_t found,
                  const std::array<std::uint32_t, 3>& bits) const {
#ifndef __CUDACC__
        if (columns >= 8) return show_eights(start, columns, found, bits);
#endif
        for (; found != 0; found &= found - 1) {
            const int at = std::countr_zero(found);
            show(start + static_cast<Cell>(at),
                 static_cast<Code>((bits[0] >> at & 1U) | (bits[1] >> at & 1U) << 1 |
                                   (bits[2] >> at & 1U) << 2));
        }
    }

#ifndef __CUDACC__
  private:
    // Eight cells at a time, the last eight of the row from where they fit.
    void show_eights(Cell start, int columns, std::uint32_t found,
                     const std::array<std::uint32_t, 3>& bits) const {
        for (int from = 0; from < columns; from += 8) {
            const int at = from < columns - 8 ? from : columns - 8;
            const std::uint64_t mask = spread(found >> at) * 0xff;
            if (mask == 0) continue;
            const std::uint64_t codes =
                spread(bits[0] >> at) | spread(bits[1] >> at) << 1 | spread(bits[2] >> at) << 2;
            const Cell cell = start + static_cast<Cell>(at);
            put(cells + cell, mask, codes);
            put(allowed + cell, mask, 0);
            if (may_flag != nullptr) put(may_flag + cell, mask, 0);
        }
    }
    static void put(std::uint8_t* bytes, std::uint64_t mask, std::uint64_t values) {
        std::uint64_t word;
        std::memcpy(&word, bytes, sizeof word);
        word = (word & ~mask) | (values & mask);
        std::memcpy(bytes, &word, sizeof word);
    }
#endif
};

template <class Rows>
class GameInBits {
  public:
    // All of a game but its bits.
    struct Facts {
        std::uint64_t seed = 0;
        std::int32_t first_cell = -1;
        std::int32_t num_covered = 0;  // flagged ones not counted
        std::int32_t num_safe_left = 0;
        std::int32_t mines_hit = 0;
        bool has_layout = false;
    };
    struct Bits {
        Rows mines, opened, flags;
    };

    // The rules must be possible, and the grid no larger than `Rows`.
    explicit GameInBits(const Rules& rules) : rules_(rules) {
        const auto columns = static_cast<unsigned>(rules.columns);
        inverse_ = 65536U / columns + 1;
        const std::uint32_t row = columns == 32 ? ~0U : (1U << columns) - 1;
        grid_ = Rows::of([&](int at) { return at < rules.rows ? row : 0U; });
        start(std::uint64_t{0});
    }

    void set_cascade(bool cascades) { cascades_ = cascades; }

    void start(std::uint64_t seed) {
        facts_.seed = seed;
        prepare();
    }
    // A game as it stood.
    void restore(const Bits& bits, const Facts& facts) {
        bits_ = bits;
        facts_ = facts;
    }
    const Bits& bits() const { return bits_; }
    const Facts& facts() const { return facts_; }

    // Lay the mines for a first cell from what was drawn ahead.
    template <class Words>
    void lay(Cell first, const DrawAhead& ahead, const Words& words, const std::uint16_t* spare) {
        Rows kept;
        const int row = row_of(first), column = column_of(first);
        if (rules_.first_click != FirstClick::any) kept.set(row, column);
        if (rules_.first_click == FirstClick::zero) kept = kept.with_neighbours() & grid_;
        Rows found = to_rows(words);
        std::uint32_t free = 0, drawn = 0;  // cells kept free, and how many of them were drawn
        if (rules_.first_click == FirstClick::safe) {
            free = 1;
            drawn = found.has(row, column);
        } else if (rules_.first_click == FirstClick::zero) {
            free = static_cast<std::uint32_t>(grid_.count_around(row, column));
            drawn = static_cast<std::uint32_t>(found.count_around(row, column));
        }
        std::uint32_t missing = ahead.num_missing(free, drawn);
        for (int i = 0; missing > 0 && i < DrawAhead::MOST_SPARE; ++i) {
            const int r = row_of(spare[i]), c = column_of(spare[i]);
            if (r >= rules_.rows || kept.has(r, c)) continue;
            found.set(r, c);
            --missing;
        }
        bits_.mines = without(ahead.draws_safe() ? without(grid_, found) : found, kept);
        facts_.has_layout = true;
    }

    // Reveal a covered cell of a game with a layout.
    void reveal(Cell cell, const Shown& sight) {
        if (facts_.first_cell < 0) facts_.first_cell = static_cast<std::int32_t>(cell);
        const int row = row_of(cell), column = column_of(cell);
        bits_.opened.set(row, column);
        --facts_.num_covered;
        if (bits_.mines.has(row, column)) {
            ++facts_.mines_hit;
            Rows::once([&] { sight.show(cell, MINE_SHOWN); });
            return;
        }
        --facts_.num_safe_left;
        const int clue = bits_.mines.count_around(row, column);
        Rows::once([&] { sight.show(cell, static_cast<Code>(clue)); });
        if (clue == 0 && cascades_) cascade(row, column, sight);
    }
    // Put a flag on a cell, or take it away.
    void toggle_flag(Cell cell, const Shown& sight) {
        const int row = row_of(cell), column = column_of(cell);
        const bool was_flagged = bits_.flags.has(row, column);
        bits_.flags.flip(row, column);
        facts_.num_covered += was_flagged ? 1 : -1;
        Rows::once([&] { sight.show(cell, was_flagged ? COVERED : FLAGGED); });
    }

    bool is_covered(Cell cell) const {
        const int row = row_of(cell);
        return !((bits_.opened.at(row) | bits_.flags.at(row)) >> column_of(cell) & 1U);
    }
    bool is_flagged(Cell cell) const { return bits_.flags.has(row_of(cell), column_of(cell)); }

    const Rules& rules() const { return rules_; }
    const Rows& grid() const { return grid_; }
    std::uint64_t seed() const { return facts_.seed; }
    bool has_layout() const { return facts_.has_layout; }
    std::int64_t first_cell() const { return facts_.first_cell; }
    std::int64_t num_safe_left() const { return facts_.num_safe_left; }
    std::int64_t mines_hit() const { return facts_.mines_hit; }
    std::int64_t cells_revealed() const {
        return rules_.num_cells() - rules_.num_mines - num_safe_left();
    }
    Outcome outcome() const {
        const bool is_clear = facts_.num_safe_left == 0;
        if (rules_.kind == GameKind::normal) {
            if (facts_.mines_hit) return Outcome::lost;
            return is_clear && facts_.first_cell >= 0 ? Outcome::won : Outcome::playing;
        }
        if (facts_.num_covered != 0) return Outcome::playing;
        return is_clear && facts_.mines_hit == 0 ? Outcome::won : Outcome::lost;
    }

    Cell cell_at(int row, int column) const {
        return static_cast<Cell>(row * rules_.columns + column);
    }

  protected:
    int row_of(Cell cell) const { return static_cast<int>(cell * inverse_ >> 16); }
    int column_of(Cell cell) const {
        return static_cast<int>(cell) - row_of(cell) * rules_.columns;
    }

    void prepare() {
        bits_ = Bits{};
        const std::uint64_t seed = facts_.seed;
        facts_ = Facts{};
        facts_.seed = seed;
        facts_.num_covered = static_cast<std::int32_t>(rules_.num_cells());
        facts_.num_safe_left = static_cast<std::int32_t>(rules_.num_cells() - rules_.num_mines);
    }

    Bits bits_;
    Facts facts_;

  private:
    // The rows of a grid whose cells are all in a row, 32 to a word.
    template <class Words>
    Rows to_rows(const Words& words) const {
        return Rows::of([&](int row) {
            if (row >= rules_.rows) return 0U;
            const auto from = static_cast<unsigned>(row * rules_.columns), at = from / 32;
            const std::uint64_t two = words[at] | std::uint64_t{words[at + 1]} << 32;
            return static_cast<std::uint32_t>(two >> from % 32) & grid_[row];
        });
    }

    // Open what follows from the zero at this cell, which is open.
    void cascade(int row, int column, const Shown& sight) {
        const Rows closed = without(without(grid_, bits_.opened), bits_.flags);
        const Rows zeros = without(grid_, bits_.mines.with_neighbours());
        Rows start;
        start.set(row, column);
        const Rows found = Rows::flood(start, closed, zeros);
        bits_.opened = bits_.opened | found;
        const std::int32_t count = show_all(found, sight);
        facts_.num_covered -= count;
        facts_.num_safe_left -= count;
    }

    // Show the clues of these cells, which are no mines and have at most seven around.
    std::int32_t show_all(const Rows& found, const Shown& sight) const {
        const std::array<Rows, 3> clues = bits_.mines.counts_around();
        const std::int64_t count = Rows::total([&](int row) {
            if (found[row] == 0) return 0;
            const std::array<std::uint32_t, 3> bits{clues[0][row], clues[1][row], clues[2][row]};
            sight.show_row(cell_at(row, 0), rules_.columns, found[row], bits);
            return std::popcount(found[row]);
        });
        return static_cast<std::int32_t>(count);
    }

    Rules rules_;
    std::uint32_t inverse_ = 0;  // 65536 / columns, rounded up: rows without a division
    bool cascades_ = true;
    Rows grid_;
};

}  // namespace sapper
