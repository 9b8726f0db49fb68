// The parts of Vaitzman et al.: search by cells against brute force, and views that no
// layout fits, as wrong flags bring them about.
#include <array>
#include <optional>
#include <vector>

#include "agents/papers/vaitzman/assignments.h"
#include "agents/papers/vaitzman/cell_search.h"
#include "agents/papers/vaitzman/pattern_games.h"
#include "agents/papers/vaitzman/patterns.h"
#include "agents/papers/vaitzman/sentences.h"
#include "check.h"

using namespace sapper;

namespace {

struct Rule {
    std::vector<std::uint32_t> cells;
    int mines;
};

std::vector<Rule> draw_rules(Random& random, std::uint32_t num_cells) {
    std::vector<Rule> rules(1 + random.below(6));
    for (Rule& rule : rules) {
        for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
            if (random.below(3) == 0) rule.cells.push_back(cell);
        }
        rule.mines = static_cast<int>(random.below(rule.cells.size() + 2)) - (random.below(9) == 0);
    }
    return rules;
}

bool fits(const std::vector<Rule>& rules, std::uint32_t mines) {
    for (const Rule& rule : rules) {
        int count = 0;
        for (const std::uint32_t cell : rule.cells) count += mines >> cell & 1;
        if (count != rule.mines) return false;
    }
    return true;
}

void test_search_finds_what_brute_force_finds() {
    Random random(11);
    CellSearch search;
    for (int round = 0; round < 3000; ++round) {
        const auto num_cells = static_cast<std::uint32_t>(1 + random.below(9));
        const std::vector<Rule> rules = draw_rules(random, num_cells);
        search.start(num_cells);
        for (const Rule& rule : rules) search.add(rule.cells, rule.mines);
        std::array<std::array<bool, 2>, 9> possible{};
        bool any = false;
        for (std::uint32_t mines = 0; mines < 1U << num_cells; ++mines) {
            if (!fits(rules, mines)) continue;
            any = true;
            for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
                possible[cell][mines >> cell & 1] = true;
            }
        }
        CHECK_EQ(search.find(), any);
        if (!any) continue;
        for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
            for (const bool is_mine : {false, true}) {
                const bool found = search.find(cell, is_mine);
                CHECK_EQ(found, possible[cell][is_mine]);
                if (!found) continue;
                std::uint32_t mines = 0;
                for (std::uint32_t i = 0; i < num_cells; ++i) mines |= search.is_mine(i) << i;
                CHECK(fits(rules, mines));
                CHECK_EQ(search.is_mine(cell), is_mine);
            }
        }
    }
}

// Any clues, flags and shown mines at all: nothing may break, whatever is made of them.
void test_parts_bear_views_that_no_layout_fits() {
    Random random(12);
    const std::vector<Pattern> stored{{COVERED, 9, 9, 15}, {0, 1, 1, 0}};
    const auto table = std::make_shared<const PatternTable>(stored);
    Proposals proposals;
    for (int round = 0; round < 2000; ++round) {
        const Frame frame(static_cast<int>(1 + random.below(7)),
                          static_cast<int>(1 + random.below(7)));
        std::vector<Code> view(frame.padded_size(), EDGE);
        const auto num_cells = static_cast<Cell>(frame.columns * frame.rows);
        for (Cell cell = 0; cell < num_cells; ++cell) view[frame.to_padded(cell)] = COVERED;
        const Sight sight{frame, view, 5, num_cells};
        SentenceGroups groups(1 + random.below(9));
        groups.start(sight);
        Proofs proofs;
        proofs.start(view.size());
        std::vector<Padded> changed;
        for (Cell cell = 0; cell < num_cells; ++cell) {
            if (random.below(2) == 0) continue;
            view[frame.to_padded(cell)] = static_cast<Code>(random.below(NUM_CODES));
            if (view[frame.to_padded(cell)] != COVERED) changed.push_back(frame.to_padded(cell));
        }
        groups.deduce(sight, changed, proofs);
        for (const Proof& proof : proofs.fresh()) CHECK_EQ(view[proof.at], COVERED);
        for (const Counts counts : {Counts::share, Counts::raw}) {
            SatisfyingAssignments assignments(10, counts);
            assignments.propose(sight, proofs, proposals);
            for (const Proposal& cell : proposals.cells) CHECK_EQ(view[cell.at], COVERED);
        }
        for (const WindowClues clues : {WindowClues::shown, WindowClues::reduced}) {
            PatternWindows windows(table, PatternValue::share, clues);
            windows.propose(sight, proofs, proposals);
            for (const Proposal& cell : proposals.cells) CHECK_EQ(view[cell.at], COVERED);
        }
    }
}

void test_pattern_games_count_every_game() {
    PatternGames games(8);
    for (const std::uint32_t layout : {1U, 0x1234U, 0xffffU}) games.play(layout, 50, 3);
    std::uint64_t first_cells = 0;
    for (const PatternRecord& record : games.records()) {
        std::uint64_t made = 0;
        for (std::size_t cell = 0; cell < PATTERN_CELLS; ++cell) {
            CHECK(record.kept[cell] <= record.made[cell]);
            made += record.made[cell];
        }
        CHECK_EQ(made, record.appeared);
        first_cells = std::max<std::uint64_t>(first_cells, record.appeared);
    }
    CHECK_EQ(first_cells, std::uint64_t{150});
    PatternGames all(8);
    for (const std::uint32_t layout : {1U, 0x1234U, 0xffffU}) all.follow(layout);
    CHECK(all.records().size() >= games.records().size());
}

}  // namespace

int main() {
    test_search_finds_what_brute_force_finds();
    test_parts_bear_views_that_no_layout_fits();
    test_pattern_games_count_every_game();
}
