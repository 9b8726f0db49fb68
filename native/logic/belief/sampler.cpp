#include "logic/belief/sampler.h"

#include <algorithm>

#include "logic/numbers/binomials.h"

namespace sapper {

namespace {

// Limbs multiplied before the first draw; beyond, only the engine's floats are practical.
constexpr double MAX_WORK = 2e9;

std::vector<std::uint8_t> known_mines(const Belief& belief) {
    std::vector<std::uint8_t> known(belief.position().cells.size());
    for (Cell cell = 0; cell < known.size(); ++cell) {
        known[cell] = belief.evidence().is_known_mine(belief.frame().to_padded(cell));
    }
    return known;
}

}  // namespace

Sampler::Sampler(Belief& belief) : Sampler(belief.engine(), known_mines(belief)) {}

Sampler::Sampler(const Engine& engine, std::vector<std::uint8_t> known, bool any_number)
    : engine_(engine), fixed_(std::move(known)), any_number_(any_number) {
    census_.count(engine_);
    for (Cell cell = 0; cell < fixed_.size(); ++cell) {
        const Mark mark = engine_.propagation.marks[cell];
        if (mark == Mark::mine) fixed_[cell] = 1;
        if (mark == Mark::unknown && engine_.frontier.box_of[cell] == NONE) sea_.push_back(cell);
    }
    multiply_suffixes();
}

void Sampler::multiply_suffixes() {
    const auto& parts = engine_.sweep.parts;
    std::int64_t low = 0;
    std::size_t length = 1, entries = 0;
    for (const SweepPart& part : parts) {
        low += part.mines_low;
        length += part.mines_count - 1;
        entries += part.mines_count;
    }
    const double limbs = (static_cast<double>(sea_.size()) + engine_.frontier.num_cells) / 64 + 1;
    if (static_cast<double>(length) * static_cast<double>(entries) * limbs > MAX_WORK ||
        static_cast<double>(std::min<std::size_t>(sea_.size(), 1'000'000)) * limbs > MAX_WORK) {
        throw BudgetExceededError("exact counts of so large a position would take too long", 0, {});
    }
    suffixes_.resize(parts.size() + 1);
    weigh_sea(low, length);
    for (std::size_t c = parts.size(); c-- > 0;) {
        length -= parts[c].mines_count - 1;
        suffixes_[c].resize(length);
        for (std::uint32_t m = 0; m < parts[c].mines_count; ++m) {
            const BigCount own(census_.placements(
                engine_, parts[c], parts[c].mines_low + static_cast<std::int32_t>(m)));
            if (own.is_zero()) continue;
            for (std::size_t k = 0; k < length; ++k) {
                if (!suffixes_[c + 1][k + m].is_zero())
                    suffixes_[c][k] += own * suffixes_[c + 1][k + m];
            }
        }
    }
}

// suffixes.back()[k] = C(sea, mines left - k), each from the one before.
void Sampler::weigh_sea(std::int64_t low, std::size_t num_totals) {
    auto& weights = suffixes_.back();
    if (any_number_) {
        weights.assign(num_totals, BigCount(1));
        return;
    }
    weights.resize(num_totals);
    const auto n = static_cast<std::int64_t>(sea_.size());
    const std::int64_t most = engine_.mines_left - low;
    BigCount current;
    for (std::size_t i = num_totals; i-- > 0;) {
        const std::int64_t k = most - static_cast<std::int64_t>(i);
        if (k < 0 || k > n) continue;
        if (current.is_zero()) {
            current = big_binomial(static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(k));
        } else {
            current *= static_cast<std::uint64_t>(n - k + 1);
            current.divide_exactly(static_cast<std::uint64_t>(k));
        }
        weights[i] = current;
    }
}

void Sampler::draw(Random& random, std::span<std::uint8_t> is_mine) {
    std::copy(fixed_.begin(), fixed_.end(), is_mine.begin());
    std::size_t used = 0;
    std::int64_t left = engine_.mines_left;
    for (std::size_t c = 0; c < engine_.sweep.parts.size(); ++c) {
        const SweepPart& part = engine_.sweep.parts[c];
        const std::int32_t mines = draw_mines(c, used, random);
        draw_part(part, mines, random, is_mine);
        used += static_cast<std::size_t>(mines - part.mines_low);
        left -= mines;
    }
    if (any_number_) {
        for (const Cell cell : sea_) is_mine[cell] = random.below(2) == 1;
    } else {
        draw_cells(sea_, static_cast<std::size_t>(left), random, is_mine);
    }
}

std::int32_t Sampler::draw_mines(std::size_t c, std::size_t used, Random& random) {
    const SweepPart& part = engine_.sweep.parts[c];
    BigCount drawn = suffixes_[c][used].draw(random);
    for (std::uint32_t m = 0;; ++m) {
        const auto mines = part.mines_low + static_cast<std::int32_t>(m);
        const BigCount ways =
            BigCount(census_.placements(engine_, part, mines)) * suffixes_[c + 1][used + m];
        if (drawn < ways) return mines;
        drawn -= ways;
    }
}

void Sampler::draw_part(const SweepPart& part, std::int32_t mines, Random& random,
                        std::span<std::uint8_t> is_mine) {
    std::uint32_t at = engine_.sweep.layer(part, 0).first_node;
    for (std::uint32_t t = 0; t < part.num_boxes; ++t) {
        const Layer& layer = engine_.sweep.layer(part, t);
        const Node& node = engine_.sweep.nodes[at];
        const std::uint32_t e = draw_edge(layer, node, mines, random);
        const std::uint32_t in_box = node.edge_low + e;
        const auto cells = engine_.frontier.cells_of(engine_.frontier.boxes[layer.box]);
        hand_.assign(cells.begin(), cells.end());
        draw_cells(hand_, in_box, random, is_mine);
        mines -= static_cast<std::int32_t>(in_box);
        at = engine_.sweep.edges[node.first_edge + e];
    }
}

std::uint32_t Sampler::draw_edge(const Layer& layer, const Node& node, std::int32_t mines,
                                 Random& random) {
    if (node.num_edges == 1) return 0;
    const auto index = static_cast<std::uint32_t>(&node - engine_.sweep.nodes.data());
    const limbs::ConstLimbs total = census_.completions(index, mines);
    chosen_.resize(total.size());
    limbs::draw_below(chosen_, total, random);
    std::vector<double> scratch;
    const double* binomials = binomial_row(layer.box_size, scratch);
    for (std::uint32_t e = 0;; ++e) {
        const auto in_box = static_cast<std::int32_t>(node.edge_low + e);
        const auto rest =
            census_.completions(engine_.sweep.edges[node.first_edge + e], mines - in_box);
        weight_.assign(total.size(), 0);
        limbs::add_product(weight_, rest, static_cast<std::uint64_t>(binomials[node.edge_low + e]));
        if (limbs::is_less(chosen_, weight_)) return e;
        limbs::subtract(chosen_, weight_);
    }
}

// The first `count` steps of a Fisher-Yates shuffle.
void Sampler::draw_cells(std::vector<Cell>& from, std::size_t count, Random& random,
                         std::span<std::uint8_t> is_mine) {
    for (std::size_t i = 0; i < count; ++i) {
        std::swap(from[i], from[i + random.below(from.size() - i)]);
        is_mine[from[i]] = 1;
    }
}

}  // namespace sapper
