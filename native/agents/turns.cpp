#include "agents/turns.h"

#include "game/errors.h"

namespace sapper {

namespace {

// Makes one turn and writes it down; false when the game was over.
bool record_turn(Driver& driver, TurnRow& row) {
    const Game& game = driver.game();
    const std::int64_t nanoseconds = driver.nanoseconds();
    const std::int64_t windows = driver.num_windows();
    row.mines_left = game.rules().num_mines - game.num_flags() - game.mines_hit();
    const Need need = driver.turn();
    if (need == Need::over) return false;
    if (need == Need::guess) throw Error("expected a native guesser to record turns with");
    ++row.turn;
    row.part = driver.last_part();
    row.nanoseconds = driver.nanoseconds() - nanoseconds;
    row.windows = driver.num_windows() - windows;
    row.safe_proven = row.mines_proven = 0;
    for (const Proof& proof : driver.proofs().fresh()) {
        ++(proof.mark == Mark::mine ? row.mines_proven : row.safe_proven);
    }
    row.cells_revealed = game.cells_revealed();
    return true;
}

}  // namespace

std::vector<TurnRow> play_turns(const Rules& rules, const AgentSpec& spec,
                                std::span<const std::uint64_t> game_seeds, std::uint64_t agent_seed,
                                bool check_deductions) {
    Driver driver(rules, spec, check_deductions);
    std::vector<TurnRow> rows;
    for (std::size_t game = 0; game < game_seeds.size(); ++game) {
        driver.start(game_seeds[game], agent_seed);
        TurnRow row;
        row.game = static_cast<std::int64_t>(game);
        while (record_turn(driver, row)) rows.push_back(row);
    }
    return rows;
}

void deduce_all(Deducer& deducer, const PositionView& position, Proofs& proofs) {
    const Frame frame(position.columns, position.rows);
    std::vector<Code> view(frame.padded_size(), EDGE);
    std::vector<Padded> changed;
    std::int64_t num_covered = 0;
    for (Cell cell = 0; cell < position.cells.size(); ++cell) view[frame.to_padded(cell)] = COVERED;
    const auto num_cells = static_cast<std::int64_t>(position.cells.size());
    deducer.start({frame, view, position.num_mines, num_cells});
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        const Padded at = frame.to_padded(cell);
        view[at] = position.cells[cell];
        if (view[at] == COVERED) {
            ++num_covered;
        } else {
            changed.push_back(at);
        }
    }
    proofs.start(view.size());
    std::size_t before = 0;
    do {
        before = proofs.fresh().size();
        deducer.deduce({frame, view, position.num_mines, num_covered}, changed, proofs);
        changed.clear();
    } while (proofs.fresh().size() > before);
}

}  // namespace sapper
