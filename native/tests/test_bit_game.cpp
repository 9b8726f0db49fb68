// A game in bits is the game: the same moves show the same cells, seed by seed.
#include "check.h"
#include "env/bit_game.h"
#include "env/wide_game.h"

using namespace sapper;

namespace {

// What a game shows and allows, as a lane of a vector environment would.
struct Seen {
    explicit Seen(std::size_t num_cells)
        : cells(num_cells, COVERED), allowed(num_cells, 1), may_flag(num_cells, 1) {}
    Shown shown() { return {cells.data(), allowed.data(), may_flag.data()}; }
    bool operator==(const Seen&) const = default;
    std::vector<Code> cells;
    std::vector<std::uint8_t> allowed, may_flag;
};

template <class Play>
bool agree(const Play& bits, const WideGame& game) {
    return bits.outcome() == game.outcome() && bits.num_safe_left() == game.num_safe_left() &&
           bits.mines_hit() == game.mines_hit() && bits.first_cell() == game.first_cell() &&
           bits.has_layout() == game.has_layout() &&
           bits.cells_revealed() == game.cells_revealed() && bits.mines() == game.mines();
}

// Play random moves, a third of them flags, until the game is over.
template <int N>
void play_both(const Rules& rules, std::uint64_t seed, bool cascades) {
    const auto num_cells = static_cast<std::size_t>(rules.num_cells());
    BitGame<N> bits(rules);
    WideGame game(rules);
    bits.set_cascade(cascades);
    game.set_cascade(cascades);
    bits.start(seed);
    game.start(seed);
    Seen in_bits(num_cells), in_game(num_cells);
    Random random(seed);
    for (int move = 0; move < 3000 && game.outcome() == Outcome::playing; ++move) {
        const auto cell = static_cast<Cell>(random.below(num_cells));
        CHECK_EQ(bits.is_covered(cell), game.is_covered(cell));
        CHECK_EQ(bits.is_flagged(cell), game.is_flagged(cell));
        if (random.below(3) == 0) {
            if (!game.is_covered(cell) && !game.is_flagged(cell)) continue;
            bits.toggle_flag(cell, in_bits.shown());
            game.toggle_flag(cell, in_game.shown());
        } else {
            if (!game.is_covered(cell)) continue;
            if (!game.has_layout() && rules.num_mines > rules.most_mines(cell)) continue;
            bits.reveal(cell, in_bits.shown());
            game.reveal(cell, in_game.shown());
        }
        CHECK(in_bits == in_game);
        CHECK(agree(bits, game));
    }
    // Other mines on the same grid, flags kept.
    Rules given = rules;
    given.first_click = FirstClick::any;
    std::vector<Cell> mines = game.mines();
    BitGame<N> bits_on(given);
    WideGame game_on(given);
    if (static_cast<std::int64_t>(mines.size()) != rules.num_mines) return;
    bits_on.toggle_flag(0, in_bits.shown());
    game_on.toggle_flag(0, in_game.shown());
    bits_on.lay_given(mines);
    game_on.lay_given(mines);
    CHECK(agree(bits_on, game_on));
    CHECK(bits_on.is_flagged(0) && game_on.is_flagged(0));
}

void test_games_of_any_rules() {
    Random random(2026);
    for (int game = 0; game < 4000; ++game) {
        Rules rules;
        rules.columns = 1 + static_cast<int>(random.below(32));
        rules.rows = 1 + static_cast<int>(random.below(32));
        rules.first_click = static_cast<FirstClick>(random.below(3));
        rules.kind = static_cast<GameKind>(random.below(2));
        // Few mines mostly, so that there are cascades; and now and then a full grid.
        const auto cells = static_cast<std::uint64_t>(rules.num_cells());
        rules.num_mines = static_cast<std::int64_t>(
            random.below(random.below(4) == 0 ? cells + 1 : cells / 5 + 1));
        std::int64_t most = 0;
        for (Cell first = 0; first < cells; ++first) {
            most = std::max(most, rules.most_mines(first));
        }
        if (rules.num_mines > most) continue;
        const bool cascades = random.below(5) != 0;
        const std::uint64_t seed = random.next();
        play_both<32>(rules, seed, cascades);
        if (BitGame<16>::can_play(rules)) play_both<16>(rules, seed, cascades);
    }
}

void test_neighbours_in_bits() {
    BitRows<16> rows;
    rows.set(0, 0);
    rows.set(15, 31);
    CHECK_EQ(rows.with_neighbours().count(), 8);
    CHECK_EQ(rows.count_around(1, 1), 1);
    CHECK_EQ(rows.count_around(15, 30), 1);
    CHECK_EQ(rows.count_around(2, 2), 0);
    CHECK(without(rows, rows) == BitRows<16>{});
}

}  // namespace

int main() {
    test_neighbours_in_bits();
    test_games_of_any_rules();
    return 0;
}
