// A game of any size with the interface of `BitGame`: `Game`, which is played elsewhere too.
#pragma once

#include <span>
#include <vector>

#include "env/bit_game.h"
#include "game/game.h"

namespace sapper {

class WideGame {
  public:
    explicit WideGame(const Rules& rules) : game_(rules) {}

    void set_cascade(bool cascades) { game_.set_cascade(cascades); }
    void start(std::uint64_t seed) {
        game_.start(seed);
        log_seen_ = 0;
    }
    void start(std::span<const Cell> mines) {
        game_.start(mines);
        log_seen_ = 0;
    }
    void lay_given(std::span<const Cell> mines) {
        std::vector<Padded> flagged;
        for (const Padded at : game_.log()) {
            if (game_.view()[at] == FLAGGED) flagged.push_back(at);
        }
        start(mines);
        for (const Padded at : flagged) {
            if (game_.view()[at] == COVERED) game_.flag_at(at);
        }
    }

    void reveal(Cell cell, const Shown& sight) {
        game_.reveal_at(padded(cell));
        show_changes(sight);
    }
    void toggle_flag(Cell cell, const Shown& sight) {
        if (is_flagged(cell)) {
            game_.unflag(cell);
        } else {
            game_.flag_at(padded(cell));
        }
        show_changes(sight);
    }
    bool is_covered(Cell cell) const { return game_.view()[padded(cell)] == COVERED; }
    bool is_flagged(Cell cell) const { return game_.view()[padded(cell)] == FLAGGED; }

    const Rules& rules() const { return game_.rules(); }
    std::uint64_t seed() const { return game_.seed(); }
    bool has_layout() const { return game_.has_layout(); }
    std::int64_t first_cell() const { return game_.first_cell(); }
    std::int64_t num_safe_left() const { return game_.num_safe_left(); }
    std::int64_t mines_hit() const { return game_.mines_hit(); }
    std::int64_t cells_revealed() const { return game_.cells_revealed(); }
    Outcome outcome() const { return game_.outcome(); }
    std::vector<Cell> mines() const { return game_.mines(); }

  private:
    Padded padded(Cell cell) const { return game_.frame().to_padded(cell); }
    void show_changes(const Shown& sight) {
        for (const auto& log = game_.log(); log_seen_ < log.size(); ++log_seen_) {
            const Padded at = log[log_seen_];
            sight.show(game_.frame().to_cell(at), game_.view()[at]);
        }
    }

    Game game_;
    std::size_t log_seen_ = 0;
};

}  // namespace sapper
