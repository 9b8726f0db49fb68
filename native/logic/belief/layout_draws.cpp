#include "logic/belief/layout_draws.h"

#include <algorithm>

namespace sapper {

namespace {

// Uniform in [0, 1): 53 bits.
double draw_unit(Random& random) {
    return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

}  // namespace

bool LayoutDraws::look_at(Belief& belief) {
    if (belief.is_whole() || belief.is_scaled()) return false;
    const Evidence& evidence = belief.evidence();
    const Frame& frame = belief.frame();
    num_parts_ = 0;
    sea_.clear();
    fixed_.clear();
    mines_ = belief.mines_left();
    counter_.start(evidence);
    for (int row = 1; row <= frame.rows; ++row) {
        const Padded from = static_cast<Padded>(row * frame.stride) + 1;
        for (Padded at = from; at < from + static_cast<Padded>(frame.columns); ++at) {
            if (evidence.is_known_mine(at)) fixed_.push_back(at);
            if (!evidence.is_unknown(at) || counter_.is_seen(at)) continue;
            if (belief.component_id(at) == NONE) {
                sea_.push_back(at);
                continue;
            }
            if (counter_.sweep(evidence, at) != CountStatus::counted) return false;
            if (num_parts_ == parts_.size()) parts_.emplace_back();
            read_part(parts_[num_parts_++]);
        }
    }
    weigh(belief);
    return true;
}

void LayoutDraws::read_part(Part& part) {
    const Sweep& sweep = counter_.last_sweep();
    part.layers = sweep.layers;
    part.nodes = sweep.nodes;
    part.edges = sweep.edges;
    part.backward = counter_.ways_ahead().numbers();
    part.ahead.resize(part.nodes.size());
    for (std::size_t i = 0; i < part.nodes.size(); ++i) {
        part.ahead[i] = counter_.ways_ahead()[i];
    }
    const Range& root = part.ahead[part.layers[0].first_node];
    part.low = root.low;
    part.placements.assign(part.backward.begin() + root.first,
                           part.backward.begin() + root.first + root.count);
    part.cells.resize(counter_.frontier.boxes.size());
    for (std::size_t b = 0; b < part.cells.size(); ++b) {
        part.cells[b].clear();
        for (const Cell cell : counter_.frontier.cells_of(counter_.frontier.boxes[b])) {
            part.cells[b].push_back(counter_.cells()[cell]);
        }
    }
}

void LayoutDraws::weigh(Belief& belief) {
    const auto length = static_cast<std::size_t>(mines_) + 1;
    suffixes_.resize(std::max(suffixes_.size(), num_parts_ + 1));
    std::vector<double>& last = suffixes_[num_parts_];
    last.assign(length, 0.0);
    const double* sea = belief.binomials().row(static_cast<std::uint32_t>(sea_.size()));
    for (std::size_t k = 0; k < length && k <= sea_.size(); ++k) last[k] = sea[k];
    for (std::size_t c = num_parts_; c-- > 0;) {
        const Part& part = parts_[c];
        const std::vector<double>& later = suffixes_[c + 1];
        suffixes_[c].assign(length, 0.0);
        const auto low = static_cast<std::size_t>(part.low);
        for (std::size_t left = low; left < length; ++left) {
            double sum = 0.0;
            for (std::size_t m = 0; m < part.placements.size() && low + m <= left; ++m) {
                sum += part.placements[m] * later[left - low - m];
            }
            suffixes_[c][left] = sum;
        }
    }
}

void LayoutDraws::draw(Random& random, std::span<std::uint8_t> is_mine) {
    std::ranges::fill(is_mine, std::uint8_t{0});
    for (const Padded at : fixed_) is_mine[at] = 1;
    auto left = static_cast<std::size_t>(mines_);
    for (std::size_t c = 0; c < num_parts_; ++c) {
        Part& part = parts_[c];
        double drawn = draw_unit(random) * suffixes_[c][left];
        std::size_t mines = 0;
        for (std::size_t m = 0; m < part.placements.size(); ++m) {
            const std::size_t own = static_cast<std::size_t>(part.low) + m;
            if (own > left) break;
            const double weight = part.placements[m] * suffixes_[c + 1][left - own];
            if (weight <= 0.0) continue;
            mines = own;
            drawn -= weight;
            if (drawn < 0.0) break;
        }
        draw_part(part, static_cast<std::int32_t>(mines), random, is_mine);
        left -= mines;
    }
    draw_cells(sea_, left, random, is_mine);
}

void LayoutDraws::draw_safe(Random& random, Padded at, std::span<std::uint8_t> is_mine) {
    do draw(random, is_mine);
    while (is_mine[at]);
}

void LayoutDraws::draw_part(Part& part, std::int32_t mines, Random& random,
                            std::span<std::uint8_t> is_mine) {
    std::uint32_t at = part.layers[0].first_node;
    for (std::size_t t = 0; t + 1 < part.layers.size(); ++t) {
        const Node& node = part.nodes[at];
        const double* ways = SMALL_BINOMIALS[part.layers[t].box_size].data();
        const Range& own = part.ahead[at];
        double drawn = draw_unit(random) *
                       part.backward[own.first + static_cast<std::uint32_t>(mines - own.low)];
        std::int32_t in_box = 0;
        std::uint32_t next = 0;
        for (std::uint32_t e = 0; e < node.num_edges; ++e) {
            const std::uint32_t to = part.edges[node.first_edge + e];
            const Range& there = part.ahead[to];
            const auto taken = static_cast<std::int32_t>(node.edge_low + e);
            const std::int32_t rest = mines - taken - there.low;
            if (rest < 0 || rest >= static_cast<std::int32_t>(there.count)) continue;
            const double weight =
                ways[taken] * part.backward[there.first + static_cast<std::uint32_t>(rest)];
            if (weight <= 0.0) continue;
            in_box = taken;
            next = to;
            drawn -= weight;
            if (drawn < 0.0) break;
        }
        draw_cells(part.cells[part.layers[t].box], static_cast<std::size_t>(in_box), random,
                   is_mine);
        mines -= in_box;
        at = next;
    }
}

// The first `count` steps of a Fisher-Yates shuffle.
void LayoutDraws::draw_cells(std::vector<Padded>& from, std::size_t count, Random& random,
                             std::span<std::uint8_t> is_mine) {
    for (std::size_t i = 0; i < count; ++i) {
        std::swap(from[i], from[i + random.below(from.size() - i)]);
        is_mine[from[i]] = 1;
    }
}

}  // namespace sapper
