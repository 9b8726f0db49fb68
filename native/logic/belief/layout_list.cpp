#include "logic/belief/layout_list.h"

#include <algorithm>
#include <cmath>

#include "game/frame_walk.h"
#include "game/stop.h"

namespace sapper {

namespace {

// Layouts that are listed take memory: never more than this, whatever is asked for.
constexpr std::size_t MOST_BYTES = std::size_t{1} << 31;

// Cells tried for one part before it counts as too large: the layouts of a component that is
// wide in reading order come after dead ends without number.
constexpr std::uint64_t MOST_PLACES = 2'000'000;
constexpr std::uint64_t PLACES_A_LOOK = 1 << 16;

std::size_t most_layouts(std::size_t most, std::size_t cells) {
    return std::min(most, MOST_BYTES / (16 * std::max<std::size_t>(cells, 1)));
}

}  // namespace

void LayoutList::clear() {
    cells_.clear();
    rows_.clear();
    parts_.clear();
    num_layouts_ = 0;
}

bool LayoutList::list(Belief& belief, std::size_t most) {
    most = most_layouts(most, belief.num_unknown());
    clear();
    if (belief.is_whole()) return false;
    // A little room: the logarithm of a number is not exact.
    if (belief.log_placements() > std::log(static_cast<double>(most)) + 1e-6) return false;
    for (std::size_t i = 0; i < belief.num_components(); ++i) add_part(belief, i);
    find_settled(belief);
    add_settled(settled_);
    first_sea_ = cells_.size();
    for_cells(belief.frame(), [&](Padded at) {
        const bool is_sea =
            belief.sea() > 0 && belief.evidence().is_unknown(at) && belief.component_id(at) == NONE;
        if (is_sea) cells_.push_back(at);
    });
    return list_all(belief, belief.mines_left(), most);
}

bool LayoutList::list(Belief& belief, const PositionPart& part, std::size_t most) {
    clear();
    for (const std::size_t i : part.components) add_part(belief, i);
    add_settled(part.settled);
    first_sea_ = cells_.size();
    cells_.insert(cells_.end(), part.sea.begin(), part.sea.end());
    most = most_layouts(most, cells_.size());
    if (part.log_layouts > std::log(static_cast<double>(most)) + 1e-6) return false;
    return list_all(belief, part.mines, most);
}

bool LayoutList::list_component(Belief& belief, std::size_t component, std::size_t most) {
    clear();
    const ComponentCounts& counts = *belief.component(component).counts;
    most = most_layouts(most, counts.num_cells);
    if (counts.count != 1 || counts.placements[0] > static_cast<double>(most)) return false;
    add_part(belief, component);
    first_sea_ = cells_.size();
    return list_all(belief, counts.low, most);
}

bool LayoutList::list_all(Belief& belief, std::int64_t mines, std::size_t most) {
    // A component alone may have placements that the number of mines forbids.
    const std::size_t room = 16 * most + 1000;
    for (Part& part : parts_) {
        if (part.mines.empty() && !list_part(part, belief.evidence(), room)) return false;
    }
    row_.assign(cells_.size(), 0);
    if (combine(0, mines, most)) return true;
    rows_.clear();
    num_layouts_ = 0;
    return false;
}

void LayoutList::add_part(Belief& belief, std::size_t component) {
    const Belief::Placed& own = belief.component(component);
    Part part;
    part.first_cell = cells_.size();
    part.num_cells = own.counts->num_cells;
    part.low = own.counts->low;
    part.high = own.counts->low + static_cast<std::int32_t>(own.counts->count) - 1;
    for (std::uint32_t i = 0; i < own.counts->num_cells; ++i) {
        cells_.push_back(own.first + static_cast<Padded>(own.counts->cells[i]));
    }
    // In reading order clues are done with early, and dead ends found early.
    std::sort(cells_.begin() + static_cast<std::ptrdiff_t>(part.first_cell), cells_.end());
    parts_.push_back(std::move(part));
}

void LayoutList::find_settled(Belief& belief) {
    settled_.clear();
    const Frame& frame = belief.frame();
    const Evidence& evidence = belief.evidence();
    for_cells(frame, [&](Padded at) {
        const bool is_open = evidence.has_clue(at) || evidence.is_known_mine(at);
        if (!is_open && !evidence.is_unknown(at)) settled_.push_back(at);
    });
}

// Cells that single clues prove safe: one placement, no mines, but clues to be seen.
void LayoutList::add_settled(std::span<const Padded> cells) {
    if (cells.empty()) return;
    Part part;
    part.first_cell = cells_.size();
    part.num_cells = cells.size();
    cells_.insert(cells_.end(), cells.begin(), cells.end());
    part.rows.assign(part.num_cells, 0);
    part.mines.assign(1, 0);
    parts_.push_back(std::move(part));
}

bool LayoutList::list_part(Part& part, const Evidence& evidence, std::size_t most) {
    missing_.resize(evidence.frame().padded_size());
    unknown_.resize(evidence.frame().padded_size());
    for (std::size_t i = 0; i < part.num_cells; ++i) {
        evidence.frame().for_neighbours(cells_[part.first_cell + i], [&](Padded at) {
            if (!evidence.has_clue(at)) return;
            missing_[at] = static_cast<std::int8_t>(evidence.mines_missing(at));
            unknown_[at] = static_cast<std::int8_t>(evidence.unknown_around(at));
        });
    }
    row_.assign(part.num_cells, 0);
    places_left_ = MOST_PLACES;
    return place(part, evidence, 0, 0, most);
}

bool LayoutList::place(Part& part, const Evidence& evidence, std::size_t i, std::int32_t mines,
                       std::size_t most) {
    if (i == part.num_cells) {
        if (part.mines.size() == most) return false;
        part.rows.insert(part.rows.end(), row_.begin(), row_.end());
        part.mines.push_back(mines);
        return true;
    }
    if (--places_left_ == 0) return false;
    if (places_left_ % PLACES_A_LOOK == 0) check_stop();
    const Padded cell = cells_[part.first_cell + i];
    bool goes_on = true;
    for (std::int8_t mine = 0; mine < 2 && goes_on; ++mine) {
        bool fits = true;
        evidence.frame().for_neighbours(cell, [&](Padded at) {
            if (!evidence.has_clue(at)) return;
            missing_[at] = static_cast<std::int8_t>(missing_[at] - mine);
            --unknown_[at];
            fits = fits && missing_[at] >= 0 && missing_[at] <= unknown_[at];
        });
        row_[i] = static_cast<std::uint8_t>(mine);
        if (fits) goes_on = place(part, evidence, i + 1, mines + mine, most);
        evidence.frame().for_neighbours(cell, [&](Padded at) {
            if (!evidence.has_clue(at)) return;
            missing_[at] = static_cast<std::int8_t>(missing_[at] + mine);
            ++unknown_[at];
        });
    }
    return goes_on;
}

// Goes through the placements of part after part; `left` mines are still to be laid.
bool LayoutList::combine(std::size_t index, std::int64_t left, std::size_t most) {
    std::int64_t low = 0, high = static_cast<std::int64_t>(cells_.size() - first_sea_);
    for (std::size_t i = index; i < parts_.size(); ++i) {
        low += parts_[i].low;
        high += parts_[i].high;
    }
    if (left < low || left > high) return true;
    if (index == parts_.size()) return combine_sea(first_sea_, left, most);
    const Part& part = parts_[index];
    for (std::size_t i = 0; i < part.mines.size(); ++i) {
        std::copy_n(&part.rows[i * part.num_cells], part.num_cells, &row_[part.first_cell]);
        if (!combine(index + 1, left - part.mines[i], most)) return false;
    }
    return true;
}

bool LayoutList::combine_sea(std::size_t i, std::int64_t left, std::size_t most) {
    if (left > static_cast<std::int64_t>(cells_.size() - i)) return true;
    if (i == cells_.size()) {
        if (num_layouts_ == most) return false;
        rows_.insert(rows_.end(), row_.begin(), row_.end());
        ++num_layouts_;
        return true;
    }
    row_[i] = 0;
    if (!combine_sea(i + 1, left, most)) return false;
    if (left == 0) return true;
    row_[i] = 1;
    const bool goes_on = combine_sea(i + 1, left - 1, most);
    row_[i] = 0;
    return goes_on;
}

}  // namespace sapper
