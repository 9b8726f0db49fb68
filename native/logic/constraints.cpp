#include "logic/constraints.h"

#include <cstddef>

namespace sapper {

void ConstraintSystem::reset(std::size_t num_cells) {
    num_unknown = 0;
    unlisted_sea = 0;
    is_unknown.assign(num_cells, 0);
    constraints.clear();
    members.clear();
    has_total = false;
    total = 0;
    tracked = NONE;
}

void ConstraintSystem::mark_unknown(Cell cell) {
    num_unknown += is_unknown[cell] ? 0 : 1;
    is_unknown[cell] = 1;
}

void ConstraintSystem::add(std::span<const Cell> cells, std::int32_t low, std::int32_t high,
                           Cell clue) {
    constraints.push_back({static_cast<std::uint32_t>(members.size()),
                           static_cast<std::uint32_t>(cells.size()), low, high, clue});
    members.insert(members.end(), cells.begin(), cells.end());
}

namespace {

// Fills is_unknown and the number of mines left; returns false for a clue-free position.
bool mark_cells(const PositionView& position, const ConstraintOptions& options,
                ConstraintSystem& system) {
    std::int64_t known_mines = 0;
    bool has_clue = false;
    std::uint32_t num_unknown = 0;
    const std::size_t num_cells = position.cells.size();
    for (std::size_t cell = 0; cell < num_cells; ++cell) {
        const Code code = position.cells[cell];
        const bool is_flag = code == FLAGGED;
        const bool unknown = code == COVERED || (is_flag && !options.trust_flags);
        known_mines += code == MINE_SHOWN || (is_flag && options.trust_flags);
        has_clue |= is_clue(code);
        system.is_unknown[cell] = unknown;
        num_unknown += unknown;
    }
    if (options.assumed_safe != NO_CELL && system.is_unknown[options.assumed_safe]) {
        system.is_unknown[options.assumed_safe] = 0;
        --num_unknown;
    }
    system.num_unknown = num_unknown;
    system.has_total = true;
    system.total = position.num_mines - known_mines;
    return has_clue;
}

// One constraint for the clue at `cell`, whose neighbours lie at `offsets`.
void add_clue(const PositionView& position, Cell cell, std::span<const std::ptrdiff_t> offsets,
              bool trust_flags, ConstraintSystem& system) {
    Cell unknown[8];
    std::uint32_t count = 0;
    std::int32_t left = position.cells[cell];
    for (const std::ptrdiff_t offset : offsets) {
        const Cell neighbour = static_cast<Cell>(static_cast<std::ptrdiff_t>(cell) + offset);
        unknown[count] = neighbour;
        count += system.is_unknown[neighbour];
        const Code code = position.cells[neighbour];
        left -= code == MINE_SHOWN || (code == FLAGGED && trust_flags);
    }
    if (count > 0 || left != 0) system.add({unknown, count}, left, left, cell);
}

}  // namespace

void build_constraints(const PositionView& position, const ConstraintOptions& options,
                       ConstraintSystem& system) {
    system.reset(position.cells.size());
    if (!mark_cells(position, options, system)) return;
    const std::ptrdiff_t columns = position.columns;
    for (int row = 0; row < position.rows; ++row) {
        for (int column = 0; column < position.columns; ++column) {
            const Cell cell = static_cast<Cell>(row * columns + column);
            if (!is_clue(position.cells[cell])) continue;
            std::ptrdiff_t offsets[8];
            std::size_t num_offsets = 0;
            for (int dr = row > 0 ? -1 : 0; dr <= (row + 1 < position.rows ? 1 : 0); ++dr) {
                for (int dc = column > 0 ? -1 : 0; dc <= (column + 1 < columns ? 1 : 0); ++dc) {
                    if (dr != 0 || dc != 0) offsets[num_offsets++] = dr * columns + dc;
                }
            }
            add_clue(position, cell, {offsets, num_offsets}, options.trust_flags, system);
        }
    }
}

}  // namespace sapper
