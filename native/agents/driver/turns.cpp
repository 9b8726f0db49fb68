#include "agents/driver/turns.h"

namespace sapper {

void TurnRecorder::start(std::size_t game) {
    rows_.clear();
    row_ = {};
    row_.game = static_cast<std::int64_t>(game);
    is_waiting_ = false;
}

Need TurnRecorder::advance(Driver& driver) {
    if (is_waiting_) write(driver);
    while (true) {
        look(driver);
        const Need need = driver.turn();
        is_waiting_ = need == Need::guess;
        if (need != Need::nothing) return need;
        write(driver);
    }
}

void TurnRecorder::look(const Driver& driver) {
    const Game& game = driver.game();
    nanoseconds_ = driver.nanoseconds();
    windows_ = driver.num_windows();
    row_.mines_left = game.rules().num_mines - game.num_flags() - game.mines_hit();
}

void TurnRecorder::write(const Driver& driver) {
    const auto guesser = static_cast<std::int64_t>(num_deducers_) + 1;
    const int part = driver.last_part();
    is_waiting_ = false;
    ++row_.turn;
    row_.part = part >= 0              ? part + 1
                : part == OPENER_TURN  ? 0
                : part == GUESSER_TURN ? guesser
                                       : guesser + 1;
    row_.nanoseconds = driver.nanoseconds() - nanoseconds_;
    row_.windows = driver.num_windows() - windows_;
    row_.cells_proven_safe = row_.cells_proven_mines = 0;
    for (const Proof& proof : driver.proofs().fresh()) {
        ++(proof.mark == Mark::mine ? row_.cells_proven_mines : row_.cells_proven_safe);
    }
    row_.cells_revealed = driver.game().cells_revealed();
    rows_.push_back(row_);
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
