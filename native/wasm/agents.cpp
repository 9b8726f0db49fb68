// Agents: one game turn by turn, or many games as rows.
#include <memory>

#include "agents/driver/driver.h"
#include "agents/driver/play.h"
#include "wasm/agent_text.h"
#include "wasm/buffers.h"

namespace sapper::wasm {

namespace {

Handles<std::unique_ptr<Driver>>& drivers() {
    static Handles<std::unique_ptr<Driver>> held;
    return held;
}

void write_moves(const Game& game, std::size_t from) {
    auto& out = buffers();
    const auto& marks = game.marks();
    out.add(static_cast<std::int64_t>(marks.size() - from));
    for (std::size_t i = from; i < marks.size(); ++i) {
        const Padded at = game.log()[marks[i]];
        out.add(game.view()[at] == FLAGGED);
        out.add(game.frame().to_cell(at));
    }
}

void write_proofs(const Driver& driver) {
    auto& out = buffers();
    const Proofs& proofs = driver.proofs();
    const Frame& frame = driver.game().frame();
    out.add(static_cast<std::int64_t>(proofs.fresh().size()));
    std::uint32_t from = 0;
    for (const Proof& proof : proofs.fresh()) {
        out.add(frame.to_cell(proof.at));
        out.add(proof.mark == Mark::mine);
        out.add(proof.clues_end - from);
        for (; from < proof.clues_end; ++from) out.add(frame.to_cell(proofs.clues()[from]));
    }
}

void write_window(const Driver& driver) {
    auto& out = buffers();
    const auto window = driver.last_window();
    out.add(window.has_value());
    if (!window) return;
    for (const int number : {window->column, window->row, window->columns, window->rows}) {
        out.add(number);
    }
}

void write_row(const Row& row) {
    auto& out = buffers();
    for (const RowColumn& column : ROW_COLUMNS) {
        if (column.name == UNSTEADY_COLUMN) continue;
        out.real.push_back(static_cast<double>(column.value(row)));
    }
    for (const std::int64_t count : row.proven) out.real.push_back(static_cast<double>(count));
}

}  // namespace

}  // namespace sapper::wasm

using namespace sapper;
using namespace sapper::wasm;

// The agent's text in; the result is the number of its game.
SAPPER_EXPORT(watch_new)
int sapper_watch_new(int columns, int rows, int num_mines, int first_click, int kind,
                     std::uint64_t seed, std::uint64_t agent_seed) {
    const AgentSpec spec = parse_agent(buffers().input_text());
    auto driver =
        std::make_unique<Driver>(make_rules(columns, rows, num_mines, first_click, kind), spec);
    driver->name_clues();
    driver->start(seed, agent_seed);
    return drivers().add(std::move(driver));
}

// Begin again on given mines, which are the input.
SAPPER_EXPORT(watch_on)
void sapper_watch_on(int handle, std::uint64_t seed, std::uint64_t agent_seed) {
    drivers().get(handle).start(buffers().input_cells(), seed, agent_seed);
}

SAPPER_EXPORT(watch_drop) void sapper_watch_drop(int handle) {
    drivers().drop(handle);
}

// One turn; 0 if the game was over. Whole = part, cell or -1, outcome, whether there was a
// window and if so its column, row, columns and rows, the moves (is_flag, cell), the
// proofs (cell, is_mine, clues), then a code per cell.
SAPPER_EXPORT(watch_turn) int sapper_watch_turn(int handle) {
    Driver& driver = drivers().get(handle);
    const auto num_moves = static_cast<std::size_t>(driver.game().num_moves());
    const Need need = driver.turn();
    auto& out = buffers();
    out.clear();
    if (need != Need::nothing) return 0;
    out.add(driver.last_part());
    out.add(driver.last_cell());
    out.add(static_cast<std::int64_t>(driver.game().outcome()));
    write_window(driver);
    write_moves(driver.game(), num_moves);
    write_proofs(driver);
    const Position position = driver.game().position();
    out.whole.insert(out.whole.end(), position.cells.begin(), position.cells.end());
    return 1;
}

// The agent's text in. Real = a row per game of a run, from game number `first` on:
// `ROW_COLUMNS` without the time, and the cells that each deducer proved.
SAPPER_EXPORT(play_rows)
void sapper_play_rows(int columns, int rows, int num_mines, int first_click, int kind,
                      std::uint64_t run_seed, std::uint64_t first, std::uint32_t count,
                      std::uint64_t agent_seed) {
    const AgentSpec spec = parse_agent(buffers().input_text());
    std::vector<std::uint64_t> seeds;
    for (std::uint32_t i = 0; i < count; ++i) seeds.push_back(game_seed(run_seed, first + i));
    const auto played = play_rows(make_rules(columns, rows, num_mines, first_click, kind), spec,
                                  seeds, agent_seed, true);
    buffers().clear();
    for (const Row& row : played) write_row(row);
}
