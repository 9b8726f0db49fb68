// The cells of a belief, for those who search: risks by box, the sea, what is safe.
#pragma once

#include <ranges>
#include <span>

#include "game/frame_walk.h"
#include "game/random.h"
#include "logic/belief/belief.h"

namespace sapper {

// A word for a cell that shows a clue: names of positions are made of them.
inline std::uint64_t name_clue(Cell cell, Code clue) {
    return mix((std::uint64_t{cell} * 16 + clue + 1) * GOLDEN_GAMMA);
}

// The risk of a cell of box `box` of component i; not for scaled levels.
inline double box_risk(const Belief& belief, std::size_t i, std::uint32_t box) {
    const ComponentCounts& own = *belief.component(i).counts;
    const auto weights = belief.weights(i);
    const double* counts = own.with_mine + static_cast<std::size_t>(box) * own.count;
    double sum = 0.0;
    for (std::uint32_t m = 0; m < own.count; ++m) sum += counts[m] * weights[m];
    return sum / belief.total();
}

// Calls visit(box, cells) for every box of component i: its number, and its cells as a range.
template <class Visit>
void for_boxes(const Belief& belief, std::size_t i, Visit visit) {
    const Belief::Placed& own = belief.component(i);
    const std::int32_t* from = own.counts->cells;
    for (std::uint32_t b = 0; b < own.counts->num_boxes; from += own.counts->sizes[b++]) {
        visit(b, std::span(from, own.counts->sizes[b]) |
                     std::views::transform([first = own.first](std::int32_t place) {
                         return first + static_cast<Padded>(place);
                     }));
    }
}

// Calls visit(at) for every cell of the sea.
template <class Visit>
void for_sea(const Belief& belief, Visit visit) {
    const Frame& frame = belief.frame();
    for_cells(frame, [&](Padded at) {
        if (belief.evidence().is_unknown(at) && belief.component_id(at) == NONE) visit(at);
    });
}

// Known to be safe by single clues, and not yet opened.
inline bool is_settled_safe(const Evidence& evidence, Padded at) {
    return !evidence.is_unknown(at) && !evidence.is_known_mine(at) && !evidence.has_clue(at) &&
           evidence.is_variable(evidence.frame().to_cell(at));
}

// Calls visit(at) for every covered cell that is proven safe.
template <class Visit>
void for_safe(const Belief& belief, Visit visit) {
    const Evidence& evidence = belief.evidence();
    const Frame& frame = belief.frame();
    for_cells(frame, [&](Padded at) {
        if (is_settled_safe(evidence, at)) visit(at);
    });
    for (std::size_t i = 0; i < belief.num_components(); ++i) {
        for_boxes(belief, i, [&](std::uint32_t box, const auto& cells) {
            if (belief.box_mark(i, box) != Mark::safe) return;
            for (const Padded at : cells) visit(at);
        });
    }
    if (belief.sea() > 0 && belief.sea_mark() == Mark::safe) for_sea(belief, visit);
}

}  // namespace sapper
