#include "logic/position_value.h"

namespace sapper {

PositionValue find_value(Belief& belief, const ValueLimits& limits, bool all) {
    LayoutList list;
    PositionValue found;
    if (!list.list(belief, limits.max_layouts)) return found;
    Endgame endgame;
    endgame.read(list, belief.evidence());
    found.is_done = endgame.solve(limits.max_nodes, all);
    found.wins = endgame.wins();
    found.most = endgame.most_wins();
    found.layouts = endgame.num_layouts();
    found.nodes = endgame.nodes();
    found.states = endgame.states();
    found.candidates = endgame.candidates();
    return found;
}

MoveValue find_move_value(Belief& belief, const ValueLimits& limits,
                          std::span<const Padded> cells) {
    LayoutList list;
    MoveValue found;
    if (!list.list(belief, limits.max_layouts)) return found;
    Endgame endgame;
    endgame.read(list, belief.evidence());
    found.layouts = endgame.num_layouts();
    found.is_done = endgame.solve(limits.max_nodes);
    found.best_wins = endgame.wins();
    found.best = endgame.best();
    found.is_done &= endgame.solve_after(cells, limits.max_nodes, found.wins);
    return found;
}

}  // namespace sapper
