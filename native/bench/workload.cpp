// A fixed workload whose instructions are counted, so that a slowdown shows on a noisy machine.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "agents/play.h"

using namespace sapper;

namespace {

std::vector<std::uint64_t> seeds(std::size_t count) {
    std::vector<std::uint64_t> out(count);
    for (std::size_t i = 0; i < count; ++i) out[i] = game_seed(1, i);
    return out;
}

std::uint64_t lay_boards() {
    const Rules rules{30, 16, 99, FirstClick::safe, GameKind::normal};
    std::vector<Code> boards(200 * 480);
    lay_many(rules, seeds(200), 0, boards.data());
    std::uint64_t sum = 0;
    for (const Code code : boards) sum += code;
    return sum;
}

std::uint64_t play_single_point() {
    AgentSpec spec;
    spec.opener = [] { return make_opener({"random", {}}); };
    spec.deducers.push_back([] { return make_deducer({"single_point", {}}); });
    spec.guesser = [] { return make_guesser({"random", {}}); };
    const Rules rules{30, 16, 99, FirstClick::zero, GameKind::normal};
    std::uint64_t sum = 0;
    for (const Row& row : play_rows(rules, spec, seeds(200), 0, true)) sum += row.cells_revealed;
    return sum;
}

std::uint64_t play_exact() {
    AgentSpec spec;
    spec.opener = [] { return make_opener({"random", {}}); };
    spec.deducers.push_back([] { return make_deducer({"single_point", {}}); });
    spec.deducers.push_back(
        [] { return make_deducer({"exact", {{"mine_count", std::int64_t{1}}}}); });
    spec.guesser = [] {
        return make_guesser({"least_risk", {{"max_states", std::int64_t{1'000'000}}}});
    };
    const Rules rules{30, 16, 99, FirstClick::zero, GameKind::normal};
    std::uint64_t sum = 0;
    for (const Row& row : play_rows(rules, spec, seeds(100), 0, true)) sum += row.cells_revealed;
    return sum;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string part = argc > 1 ? argv[1] : "";
    if (part == "layouts") {
        std::printf("%llu\n", static_cast<unsigned long long>(lay_boards()));
    } else if (part == "single-point") {
        std::printf("%llu\n", static_cast<unsigned long long>(play_single_point()));
    } else if (part == "exact") {
        std::printf("%llu\n", static_cast<unsigned long long>(play_exact()));
    } else {
        std::fprintf(stderr, "expected layouts, single-point or exact\n");
        return 2;
    }
    return 0;
}
