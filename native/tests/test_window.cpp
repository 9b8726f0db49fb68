// Windows, human-like deduction and linear algebra in whole games, on grids of
// every shape: nothing they prove is wrong, and the screen changes nothing.
#include "agents/driver/play.h"
#include "agents/driver/turns.h"
#include "check.h"

using namespace sapper;

namespace {

PartSpec exact(bool mine_count) {
    return {"exact", {{"mine_count", std::int64_t{mine_count}}}};
}

MakeDeducer windows(const PartSpec& inner, std::int64_t columns, std::int64_t rows, bool recheck,
                    bool screen) {
    const PartSpec spec{"window",
                        {{"columns", columns},
                         {"rows", rows},
                         {"mine_count", std::int64_t{1}},
                         {"recheck", std::int64_t{recheck}},
                         {"screen", std::int64_t{screen}}}};
    return [spec, inner] { return make_wrapper(spec, [inner] { return make_deducer(inner); }); };
}

AgentSpec agent(const MakeDeducer& deducer, bool flags) {
    AgentSpec spec;
    spec.opener = [] { return make_opener({"random", {}}); };
    spec.deducers.push_back(deducer);
    spec.guesser = [] { return make_guesser({"random", {}}); };
    spec.flags = flags;
    spec.deducer_names = {"deducer"};
    return spec;
}

std::vector<std::uint64_t> seeds(std::uint64_t count) {
    std::vector<std::uint64_t> out;
    for (std::uint64_t i = 0; i < count; ++i) out.push_back(game_seed(5, i));
    return out;
}

Rules make_rules(int columns, int rows, std::int64_t mines) {
    Rules out;
    out.columns = columns;
    out.rows = rows;
    out.num_mines = mines;
    out.first_click = FirstClick::safe;
    return out;
}

// The driver checks every deduction against the layout.
void check_windows(const PartSpec& inner) {
    for (const auto& [columns, rows, mines] :
         {std::tuple{8, 8, 10}, {16, 5, 14}, {1, 12, 3}, {12, 1, 3}, {2, 9, 4}, {9, 9, 30}}) {
        for (const auto& [width, height] : {std::pair{4, 4}, {1, 3}, {5, 2}, {9, 3}, {40, 40}}) {
            for (const bool flags : {true, false}) {
                for (const bool recheck : {true, false}) {
                    const auto games = seeds(6);
                    const auto with = play_rows(
                        make_rules(columns, rows, mines),
                        agent(windows(inner, width, height, recheck, true), flags), games, 1, true);
                    const auto without =
                        play_rows(make_rules(columns, rows, mines),
                                  agent(windows(inner, width, height, recheck, false), flags),
                                  games, 1, true);
                    for (std::size_t i = 0; i < games.size(); ++i) {
                        CHECK_EQ(with[i].guesses, without[i].guesses);
                        CHECK_EQ(with[i].cells_revealed, without[i].cells_revealed);
                        CHECK(with[i].outcome == without[i].outcome);
                    }
                }
            }
        }
    }
}

void check_turns() {
    const auto games = seeds(20);
    const auto spec = agent(windows(exact(true), 5, 5, false, true), true);
    std::vector<TurnRow> turns;
    const auto rows = play_rows(make_rules(16, 16, 40), spec, games, 1, true, &turns);
    std::vector<std::int64_t> proven(games.size());
    for (const TurnRow& turn : turns) {
        proven[static_cast<std::size_t>(turn.game)] +=
            turn.cells_proven_safe + turn.cells_proven_mines;
    }
    for (std::size_t i = 0; i < games.size(); ++i) CHECK_EQ(proven[i], rows[i].proven[0]);
}

}  // namespace

int main() {
    check_windows(exact(true));
    check_windows({"human_like", {{"steps", std::int64_t{2}}, {"safe_only", std::int64_t{0}}}});
    check_windows({"linear_algebra", {}});
    check_windows({"single_point", {}});
    check_turns();
    return 0;
}
