// Random numbers, layouts, and the game with its undo.
#include <array>
#include <string>

#include "check.h"
#include "game/errors.h"
#include "game/formats.h"
#include "game/game.h"

using namespace sapper;

namespace {

std::string text_of(const Game& game) {
    return format_position(game.position().view());
}

template <class Do>
bool is_illegal(Do&& act) {
    try {
        act();
    } catch (const IllegalMoveError&) {
        return true;
    }
    return false;
}

// The golden numbers of docs/determinism.md.
void test_random_numbers_are_the_golden_ones() {
    Random zero(0);
    CHECK_EQ(zero.next(), 0x99ec5f36cb75f2b4ULL);
    CHECK_EQ(zero.next(), 0xbf6e1f784956452aULL);
    Random seven(7);
    for (const std::uint64_t expected : {336, 133, 403, 470, 475, 418, 29, 50}) {
        CHECK_EQ(seven.below(480), expected);
    }
    CHECK_EQ(game_seed(0, 0), 7956156453446585ULL);
    CHECK_EQ(game_seed(7, 3), 7955422002994479ULL);
    CHECK_EQ(layout_stream(7), 0x5cde50e7974f1644ULL);
    CHECK_EQ(agent_stream(3, 7), 0x882b950139c0eb22ULL);
    const Rules rules{8, 8, 10, FirstClick::zero, GameKind::normal};
    CHECK((layout_mines(rules, 7, 3) == std::vector<Cell>{5, 13, 15, 20, 22, 30, 42, 43, 48, 58}));
}

void test_first_click_rules_hold_everywhere() {
    for (const FirstClick rule : {FirstClick::any, FirstClick::safe, FirstClick::zero}) {
        for (const auto& [columns, rows] : {std::array{1, 1}, {1, 7}, {7, 1}, {4, 3}, {9, 9}}) {
            for (Cell first = 0; first < static_cast<Cell>(columns * rows); ++first) {
                Rules rules{columns, rows, 0, rule, GameKind::normal};
                rules.num_mines = rules.most_mines(first) / 2;
                Game game(rules);
                game.start(first + 1);
                game.reveal(first);
                CHECK_EQ(static_cast<std::int64_t>(game.mines().size()), rules.num_mines);
                const Code code = game.position().cells[first];
                CHECK(rule == FirstClick::any || code != MINE_SHOWN);
                CHECK(rule != FirstClick::zero || code == 0);
            }
        }
    }
}

void test_impossible_rules_are_refused() {
    int refused = 0;
    for (const Rules& rules :
         {Rules{0, 5, 0}, Rules{5, 0, 0}, Rules{3, 3, 9}, Rules{3, 3, -1}, Rules{20000, 20000, 1},
          Rules{3, 3, 6, FirstClick::zero, GameKind::normal}}) {
        try {
            Game game(rules);
        } catch (const RulesError&) {
            ++refused;
        }
    }
    CHECK_EQ(refused, 6);
}

void test_moves_and_their_ends() {
    Game game({4, 2, 2, FirstClick::any, GameKind::normal});
    const std::array<Cell, 2> mines{0, 3};
    game.start(mines);
    game.reveal(1);
    CHECK_EQ(text_of(game), ".1../.... 2");
    CHECK(is_illegal([&] { game.reveal(1); }));
    CHECK(is_illegal([&] { game.chord(1); }));
    CHECK(is_illegal([&] { game.reveal(8); }));
    game.flag(0);
    game.chord(1);
    CHECK_EQ(text_of(game), "F11./111. 2");
    game.reveal(7);
    CHECK(game.outcome() == Outcome::won);
    CHECK(is_illegal([&] { game.flag(3); }));
    while (game.num_moves() > 0) game.undo();
    CHECK_EQ(text_of(game), "..../.... 2");
    CHECK(is_illegal([&] { game.undo(); }));
    game.reveal(0);
    CHECK(game.outcome() == Outcome::lost);
    game.undo();
    CHECK(game.outcome() == Outcome::playing);
    game.give_up();
    CHECK(game.outcome() == Outcome::stuck);
}

// Any moves, then undo them all: every position comes back in turn.
void test_undo_walks_back_through_every_position() {
    Random random(5);
    for (int round = 0; round < 200; ++round) {
        const int columns = 1 + static_cast<int>(random.below(6));
        const int rows = 1 + static_cast<int>(random.below(6));
        const auto cells = static_cast<std::uint64_t>(columns) * rows;
        const GameKind kind = random.below(2) ? GameKind::normal : GameKind::score;
        Game game({columns, rows, static_cast<std::int64_t>(random.below(cells)), FirstClick::safe,
                   kind});
        game.start(random.next());
        std::vector<std::string> seen{text_of(game)};
        for (int i = 0; i < 40; ++i) {
            const auto cell = static_cast<Cell>(random.below(cells));
            const auto move = random.below(4);
            if (is_illegal([&] {
                    if (move == 0) game.flag(cell);
                    if (move == 1) game.unflag(cell);
                    if (move == 2) game.chord(cell);
                    if (move == 3) game.reveal(cell);
                })) {
                CHECK_EQ(text_of(game), seen.back());
                continue;
            }
            seen.push_back(text_of(game));
        }
        CHECK_EQ(seen.size(), static_cast<std::size_t>(game.num_moves()) + 1);
        for (; seen.size() > 1; game.undo()) {
            CHECK_EQ(text_of(game), seen.back());
            seen.pop_back();
        }
        CHECK_EQ(text_of(game), seen.back());
        CHECK_EQ(game.num_covered(), static_cast<std::int64_t>(cells));
        CHECK_EQ(game.cells_revealed() + game.mines_hit() + game.num_flags(), 0);
    }
}

void test_cascade_on_the_largest_grid_does_not_recurse() {
    Game game({1000, 1000, 1, FirstClick::zero, GameKind::normal});
    game.start(1);
    game.reveal(0);
    CHECK(game.outcome() == Outcome::won);
    CHECK_EQ(game.cells_revealed(), 999'999);
}

void test_many_layouts_are_the_single_ones() {
    const Rules rules{9, 7, 12, FirstClick::safe, GameKind::normal};
    const std::array<std::uint64_t, 3> seeds{1, 2, 1ULL << 60};
    std::vector<Code> grids(seeds.size() * 63);
    lay_many(rules, seeds, 31, grids.data());
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        std::vector<Cell> mines;
        for (Cell cell = 0; cell < 63; ++cell) {
            if (grids[i * 63 + cell] == MINE_SHOWN) mines.push_back(cell);
        }
        CHECK(mines == layout_mines(rules, seeds[i], 31));
    }
}

}  // namespace

int main() {
    test_random_numbers_are_the_golden_ones();
    test_first_click_rules_hold_everywhere();
    test_impossible_rules_are_refused();
    test_moves_and_their_ends();
    test_undo_walks_back_through_every_position();
    test_cascade_on_the_largest_grid_does_not_recurse();
    test_many_layouts_are_the_single_ones();
}
