#include "boards/facts.h"

namespace sapper {

void Facts::start(const Game& game) {
    const Frame& frame = game.frame();
    if (blank_.size() != frame.padded_size() || stride_ != frame.stride) {
        stride_ = frame.stride;
        const int s = stride_;
        const int offsets[8] = {-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1};
        std::copy(offsets, offsets + 8, offsets_);
        blank_.assign(frame.padded_size(), 0);
        for (Cell cell = 0; cell < static_cast<Cell>(frame.columns * frame.rows); ++cell) {
            const Padded at = frame.to_padded(cell);
            for (int i = 0; i < 8; ++i) {
                blank_[at + static_cast<Padded>(offsets_[i])] |= Around{1} << OPPOSITE[i];
            }
        }
    }
    around_ = blank_;
    mines_.assign(frame.padded_size(), 0);
    is_known_.assign(frame.padded_size(), 0);
    seen_ = 0;
}

void Facts::update(const Game& game, CellQueue& work) {
    const std::vector<Padded>& log = game.log();
    for (; seen_ < log.size(); ++seen_) {
        const Padded at = log[seen_];
        const Code code = game.view()[at];
        if (!is_clue(code)) continue;  // a flag: settled when it was proven
        settle(game, at, false, work);
        if (code != 0) work.push(at);
    }
}

}  // namespace sapper
