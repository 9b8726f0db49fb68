// Positions: read, written, analysed, explained.
#include "game/formats.h"
#include "game/picture/picture.h"
#include "game/problems.h"
#include "game/videos/mouse.h"
#include "logic/belief/clue_chances.h"
#include "logic/count/exact_census.h"
#include "wasm/beliefs.h"
#include "wasm/census.h"

namespace sapper::wasm {

namespace {

void write_position(const Position& position) {
    auto& out = buffers();
    out.clear();
    out.add(position.columns);
    out.add(position.rows);
    out.add(position.num_mines);
    for (const Code code : position.cells) out.add(code);
}

}  // namespace

void write_census(const Engine& engine) {
    ExactCensus census;
    census.count(engine);
    auto& out = buffers();
    out.add(engine.frontier.sea);
    out.add(engine.mines_left);
    for (const SweepPart& part : engine.sweep.parts) {
        out.add(part.mines_low);
        out.add(part.mines_count);
        for (std::uint32_t m = 0; m < part.mines_count; ++m) {
            const auto count =
                census.placements(engine, part, part.mines_low + static_cast<std::int32_t>(m));
            out.add(static_cast<std::int64_t>(2 * count.size()));
            for (const std::uint64_t limb : count) {
                out.add(static_cast<std::int64_t>(limb & 0xffffffff));
                out.add(static_cast<std::int64_t>(limb >> 32));
            }
        }
    }
}

}  // namespace sapper::wasm

using namespace sapper;
using namespace sapper::wasm;

// Text in, whole = columns, rows, mines, then a code per cell.
SAPPER_EXPORT(parse_position) void sapper_parse_position() {
    const std::string text(buffers().input_text());
    write_position(parse_position(text));
}

SAPPER_EXPORT(parse_mine_text) void sapper_parse_mine_text() {
    const std::string text(buffers().input_text());
    write_position(parse_mine_text(text));
}

// Pixels in, four bytes each; whole = columns, rows, the usual number of mines or -1, a code per
// cell, then whether each is doubtful; real = left, top, width and height of the first cell; text
// = the look.
SAPPER_EXPORT(read_picture) void sapper_read_picture(int width, int height) {
    const ReadBoard board = read_picture({width, height, buffers().input});
    auto& out = buffers();
    out.clear();
    out.add(board.lattice.columns);
    out.add(board.lattice.rows);
    out.add(board.usual_mines);
    for (const Code code : board.cells) out.add(code);
    for (const std::uint8_t one : board.is_doubtful) out.add(one);
    out.real = {board.lattice.left, board.lattice.top, board.lattice.width, board.lattice.height};
    out.text = board.look;
}

// Bytes of an RMV recording in; whole = columns, rows, the number of mines and the mines, then
// kind, cell and milliseconds of each move.
SAPPER_EXPORT(parse_rmv) void sapper_parse_rmv() {
    const Video video = parse_rmv(buffers().input_text());
    auto& out = buffers();
    out.clear();
    out.add(video.columns);
    out.add(video.rows);
    out.add_cells(video.mines);
    for (const VideoMove& move : video.moves) {
        out.add(static_cast<std::int64_t>(move.kind));
        out.add(move.cell);
        out.add(move.time);
    }
}

// Bytes of an MBF board in, whole = columns, rows, then the number of mines and the mines.
SAPPER_EXPORT(parse_mbf) void sapper_parse_mbf() {
    const LayoutData layout = parse_mbf(buffers().input_text());
    auto& out = buffers();
    out.clear();
    out.add(layout.columns);
    out.add(layout.rows);
    out.add_cells(layout.mines);
}

// Mines in, text = the bytes of an MBF board.
SAPPER_EXPORT(format_mbf) void sapper_format_mbf(int columns, int rows) {
    const std::vector<Cell> mines = buffers().input_cells();
    const std::string bytes = format_mbf({columns, rows, mines});
    auto& out = buffers();
    out.clear();
    for (const char byte : bytes) out.add(static_cast<unsigned char>(byte));
}

// Codes in, text = the position in notation.
SAPPER_EXPORT(format_position) void sapper_format_position(int columns, int rows, int num_mines) {
    const std::string text = format_position(input_position(columns, rows, num_mines));
    buffers().clear();
    buffers().text = text;
}

// Codes in, whole = kind, cell, shown, limit of each problem.
SAPPER_EXPORT(problems) void sapper_problems(int columns, int rows, int num_mines) {
    const auto problems = find_problems(input_position(columns, rows, num_mines));
    auto& out = buffers();
    out.clear();
    for (const auto& problem : problems) {
        out.add(static_cast<std::int64_t>(problem.kind));
        out.add(problem.cell);
        out.add(problem.shown);
        out.add(problem.limit);
    }
}

// Codes in, whole = safe cells, mines; real = log of the placements, then a risk per cell.
SAPPER_EXPORT(analyse)
void sapper_analyse(int columns, int rows, int num_mines, std::int32_t options, double max_states) {
    const PositionView position = input_position(columns, rows, num_mines);
    Belief& held = look_at(position, options, max_states);
    write_analysis(held, position, options);
}

// Codes in, real = for every cell the chance of each clue 0 to 8; what is missing to 1 is
// its risk. Zeros where a cell is revealed or a mine.
SAPPER_EXPORT(clue_table)
void sapper_clue_table(int columns, int rows, int num_mines, std::int32_t options,
                       double max_states) {
    static ClueChances chances;
    const PositionView position = input_position(columns, rows, num_mines);
    Belief& held = look_at(position, options, max_states);
    chances.look_at(held);
    auto& out = buffers();
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        const auto& found = chances.of(held.frame().to_padded(cell));
        out.real.insert(out.real.end(), found.begin(), found.end());
    }
}

// Codes in: what if a covered cell showed 0, 1, … 8? Real = the chance of each clue; whole
// = for each clue that it may show: the clue, whether one layout is left, and the cells
// that would then be proven safe.
SAPPER_EXPORT(what_ifs)
void sapper_what_ifs(int columns, int rows, int num_mines, std::int32_t options, double max_states,
                     Cell cell) {
    const PositionView position = input_position(columns, rows, num_mines);
    if (cell >= position.cells.size()) throw Error("expected a cell of the grid");
    Belief& held = look_at(position, options, max_states);
    auto& out = buffers();
    out.real.assign(9, 0.0);
    std::vector<Cell> safe;
    for (Code clue = 0; clue <= 8; ++clue) {
        if (held.assume(cell, clue) != EngineStatus::solved) continue;
        out.real[clue] = held.chance_of_last();
        safe.clear();
        for (Cell other = 0; other < position.cells.size(); ++other) {
            if (held.mark(other) == Mark::safe) safe.push_back(other);
        }
        out.add(clue);
        out.add(held.log_placements() == 0.0);
        out.add_cells(safe);
        held.take_back();
    }
}

// Codes in; census.h says what comes out.
SAPPER_EXPORT(census)
void sapper_census(int columns, int rows, int num_mines, std::int32_t options, double max_states) {
    const PositionView position = input_position(columns, rows, num_mines);
    write_census(look_at(position, options, max_states).engine());
}
