// The parts of Cooper 2020, under sanitizers: games end, claims hold, nothing is read or
// written where it must not be. What they prove is compared with the text in Python.
#include <array>

#include "agents/driver/play.h"
#include "check.h"

using namespace sapper;

namespace {

PartOption number(std::int64_t value) {
    return value;
}

AgentSpec make_spec(bool mine_count, bool closure, bool selector) {
    const PartOption count = number(mine_count ? 1 : 0);
    AgentSpec spec;
    spec.deducers = {
        [] { return make_deducer({"mine_total", {}}); },
        [] { return make_deducer({"single_point", {}}); },
        [=] {
            return make_deducer(
                {"subset_differences", {{"closure", number(closure)}, {"mine_count", count}}});
        },
        [=] {
            return make_deducer(
                {"assumption_search", {{"min_clues", number(1)}, {"mine_count", count}}});
        },
    };
    spec.deducer_names = {"total", "single", "differences", "assumption"};
    spec.guesser = [=] { return make_guesser({selector ? "clue_chance" : "random", {}}); };
    return spec;
}

const std::array<Rules, 7> RULES{{{8, 8, 10, FirstClick::any, GameKind::score},
                                  {7, 9, 30, FirstClick::any, GameKind::score},
                                  {5, 5, 25, FirstClick::any, GameKind::score},
                                  {5, 5, 0, FirstClick::any, GameKind::score},
                                  {1, 1, 1, FirstClick::any, GameKind::score},
                                  {12, 1, 4, FirstClick::any, GameKind::score},
                                  {9, 9, 10}}};

void test_games_end_with_every_cell_settled() {
    std::array<std::uint64_t, 20> seeds{};
    for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = game_seed(5, i);
    for (const Rules& rules : RULES) {
        for (int options = 0; options < 8; ++options) {
            const AgentSpec spec = make_spec(options & 1, options & 2, options & 4);
            Driver driver(rules, spec);
            driver.name_clues();
            for (const std::uint64_t seed : seeds) {
                driver.start(seed, 0);
                CHECK(driver.advance() == Need::over);
                const Row row = driver.row();
                CHECK(row.outcome == Outcome::won || row.outcome == Outcome::lost);
                if (rules.kind == GameKind::score) {
                    CHECK_EQ(row.mines_hit + row.mines_flagged, rules.num_mines);
                }
            }
        }
    }
}

void test_a_search_names_the_cell_that_it_assumed() {
    // Cooper 2020, figure 10: csp from r1c2 proves r2c3 a mine and r2c1 safe.
    AgentSpec spec = make_spec(false, false, true);
    spec.deducers = {
        [] { return make_deducer({"single_point", {}}); },
        [] {
            return make_deducer(
                {"assumption_search", {{"min_clues", number(2)}, {"mine_count", number(0)}}});
        }};
    spec.deducer_names = {"single", "assumption"};
    spec.guesser = nullptr;
    spec.asks_for_guesses = true;
    Driver driver({3, 3, 4, FirstClick::any, GameKind::score}, spec);
    const std::array<Cell, 4> mines{1, 5, 6, 8};
    driver.start(mines, 0, 0);
    for (const Cell cell : {0, 2}) {
        CHECK(driver.turn() == Need::guess);
        driver.answer(cell, false, 0);
    }
    CHECK_EQ(driver.last_assumed(), -1);
    CHECK(driver.turn() == Need::nothing);
    CHECK_EQ(driver.last_assumed(), 1);
    CHECK_EQ(driver.proofs().fresh().size(), std::size_t{2});
}

}  // namespace

int main() {
    test_games_end_with_every_cell_settled();
    test_a_search_names_the_cell_that_it_assumed();
    return 0;
}
