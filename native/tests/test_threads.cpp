// The core from many threads: what each finds is what one alone finds.
//
// With the thread sanitizer (`make threads`) this also says that no two of them touch the
// same memory: tables made at the first use, workspaces, lanes of one set of arrays.
#include <cmath>
#include <thread>
#include <vector>

#include "agents/driver/play.h"
#include "check.h"
#include "env/vector_games.h"
#include "logic/belief/analysis.h"
#include "logic/belief/belief.h"
#include "logic/belief/sampler.h"

using namespace sapper;

namespace {

constexpr std::size_t NUM_THREADS = 4;

template <class Work>
void in_threads(Work&& work) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < NUM_THREADS; ++i) threads.emplace_back([&work, i] { work(i); });
    for (std::thread& thread : threads) thread.join();
}

// One spec for all: drivers are made from it in every thread.
AgentSpec make_spec() {
    AgentSpec spec;
    spec.opener = [] { return make_opener({"random", {}}); };
    spec.deducers.emplace_back([] { return make_deducer({"single_point", {}}); });
    spec.deducers.emplace_back(
        [] { return make_deducer({"exact", {{"mine_count", std::int64_t{1}}}}); });
    spec.deducer_names = {"single_point", "exact"};
    spec.guesser = [] { return make_guesser({"random", {}}); };
    return spec;
}

void test_games() {
    const Rules rules{9, 9, 10};
    const AgentSpec spec = make_spec();
    std::vector<std::vector<std::uint64_t>> seeds(NUM_THREADS);
    for (std::size_t i = 0; i < 40 * NUM_THREADS; ++i) {
        seeds[i % NUM_THREADS].push_back(game_seed(1, i));
    }
    std::vector<std::vector<Row>> rows(NUM_THREADS);
    in_threads([&](std::size_t i) { rows[i] = play_rows(rules, spec, seeds[i], 5, true); });
    for (std::size_t i = 0; i < NUM_THREADS; ++i) {
        const std::vector<Row> alone = play_rows(rules, spec, seeds[i], 5, true);
        for (std::size_t k = 0; k < alone.size(); ++k) {
            CHECK(alone[k].outcome == rows[i][k].outcome);
            CHECK_EQ(alone[k].moves, rows[i][k].moves);
            CHECK(alone[k].proven == rows[i][k].proven);
        }
    }
}

Position position_of(std::uint64_t seed) {
    Game game({16, 16, 40});
    game.start(seed);
    game.reveal(static_cast<Cell>(seed % 256));
    return game.position();
}

// The positions are shared, and only read.
void test_analyses() {
    std::vector<Position> positions;
    for (std::uint64_t seed = 0; seed < 12; ++seed) positions.push_back(position_of(seed));
    std::vector<std::vector<double>> found(NUM_THREADS);
    in_threads([&](std::size_t i) {
        for (const Position& position : positions) {
            Belief belief;
            CHECK(belief.look_at(position.view(), {}) == EngineStatus::solved);
            found[i].push_back(belief.log_placements());
            std::vector<std::uint8_t> layout(position.cells.size());
            Random random(3);
            Sampler(belief).draw(random, layout);
            double mines = 0;
            for (const std::uint8_t mine : layout) mines += mine;
            found[i].push_back(mines);
        }
    });
    for (std::size_t i = 1; i < NUM_THREADS; ++i) CHECK(found[i] == found[0]);
}

// Lanes of one set of arrays, stepped by several threads in ranges of their own.
struct Arrays {
    static constexpr std::size_t LANES = 4 * NUM_THREADS, CELLS = 81;
    std::vector<std::uint8_t> cells = std::vector<std::uint8_t>(LANES * CELLS), allowed = cells;
    std::vector<float> risk = std::vector<float>(LANES * CELLS);
    std::vector<double> rewards = std::vector<double>(LANES), taken = rewards;
    std::vector<std::uint8_t> over = std::vector<std::uint8_t>(LANES), cut = over, illegal = over,
                              guess = over, proven = over;
    std::vector<std::uint64_t> seeds = std::vector<std::uint64_t>(LANES);
    std::vector<std::int64_t> mines = std::vector<std::int64_t>(LANES), left = mines,
                              outcomes = mines;

    Lanes lanes() {
        return {cells.data(), allowed.data(), risk.data(),  rewards.data(), over.data(),
                cut.data(),   illegal.data(), guess.data(), proven.data(),  taken.data(),
                seeds.data(), mines.data(),   left.data(),  outcomes.data()};
    }
};

void test_lanes() {
    Arrays together, alone;
    VectorOptions options;
    options.show_risk = true;
    options.oracle = Oracle::risk;
    const Rules rules{9, 9, 10};
    const auto shared = VectorGames::make(rules, options, Arrays::LANES);
    const auto single = VectorGames::make(rules, options, Arrays::LANES);
    for (std::size_t lane = 0; lane < Arrays::LANES; ++lane) {
        shared->seed(lane, lane);
        single->seed(lane, lane);
        shared->reset(lane, together.lanes());
        single->reset(lane, alone.lanes());
    }
    for (std::int64_t step = 0; step < 20; ++step) {
        std::vector<std::int64_t> actions(Arrays::LANES);
        for (std::size_t lane = 0; lane < actions.size(); ++lane) {
            actions[lane] = (step * 37 + static_cast<std::int64_t>(lane) * 11) % 81;
        }
        in_threads([&](std::size_t i) {
            shared->step(actions.data(), 4 * i, 4 * i + 4, together.lanes());
        });
        single->step(actions.data(), 0, Arrays::LANES, alone.lanes());
        CHECK(together.cells == alone.cells && together.risk == alone.risk);
        CHECK(together.rewards == alone.rewards && together.over == alone.over);
    }
}

}  // namespace

int main() {
    test_games();
    test_analyses();
    test_lanes();
    return 0;
}
