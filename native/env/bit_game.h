// A game in bits: mines, opened cells and flags are words of rows.
//
// It plays what `Game` plays, move by move and seed by seed (`docs/determinism.md`), on grids
// of up to N x 32 cells, without a log and without undo: laying mines is a draw of bits,
// and a cascade grows all rows at once until nothing is added. What a move changes is
// written where its caller looks: the codes of cells, and which actions are left.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <vector>

#include "env/bit_rows.h"
#include "game/errors.h"
#include "game/game.h"
#include "game/random.h"

namespace sapper {

// Eight bits as eight bytes of 0 or 1, the lowest first in memory.
inline std::uint64_t spread(std::uint32_t bits) {
    constexpr std::uint64_t ONES = 0x0101010101010101ULL;
    constexpr std::uint64_t EACH =
        std::endian::native == std::endian::little ? 0x8040201008040201ULL : 0x0102040810204080ULL;
    return (((bits & 0xffU) * ONES & EACH) + 0x7f7f7f7f7f7f7f7fULL) >> 7 & ONES;
}

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
    // lowest. Eight cells at a time, the last eight of the row from where they fit.
    void show_row(Cell start, int columns, std::uint32_t found,
                  const std::array<std::uint32_t, 3>& bits) const {
        if (columns < 8) {
            for (; found != 0; found &= found - 1) {
                const int at = std::countr_zero(found);
                show(start + static_cast<Cell>(at),
                     static_cast<Code>((bits[0] >> at & 1U) | (bits[1] >> at & 1U) << 1 |
                                       (bits[2] >> at & 1U) << 2));
            }
            return;
        }
        for (int from = 0; from < columns; from += 8) {
            const int at = std::min(from, columns - 8);
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

  private:
    static void put(std::uint8_t* bytes, std::uint64_t mask, std::uint64_t values) {
        std::uint64_t word;
        std::memcpy(&word, bytes, sizeof word);
        word = (word & ~mask) | (values & mask);
        std::memcpy(bytes, &word, sizeof word);
    }
};

template <int N>
class BitGame {
  public:
    using Rows = BitRows<N>;

    // The grid and the number of its cells are those of `rules`.
    static bool can_play(const Rules& rules) {
        return rules.rows <= Rows::ROWS && rules.columns <= Rows::COLUMNS;
    }

    explicit BitGame(const Rules& rules) : rules_(rules) {
        rules_.check();
        const auto columns = static_cast<unsigned>(rules.columns);
        inverse_ = 65536U / columns + 1;
        const std::uint32_t row = columns == 32 ? ~0U : (1U << columns) - 1;
        grid_ = Rows::of([&](int at) { return at < rules.rows ? row : 0U; });
        start(std::uint64_t{0});
    }

    void set_cascade(bool cascades) { cascades_ = cascades; }

    void start(std::uint64_t seed) {
        seed_ = seed;
        prepare();
    }
    // Begin a new game on given mines; the seed stays.
    void start(std::span<const Cell> mines) {
        prepare();
        for (const Cell cell : mines) mines_.set(row_of(cell), column_of(cell));
        has_layout_ = true;
    }

    // Reveal a covered cell, or put a flag on a cell and take it away.
    void reveal(Cell cell, const Shown& sight) {
        if (first_cell_ < 0) {
            if (!has_layout_) lay(cell);
            first_cell_ = cell;
        }
        const int row = row_of(cell), column = column_of(cell);
        opened_.set(row, column);
        --num_covered_;
        if (mines_.has(row, column)) {
            ++mines_hit_;
            sight.show(cell, MINE_SHOWN);
            return;
        }
        --num_safe_left_;
        const int clue = mines_.count_around(row, column);
        sight.show(cell, static_cast<Code>(clue));
        if (clue == 0 && cascades_) cascade(row, column, sight);
    }
    void toggle_flag(Cell cell, const Shown& sight) {
        const int row = row_of(cell), column = column_of(cell);
        const bool was_flagged = flags_.has(row, column);
        flags_[row] ^= 1U << column;
        num_covered_ += was_flagged ? 1 : -1;
        sight.show(cell, was_flagged ? COVERED : FLAGGED);
    }

    bool is_covered(Cell cell) const {
        const int row = row_of(cell);
        return !((opened_[row] | flags_[row]) >> column_of(cell) & 1U);
    }
    bool is_flagged(Cell cell) const { return flags_.has(row_of(cell), column_of(cell)); }

    // Lay the mines of a game that has shown nothing yet; flags and seed stay.
    void lay_given(std::span<const Cell> mines) {
        const Rows flags = flags_;
        const std::int64_t covered = num_covered_;
        start(mines);
        flags_ = flags;
        num_covered_ = covered;
    }

    const Rules& rules() const { return rules_; }
    std::uint64_t seed() const { return seed_; }
    bool has_layout() const { return has_layout_; }
    std::int64_t first_cell() const { return first_cell_; }
    std::int64_t num_safe_left() const { return num_safe_left_; }
    std::int64_t mines_hit() const { return mines_hit_; }
    std::int64_t cells_revealed() const {
        return rules_.num_cells() - rules_.num_mines - num_safe_left_;
    }
    Outcome outcome() const {
        if (rules_.kind == GameKind::normal) {
            if (mines_hit_) return Outcome::lost;
            return num_safe_left_ == 0 && first_cell_ >= 0 ? Outcome::won : Outcome::playing;
        }
        if (num_covered_ != 0) return Outcome::playing;
        return num_safe_left_ == 0 && mines_hit_ == 0 ? Outcome::won : Outcome::lost;
    }
    std::vector<Cell> mines() const {
        std::vector<Cell> out;
        mines_.for_each([&](int row, int column) { out.push_back(cell_at(row, column)); });
        return out;
    }

  private:
    // All cells in a row, 64 to a word, as they are drawn.
    using Drawn = std::array<std::uint64_t, N / 2 + 1>;

    int row_of(Cell cell) const { return static_cast<int>(cell * inverse_ >> 16); }
    int column_of(Cell cell) const {
        return static_cast<int>(cell) - row_of(cell) * rules_.columns;
    }
    Cell cell_at(int row, int column) const {
        return static_cast<Cell>(row * rules_.columns + column);
    }

    void prepare() {
        mines_ = opened_ = flags_ = Rows{};
        first_cell_ = -1;
        num_covered_ = rules_.num_cells();
        num_safe_left_ = rules_.num_cells() - rules_.num_mines;
        mines_hit_ = 0;
        has_layout_ = false;
    }

    // The draws of `docs/determinism.md`, on bits.
    void lay(Cell first) {
        const auto count = static_cast<std::uint64_t>(rules_.num_cells());
        const bool draws_safe = 2 * rules_.num_mines > rules_.num_cells();
        Rows kept;
        if (rules_.first_click != FirstClick::any) kept.set(row_of(first), column_of(first));
        if (rules_.first_click == FirstClick::zero) kept = kept.with_neighbours() & grid_;
        Drawn drawn{};
        std::int64_t left = rules_.num_mines;
        kept.for_each([&](int row, int column) {
            const Cell cell = cell_at(row, column);
            drawn[cell / 64] |= std::uint64_t{1} << cell % 64;
        });
        if (draws_safe) left = rules_.num_cells() - rules_.num_mines - kept.count();
        for (Random random(layout_stream(seed_)); left > 0;) {
            const std::uint64_t cell = random.below(count);
            std::uint64_t& word = drawn[cell / 64];
            left -= static_cast<std::int64_t>(~word >> cell % 64 & 1U);
            word |= std::uint64_t{1} << cell % 64;
        }
        const Rows found = to_rows(drawn);
        mines_ = draws_safe ? without(grid_, found) : without(found, kept);
        has_layout_ = true;
    }
    Rows to_rows(const Drawn& drawn) const {
        return Rows::of([&](int row) {
            if (row >= rules_.rows) return 0U;
            const auto from = static_cast<unsigned>(row * rules_.columns);
            // Two words as one; a shift by 64 is none at all.
            std::uint64_t word = drawn[from / 64] >> from % 64;
            if (from % 64 != 0) word |= drawn[from / 64 + 1] << (64 - from % 64);
            return static_cast<std::uint32_t>(word) & grid_[row];
        });
    }

    // Open what follows from the zero at this cell, which is open.
    void cascade(int row, int column, const Shown& sight) {
        const Rows closed = without(without(grid_, opened_), flags_);
        const Rows zeros = without(grid_, mines_.with_neighbours());
        Rows start;
        start.set(row, column);
        const Rows found = Rows::flood(start, closed, zeros);
        opened_ = opened_ | found;
        const std::int64_t count = show_all(found, sight);
        num_covered_ -= count;
        num_safe_left_ -= count;
    }

    // Show the clues of these cells, which are no mines and have at most seven around.
    std::int64_t show_all(const Rows& found, const Shown& sight) const {
        const std::array<Rows, 3> clues = mines_.counts_around();
        std::int64_t count = 0;
        for (int row = 0; row < rules_.rows; ++row) {
            if (found[row] == 0) continue;
            count += std::popcount(found[row]);
            const std::array<std::uint32_t, 3> bits{clues[0][row], clues[1][row], clues[2][row]};
            sight.show_row(cell_at(row, 0), rules_.columns, found[row], bits);
        }
        return count;
    }

    Rules rules_;
    std::uint32_t inverse_ = 0;  // 65536 / columns, rounded up: rows without a division
    bool cascades_ = true;
    bool has_layout_ = false;
    Rows grid_, mines_, opened_, flags_;
    std::uint64_t seed_ = 0;
    std::int64_t first_cell_ = -1;
    std::int64_t num_covered_ = 0;  // flagged ones not counted
    std::int64_t num_safe_left_ = 0;
    std::int64_t mines_hit_ = 0;
};

}  // namespace sapper
