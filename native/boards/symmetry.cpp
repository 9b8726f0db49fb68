#include "boards/symmetry.h"

#include <algorithm>
#include <string>

#include "game/errors.h"
#include "game/layouts.h"
#include "logic/position/constraints.h"

namespace sapper {

namespace {

// Beyond, numbers of layouts may not fit into a double.
constexpr std::int64_t MOST_CELLS = 1000;
constexpr std::int64_t SIZES[] = {1, 2, 4};

// Multiplications and divisions only: the same on every machine.
double choose(std::int64_t n, std::int64_t k) {
    double ways = 1.0;
    for (std::int64_t i = 1; i <= k; ++i) {
        ways = ways * static_cast<double>(n - k + i) / static_cast<double>(i);
    }
    return ways;
}

std::vector<Cell> orbit_of(Cell cell, const Rules& rules, Symmetry symmetry) {
    const auto columns = static_cast<Cell>(rules.columns);
    const Cell row = cell / columns, column = cell % columns;
    const Cell down = static_cast<Cell>(rules.rows) - 1 - row, right = columns - 1 - column;
    std::vector<Cell> orbit{cell};
    if (symmetry == Symmetry::left_right || symmetry == Symmetry::both) {
        orbit.push_back(row * columns + right);
    }
    if (symmetry == Symmetry::up_down || symmetry == Symmetry::both) {
        orbit.push_back(down * columns + column);
    }
    if (symmetry == Symmetry::turn || symmetry == Symmetry::both) {
        orbit.push_back(down * columns + right);
    }
    std::ranges::sort(orbit);
    orbit.erase(std::unique(orbit.begin(), orbit.end()), orbit.end());
    return orbit;
}

}  // namespace

SymmetricLayer::SymmetricLayer(const Rules& rules, Cell first, Symmetry symmetry) {
    if (rules.num_cells() > MOST_CELLS) {
        throw RulesError("expected at most " + std::to_string(MOST_CELLS) +
                         " cells for symmetric boards, got " + std::to_string(rules.num_cells()));
    }
    collect_orbits(rules, first, symmetry);
    weigh_splits(rules.num_mines);
    if (splits_.empty()) {
        throw RulesError("no layout of this symmetry and first cell has " +
                         std::to_string(rules.num_mines) + " mines on " +
                         std::to_string(rules.columns) + "x" + std::to_string(rules.rows) +
                         "; try one mine more or less");
    }
}

void SymmetricLayer::collect_orbits(const Rules& rules, Cell first, Symmetry symmetry) {
    std::vector<std::uint8_t> is_free(static_cast<std::size_t>(rules.num_cells()), 0);
    if (rules.first_click != FirstClick::any) is_free[first] = 1;
    if (rules.first_click == FirstClick::zero) {
        for_each_neighbour(first, rules.columns, rules.rows, [&](Cell cell) { is_free[cell] = 1; });
    }
    for (Cell cell = 0; cell < is_free.size(); ++cell) {
        const std::vector<Cell> orbit = orbit_of(cell, rules, symmetry);
        if (orbit.front() != cell) continue;
        if (std::ranges::any_of(orbit, [&](Cell one) { return is_free[one] != 0; })) continue;
        orbits_[orbit.size() / 2].push_back(orbit);
    }
}

void SymmetricLayer::weigh_splits(std::int64_t num_mines) {
    const auto num = [this](std::size_t i) { return static_cast<std::int64_t>(orbits_[i].size()); };
    double sum = 0.0;
    for (std::int64_t fours = 0; fours <= num(2); ++fours) {
        for (std::int64_t twos = 0; twos <= num(1); ++twos) {
            const std::int64_t ones = num_mines - SIZES[2] * fours - SIZES[1] * twos;
            if (ones < 0 || ones > num(0)) continue;
            sum += choose(num(0), ones) * choose(num(1), twos) * choose(num(2), fours);
            splits_.push_back({ones, twos, fours});
            up_to_.push_back(sum);
        }
    }
}

std::vector<Cell> SymmetricLayer::lay(std::uint64_t seed) {
    Random random(mix(seed ^ SYMMETRY_SALT));
    const double share = static_cast<double>(random.next() >> 11) * 0x1p-53;
    const auto found = std::ranges::upper_bound(up_to_, share * up_to_.back());
    const Split& split = splits_[static_cast<std::size_t>(found - up_to_.begin())];
    std::vector<Cell> mines;
    for (std::size_t size = 0; size < NUM_SIZES; ++size) {
        std::vector<std::vector<Cell>> draw = orbits_[size];
        for (std::size_t i = 0; i < static_cast<std::size_t>(split[size]); ++i) {
            std::swap(draw[i], draw[i + random.below(draw.size() - i)]);
            mines.insert(mines.end(), draw[i].begin(), draw[i].end());
        }
    }
    return mines;
}

}  // namespace sapper
