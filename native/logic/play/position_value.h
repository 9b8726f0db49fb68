// The value of a position, of its cells and of a move: wins of best play by count.
//
// The position is taken apart into what is independent (`position_parts.h`). Of each
// part all layouts that fit are listed and best play is searched over them
// (`endgame.h`); the value of the whole is the product. Layouts and nodes are limited,
// so an answer takes the same work everywhere.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/play/endgame.h"

namespace sapper {

struct ValueLimits {
    std::size_t max_layouts = 0;  // of all parts together
    std::uint64_t max_nodes = 0;
};

struct PartValue {
    bool is_done = false;
    std::uint32_t wins = 0;     // layouts won by best play; won so far where not done
    std::uint32_t most = 0;     // a bound from above
    std::uint32_t layouts = 0;  // 0 where there are more than may be listed
    double safest = 1.0;        // the best chance of one of its cells to be safe
    std::vector<EndgameCandidate> candidates;
};

struct PositionValue {
    bool is_done = false;
    std::vector<PartValue> parts;
    std::uint64_t nodes = 0;
    std::uint64_t states = 0;
};

// The value of what the belief holds; with `all` that of every living cell.
PositionValue find_value(Belief& belief, const ValueLimits& limits, bool all);

struct MoveValue {
    struct Part {
        std::uint32_t wins = 0;       // layouts won by best play after the move
        std::uint32_t best_wins = 0;  // by best play from here on
        std::uint32_t layouts = 0;
    };
    bool is_done = false;
    std::vector<Part> parts;
    Padded best = NONE;  // a cell to begin best play with
};

// What revealing some covered cells at once is worth, and what the best move is.
MoveValue find_move_value(Belief& belief, const ValueLimits& limits, std::span<const Padded> cells);

}  // namespace sapper
