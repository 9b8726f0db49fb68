// The cells of a belief, for those who search: risks by box, the sea, what is safe.
#pragma once

#include "game/random.h"
#include "logic/belief.h"

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

// Calls visit(at) for every cell of the sea.
template <class Visit>
void for_sea(const Belief& belief, Visit visit) {
    const Frame& frame = belief.frame();
    for (int row = 1; row <= frame.rows; ++row) {
        const Padded from = static_cast<Padded>(row * frame.stride) + 1;
        for (Padded at = from; at < from + static_cast<Padded>(frame.columns); ++at) {
            if (belief.evidence().is_unknown(at) && belief.component_id(at) == NONE) visit(at);
        }
    }
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
    for (int row = 1; row <= frame.rows; ++row) {
        const Padded from = static_cast<Padded>(row * frame.stride) + 1;
        for (Padded at = from; at < from + static_cast<Padded>(frame.columns); ++at) {
            if (is_settled_safe(evidence, at)) visit(at);
        }
    }
    for (std::size_t i = 0; i < belief.num_components(); ++i) {
        const Belief::Placed& own = belief.component(i);
        const std::int32_t* cells = own.counts->cells;
        for (std::uint32_t b = 0; b < own.counts->num_boxes; cells += own.counts->sizes[b++]) {
            if (belief.box_mark(i, b) != Mark::safe) continue;
            for (std::uint16_t k = 0; k < own.counts->sizes[b]; ++k) {
                visit(own.first + static_cast<Padded>(cells[k]));
            }
        }
    }
    if (belief.sea() > 0 && belief.sea_mark() == Mark::safe) for_sea(belief, visit);
}

}  // namespace sapper
