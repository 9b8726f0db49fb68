// Boards that need no guess, and what a board is worth.
#include "boards/generator.h"
#include "wasm/buffers.h"

namespace sapper::wasm {

namespace {

void write_worth(const Metrics& metrics, const Grade& grade) {
    auto& out = buffers();
    out.add(metrics.three_bv);
    out.add(metrics.openings);
    out.add(metrics.islands);
    for (const std::uint32_t steps : grade.steps) out.add(steps);
}

}  // namespace

}  // namespace sapper::wasm

using namespace sapper;
using namespace sapper::wasm;

// Attempts number `from` and on of a run, until a board is solved with techniques up to
// `hardest` from the first cell, or `attempts` are made; the result says whether. Real =
// number of the attempt, game seed; whole = 3BV, openings, islands, steps by technique.
SAPPER_EXPORT(find_board)
int sapper_find_board(int columns, int rows, int num_mines, int first_click, Cell first,
                      std::uint64_t run_seed, std::uint64_t from, std::uint32_t attempts,
                      int hardest) {
    BoardOptions options;
    options.rules = make_rules(columns, rows, num_mines, first_click, 0);
    options.first = first;
    options.hardest = static_cast<Rung>(hardest);
    BoardGenerator generator(options);
    auto& out = buffers();
    out.clear();
    for (std::uint64_t i = from; i < from + attempts; ++i) {
        const auto board = generator.attempt(run_seed, i);
        if (!board) continue;
        out.real = {static_cast<double>(board->index), static_cast<double>(board->seed)};
        write_worth(board->metrics, board->grade);
        return 1;
    }
    return 0;
}

// Mines in. Whole = whether the board is solved from the first cell without a guess, 3BV,
// openings, islands, and the steps by technique as far as they go.
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
        is_solved = ladder.play(Rung::mine_count, certificate);
    }
    buffers().clear();
    buffers().add(is_solved);
    write_worth(metrics, certificate.grade());
}
