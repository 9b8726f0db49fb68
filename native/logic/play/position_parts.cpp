#include "logic/play/position_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "game/frame_walk.h"

namespace sapper {

namespace {

constexpr std::size_t NO_UNIT = ~std::size_t{0};

// Collects parts: units are the components, then single cells that belong to none.
class PartFinder {
  public:
    explicit PartFinder(Belief& belief) : belief_(belief), frame_(belief.frame()) {}

    std::vector<PositionPart> find() {
        number_units();
        tie_neighbours();
        tie_by_mines();
        return collect();
    }

  private:
    void number_units() {
        const Evidence& evidence = belief_.evidence();
        unit_of_.assign(frame_.padded_size(), NO_UNIT);
        owner_.resize(belief_.num_components());
        for_cells(frame_, [&](Padded at) {
            if (evidence.has_clue(at) || evidence.is_known_mine(at)) return;
            const bool is_open = !evidence.is_unknown(at) || belief_.component_id(at) == NONE;
            unit_of_[at] = is_open ? owner_.size() : belief_.index_of(belief_.component_id(at));
            if (is_open) owner_.push_back(0);
        });
        std::iota(owner_.begin(), owner_.end(), std::size_t{0});
    }

    std::size_t find(std::size_t unit) {
        while (owner_[unit] != unit) unit = owner_[unit] = owner_[owner_[unit]];
        return unit;
    }
    void tie(std::size_t a, std::size_t b) { owner_[find(a)] = find(b); }

    // A cell that may be revealed shows what its neighbours hide, where that is open.
    void tie_neighbours() {
        for_cells(frame_, [&](Padded at) {
            if (unit_of_[at] == NO_UNIT || belief_.mark_at(at) == Mark::mine) return;
            frame_.for_neighbours(at, [&](Padded other) {
                if (unit_of_[other] == NO_UNIT || find(unit_of_[at]) == find(unit_of_[other])) {
                    return;
                }
                if (belief_.mark_at(other) == Mark::unknown) tie(unit_of_[at], unit_of_[other]);
            });
        });
    }

    // The place of the one number of mines that a component can hold; its count if several.
    std::size_t only_number(std::size_t i) {
        const auto weights = belief_.weights(i);
        // Scaled weights may be zero because they are small.
        if (belief_.is_scaled()) return weights.size() == 1 ? 0 : weights.size();
        std::size_t only = weights.size(), possible = 0;
        for (std::size_t j = 0; j < weights.size(); ++j) {
            if (weights[j] == 0.0 || belief_.component(i).counts->placements[j] == 0.0) continue;
            only = j;
            ++possible;
        }
        return possible == 1 ? only : weights.size();
    }

    // Units whose number of mines is open share the mines that are left.
    void tie_by_mines() {
        std::size_t open = NO_UNIT;
        const auto add = [&](std::size_t unit) {
            if (open != NO_UNIT) tie(open, unit);
            open = unit;
        };
        for (std::size_t i = 0; i < belief_.num_components(); ++i) {
            if (only_number(i) == belief_.weights(i).size()) add(i);
        }
        for_cells(frame_, [&](Padded at) {
            const bool is_sea = unit_of_[at] >= belief_.num_components() &&
                                unit_of_[at] != NO_UNIT && belief_.evidence().is_unknown(at);
            if (is_sea && belief_.mark_at(at) == Mark::unknown) add(unit_of_[at]);
        });
        open_ = open;
    }

    std::vector<PositionPart> collect() {
        std::vector<PositionPart> parts;
        std::vector<std::size_t> part_of(owner_.size(), NO_UNIT);
        for (std::size_t unit = 0; unit < owner_.size(); ++unit) {
            std::size_t& part = part_of[find(unit)];
            if (part == NO_UNIT) {
                part = parts.size();
                parts.emplace_back();
            }
            if (unit < belief_.num_components()) add_component(parts[part], unit);
        }
        for_cells(frame_, [&](Padded at) {
            if (unit_of_[at] == NO_UNIT) return;
            PositionPart& part = parts[part_of[find(unit_of_[at])]];
            part.safest = std::max(part.safest, 1.0 - belief_.risk_at(at));
            if (unit_of_[at] < belief_.num_components()) return;
            const bool is_sea = belief_.evidence().is_unknown(at);
            (is_sea ? part.sea : part.settled).push_back(at);
            part.mines += is_sea && belief_.mark_at(at) == Mark::mine;
        });
        for (PositionPart& part : parts) {
            if (part.safest == 0.0) part.safest = 1.0;  // nothing but mines: nothing to reveal
        }
        if (open_ != NO_UNIT) give_rest(parts, part_of[find(open_)]);
        std::ranges::stable_sort(parts, {}, &PositionPart::log_layouts);
        return parts;
    }

    void add_component(PositionPart& part, std::size_t i) {
        part.components.push_back(i);
        const std::size_t only = only_number(i);
        const ComponentCounts& counts = *belief_.component(i).counts;
        if (only == counts.count) return;  // in the part that gets the rest
        part.mines += counts.low + static_cast<std::int64_t>(only);
        part.log_layouts += std::log(counts.placements[only]);
    }

    // The part with open numbers of mines has what all others leave.
    void give_rest(std::vector<PositionPart>& parts, std::size_t rest) {
        parts[rest].mines = belief_.mines_left();
        parts[rest].log_layouts = belief_.log_placements();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i == rest) continue;
            parts[rest].mines -= parts[i].mines;
            parts[rest].log_layouts -= parts[i].log_layouts;
        }
    }

    Belief& belief_;
    const Frame& frame_;
    std::vector<std::size_t> unit_of_;  // by padded cell
    std::vector<std::size_t> owner_;    // by unit
    std::size_t open_ = NO_UNIT;        // a unit whose number of mines is open
};

}  // namespace

std::vector<PositionPart> find_parts(Belief& belief) {
    return PartFinder(belief).find();
}

}  // namespace sapper
