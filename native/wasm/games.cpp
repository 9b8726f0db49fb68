// Layouts from seeds, and games played by a person.
#include <memory>

#include "game/formats.h"
#include "game/game.h"
#include "game/layouts.h"
#include "logic/belief/guess_answers.h"
#include "wasm/buffers.h"

namespace sapper::wasm {

namespace {

struct PersonsGame {
    Game game;
    Guessing guessing = Guessing::uniform;
};

Handles<std::unique_ptr<PersonsGame>>& games() {
    static Handles<std::unique_ptr<PersonsGame>> held;
    return held;
}

// Outcome, moves, flags, safe cells left, mines hit, first cell or -1, then a code per cell.
void write_game(const Game& game) {
    auto& out = buffers();
    out.clear();
    out.add(static_cast<std::int64_t>(game.outcome()));
    out.add(game.num_moves());
    out.add(game.num_flags());
    out.add(game.num_safe_left());
    out.add(game.mines_hit());
    out.add(game.first_cell());
    const Position position = game.position();
    out.whole.insert(out.whole.end(), position.cells.begin(), position.cells.end());
}

}  // namespace

}  // namespace sapper::wasm

using namespace sapper;
using namespace sapper::wasm;

// The seed of game number `index` of a run.
SAPPER_EXPORT(game_seed)
std::uint64_t sapper_game_seed(std::uint64_t run_seed, std::uint64_t index) {
    return game_seed(run_seed, index);
}

// Whole = the mines of the game with this seed and first cell, ascending.
SAPPER_EXPORT(layout)
void sapper_layout(int columns, int rows, int num_mines, int first_click, std::uint64_t seed,
                   std::int32_t first) {
    const auto mines =
        layout_mines(make_rules(columns, rows, num_mines, first_click, 0), seed, first);
    buffers().clear();
    buffers().whole.assign(mines.begin(), mines.end());
}

// A game of a seed; its number is the result. `guessing`: 0 uniform, 1 fair, 2 kind.
SAPPER_EXPORT(game_new)
int sapper_game_new(int columns, int rows, int num_mines, int first_click, int kind,
                    std::uint64_t seed, int guessing) {
    auto held = std::make_unique<PersonsGame>(
        PersonsGame{Game(make_rules(columns, rows, num_mines, first_click, kind)),
                    static_cast<Guessing>(guessing)});
    held->game.start(seed);
    return games().add(std::move(held));
}

// A game on given mines, which are the input.
SAPPER_EXPORT(game_on) int sapper_game_on(int columns, int rows, int kind) {
    const std::vector<Cell> mines = buffers().input_cells();
    auto held = std::make_unique<PersonsGame>(
        PersonsGame{Game(make_rules(columns, rows, static_cast<int>(mines.size()), 0, kind))});
    held->game.start(mines);
    return games().add(std::move(held));
}

SAPPER_EXPORT(game_drop) void sapper_game_drop(int handle) {
    games().drop(handle);
}

// The moves: 0 reveal, 1 flag, 2 unflag, 3 chord, 4 undo (of the last move), 5 look only.
// Whole = the game afterwards.
SAPPER_EXPORT(game_move) void sapper_game_move(int handle, int move, Cell cell) {
    auto& [game, guessing] = games().get(handle);
    if (move == 0 || move == 3) answer_guess(game, guessing, move == 3, cell);
    if (move == 0) game.reveal(cell);
    if (move == 1) game.flag(cell);
    if (move == 2) game.unflag(cell);
    if (move == 3) game.chord(cell);
    if (move == 4) game.undo();
    write_game(game);
}

// Whole = the mines, if the first reveal has laid them.
SAPPER_EXPORT(game_mines) void sapper_game_mines(int handle) {
    const auto mines = games().get(handle).game.mines();
    buffers().clear();
    buffers().whole.assign(mines.begin(), mines.end());
}
