#include "logic/play/position_value.h"

#include <algorithm>

#include "logic/play/position_parts.h"

namespace sapper {

namespace {

// Where there are no components to look at, there is one part that cannot be listed.
PositionValue whole_value(Belief& belief) {
    PositionValue found;
    PartValue part;
    part.safest = 0.0;
    for (Cell cell = 0; cell < belief.position().cells.size(); ++cell) {
        const Padded at = belief.frame().to_padded(cell);
        if (belief.evidence().has_clue(at)) continue;
        part.safest = std::max(part.safest, 1.0 - belief.risk_at(at));
    }
    if (part.safest == 0.0) part.safest = 1.0;  // nothing but mines: nothing to reveal
    found.parts.push_back(part);
    return found;
}

}  // namespace

PositionValue find_value(Belief& belief, const ValueLimits& limits, bool all) {
    if (belief.is_whole()) return whole_value(belief);
    PositionValue found;
    found.is_done = true;
    std::size_t listed = 0;
    LayoutList list;
    Endgame endgame;
    for (const PositionPart& part : find_parts(belief)) {
        PartValue& own = found.parts.emplace_back();
        own.safest = part.safest;
        if (listed < limits.max_layouts && list.list(belief, part, limits.max_layouts - listed)) {
            endgame.read(list, belief.evidence());
            own.is_done = endgame.solve(limits.max_nodes - found.nodes, all);
            own.wins = endgame.wins();
            own.most = endgame.most_wins();
            own.layouts = endgame.num_layouts();
            own.candidates = endgame.candidates();
            found.nodes = std::min(found.nodes + endgame.nodes(), limits.max_nodes);
            found.states += endgame.states();
            listed += own.layouts;
        }
        found.is_done &= own.is_done;
    }
    return found;
}

MoveValue find_move_value(Belief& belief, const ValueLimits& limits,
                          std::span<const Padded> cells) {
    MoveValue found;
    if (belief.is_whole()) return found;
    std::size_t listed = 0, num_known = 0;
    double safest = -1.0;
    LayoutList list;
    Endgame endgame;
    for (const PositionPart& part : find_parts(belief)) {
        if (listed >= limits.max_layouts) return found;
        if (!list.list(belief, part, limits.max_layouts - listed)) return found;
        endgame.read(list, belief.evidence());
        MoveValue::Part& own = found.parts.emplace_back();
        own.layouts = endgame.num_layouts();
        listed += own.layouts;
        if (!endgame.solve(limits.max_nodes)) return found;
        own.wins = own.best_wins = endgame.wins();
        if (endgame.best() != NONE) {
            const double safe = 1.0 - belief.risk_at(endgame.best());
            if (safe > safest) found.best = endgame.best();
            safest = std::max(safest, safe);
        }
        std::vector<Padded> revealed;
        for (const Padded at : cells) {
            if (std::ranges::find(list.cells(), at) != list.cells().end()) revealed.push_back(at);
        }
        num_known += revealed.size();
        if (revealed.empty()) continue;
        if (!endgame.solve_after(revealed, limits.max_nodes, own.wins)) return found;
    }
    // A cell that is in no part is a proven mine.
    if (num_known < cells.size()) found.parts.push_back({0, 1, 1});
    found.is_done = true;
    return found;
}

}  // namespace sapper
