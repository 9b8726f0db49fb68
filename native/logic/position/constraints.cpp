#include "logic/position/constraints.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

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
    settled_safe.clear();
    settled_mines.clear();
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

// One byte per cell of the framed grid: unknown cells count in the low half,
// known mines in the high half, so that one sum over a cell and its neighbours
// counts both. A clue is one that is revealed, so it adds nothing itself.
constexpr std::uint8_t UNKNOWN = 0x01;
constexpr std::uint8_t KNOWN_MINE = 0x10;
constexpr std::uint8_t NO_CLUE = 0xff;

// What settling a cell does to three neighbouring sums, on any byte order.
constexpr auto THREE_UNKNOWN =
    std::bit_cast<std::uint32_t>(std::array<std::uint8_t, 4>{UNKNOWN, UNKNOWN, UNKNOWN, 0});
constexpr std::uint32_t THREE_MINES = THREE_UNKNOWN * (KNOWN_MINE - UNKNOWN);

using Room = ConstraintSystem::Room;

// Fills is_unknown, the framed grid and the number of mines left.
void mark_cells(const PositionView& position, const ConstraintOptions& options,
                ConstraintSystem& system) {
    const auto columns = static_cast<std::size_t>(position.columns);
    const auto rows = static_cast<std::size_t>(position.rows);
    const std::uint8_t flag = options.trust_flags ? KNOWN_MINE : UNKNOWN;
    Room& room = system.room;
    room.kinds.assign((columns + 2) * (rows + 2), 0);
    room.clues.assign((columns + 2) * (rows + 2), NO_CLUE);
    std::uint32_t known_mines = 0;
    std::uint32_t num_unknown = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        const Code* codes = &position.cells[row * columns];
        std::uint8_t* unknown = &system.is_unknown[row * columns];
        std::uint8_t* kinds = &room.kinds[(row + 1) * (columns + 2) + 1];
        std::uint8_t* clues = &room.clues[(row + 1) * (columns + 2) + 1];
        // Comparisons instead of a table, and one loop per result: all of them vectorize.
        for (std::size_t column = 0; column < columns; ++column) {
            const Code code = codes[column];
            kinds[column] = static_cast<std::uint8_t>((code == COVERED ? UNKNOWN : 0) |
                                                      (code == FLAGGED ? flag : 0) |
                                                      (code == MINE_SHOWN ? KNOWN_MINE : 0));
        }
        for (std::size_t column = 0; column < columns; ++column) {
            unknown[column] = kinds[column] & UNKNOWN;
            clues[column] = codes[column] <= 8 ? codes[column] : NO_CLUE;
        }
        for (std::size_t column = 0; column < columns; ++column) {
            num_unknown += kinds[column] & UNKNOWN;
            known_mines += kinds[column] >> 4;
        }
    }
    for (const Cell cell : options.assumed_safe) {
        if (!system.is_unknown[cell]) continue;
        system.is_unknown[cell] = 0;
        room.kinds[(cell / columns + 1) * (columns + 2) + 1 + cell % columns] = 0;
        --num_unknown;
    }
    system.num_unknown = num_unknown;
    system.has_total = true;
    system.total = position.num_mines - known_mines;
}

// sums[i]: a cell of the framed grid and its eight neighbours.
void sum_neighbours(std::size_t width, Room& room) {
    const std::size_t size = room.kinds.size();
    const std::uint8_t* kinds = room.kinds.data();
    room.sums.resize(2 * size);
    std::uint8_t* along = room.sums.data() + size;
    std::uint8_t* sums = room.sums.data();
    along[0] = along[size - 1] = 0;
    for (std::size_t i = 1; i + 1 < size; ++i) {
        along[i] = static_cast<std::uint8_t>(kinds[i - 1] + kinds[i] + kinds[i + 1]);
    }
    for (std::size_t i = width; i + width < size; ++i) {
        sums[i] = static_cast<std::uint8_t>(along[i - width] + along[i] + along[i + width]);
    }
    // No clue is on the frame, but settle_quickly relies on these being right too.
    for (std::size_t i = 0; i < width; ++i) {
        sums[i] = along[i + width];
        sums[size - width + i] = along[size - 2 * width + i];
    }
}

// Lists the clues with something unknown around them, or the wrong number of mines.
void find_active(const PositionView& position, Room& room) {
    const auto columns = static_cast<std::uint32_t>(position.columns);
    // Every place is written, and kept if active: cheaper than a branch that
    // the processor cannot foresee.
    if (room.active.size() <= position.cells.size()) room.active.resize(position.cells.size() + 1);
    Room::Place* into = room.active.data();
    for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(position.rows); ++row) {
        const std::uint32_t start = (row + 1) * (columns + 2) + 1;
        const std::uint8_t* clues = &room.clues[start];
        const std::uint8_t* sums = &room.sums[start];
        for (std::uint32_t column = 0; column < columns; ++column) {
            *into = {row * columns + column, start + column};
            into += (clues[column] != NO_CLUE) & (sums[column] != (clues[column] << 4));
        }
    }
    room.num_active = static_cast<std::size_t>(into - room.active.data());
}

std::span<const Room::Place> active_of(const Room& room) {
    return {room.active.data(), room.num_active};
}

void read_grid(const PositionView& position, const ConstraintOptions& options,
               ConstraintSystem& system) {
    system.reset(position.cells.size());
    mark_cells(position, options, system);
    sum_neighbours(static_cast<std::size_t>(position.columns) + 2, system.room);
    find_active(position, system.room);
}

// Calls visit(cell, at) for a place of the framed grid and all around it.
template <class Visit>
void for_each_around(Room::Place place, std::uint32_t columns, Visit visit) {
    for (std::uint32_t row = 0; row < 3; ++row) {
        const Cell cell = place.cell + (row - 1) * columns - 1;
        const std::uint32_t at = place.at + (row - 1) * (columns + 2) - 1;
        visit(cell, at);
        visit(cell + 1, at + 1);
        visit(cell + 2, at + 2);
    }
}

// One constraint for a clue, over the unknown cells around it.
void add_clue(Room::Place place, std::uint32_t columns, ConstraintSystem& system) {
    const std::size_t first = system.members.size();
    system.members.resize(first + 9);
    Cell* into = &system.members[first];
    for_each_around(place, columns, [&](Cell cell, std::uint32_t at) {
        *into = cell;
        into += system.room.kinds[at] & UNKNOWN;
    });
    const auto count = static_cast<std::uint32_t>(into - &system.members[first]);
    system.members.resize(first + count);
    const std::int32_t left = system.room.clues[place.at] - (system.room.sums[place.at] >> 4);
    system.constraints.push_back(
        {static_cast<std::uint32_t>(first), count, left, left, place.cell});
}

enum class ClueState : std::uint8_t { open, decides, impossible };

ClueState state_of(const Room& room, std::uint32_t at) {
    const int unknown = room.sums[at] & 0x0f;
    const int left = room.clues[at] - (room.sums[at] >> 4);
    if (left < 0 || left > unknown) return ClueState::impossible;
    return unknown > 0 && (left == 0 || left == unknown) ? ClueState::decides : ClueState::open;
}

// Settles one cell: corrects the sums around it and queues the clues that now
// decide their other cells. False where a clue becomes impossible.
bool settle_cell(Room::Place place, std::uint32_t columns, bool is_mine, ConstraintSystem& system) {
    Room& room = system.room;
    room.kinds[place.at] = is_mine ? KNOWN_MINE : 0;
    (is_mine ? system.settled_mines : system.settled_safe).push_back(place.cell);
    const auto change = static_cast<std::uint8_t>((is_mine ? KNOWN_MINE : 0) - UNKNOWN);
    bool fits = true;
    for_each_around(place, columns, [&](Cell cell, std::uint32_t at) {
        room.sums[at] = static_cast<std::uint8_t>(room.sums[at] + change);
        if (room.clues[at] == NO_CLUE) return;
        const ClueState state = state_of(room, at);
        if (state == ClueState::decides) room.queue.push_back({cell, at});
        fits &= state != ClueState::impossible;
    });
    return fits;
}

// Settles the unknown cells around a clue without looking at other clues.
void settle_quickly(Room::Place place, std::uint32_t columns, bool is_mine,
                    ConstraintSystem& system) {
    Room& room = system.room;
    std::vector<Cell>& settled = is_mine ? system.settled_mines : system.settled_safe;
    for_each_around(place, columns, [&](Cell cell, std::uint32_t at) {
        if (room.kinds[at] != UNKNOWN) return;
        room.kinds[at] = is_mine ? KNOWN_MINE : 0;
        settled.push_back(cell);
        // Three neighbouring sums at once: no byte carries into the next, as each
        // counted this cell as unknown.
        for (std::uint32_t row = 0; row < 3; ++row) {
            std::uint8_t* sums = &room.sums[at + (row - 1) * (columns + 2) - 1];
            std::uint32_t three;
            std::memcpy(&three, sums, sizeof three);
            three = is_mine ? three + THREE_MINES : three - THREE_UNKNOWN;
            std::memcpy(sums, &three, sizeof three);
        }
    });
}

enum class PassResult : std::uint8_t { unchanged, changed, impossible };

// Looks once at every active clue and keeps those that still have unknown cells.
PassResult pass_over_active(std::uint32_t columns, ConstraintSystem& system) {
    Room& room = system.room;
    PassResult result = PassResult::unchanged;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < room.num_active; ++i) {
        const Room::Place place = room.active[i];
        const ClueState state = state_of(room, place.at);
        if (state == ClueState::impossible) return PassResult::impossible;
        if (state == ClueState::decides) {
            const bool is_mine = room.clues[place.at] != room.sums[place.at] >> 4;
            settle_quickly(place, columns, is_mine, system);
            result = PassResult::changed;
        }
        room.active[kept] = place;
        kept += (room.sums[place.at] & 0x0f) != 0;
    }
    room.num_active = kept;
    return result;
}

// Settles every unknown cell around a clue that decides them.
bool settle_around(Room::Place place, std::uint32_t columns, ConstraintSystem& system) {
    Room& room = system.room;
    if ((room.sums[place.at] & 0x0f) == 0) return true;  // an earlier clue was faster
    const bool is_mine = room.clues[place.at] != room.sums[place.at] >> 4;
    bool fits = true;
    for_each_around(place, columns, [&](Cell cell, std::uint32_t at) {
        if (fits && room.kinds[at] == UNKNOWN) {
            fits = settle_cell({cell, at}, columns, is_mine, system);
        }
    });
    return fits;
}

bool settle_with_queue(std::uint32_t columns, ConstraintSystem& system) {
    Room& room = system.room;
    room.queue.clear();
    for (const Room::Place& place : active_of(room)) {
        const ClueState state = state_of(room, place.at);
        if (state == ClueState::impossible) return false;
        if (state == ClueState::decides) room.queue.push_back(place);
    }
    while (!room.queue.empty()) {
        const Room::Place place = room.queue.back();
        room.queue.pop_back();
        if (!settle_around(place, columns, system)) return false;
    }
    return true;
}

}  // namespace

void build_constraints(const PositionView& position, const ConstraintOptions& options,
                       ConstraintSystem& system) {
    read_grid(position, options, system);
    for (const Room::Place& place : active_of(system.room)) {
        add_clue(place, static_cast<std::uint32_t>(position.columns), system);
    }
}

bool settle_grid(const PositionView& position, const ConstraintOptions& options,
                 ConstraintSystem& system) {
    read_grid(position, options, system);
    const auto columns = static_cast<std::uint32_t>(position.columns);
    // Most chains are short: a few passes over all clues beat a queue. What is
    // longer goes through the queue, so that no grid takes many passes.
    constexpr int MOST_PASSES = 6;
    PassResult result = PassResult::changed;
    for (int i = 0; i < MOST_PASSES && result == PassResult::changed; ++i) {
        result = pass_over_active(columns, system);
    }
    if (result == PassResult::impossible) return false;
    return result != PassResult::changed || settle_with_queue(columns, system);
}

bool build_reduced_constraints(const PositionView& position, const ConstraintOptions& options,
                               ConstraintSystem& system) {
    if (!settle_grid(position, options, system)) return false;
    for (const Room::Place& place : active_of(system.room)) {
        if (system.room.sums[place.at] & 0x0f) {
            add_clue(place, static_cast<std::uint32_t>(position.columns), system);
        }
    }
    return true;
}

Mark settled_mark(const PositionView& position, const ConstraintSystem& system, Cell cell) {
    const auto columns = static_cast<std::size_t>(position.columns);
    const std::size_t at = (cell / columns + 1) * (columns + 2) + 1 + cell % columns;
    const std::uint8_t kind = system.room.kinds[at];
    return kind == UNKNOWN ? Mark::unknown : kind == KNOWN_MINE ? Mark::mine : Mark::safe;
}

}  // namespace sapper
