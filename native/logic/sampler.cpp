#include "logic/sampler.h"

#include <algorithm>

#include "logic/binomials.h"

namespace sapper {

namespace {

// Limbs multiplied before the first draw; beyond, only the engine's floats are practical.
constexpr double MAX_WORK = 2e9;

}  // namespace

Sampler::Sampler(Analyst& analyst, const PositionView& position, const AnalysisOptions& options)
    : engine(analyst.engine) {
    analyst.count(position, options);
    census.count(engine);
    fixed.resize(position.cells.size());
    for (Cell cell = 0; cell < fixed.size(); ++cell) {
        const Mark mark = engine.propagation.marks[cell];
        const Code code = position.cells[cell];
        fixed[cell] =
            mark == Mark::MINE || code == MINE_SHOWN || (code == FLAGGED && options.trust_flags);
        if (mark == Mark::UNKNOWN && engine.frontier.box_of[cell] == NONE) sea.push_back(cell);
    }
    multiply_suffixes();
}

void Sampler::multiply_suffixes() {
    const auto& parts = engine.sweep.parts;
    std::int64_t low = 0;
    std::size_t length = 1, entries = 0;
    for (const SweepPart& part : parts) {
        low += part.mines_low;
        length += part.mines_count - 1;
        entries += part.mines_count;
    }
    const double limbs = (static_cast<double>(sea.size()) + engine.frontier.num_cells) / 64 + 1;
    if (static_cast<double>(length) * static_cast<double>(entries) * limbs > MAX_WORK ||
        static_cast<double>(std::min<std::size_t>(sea.size(), 1'000'000)) * limbs > MAX_WORK) {
        throw BudgetExceededError("exact counts of so large a position would take too long", 0, {});
    }
    suffixes.resize(parts.size() + 1);
    weigh_sea(low, length);
    for (std::size_t c = parts.size(); c-- > 0;) {
        length -= parts[c].mines_count - 1;
        suffixes[c].resize(length);
        for (std::uint32_t m = 0; m < parts[c].mines_count; ++m) {
            const BigCount own(census.placements(
                engine, parts[c], parts[c].mines_low + static_cast<std::int32_t>(m)));
            if (own.is_zero()) continue;
            for (std::size_t k = 0; k < length; ++k) {
                if (!suffixes[c + 1][k + m].is_zero())
                    suffixes[c][k] += own * suffixes[c + 1][k + m];
            }
        }
    }
}

// suffixes.back()[k] = C(sea, mines left - k), each from the one before.
void Sampler::weigh_sea(std::int64_t low, std::size_t num_totals) {
    auto& weights = suffixes.back();
    weights.resize(num_totals);
    const auto n = static_cast<std::int64_t>(sea.size());
    const std::int64_t most = engine.mines_left - low;
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
    std::copy(fixed.begin(), fixed.end(), is_mine.begin());
    std::size_t used = 0;
    std::int64_t left = engine.mines_left;
    for (std::size_t c = 0; c < engine.sweep.parts.size(); ++c) {
        const SweepPart& part = engine.sweep.parts[c];
        const std::int32_t mines = draw_mines(c, used, random);
        draw_part(part, mines, random, is_mine);
        used += static_cast<std::size_t>(mines - part.mines_low);
        left -= mines;
    }
    draw_cells(sea, static_cast<std::size_t>(left), random, is_mine);
}

std::int32_t Sampler::draw_mines(std::size_t c, std::size_t used, Random& random) {
    const SweepPart& part = engine.sweep.parts[c];
    BigCount drawn = suffixes[c][used].draw(random);
    for (std::uint32_t m = 0;; ++m) {
        const auto mines = part.mines_low + static_cast<std::int32_t>(m);
        const BigCount ways =
            BigCount(census.placements(engine, part, mines)) * suffixes[c + 1][used + m];
        if (drawn < ways) return mines;
        drawn -= ways;
    }
}

void Sampler::draw_part(const SweepPart& part, std::int32_t mines, Random& random,
                        std::span<std::uint8_t> is_mine) {
    std::uint32_t at = engine.sweep.layer(part, 0).first_node;
    for (std::uint32_t t = 0; t < part.num_boxes; ++t) {
        const Layer& layer = engine.sweep.layer(part, t);
        const Node& node = engine.sweep.nodes[at];
        const std::uint32_t e = draw_edge(layer, node, mines, random);
        const std::uint32_t in_box = node.edge_low + e;
        const auto cells = engine.frontier.cells_of(engine.frontier.boxes[layer.box]);
        hand.assign(cells.begin(), cells.end());
        draw_cells(hand, in_box, random, is_mine);
        mines -= static_cast<std::int32_t>(in_box);
        at = engine.sweep.edges[node.first_edge + e];
    }
}

std::uint32_t Sampler::draw_edge(const Layer& layer, const Node& node, std::int32_t mines,
                                 Random& random) {
    if (node.num_edges == 1) return 0;
    const auto index = static_cast<std::uint32_t>(&node - engine.sweep.nodes.data());
    const limbs::ConstLimbs total = census.completions(index, mines);
    chosen.resize(total.size());
    limbs::draw_below(chosen, total, random);
    std::vector<double> scratch;
    const double* binomials = binomial_row(layer.box_size, scratch);
    for (std::uint32_t e = 0;; ++e) {
        const auto in_box = static_cast<std::int32_t>(node.edge_low + e);
        const auto rest =
            census.completions(engine.sweep.edges[node.first_edge + e], mines - in_box);
        weight.assign(total.size(), 0);
        limbs::add_product(weight, rest, static_cast<std::uint64_t>(binomials[node.edge_low + e]));
        if (limbs::is_less(chosen, weight)) return e;
        limbs::subtract(chosen, weight);
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
