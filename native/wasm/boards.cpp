// Boards that need no guess, and what a board is worth.
#include "boards/generator.h"
#include "game/json.h"
#include "wasm/buffers.h"

namespace sapper::wasm {

namespace {

// 3BV, openings, islands, the steps of each technique, the hardest and the board's title.
void write_worth(JsonWriter& out, const Metrics& metrics, const Grade& grade) {
    out.field("three_bv", metrics.three_bv);
    out.field("openings", metrics.openings);
    out.field("islands", metrics.islands);
    out.key("steps");
    out.open('{');
    for (std::size_t i = 0; i < NUM_TECHNIQUES; ++i) out.field(LADDER[i].name, grade.steps[i]);
    out.close('}');
    out.field("hardest", name_of(grade.hardest()));
    out.field("title", info_of(grade.hardest()).title);
}

}  // namespace

}  // namespace sapper::wasm

using namespace sapper;
using namespace sapper::wasm;

// Attempts number `from` and on of a run, until a board is solved with techniques up to
// `hardest` from the first cell, or `attempts` are made; the result says whether. Text =
// number of the attempt, game seed (as text: it has 64 bits) and what the board is worth.
SAPPER_EXPORT(find_board)
int sapper_find_board(int columns, int rows, int num_mines, int first_click, Cell first,
                      std::uint64_t run_seed, std::uint64_t from, std::uint32_t attempts,
                      int hardest) {
    BoardOptions options;
    options.rules = make_rules(columns, rows, num_mines, first_click, 0);
    options.first = first;
    options.hardest = static_cast<Technique>(hardest);
    BoardGenerator generator(options);
    auto& out = buffers();
    out.clear();
    for (std::uint64_t i = from; i < from + attempts; ++i) {
        const auto board = generator.attempt(run_seed, i);
        if (!board) continue;
        JsonWriter found(columns);
        found.open('{');
        found.field("index", board->index);
        found.field("seed", std::to_string(board->seed));
        write_worth(found, board->metrics, board->grade);
        found.close('}');
        out.text = found.take();
        return 1;
    }
    return 0;
}

// Mines in. Text = whether the board is solved from the first cell without a guess, and
// what it is worth; steps as far as they go.
SAPPER_EXPORT(grade_board) void sapper_grade_board(int columns, int rows, Cell first) {
    const std::vector<Cell> mines = buffers().input_cells();
    Game game(make_rules(columns, rows, static_cast<int>(mines.size()), 0, 0));
    game.start(mines);
    std::vector<std::uint8_t> is_mine(game.frame().padded_size());
    for (const Cell mine : mines) is_mine[game.frame().to_padded(mine)] = 1;
    const Metrics metrics = BoardMeter(game.frame()).measure(is_mine);
    game.reveal(first);
    Certificate certificate;
    bool is_solved = game.outcome() == Outcome::won;
    if (game.outcome() == Outcome::playing) {
        Ladder ladder;
        ladder.start(game);
        is_solved = ladder.play(Technique::mine_count, certificate);
    }
    JsonWriter found(columns);
    found.open('{');
    found.field("needs_no_guess", is_solved);
    write_worth(found, metrics, certificate.grade());
    found.close('}');
    buffers().clear();
    buffers().text = found.take();
}
