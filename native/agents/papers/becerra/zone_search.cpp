#include "agents/papers/becerra/zone_search.h"

#include <algorithm>

#include "agents/parts/basic_parts.h"
#include "agents/parts/place_parts.h"
#include "game/errors.h"
#include "game/frame_walk.h"

namespace sapper {

namespace {

// Calls f(padded, down, right) for the cells of the grid at most `radius` away.
template <class F>
void for_square(const Frame& frame, Padded at, int radius, F&& f) {
    const int row = static_cast<int>(at) / frame.stride;
    const int column = static_cast<int>(at) - row * frame.stride;
    for (int down = -radius; down <= radius; ++down) {
        if (row + down < 1 || row + down > frame.rows) continue;
        for (int right = -radius; right <= radius; ++right) {
            if (column + right < 1 || column + right > frame.columns) continue;
            f(static_cast<Padded>((row + down) * frame.stride + column + right), down, right);
        }
    }
}

}  // namespace

Zone::Zone(int radius) : radius_(radius) {
    // The cells of a zone's clues must fit into a mask of 7x7 cells.
    if (radius < 1 || radius > 2) {
        throw Error("expected a zone of radius 1 or 2, got " + std::to_string(radius));
    }
}

void Zone::collect(const Sight& sight, const Knowledge& knowledge, Padded at) {
    entries_.clear();
    for_square(sight.frame, at, radius_, [&](Padded clue_at, int down, int right) {
        if (!is_clue(sight.view[clue_at]) || knowledge.around(sight, clue_at).unknown == 0) return;
        const ClueConstraint constraint = read_constraint(sight, knowledge, clue_at);
        const int shift = 8 * down + right;
        entries_.push_back(
            {constraint, shift >= 0 ? constraint.mask << shift : constraint.mask >> -shift});
    });
}

bool Zone::build(const Sight& sight, const Knowledge& knowledge, Padded at) {
    collect(sight, knowledge, at);
    // Grow from the cell over shared cells; what is not tied to it cannot matter.
    Mask reached = Mask{1} << MASK_CENTRE;
    tied_.clear();
    for (bool grew = true; grew;) {
        grew = false;
        std::erase_if(entries_, [&](const Entry& entry) {
            if (!(entry.mask & reached)) return false;
            reached |= entry.mask;
            tied_.push_back(entry.constraint);
            return grew = true;
        });
    }
    if (tied_.empty()) return false;
    space_.build(sight.frame, tied_);
    const auto boxes = space_.boxes();
    for (box_ = 0; box_ < boxes.size(); ++box_) {
        const auto& cells = boxes[box_].cells;
        if (std::find(cells.begin(), cells.end(), at) != cells.end()) break;
    }
    return true;
}

std::vector<Padded> Zone::clues() const {
    std::vector<Padded> out;
    for (const ClueConstraint& constraint : tied_) out.push_back(constraint.clue_at);
    return out;
}

void ZoneSearch::start(const Sight& sight) {
    knowledge_.start(sight);
    work_.start(sight.view.size());
}

void ZoneSearch::touch_around(const Sight& sight, Padded at) {
    for_square(sight.frame, at, zone_.radius() + 1,
               [&](Padded next, int, int) { work_.insert(next); });
}

void ZoneSearch::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    knowledge_.update(sight, changed, proofs, [&](Padded at) { touch_around(sight, at); });
    while (!work_.empty()) {
        const Padded at = work_.take();
        if (!knowledge_.is_unknown(at) || !zone_.build(sight, knowledge_, at)) continue;
        if (!search_.start(zone_.space())) continue;
        const int size = zone_.space().boxes()[zone_.box()].num_cells();
        const bool can_be_safe = search_.find(zone_.box(), 0, size - 1);
        const bool can_be_mine = search_.find(zone_.box(), 1, size);
        if (can_be_safe == can_be_mine) continue;
        proofs.add(at, can_be_safe ? Mark::safe : Mark::mine,
                   proofs.wants_clues() ? zone_.clues() : std::vector<Padded>{});
    }
}

Padded ZoneGuesser::guess(const Sight& sight, const Proofs& proofs, Random& random) {
    knowledge_.start(sight);
    std::vector<Padded> known;
    for_cells(sight.frame, [&](Padded at) {
        if (sight.view[at] != COVERED) known.push_back(at);
    });
    knowledge_.update(sight, known, proofs);
    allowed_.clear();
    best_.clear();
    double best = 1;
    for_allowed(sight, proofs, [&](Padded at) {
        allowed_.push_back(at);
        if (!zone_.build(sight, knowledge_, at)) return;
        count_.count(zone_.space());
        const double total = count_.weighed_total();
        if (total <= 0) return;
        const double size = zone_.space().boxes()[zone_.box()].num_cells();
        const double risk = count_.weighed_in_box(zone_.box()) / total / size;
        if (risk > best) return;
        if (risk < best) best_.clear();
        best = risk;
        best_.push_back(at);
    });
    const auto mines_left = static_cast<double>(sight.num_mines - knowledge_.num_mines());
    const bool is_low = best < mines_left / static_cast<double>(allowed_.size());
    return draw(is_low && !best_.empty() ? best_ : allowed_, random);
}

}  // namespace sapper
