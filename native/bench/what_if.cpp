// What a question costs: fresh solves beside what-ifs, on positions read from stdin.
//
//     python -m benchmarks.what_if --positions 200 | build/native/what_if
//
// Every covered cell of the frontier is given each clue in turn: once with an
// empty cache, once with a full one. One position per line, in our notation.
#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "game/formats.h"
#include "logic/belief/belief.h"
#include "logic/belief/clue_chances.h"

using namespace sapper;

namespace {

// Processor time of this program: a busy machine does not count.
double now() {
    return 1e6 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Sums {
    double fresh = 0, look = 0, cold = 0, warm = 0, chances = 0, sum = 0;
    std::size_t questions = 0, possible = 0, positions = 0;
};

std::vector<Padded> frontier_of(const Belief& belief) {
    std::vector<Padded> cells;
    for (std::size_t i = 0; i < belief.num_components(); ++i) {
        const auto& own = belief.component(i);
        for (std::uint32_t k = 0; k < own.counts->num_cells; ++k) {
            cells.push_back(own.first + static_cast<Padded>(own.counts->cells[k]));
        }
    }
    return cells;
}

// Asks for every clue at every cell; true in `forget` empties the cache before each.
void ask_all(Belief& belief, const std::vector<Padded>& cells, bool forget, Sums& sums) {
    for (const Padded at : cells) {
        const int known = belief.evidence().mines_around(at);
        const int most = known + belief.evidence().unknown_around(at);
        for (int clue = known; clue <= most && clue <= 8; ++clue) {
            if (forget) belief.counter().forget_cache();
            ++sums.questions;
            if (belief.assume_at(at, static_cast<Code>(clue)) != EngineStatus::solved) continue;
            ++sums.possible;
            sums.sum += belief.chance_of_last() + belief.sea_risk();
            belief.take_back();
        }
    }
}

void measure(const Position& position, Analyst& analyst, Belief& belief, ClueChances& chances,
             Sums& sums) {
    constexpr int TIMES = 5;
    ++sums.positions;
    double began = now();
    for (int i = 0; i < TIMES; ++i) analyst.analyse(position.view(), {});
    sums.fresh += (now() - began) / TIMES;
    began = now();
    for (int i = 0; i < TIMES; ++i) belief.look_at(position.view(), {});
    sums.look += (now() - began) / TIMES;
    const std::vector<Padded> cells = frontier_of(belief);
    Sums other;
    began = now();
    ask_all(belief, cells, true, sums);
    sums.cold += now() - began;
    ask_all(belief, cells, false, other);
    began = now();
    ask_all(belief, cells, false, other);
    sums.warm += now() - began;
    began = now();
    for (int i = 0; i < TIMES; ++i) {
        chances.look_at(belief);
        for (const Padded at : cells) sums.sum += chances.of(at)[1];
    }
    sums.chances += (now() - began) / TIMES;
}

}  // namespace

int main() {
    Analyst analyst;
    Belief belief;
    ClueChances chances;
    Sums sums;
    std::string line;
    while (std::getline(std::cin, line)) {
        if (!line.empty()) measure(parse_position(line), analyst, belief, chances, sums);
    }
    const auto positions = static_cast<double>(sums.positions);
    const auto questions = static_cast<double>(sums.questions);
    std::printf(
        "{\"positions\": %zu, \"what_ifs\": %zu, \"possible\": %zu, \"fresh_us\": %.2f, "
        "\"belief_us\": %.2f, \"cold_us\": %.2f, \"warm_us\": %.2f, \"clue_chances_us\": %.1f, "
        "\"checksum\": %.6f}\n",
        sums.positions, sums.questions, sums.possible, sums.fresh / positions,
        sums.look / positions, sums.cold / questions, sums.warm / questions,
        sums.chances / positions, sums.sum);
    return 0;
}
