// What the core advises, as JSON: reasons, hints, and the review of a game.
#include "advice/advice_json.h"
#include "game/formats.h"
#include "wasm/beliefs.h"

namespace sapper::wasm {

namespace {

Judgement judge_next(const Game& game, MoveKind kind, Cell cell, std::optional<Cell> near) {
    const Position before = game.position();
    return judge(before.view(), kind, cell, game.first_cell() < 0, game.rules().kind, near);
}

void play(Game& game, MoveKind kind, Cell cell) {
    switch (kind) {
        case MoveKind::reveal:
            return game.reveal(cell);
        case MoveKind::flag:
            return game.flag(cell);
        case MoveKind::unflag:
            return game.unflag(cell);
        case MoveKind::chord:
            return game.chord(cell);
    }
}

}  // namespace

}  // namespace sapper::wasm

using namespace sapper;
using namespace sapper::wasm;

// Codes in, text = a list of the reason of the wanted cell, or with -1 of every proven one.
SAPPER_EXPORT(reasons)
void sapper_reasons(int columns, int rows, int num_mines, std::int32_t options, double max_states,
                    std::int32_t wanted) {
    const PositionView position = input_position(columns, rows, num_mines);
    Belief& held = look_at(position, options, max_states);
    ReasonFinder finder;
    look_at(finder, held, {});
    Teller teller(position, held.options().trust_flags);
    JsonWriter out(columns);
    out.open('[');
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        if (wanted >= 0 && cell != static_cast<Cell>(wanted)) continue;
        const Mark mark = finder.mark(cell);
        if (mark != Mark::safe && mark != Mark::mine) continue;
        write(out, finder.find(cell), teller, true);
    }
    out.close(']');
    buffers().text = out.take();
}

// Codes in, text = the hint, or null where no cell is covered. `near` is a cell or -1.
SAPPER_EXPORT(hint)
void sapper_hint(int columns, int rows, int num_mines, std::int32_t options, double max_states,
                 std::int32_t near) {
    const PositionView position = input_position(columns, rows, num_mines);
    Belief& held = look_at(position, options, max_states);
    const auto found =
        find_hint(held, near < 0 ? std::nullopt : std::optional(static_cast<Cell>(near)));
    JsonWriter out(columns);
    Teller teller(position, held.options().trust_flags);
    if (found) {
        write(out, *found, teller, true);
    } else {
        out.null();
    }
    buffers().text = out.take();
}

// Numbers in: how many mines are given (-1 for those of the seed), the mines, then kind and
// cell of each move. Text = the moves judged, each with the position before it, and sums.
SAPPER_EXPORT(review)
void sapper_review(int columns, int rows, int num_mines, int first_click, int kind,
                   std::uint64_t seed) {
    const std::vector<Cell> input = buffers().input_cells();
    Game game(make_rules(columns, rows, num_mines, first_click, kind));
    const auto num_given = input.empty() ? -1 : static_cast<std::int32_t>(input[0]);
    const std::size_t from = 1 + static_cast<std::size_t>(std::max(num_given, 0));
    if (from > input.size()) throw NotationError("expected the mines of a board, then moves");
    if (num_given < 0) {
        game.start(seed);
    } else {
        game.start(std::vector<Cell>(input.begin() + 1,
                                     input.begin() + static_cast<std::ptrdiff_t>(from)));
    }
    ReviewSums sums;
    std::optional<Cell> near;
    JsonWriter out(columns);
    out.open('{');
    out.key("steps");
    out.open('[');
    for (std::size_t i = from; i + 1 < input.size(); i += 2) {
        const auto move = static_cast<MoveKind>(input[i]);
        const Cell cell = input[i + 1];
        const std::string before = format_position(game.position().view());
        Judgement judged = judge_next(game, move, cell, near);
        const std::int64_t hit = game.mines_hit();
        play(game, move, cell);
        judged.survived = game.mines_hit() == hit;
        sums.add(judged);
        near = cell;
        out.open('{');
        out.cell_field("cell", cell);
        out.field("before", before);
        write_fields(out, judged);
        out.close('}');
    }
    out.close(']');
    write_fields(out, sums);
    out.close('}');
    buffers().clear();
    buffers().text = out.take();
}
