// Boards: certificates true of their layouts, lookalikes never solved, numbers by hand.
#include <algorithm>
#include <numeric>

#include "boards/clue_order.h"
#include "boards/generator.h"
#include "boards/zini.h"
#include "tests/check.h"

namespace {

using namespace sapper;

BoardOptions options_for(int columns, int rows, int num_mines, Cell first, FirstClick click) {
    BoardOptions options;
    options.rules = {columns, rows, num_mines, click, GameKind::normal};
    options.first = first;
    return options;
}

// What a step says of cells is so, its clues are revealed by then, and all is revealed
// in the end.
void check_certificate(const BoardOptions& options, const Board& board) {
    Rules rules = options.rules;
    rules.first_click = FirstClick::any;
    Game game(rules);
    game.start(board.mines);
    game.reveal(options.first);
    const Frame& frame = game.frame();
    for (const Step& step : board.certificate.steps) {
        for (const Cell clue : board.certificate.clues_of(step)) {
            CHECK(is_clue(game.view()[frame.to_padded(clue)]));
        }
        for (const Cell cell : board.certificate.cells_of(step)) {
            const bool is_mine = std::ranges::binary_search(board.mines, cell);
            CHECK_EQ(is_mine, step.are_mines);
            if (!is_mine && game.view()[frame.to_padded(cell)] == COVERED) game.reveal(cell);
        }
    }
    CHECK_EQ(game.num_safe_left(), 0);
}

int check_boards(const BoardOptions& options, std::uint64_t attempts) {
    BoardGenerator generator(options);
    int found = 0;
    for (std::uint64_t i = 0; i < attempts; ++i) {
        const auto board = generator.attempt(3, i);
        if (!board) continue;
        ++found;
        CHECK_EQ(board->mines.size(), static_cast<std::size_t>(options.rules.num_mines));
        check_certificate(options, *board);
        CHECK(!board->certificate.to_json(options.rules.columns).empty());
    }
    return found;
}

void certificates_are_true_of_their_layouts() {
    CHECK(check_boards(options_for(9, 9, 10, 40, FirstClick::zero), 200) > 100);
    CHECK(check_boards(options_for(30, 16, 99, 224, FirstClick::zero), 100) > 5);
    CHECK(check_boards(options_for(12, 1, 2, 0, FirstClick::safe), 500) > 0);
    CHECK(check_boards(options_for(1, 12, 2, 0, FirstClick::safe), 500) > 0);
    CHECK(check_boards(options_for(2, 2, 1, 0, FirstClick::any), 50) == 0);
    auto easy = options_for(16, 16, 40, 0, FirstClick::zero);
    easy.hardest = Technique::subset;
    CHECK(check_boards(easy, 100) > 10);
    auto guessed = options_for(9, 9, 14, 40, FirstClick::zero);
    guessed.guesses = 1;
    CHECK(check_boards(guessed, 200) > 10);
    auto mirrored = options_for(9, 9, 10, 40, FirstClick::zero);
    mirrored.symmetry = Symmetry::left_right;
    CHECK(check_boards(mirrored, 100) > 20);
    auto perturbed = options_for(16, 16, 80, 0, FirstClick::zero);
    perturbed.perturb = true;
    CHECK(check_boards(perturbed, 10) > 0);
}

// Layouts that have a lookalike are rejected unplayed: the play would reject each of them.
void no_layout_with_a_lookalike_is_solved(int columns, int rows, int num_mines, FirstClick click) {
    const Rules rules{columns, rows, num_mines, click, GameKind::normal};
    Game game(rules);
    Lookalikes lookalikes(game.frame());
    Ladder ladder;
    int with = 0;
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        const Cell first = static_cast<Cell>(seed) % static_cast<Cell>(columns * rows);
        game.start(seed);
        game.reveal(first);
        if (game.mines_hit()) continue;
        if (!lookalikes.has_one(game.mine_map(), game.frame().to_padded(first))) continue;
        ++with;
        ladder.start(game);
        CHECK(!ladder.play(Technique::mine_count));
    }
    CHECK(with > 50);
}

// 3BV by its definition: openings flooded one by one, then the clues that are left.
std::int32_t three_bv_by_hand(const Rules& rules, const std::vector<Cell>& mines) {
    Game game(rules);
    game.start(mines);
    const auto num_cells = static_cast<Cell>(rules.num_cells());
    const Frame& frame = game.frame();
    std::int32_t clicks = 0;
    for (const bool zeros : {true, false}) {
        for (Cell cell = 0; cell < num_cells; ++cell) {
            const Padded at = frame.to_padded(cell);
            if (game.is_mine_at(at) || game.view()[at] != COVERED) continue;
            if (zeros && block_sum(game.mine_map().data(), at, frame.stride) != 0) continue;
            game.reveal(cell);
            ++clicks;
        }
    }
    return clicks;
}

void three_bv_is_that_of_a_flood_and_no_zini_is_higher_than_needed() {
    const Rules rules{30, 16, 99, FirstClick::any, GameKind::normal};
    Game game(rules);
    BoardMeter meter(game.frame());
    ZiniMeter zini(30, 16);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const std::vector<Cell> mines = layout_mines(rules, seed, 0);
        game.start(mines);
        const Metrics metrics = meter.measure(game.mine_map());
        CHECK_EQ(metrics.three_bv, three_bv_by_hand(rules, mines));
        CHECK(metrics.openings <= metrics.three_bv);
        const Zini clicks = zini.measure(mines);
        CHECK(clicks.greedy <= metrics.three_bv);
        CHECK(clicks.greedy > 0 && clicks.human > 0);
    }
}

// Whether the check of a step stays within the bounds: clues over cells that are numbers.
bool is_within(const std::vector<std::vector<Cell>>& clues, std::int32_t mines, bool counts) {
    ConstraintSystem system;
    std::size_t num_cells = 0;
    for (const auto& cells : clues) num_cells = std::max<std::size_t>(num_cells, cells.back() + 1);
    system.reset(num_cells);
    for (Cell cell = 0; cell < num_cells; ++cell) system.mark_unknown(cell);
    std::vector<std::uint32_t> chosen;
    for (const auto& cells : clues) {
        chosen.push_back(static_cast<std::uint32_t>(chosen.size()));
        system.add(cells, mines, mines, 0);
    }
    return ClueOrder().arrange(system, chosen, counts);
}

void a_step_is_certified_up_to_200000_states_and_16_clues_begun() {
    std::vector<Cell> cells(499);
    std::iota(cells.begin(), cells.end(), Cell{0});
    // 500 numbers of mines placed, and as many that may be missing as there are mines, or none.
    CHECK(is_within({cells}, 399, true));
    CHECK(!is_within({cells}, 400, true));
    CHECK(is_within({cells}, 400, false));
    // A clue that shares a cell with each of the others: they are begun with it, but the first.
    for (Cell others = 12; others <= 20; ++others) {
        std::vector<std::vector<Cell>> clues(1);
        for (Cell cell = 0; cell < others; ++cell) {
            clues[0].push_back(cell);
            clues.push_back({cell, others + cell});
        }
        CHECK_EQ(is_within(clues, 0, false), others <= 16);
    }
}

}  // namespace

int main() {
    a_step_is_certified_up_to_200000_states_and_16_clues_begun();
    certificates_are_true_of_their_layouts();
    no_layout_with_a_lookalike_is_solved(5, 5, 7, FirstClick::any);
    no_layout_with_a_lookalike_is_solved(4, 7, 8, FirstClick::safe);
    no_layout_with_a_lookalike_is_solved(30, 16, 99, FirstClick::zero);
    no_layout_with_a_lookalike_is_solved(9, 1, 3, FirstClick::safe);
    three_bv_is_that_of_a_flood_and_no_zini_is_higher_than_needed();
}
