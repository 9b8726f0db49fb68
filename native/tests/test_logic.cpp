// The exact engine against brute force, and its roads against each other.
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "check.h"
#include "game/random.h"
#include "logic/belief/analysis.h"
#include "logic/belief/sampler.h"

using namespace sapper;

namespace {

// All placements of a small system, by brute force over all subsets of its cells.
struct BruteForce {
    std::uint64_t placements = 0;
    std::vector<std::uint64_t> mines;  // per cell: placements in which it is a mine

    BruteForce(const ConstraintSystem& system, bool use_total) : mines(system.num_cells()) {
        for (std::uint32_t set = 0; set < (1U << system.num_cells()); ++set) {
            if (use_total && std::popcount(set) != system.total) continue;
            if (!fits(system, set)) continue;
            ++placements;
            for (std::size_t cell = 0; cell < mines.size(); ++cell) mines[cell] += set >> cell & 1;
        }
    }

    static bool fits(const ConstraintSystem& system, std::uint32_t set) {
        for (const Constraint& constraint : system.constraints) {
            std::int32_t used = 0;
            for (const Cell cell : system.cells_of(constraint)) used += set >> cell & 1;
            if (used < constraint.low || used > constraint.high) return false;
        }
        return true;
    }
};

ConstraintSystem random_system(Random& random) {
    const std::size_t num_cells = 1 + random.below(12);
    ConstraintSystem system;
    system.reset(num_cells);
    for (Cell cell = 0; cell < num_cells; ++cell) system.mark_unknown(cell);
    const std::uint64_t num_constraints = random.below(7);
    for (std::uint64_t i = 0; i < num_constraints; ++i) {
        std::vector<Cell> cells;
        for (Cell cell = 0; cell < num_cells; ++cell) {
            if (random.below(3) == 0) cells.push_back(cell);
        }
        const auto low = static_cast<std::int32_t>(random.below(cells.size() + 1));
        const auto range = static_cast<std::int32_t>(random.below(2) * random.below(4));
        system.add(cells, low - (range > 1), low + range, NO_CELL);
    }
    system.has_total = true;
    system.total = static_cast<std::int64_t>(random.below(num_cells + 1));
    return system;
}

void check_against_brute_force(Engine& engine, const ConstraintSystem& system, bool use_total) {
    const BruteForce truth(system, use_total);
    const EngineStatus status = engine.solve(system, {use_total, DEFAULT_MAX_STATES});
    CHECK_EQ(status == EngineStatus::inconsistent, truth.placements == 0);
    if (truth.placements == 0) return;
    CHECK(std::abs(engine.log_placements() - std::log(truth.placements)) < 1e-12);
    for (Cell cell = 0; cell < system.num_cells(); ++cell) {
        const double risk = static_cast<double>(truth.mines[cell]) / truth.placements;
        CHECK(std::abs(engine.risk(cell) - risk) < 1e-13);
        CHECK_EQ(engine.mark(cell) == Mark::safe, truth.mines[cell] == 0);
        CHECK_EQ(engine.mark(cell) == Mark::mine, truth.mines[cell] == truth.placements);
    }
}

void test_ranges_with_and_without_mine_count() {
    Random random(1);
    Engine engine;
    for (int i = 0; i < 4000; ++i) {
        const ConstraintSystem system = random_system(random);
        check_against_brute_force(engine, system, true);
        check_against_brute_force(engine, system, false);
    }
}

// Claiming more cells than there are sends the same censuses down the other road.
void test_tilted_join_equals_plain_join() {
    Random random(2);
    Join plain, tilted;
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t sea = random.below(40);
        const auto mines = static_cast<std::int64_t>(random.below(60));
        plain.reset(sea, mines, 100);
        tilted.reset(sea, mines, PLAIN_CELLS + 1);
        const std::uint64_t num_components = random.below(12);
        for (std::uint64_t c = 0; c < num_components; ++c) {
            const auto low = static_cast<std::int32_t>(random.below(4));
            const auto count = static_cast<std::uint32_t>(1 + random.below(5));
            const CensusSlice slice = plain.add_component(low, count, false);
            const bool is_wide = random.below(2) == 0;
            const CensusSlice twin = tilted.add_component(low, count, is_wide);
            for (std::uint32_t m = 0; m < count; ++m) {
                const bool is_end = m == 0 || m + 1 == count;
                // Now and then a count so large that the tilt cannot reach the others.
                const double scale = random.below(12) == 0 ? 1e25 : 1.0;
                const auto ways = scale * static_cast<double>(
                                              random.below(1000) * (random.below(4) > 0) + is_end);
                plain.counts[slice.first + m] = ways;
                if (is_wide) tilted.wide_counts[twin.first + m] = Wide(ways);
                if (!is_wide) tilted.counts[twin.first + m] = ways;
            }
        }
        CHECK_EQ(plain.run(), tilted.run());
        if (plain.log_total == 0.0) continue;
        CHECK(plain.is_plain && !tilted.is_plain);
        CHECK(std::abs(plain.log_total - tilted.log_total) < 1e-10);
        if (sea > 0) {
            CHECK_EQ(plain.sea_mine == 0.0, tilted.sea_mine == 0.0);
            CHECK_EQ(plain.sea_safe == 0.0, tilted.sea_safe == 0.0);
            CHECK(std::abs(share(plain.sea_mine, plain.sea_safe) -
                           share(tilted.sea_mine, tilted.sea_safe)) < 1e-12);
        }
        for (std::uint64_t c = 0; c < num_components; ++c) {
            const CensusSlice& slice = plain.slices[c];
            const CensusSlice& twin = tilted.slices[c];
            double plain_sum = 0.0;
            Wide tilted_sum;
            std::vector<Wide> twin_weights;
            for (std::uint32_t m = 0; m < slice.count; ++m) {
                twin_weights.push_back((twin.is_wide ? tilted.wide_weights_of(twin)[m]
                                                     : Wide(tilted.weights_of(twin)[m])) *
                                       tilted.count_at(twin, m));
                plain_sum += plain.counts[slice.first + m] * plain.weights_of(slice)[m];
                tilted_sum += twin_weights.back();
            }
            for (std::uint32_t m = 0; m < slice.count; ++m) {
                const double mine =
                    plain.counts[slice.first + m] * plain.weights_of(slice)[m] / plain_sum;
                const double other =
                    twin_weights[m].scaled_down(tilted_sum.exponent()) / tilted_sum.mantissa();
                CHECK(std::abs(mine - other) < 1e-12);
                CHECK_EQ(mine == 0.0, twin_weights[m].is_zero());
            }
        }
    }
}

Position read(const std::string& rows, std::int64_t num_mines) {
    Position position;
    position.num_mines = num_mines;
    position.rows = 1;
    for (const char letter : rows) {
        if (letter == '/') {
            ++position.rows;
            continue;
        }
        const bool is_digit = letter >= '0' && letter <= '8';
        position.cells.push_back(is_digit        ? static_cast<Code>(letter - '0')
                                 : letter == 'F' ? FLAGGED
                                 : letter == '*' ? MINE_SHOWN
                                                 : COVERED);
    }
    position.columns = static_cast<int>(position.cells.size()) / position.rows;
    return position;
}

// Between two covered rows, a row of threes: one mine per column, or 0, 1 and 2
// in turn. Over 900 columns the counts leave the range of a double.
void test_counts_beyond_double_keep_their_ratios() {
    const std::size_t columns = 1200;
    const std::string covered(columns, '.');
    std::string clues(columns, '3');
    clues.front() = clues.back() = '2';
    const Position position = read(covered + "/" + clues + "/" + covered, columns);
    Analyst analyst;
    analyst.analyse(position.view(), {});
    for (const Cell cell : {Cell{0}, Cell{600}, Cell{1199}, Cell{2 * 1200}}) {
        CHECK(std::abs(analyst.engine.risk(cell) - 0.5) < 1e-12);
    }
    CHECK(std::abs(analyst.log_placements() - columns * std::log(2.0)) < 1e-6);
}

void test_sampler_draws_only_what_fits() {
    const Position position = read("..1./..2./11../....", 3);
    Belief belief;
    CHECK(belief.look_at(position.view(), {}) == EngineStatus::solved);
    Sampler sampler(belief);
    Random random(3);
    ConstraintSystem system;
    build_constraints(position.view(), {}, system);
    std::vector<std::uint8_t> layout(16);
    for (int i = 0; i < 1000; ++i) {
        sampler.draw(random, layout);
        std::uint32_t set = 0;
        for (std::size_t cell = 0; cell < 16; ++cell)
            set |= static_cast<std::uint32_t>(layout[cell]) << cell;
        CHECK_EQ(std::popcount(set), 3);
        CHECK(BruteForce::fits(system, set));
    }
}

void test_conflicts_are_named() {
    Analyst analyst;
    const Position wrong = read("4./..", 2);
    try {
        analyst.analyse(wrong.view(), {});
        CHECK(false);
    } catch (const InconsistentPositionError& error) {
        CHECK_EQ(std::string(error.what()),
                 "no placement of mines fits: r1c1 shows 4 but has 3 covered neighbours");
        CHECK_EQ(error.clues.size(), 1U);
        CHECK(!error.needs_mine_count && error.is_minimal);
    }
}

// Components given as their counts from `low` on, on the tilted road.
Join join_of(std::uint64_t sea, std::int64_t mines,
             const std::vector<std::pair<std::int32_t, std::vector<double>>>& components) {
    Join join;
    join.reset(sea, mines, PLAIN_CELLS + 1);
    for (const auto& [low, counts] : components) {
        const CensusSlice slice =
            join.add_component(low, static_cast<std::uint32_t>(counts.size()), false);
        std::ranges::copy(counts, join.counts.begin() + slice.first);
    }
    return join;
}

std::vector<bool> possible_numbers(const Join& join, std::size_t component) {
    std::vector<bool> out;
    const CensusSlice& slice = join.slices[component];
    for (std::uint32_t m = 0; m < slice.count; ++m) {
        out.push_back(join.counts[slice.first + m] > 0.0 && join.weights_of(slice)[m] > 0.0);
    }
    return out;
}

// Gaps are real: a component with 1 or 4 mines, but never 2 or 3, decides what the
// others may have, though every number lies between the least and the most.
void test_numbers_of_mines_with_gaps() {
    using Numbers = std::vector<bool>;
    const std::pair<std::int32_t, std::vector<double>> one_or_four{1, {5, 0, 0, 7}};
    const std::pair<std::int32_t, std::vector<double>> up_to_one{0, {2, 3}};
    const std::pair<std::int32_t, std::vector<double>> up_to_three{0, {2, 3, 3, 2}};

    for (const std::int64_t mines : {2, 3}) CHECK(!join_of(0, mines, {one_or_four}).run());
    CHECK(!join_of(1, 3, {one_or_four}).run());
    Join join = join_of(1, 2, {one_or_four});
    CHECK(join.run());
    CHECK(join.sea_safe == 0.0 && join.sea_mine > 0.0);
    CHECK(possible_numbers(join, 0) == (Numbers{true, false, false, false}));

    // The other component must have its mine: 2 is 1 and 1.
    join = join_of(0, 2, {one_or_four, up_to_one});
    CHECK(join.run());
    CHECK(possible_numbers(join, 1) == (Numbers{false, true}));
    CHECK(!join_of(0, 3, {one_or_four, up_to_one}).run());

    // A neighbour wide enough fills the gaps; one that is a mine short does not.
    join = join_of(0, 4, {one_or_four, up_to_three, up_to_three});
    CHECK(join.run());
    CHECK(possible_numbers(join, 0) == (Numbers{true, false, false, true}));
    CHECK(possible_numbers(join, 1) == (Numbers{true, true, true, true}));
    join = join_of(0, 4, {one_or_four, up_to_three});
    CHECK(join.run());
    CHECK(possible_numbers(join, 1) == (Numbers{true, false, false, true}));
    join = join_of(0, 4, {one_or_four, up_to_one, up_to_three});
    CHECK(join.run());
    CHECK(possible_numbers(join, 2) == (Numbers{true, false, true, true}));
    join = join_of(0, 5, {one_or_four, {0, {2, 0, 0, 2}}, up_to_one});
    CHECK(join.run());
    CHECK(possible_numbers(join, 1) == (Numbers{true, false, false, true}));
    CHECK(possible_numbers(join, 2) == (Numbers{false, true}));
}

void test_budget_stops_with_findings() {
    Analyst analyst;
    const Position position = read("..1./..2./11../....", 3);
    AnalysisOptions options;
    options.max_states = 3;
    try {
        analyst.analyse(position.view(), options);
        CHECK(false);
    } catch (const BudgetExceededError& error) {
        CHECK_EQ(error.max_states, 3U);
        CHECK(error.partial.components_done < error.partial.num_components);
    }
}

void test_big_counts() {
    BigCount power(std::uint64_t{1});
    for (int i = 0; i < 100; ++i) power *= 10;
    BigCount square = power * power;
    for (int i = 0; i < 100; ++i) square.divide_exactly(10);
    CHECK(!(square < power) && !(power < square));
    BigCount zero = power;
    zero -= square;
    CHECK(zero.is_zero());
    BigCount sum = big_binomial(100, 30);
    sum += big_binomial(100, 31);
    const BigCount pascal = big_binomial(101, 31);
    CHECK(!(sum < pascal) && !(pascal < sum));
}

}  // namespace

int main() {
    test_ranges_with_and_without_mine_count();
    test_tilted_join_equals_plain_join();
    test_counts_beyond_double_keep_their_ratios();
    test_sampler_draws_only_what_fits();
    test_conflicts_are_named();
    test_numbers_of_mines_with_gaps();
    test_budget_stops_with_findings();
    test_big_counts();
    return 0;
}
