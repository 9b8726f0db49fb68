// The join of a level, and what a belief answers from it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "logic/belief/belief.h"

namespace sapper {

namespace {

// A risk that is not proven is never shown as 0 or 1, however near it comes.
double unproven(double risk) {
    constexpr double below_one = 1.0 - std::numeric_limits<double>::epsilon() / 2;
    return std::clamp(risk, std::numeric_limits<double>::min(), below_one);
}

Mark mark_of(double mine, double safe) {
    if (mine == 0.0) return Mark::safe;
    return safe == 0.0 ? Mark::mine : Mark::unknown;
}

double risk_of(double mine, double safe) {
    if (mine == 0.0) return 0.0;
    return safe == 0.0 ? 1.0 : unproven(share(mine, safe));
}

}  // namespace

bool Belief::join(Level& level) {
    std::uint32_t room = 0;
    weight_first_.resize(lists_.size());
    for (std::uint32_t i = 0; i < level.num_components; ++i) {
        weight_first_[level.first_component + i] = room;
        room += placed_[lists_[level.first_component + i]].counts->count;
    }
    weights_.resize(level.first_weight + room);
    if (!options_.use_mine_count) {
        join_without_mines(level);
        return true;
    }
    return is_plain_ ? join_plain(level) : join_large(level);
}

// Absolute numbers of placements. A component with one possible number of mines
// only scales the others, so most of the products are short.
bool Belief::join_plain(Level& level) {
    std::int64_t most = evidence_.mines_left();
    std::size_t length = 1;
    double scale = 1.0;
    factors_.clear();
    for (std::uint32_t i = 0; i < level.num_components; ++i) {
        const ComponentCounts& own = *placed_[lists_[level.first_component + i]].counts;
        most -= own.low;
        if (own.count == 1) {
            scale *= own.placements[0];
            continue;
        }
        length += own.count - 1;
        double* into = &weights_[level.first_weight + weight_first_[level.first_component + i]];
        factors_.push_back({own.placements, into, own.count});
    }
    const auto sea = static_cast<std::int64_t>(level.sea);
    const double* ways = binomials_.row(level.sea);
    sea_weights_.resize(length);
    for (std::size_t k = 0; k < length; ++k) {
        const std::int64_t in_sea = most - static_cast<std::int64_t>(k);
        sea_weights_[k] = in_sea >= 0 && in_sea <= sea ? scale * ways[in_sea] : 0.0;
    }
    product_.run(factors_, sea_weights_);
    double total = 0.0, mine = 0.0, safe = 0.0;
    for (std::size_t k = 0; k < length; ++k) {
        const double weight = product_.product[k] * sea_weights_[k];
        if (weight == 0.0) continue;
        const std::int64_t in_sea = most - static_cast<std::int64_t>(k);
        total += weight;
        mine += weight * static_cast<double>(in_sea);
        safe += weight * static_cast<double>(sea - in_sea);
    }
    if (total == 0.0) return false;
    level.total = total;
    for (std::uint32_t i = 0; i < level.num_components; ++i) {
        const ComponentCounts& own = *placed_[lists_[level.first_component + i]].counts;
        if (own.count > 1) continue;
        weights_[level.first_weight + weight_first_[level.first_component + i]] =
            total / own.placements[0];
    }
    level.sea_mark = level.sea > 0 ? mark_of(mine, safe) : Mark::unknown;
    level.sea_risk = level.sea > 0 ? risk_of(mine, safe) : 0.5;
    return true;
}

bool Belief::join_large(Level& level) {
    std::uint32_t boxed = evidence_.num_unknown() - level.sea;
    large_join_.reset(level.sea, evidence_.mines_left(), boxed);
    for (std::uint32_t i = 0; i < level.num_components; ++i) {
        const ComponentCounts& own = *placed_[lists_[level.first_component + i]].counts;
        const CensusSlice slice = large_join_.add_component(own.low, own.count, false);
        std::copy_n(own.placements, own.count, &large_join_.counts[slice.first]);
    }
    if (!large_join_.run()) return false;
    for (std::uint32_t i = 0; i < level.num_components; ++i) {
        const auto found = large_join_.weights_of(large_join_.slices[i]);
        std::ranges::copy(found, weights_.begin() + level.first_weight +
                                     weight_first_[level.first_component + i]);
    }
    level.is_scaled = true;
    level.total = 1.0;
    level.log_total = large_join_.log_total;
    level.sea_mark =
        level.sea > 0 ? mark_of(large_join_.sea_mine, large_join_.sea_safe) : Mark::unknown;
    level.sea_risk = level.sea > 0 ? risk_of(large_join_.sea_mine, large_join_.sea_safe) : 0.5;
    return true;
}

void Belief::join_without_mines(Level& level) {
    std::fill(weights_.begin() + level.first_weight, weights_.end(), 1.0);
    level.is_scaled = true;
    level.total = 1.0;
    level.log_total = level.sea * M_LN2;
    for (std::uint32_t i = 0; i < level.num_components; ++i) {
        const ComponentCounts& own = *placed_[lists_[level.first_component + i]].counts;
        double sum = 0.0;
        for (std::uint32_t m = 0; m < own.count; ++m) sum += own.placements[m];
        level.log_total += std::log(sum);
    }
}

double Belief::mine_weight(std::uint32_t id, std::uint32_t box) const {
    const ComponentCounts& own = *placed_[id].counts;
    const auto weight = weights(index_of_[id]);
    const double* counts = own.with_mine + static_cast<std::size_t>(box) * own.count;
    double sum = 0.0;
    for (std::uint32_t m = 0; m < own.count; ++m) sum += counts[m] * weight[m];
    return sum;
}

double Belief::safe_weight(std::uint32_t id, std::uint32_t box) const {
    const ComponentCounts& own = *placed_[id].counts;
    const auto weight = weights(index_of_[id]);
    double sum = 0.0;
    for (std::uint32_t m = 0; m < own.count; ++m) sum += own.safe_at(box, m) * weight[m];
    return sum;
}

Mark Belief::mark_at(Padded at) {
    if (!evidence_.is_unknown(at)) {
        if (!evidence_.is_variable(frame().to_cell(at))) return Mark::absent;
        if (evidence_.is_known_mine(at)) return Mark::mine;
        return evidence_.has_clue(at) ? Mark::absent : Mark::safe;
    }
    if (levels_.back().is_whole) {
        look_again();
        return analyst_.engine.mark(frame().to_cell(at));
    }
    const std::uint32_t id = component_of_[at];
    if (id == NONE) return levels_.back().sea_mark;
    return mark_of(mine_weight(id, box_of_[at]), safe_weight(id, box_of_[at]));
}

double Belief::risk_at(Padded at) {
    if (!evidence_.is_unknown(at)) return evidence_.is_known_mine(at) ? 1.0 : 0.0;
    if (levels_.back().is_whole) {
        look_again();
        return analyst_.engine.risk(frame().to_cell(at));
    }
    const std::uint32_t id = component_of_[at];
    if (id == NONE) return levels_.back().sea_risk;
    return risk_of(mine_weight(id, box_of_[at]), safe_weight(id, box_of_[at]));
}

// Without the number of mines every placement of a component weighs the same.
Mark Belief::box_mark(std::size_t i, std::uint32_t box, bool use_mine_count) const {
    const std::uint32_t id = lists_[levels_.back().first_component + i];
    if (use_mine_count) return mark_of(mine_weight(id, box), safe_weight(id, box));
    const ComponentCounts& own = *placed_[id].counts;
    double mine = 0.0, safe = 0.0;
    for (std::uint32_t m = 0; m < own.count; ++m) {
        mine += own.with_mine[static_cast<std::size_t>(box) * own.count + m];
        safe += own.safe_at(box, m);
    }
    return mark_of(mine, safe);
}

void Belief::list_box_risks(std::vector<double>& risks, std::vector<std::uint32_t>& first) const {
    risks.clear();
    first.clear();
    for (std::size_t i = 0; i < num_components(); ++i) {
        const std::uint32_t id = lists_[levels_.back().first_component + i];
        first.push_back(static_cast<std::uint32_t>(risks.size()));
        for (std::uint32_t box = 0; box < placed_[id].counts->num_boxes; ++box) {
            risks.push_back(risk_of(mine_weight(id, box), safe_weight(id, box)));
        }
    }
}

void Belief::write_risk(double* risk) {
    look_again();
    const Frame& grid = frame();
    const bool is_whole = levels_.back().is_whole;
    const double of_sea = levels_.back().sea_risk;
    for (int row = 0; row < grid.rows; ++row) {
        for (int column = 0; column < grid.columns; ++column) {
            const auto cell = static_cast<Cell>(row * grid.columns + column);
            const auto at = static_cast<Padded>((row + 1) * grid.stride + column + 1);
            double found = of_sea;
            if (!evidence_.is_unknown(at)) {
                found = evidence_.is_known_mine(at) ? 1.0 : 0.0;
                const bool is_shown = position_.cells[cell] == MINE_SHOWN;
                if (evidence_.has_clue(at) || is_shown) {
                    found = std::numeric_limits<double>::quiet_NaN();
                }
            } else if (is_whole) {
                found = analyst_.engine.risk(cell);
            }
            risk[cell] = found;
        }
    }
    for (std::size_t i = 0; i < num_components(); ++i) {
        const std::uint32_t id = lists_[levels_.back().first_component + i];
        const Placed& own = placed_[id];
        const std::int32_t* cells = own.counts->cells;
        for (std::uint32_t b = 0; b < own.counts->num_boxes; ++b) {
            const double found = risk_of(mine_weight(id, b), safe_weight(id, b));
            for (std::uint16_t k = 0; k < own.counts->sizes[b]; ++k) {
                risk[grid.to_cell(own.first + static_cast<Padded>(*cells++))] = found;
            }
        }
    }
}

double Belief::log_placements() {
    const Level& level = levels_.back();
    return level.is_scaled ? level.log_total : std::log(level.total);
}

double Belief::chance_of_last() {
    const Level& child = levels_.back();
    const Level& parent = levels_[levels_.size() - 2];
    if (!child.is_scaled && !parent.is_scaled) return child.total / parent.total;
    const auto log_of = [](const Level& level) {
        return level.is_scaled ? level.log_total : std::log(level.total);
    };
    return std::exp(log_of(child) - log_of(parent));
}

}  // namespace sapper
