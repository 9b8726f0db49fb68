// A fixed workload whose instructions are counted, so that a slowdown shows on a noisy machine.
//
// `workload PART GAMES` plays as many games as it says. `workload time GAMES` gives the processor
// time of whole expert games instead, and a number that follows from how they were played;
// `benchmarks/before.py` builds it against an earlier commit and compares, so it uses nothing
// that a commit did not have.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#if __has_include("agents/driver/play.h")
#include "agents/driver/play.h"
#else  // where earlier commits have it
#include "agents/play.h"
#endif

using namespace sapper;

namespace {

std::vector<std::uint64_t> seeds(std::size_t count) {
    std::vector<std::uint64_t> out(count);
    for (std::size_t i = 0; i < count; ++i) out[i] = game_seed(1, i);
    return out;
}

std::uint64_t lay_boards(std::size_t games) {
    const Rules rules{30, 16, 99, FirstClick::safe, GameKind::normal};
    std::vector<Code> boards(games * 480);
    lay_many(rules, seeds(games), 0, boards.data());
    std::uint64_t sum = 0;
    for (const Code code : boards) sum += code;
    return sum;
}

std::uint64_t play_single_point(std::size_t games) {
    AgentSpec spec;
    spec.opener = [] { return make_opener({"random", {}}); };
    spec.deducers.push_back([] { return make_deducer({"single_point", {}}); });
    spec.guesser = [] { return make_guesser({"random", {}}); };
    const Rules rules{30, 16, 99, FirstClick::zero, GameKind::normal};
    std::uint64_t sum = 0;
    for (const Row& row : play_rows(rules, spec, seeds(games), 0, true)) sum += row.cells_revealed;
    return sum;
}

AgentSpec exact_agent() {
    AgentSpec spec;
    spec.opener = [] { return make_opener({"random", {}}); };
    spec.deducers.push_back([] { return make_deducer({"single_point", {}}); });
    spec.deducers.push_back(
        [] { return make_deducer({"exact", {{"mine_count", std::int64_t{1}}}}); });
    spec.guesser = [] {
        return make_guesser({"least_risk", {{"max_states", std::int64_t{1'000'000}}}});
    };
    return spec;
}

const Rules EXPERT{30, 16, 99, FirstClick::zero, GameKind::normal};

std::uint64_t play_exact(std::size_t games) {
    std::uint64_t sum = 0;
    for (const Row& row : play_rows(EXPERT, exact_agent(), seeds(games), 0, true)) {
        sum += static_cast<std::uint64_t>(row.cells_revealed);
    }
    return sum;
}

void time_games(std::size_t games) {
    play_rows(EXPERT, exact_agent(), seeds(20), 0, true);  // memory gets warm
    const std::clock_t began = std::clock();
    const auto rows = play_rows(EXPERT, exact_agent(), seeds(games), 0, true);
    const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    std::uint64_t play = 0;
    for (const Row& row : rows) {
        const std::int64_t own = row.cells_revealed * 31 + row.guesses * 7 + row.moves;
        play = play * 1000003 + static_cast<std::uint64_t>(own);
    }
    std::printf("%.3f %llu\n", seconds * 1e6 / static_cast<double>(games),
                static_cast<unsigned long long>(play));
}

}  // namespace

int main(int argc, char** argv) {
    const std::string part = argc > 1 ? argv[1] : "";
    const int asked = argc > 2 ? std::atoi(argv[2]) : 0;
    const auto games_or = [&](int usual) {
        return static_cast<std::size_t>(asked ? asked : usual);
    };
    std::uint64_t sum = 0;
    if (part == "layouts" && asked >= 0) {
        sum = lay_boards(games_or(200));
    } else if (part == "single-point" && asked >= 0) {
        sum = play_single_point(games_or(200));
    } else if (part == "exact" && asked >= 0) {
        sum = play_exact(games_or(100));
    } else if (part == "time" && asked > 0) {
        time_games(games_or(0));
        return 0;
    } else {
        std::fprintf(stderr, "expected layouts, single-point, exact or time GAMES\n");
        return 2;
    }
    std::printf("%llu\n", static_cast<unsigned long long>(sum));
    return 0;
}
