// A belief that was asked again and again against fresh solves, on random walks.
//
// test_belief [steps]: a step is one assumption or one step back; after each the
// belief must say what a solve from scratch says. The slow tests walk a million.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <vector>

#include "check.h"
#include "game/game.h"
#include "game/random.h"
#include "logic/belief/analysis.h"
#include "logic/belief/belief.h"
#include "logic/belief/clue_chances.h"

using namespace sapper;

namespace {

struct Grid {
    int columns, rows;
    std::int64_t mines;
};
constexpr Grid GRIDS[] = {{4, 4, 4},  {5, 3, 4},    {8, 8, 10},
                          {9, 9, 12}, {16, 16, 40}, {40, 30, 220}};

// A position as a game shows it after some safe cells were revealed at random.
Position random_position(const Grid& grid, Random& random) {
    Game game(Rules{grid.columns, grid.rows, grid.mines, FirstClick::safe, GameKind::normal});
    game.start(random.next() >> 12);
    const auto num_cells = static_cast<std::uint64_t>(grid.columns * grid.rows);
    game.reveal(static_cast<Cell>(random.below(num_cells)));
    const std::uint64_t wanted = random.below(num_cells / 3 + 1);
    for (std::uint64_t i = 0; i < wanted && game.outcome() == Outcome::playing; ++i) {
        const auto at = game.frame().to_padded(static_cast<Cell>(random.below(num_cells)));
        if (game.view()[at] == COVERED && !game.is_mine_at(at)) game.reveal_at(at);
    }
    return game.position();
}

// The position and the assumptions, as the engine takes them.
struct Walk {
    std::vector<Position> positions;
    std::vector<std::vector<Cell>> safe;
};

double placements(Analyst& analyst) {
    return analyst.log_placements();
}

bool is_near(double a, double b, double tolerance) {
    return std::fabs(a - b) <= tolerance * std::max(1.0, std::fabs(b));
}

void check_same(Belief& belief, Analyst& analyst, const Position& position, bool all) {
    CHECK(is_near(belief.log_placements(), placements(analyst), 1e-12));
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        if (!analyst.system.is_unknown[cell] || (!all && cell % 3 != 0)) continue;
        CHECK(is_near(belief.risk(cell), analyst.engine.risk(cell), 1e-12));
        CHECK(belief.mark(cell) == analyst.engine.mark(cell));
    }
}

// The clues of a cell by trying each, against the one pass.
void check_clues(Belief& belief, ClueChances& chances, Cell cell) {
    const Padded at = belief.frame().to_padded(cell);
    chances.look_at(belief);
    const std::array<double, 9> found = chances.of(at);
    double sum = belief.risk(cell);
    for (Code clue = 0; clue <= 8; ++clue) {
        double tried = 0.0;
        if (belief.assume(cell, clue) == EngineStatus::solved) {
            tried = belief.chance_of_last();
            belief.take_back();
        }
        CHECK(is_near(found[clue], tried, 1e-11));
        CHECK((found[clue] > 0.0) == (tried > 0.0));
        sum += found[clue];
    }
    CHECK(is_near(sum, 1.0, 1e-11));
}

// One walk; returns the number of steps it took.
std::uint64_t walk(const Grid& grid, std::uint64_t num_steps, Random& random) {
    static Belief belief;
    static Analyst analyst;
    static ClueChances chances;
    const Position start = random_position(grid, random);
    const AnalysisOptions options{true, random.below(8) != 0, DEFAULT_MAX_STATES};
    if (belief.look_at(start.view(), options) != EngineStatus::solved) std::abort();
    std::vector<Position> positions{start};
    std::vector<std::vector<Cell>> safe{{}};
    std::vector<std::uint64_t> keys{belief.key()};
    std::map<std::vector<Code>, std::uint64_t> key_of;
    for (std::uint64_t step = 0; step < num_steps; ++step) {
        if (positions.size() > 1 && random.below(3) == 0) {
            belief.take_back();
            positions.pop_back();
            safe.pop_back();
            keys.pop_back();
            CHECK_EQ(belief.key(), keys.back());
        } else {
            const auto cell = static_cast<Cell>(random.below(start.cells.size()));
            Position next = positions.back();
            std::vector<Cell> next_safe = safe.back();
            if (next.cells[cell] != COVERED || std::ranges::count(next_safe, cell)) continue;
            const auto what =
                static_cast<Code>(random.below(11) < 2 ? 9 + random.below(2) : random.below(6));
            if (what == ASSUME_SAFE) {
                next_safe.push_back(cell);
            } else {
                next.cells[cell] = what == ASSUME_MINE ? MINE_SHOWN : what;
            }
            const EngineStatus fresh = analyst.try_analyse(next.view(), options, next_safe);
            CHECK(belief.assume(cell, what) == fresh);
            if (fresh == EngineStatus::solved) {
                positions.push_back(next);
                safe.push_back(next_safe);
                keys.push_back(belief.key());
            }
        }
        CHECK_EQ(belief.depth(), positions.size() - 1);
        CHECK(analyst.try_analyse(positions.back().view(), options, safe.back()) ==
              EngineStatus::solved);
        check_same(belief, analyst, positions.back(), grid.columns < 10);
        if (random.below(grid.columns < 10 ? 10 : 100) == 0 && options.use_mine_count) {
            const auto cell = static_cast<Cell>(random.below(start.cells.size()));
            if (positions.back().cells[cell] == COVERED) check_clues(belief, chances, cell);
        }
        if (random.below(50) == 0) {
            // The same knowledge read from scratch has the same key.
            Position known = positions.back();
            Belief other;
            if (safe.back().empty() &&
                other.look_at(known.view(), options) == EngineStatus::solved) {
                CHECK_EQ(other.key(), belief.key());
            }
        }
    }
    return num_steps;
}

// Cells seen one after another give the same as the whole read at once.
void check_seeing(Random& random) {
    static Belief grown, fresh;
    const Rules rules{16, 16, 40, FirstClick::safe, GameKind::normal};
    Game game(rules);
    game.start(random.next() >> 12);
    grown.look_at(game.position().view(), {});
    std::size_t seen = 0;
    std::vector<Belief::News> news;
    while (game.outcome() == Outcome::playing) {
        const auto at = game.frame().to_padded(static_cast<Cell>(random.below(256)));
        if (game.view()[at] != COVERED || (game.has_layout() && game.is_mine_at(at))) continue;
        game.reveal_at(at);
        news.clear();
        for (; seen < game.log().size(); ++seen) {
            news.push_back({game.log()[seen], game.view()[game.log()[seen]]});
        }
        const Position now = game.position();
        CHECK(grown.see(news) == EngineStatus::solved);
        CHECK(fresh.look_at(now.view(), {}) == EngineStatus::solved);
        CHECK_EQ(grown.key(), fresh.key());
        for (Cell cell = 0; cell < now.cells.size(); ++cell) {
            CHECK(grown.mark(cell) == fresh.mark(cell));
            CHECK(is_near(grown.risk(cell), fresh.risk(cell), 1e-12));
        }
    }
}

// Small components counted the quick way and the general way: the same to the bit.
void check_small(const Grid& grid, Random& random) {
    static Belief quick, general;
    general.counter().uses_small = false;
    const Position position = random_position(grid, random);
    CHECK(quick.look_at(position.view(), {}) == general.look_at(position.view(), {}));
    CHECK_EQ(quick.is_whole(), general.is_whole());
    CHECK_EQ(quick.num_components(), general.num_components());
    for (std::size_t i = 0; i < quick.num_components(); ++i) {
        const ComponentCounts& a = *quick.component(i).counts;
        const ComponentCounts& b = *general.component(i).counts;
        CHECK_EQ(a.num_boxes, b.num_boxes);
        CHECK_EQ(a.low, b.low);
        CHECK_EQ(a.has_proven, b.has_proven);
        CHECK(
            std::equal(a.placements, a.placements + a.count, b.placements, b.placements + b.count));
        CHECK(std::equal(a.with_mine, a.with_mine + a.count * a.num_boxes, b.with_mine,
                         b.with_mine + b.count * b.num_boxes));
        CHECK(std::equal(a.cells, a.cells + a.num_cells, b.cells, b.cells + b.num_cells));
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t wanted = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 4000;
    Random random(20261116);
    for (const Grid& grid : GRIDS) {
        for (int i = 0; i < 60; ++i) check_small(grid, random);
    }
    std::uint64_t done = 0;
    while (done < wanted) {
        for (const Grid& grid : GRIDS) {
            done += walk(grid, grid.columns < 10 ? 60 : grid.columns < 20 ? 30 : 3, random);
        }
        if (random.below(10) == 0) check_seeing(random);
    }
    check_seeing(random);
    std::printf("%llu steps\n", static_cast<unsigned long long>(done));
    return 0;
}
