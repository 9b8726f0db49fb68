// Constraints: between `low` and `high` mines among some unknown cells.
//
// A position gives one exact constraint (low == high) per clue that still has
// unknown neighbours. Windows and other restricted views add constraints with
// true ranges; the engine makes no difference between the two. What the number
// of mines says about all unknown cells together is kept apart (`total`),
// because it would tie every component to every other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/position.h"

namespace sapper {

inline constexpr Cell NO_CELL = ~Cell{0};
inline constexpr std::uint32_t NONE = ~std::uint32_t{0};

struct Constraint {
    std::uint32_t first = 0;  // its cells are members[first .. first + count)
    std::uint32_t count = 0;
    std::int32_t low = 0;
    std::int32_t high = 0;
    Cell clue = NO_CELL;  // the cell that shows it, if any
};

// What the engine works on: unknown cells, constraints over them, and
// (unless `has_total` is false) how many mines they hold together.
struct ConstraintSystem {
    std::uint32_t num_unknown = 0;
    std::vector<std::uint8_t> is_unknown;  // one per cell, 0 or 1
    std::uint32_t unlisted_sea = 0;        // unknown cells beyond those, under no constraint
    std::vector<Constraint> constraints;
    std::vector<Cell> members;
    bool has_total = false;
    std::int64_t total = 0;
    // Index of a constraint whose number of mines is to be distinguished in the
    // census instead of being restricted (for the chances of a clue), or NONE.
    std::uint32_t tracked = NONE;

    void reset(std::size_t num_cells);
    void mark_unknown(Cell cell);
    void add(std::span<const Cell> cells, std::int32_t low, std::int32_t high, Cell clue);
    std::span<const Cell> cells_of(const Constraint& constraint) const {
        return {members.data() + constraint.first, constraint.count};
    }
    std::size_t num_cells() const { return is_unknown.size(); }

    // Cells that were settled while the constraints were read; the constraints
    // are then about the other cells only.
    std::vector<Cell> settled_safe;
    std::vector<Cell> settled_mines;

    // Room for build_constraints.
    struct Room {
        std::vector<std::uint8_t> kinds;  // per cell of the grid with a frame around it
        std::vector<std::uint8_t> clues;
        std::vector<std::uint8_t> sums;
        struct Place {
            Cell cell;
            std::uint32_t at;  // in the framed grid
        };
        std::vector<Place> active;  // clues that may say something: the first num_active
        std::size_t num_active = 0;
        std::vector<Place> queue;
    } room;
};

struct ConstraintOptions {
    // Trusted flags are mines; others count as covered. Shown mines are always mines.
    bool trust_flags = true;
    // Take these covered cells as safe, their clues not known.
    std::span<const Cell> assumed_safe = {};
};

// Reads the constraints off a position. A clue that no number of mines can
// satisfy is kept as an impossible constraint, for the propagation to find.
void build_constraints(const PositionView& position, const ConstraintOptions& options,
                       ConstraintSystem& system);

// The same, with the cells that single clues decide settled on the way: what
// `Propagation` would do, but several times faster on the grid itself. Returns
// false where a clue turns out impossible; then the system says nothing.
bool build_reduced_constraints(const PositionView& position, const ConstraintOptions& options,
                               ConstraintSystem& system);

// Its first half: the grid and the settled cells are in `system.room`, no
// constraint is listed.
bool settle_grid(const PositionView& position, const ConstraintOptions& options,
                 ConstraintSystem& system);

// What build_reduced_constraints() left of a cell: MINE for known and settled ones.
Mark settled_mark(const PositionView& position, const ConstraintSystem& system, Cell cell);

// Calls visit(neighbour) for each of the up to eight neighbours, in row order.
template <class Visit>
void for_each_neighbour(Cell cell, int columns, int rows, Visit visit) {
    const int row = static_cast<int>(cell) / columns;
    const int column = static_cast<int>(cell) % columns;
    for (int r = row > 0 ? row - 1 : 0; r <= row + 1 && r < rows; ++r) {
        for (int c = column > 0 ? column - 1 : 0; c <= column + 1 && c < columns; ++c) {
            if (r != row || c != column) visit(static_cast<Cell>(r * columns + c));
        }
    }
}

}  // namespace sapper
