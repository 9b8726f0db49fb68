#include "boards/live_components.h"

namespace sapper {

void LiveComponents::start(const Game& game) {
    const Frame& frame = game.frame();
    if (cell_of_.size() == frame.padded_size()) return;
    cell_of_.assign(frame.padded_size(), 0);
    met_.assign(frame.padded_size(), 0);
    gathering_ = 0;
    for (Cell cell = 0; cell < static_cast<Cell>(game.rules().num_cells()); ++cell) {
        cell_of_[frame.to_padded(cell)] = cell;
    }
}

void LiveComponents::gather(const Game& game, const Facts& facts, std::span<const Padded> clues) {
    system.reset(static_cast<std::size_t>(game.rules().num_cells()));
    if (++gathering_ == 0) {  // the stamps have gone round
        std::fill(met_.begin(), met_.end(), 0);
        gathering_ = 1;
    }
    queue_.clear();
    for (const Padded clue : clues) {
        if (facts.around(clue) == 0 || met_[clue] == gathering_) continue;
        met_[clue] = gathering_;
        queue_.push_back(clue);
    }
    for (std::size_t next = 0; next < queue_.size(); ++next) add(game, facts, queue_[next]);
}

// Adds the constraint of one clue and puts the clues that share a cell with it in the queue.
void LiveComponents::add(const Game& game, const Facts& facts, Padded clue) {
    Cell unknown[8];
    std::uint32_t count = 0;
    facts.for_cells(clue, facts.around(clue), [&](Padded at) {
        unknown[count++] = cell_of_[at];
        if (met_[at] == gathering_) return;
        met_[at] = gathering_;
        system.mark_unknown(cell_of_[at]);
        game.frame().for_neighbours(at, [&](Padded other) {
            if (static_cast<Code>(game.view()[other] - 1) >= 8 || met_[other] == gathering_) return;
            met_[other] = gathering_;
            queue_.push_back(other);
        });
    });
    const int missing = facts.missing(game, clue);
    system.add({unknown, count}, missing, missing, cell_of_[clue]);
}

}  // namespace sapper
