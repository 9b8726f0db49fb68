// Many games side by side, each played by a group of threads that holds its rows: on an
// accelerator (`LaneRows`), or one after another on the processor (`BitRows`), which tests it.
//
// Episodes are those of `VectorGames`: the same seeds, rules, rewards, masks and ends.
// A game lies in arrays between two launches; what is seen is written where it changed.
#pragma once

#include <cstdint>

#include "env/episodes.h"
#include "env/game_in_bits.h"

namespace sapper {

// A game as it stands, but for its bits.
struct GroupRecord {
    std::uint64_t run_seed;
    std::uint64_t episode;  // the number of the next one
    std::uint64_t game_seed;
    std::uint64_t first_drawn;  // layouts are drawn ahead from this episode on; NONE: none are
    std::int64_t num_mines;
    std::int64_t steps;  // those that were not allowed included
    std::int32_t first_cell, num_covered, num_safe_left, mines_hit;
    std::uint32_t num_ended, num_won;  // episodes since the games were made
    std::uint8_t has_layout, is_over, is_cut, unused[5];

    static constexpr std::uint64_t NONE = ~std::uint64_t{0};
};

// The arrays of all games, one game after another.
struct GroupArrays {
    GroupRecord* records;
    std::uint32_t* bits;   // mines, opened cells, flags: a word a row each
    std::uint32_t* drawn;  // layouts drawn ahead, as many as rows, and a word that is read over
    std::uint16_t* spare;  // and the cells that take places, `MOST_SPARE` each
    const std::uint64_t* seeds;  // games that are played in turn, if there are any
    std::uint64_t num_seeds;
    Code* cells;            // num_cells each
    std::uint8_t* allowed;  // num_actions each
    float* rewards;
    std::uint8_t* is_over;
    std::uint8_t* is_cut;
    std::uint8_t* is_illegal;
    std::uint64_t* game_seeds;
    std::int64_t* num_mines;
    std::int64_t* safe_left;
    std::int64_t* outcomes;
};

// The random word of one game's step, for actions that are drawn.
inline std::uint64_t action_word(std::uint64_t seed, std::uint64_t game, std::uint64_t step) {
    return mix(agent_stream(seed, game) + (step + 1) * GOLDEN_GAMMA);
}

template <class Rows>
class GroupGame {
  public:
    GroupGame(const Rules& rules, const EpisodeOptions& options, const GroupArrays& arrays,
              std::size_t number)
        : rules_(rules),
          options_(options),
          arrays_(arrays),
          number_(number),
          num_cells_(static_cast<std::size_t>(rules.num_cells())),
          num_actions_(num_cells_ * (options.flags ? 2 : 1)),
          game_(rules) {}

    // Take the game from its arrays, and put it back.
    void load() {
        own_ = arrays_.records[number_];
        game_ = make(own_.num_mines);
        Bits bits;
        Rows::each_row([&](int row) {
            bits.mines[row] = word(0, row);
            bits.opened[row] = word(1, row);
            if (options_.flags) bits.flags[row] = word(2, row);
        });
        game_.restore(bits, {own_.game_seed, own_.first_cell, own_.num_covered, own_.num_safe_left,
                             own_.mines_hit, own_.has_layout != 0});
    }
    void save() {
        const auto& facts = game_.facts();
        own_.game_seed = facts.seed;
        own_.first_cell = facts.first_cell;
        own_.num_covered = facts.num_covered;
        own_.num_safe_left = facts.num_safe_left;
        own_.mines_hit = facts.mines_hit;
        own_.has_layout = facts.has_layout;
        Rows::once([&] { arrays_.records[number_] = own_; });
        const auto& bits = game_.bits();
        Rows::each_row([&](int row) {
            word(0, row) = bits.mines[row];
            word(1, row) = bits.opened[row];
            if (options_.flags) word(2, row) = bits.flags[row];
        });
    }

    // Begin the first game of a run; the next one of the run.
    template <class Scratch>
    void seed(std::uint64_t run_seed, Scratch& scratch) {
        own_.run_seed = run_seed;
        own_.episode = 0;
        own_.first_drawn = GroupRecord::NONE;
        reset(scratch);
    }
    template <class Scratch>
    void reset(Scratch& scratch) {
        begin(scratch);
        show(0.0, false);
    }

    // Take a step; of many in a row only the last shows more than cells and actions.
    template <class Scratch>
    void step(std::int64_t action, Scratch& scratch, bool is_last = true) {
        const StepKind kind = kind_of_step(game_, options_, own_.is_over, own_.is_cut, action);
        if (kind == StepKind::begin) {
            begin(scratch);
            if (is_last) show(0.0, false);
            return;
        }
        const bool was_at_end = own_.is_over || own_.is_cut;
        ++own_.steps;
        const double reward = kind == StepKind::move ? move(action) : -options_.penalty;
        own_.is_over = has_ended(game_, options_);
        own_.is_cut = options_.most_steps > 0 && own_.steps >= options_.most_steps;
        const bool is_at_end = own_.is_over || own_.is_cut;
        if (is_at_end && !was_at_end) {
            ++own_.num_ended;
            own_.num_won += own_.is_over && outcome_of(game_, options_) == Outcome::won;
        }
        const bool begins = is_at_end && options_.autoreset == Autoreset::same_step;
        // Once a game is over any action will do: a mask without an action cannot be drawn from.
        if (own_.is_over && !begins) {
            Rows::wait();
            Rows::fill(arrays_.allowed + number_ * num_actions_, 1, num_actions_);
        }
        if (is_last) show(reward, kind == StepKind::refuse && !begins);
        if (begins) begin(scratch);
    }

    // An allowed action by a random word, as `VectorGames::sample` draws it.
    std::int64_t sample(std::uint64_t word) const {
        const Rows reveals = allowed(false);
        const auto count = static_cast<std::uint64_t>(reveals.count());
        Rows flags;
        std::uint64_t all = count;
        if (options_.flags) {
            flags = allowed(true);
            all += static_cast<std::uint64_t>(flags.count());
        }
        if (all == 0) return 0;
        const std::uint64_t before = Random(word).below(all);
        const bool is_flag = before >= count;
        const Place at = (is_flag ? flags : reveals)
                             .find(static_cast<std::uint32_t>(is_flag ? before - count : before));
        return action_at(at.row, at.column, is_flag);
    }
    // The allowed action of the largest value in a table of all actions; the first of equals.
    std::int64_t choose(const float* values) const {
        const Rows reveals = allowed(false), flags = allowed(true);
        const auto best_of = [&](std::uint32_t word, int row, bool is_flag) {
            std::uint64_t best = 0;
            for (; word != 0; word &= word - 1) {
                const std::int64_t action = action_at(row, std::countr_zero(word), is_flag);
                const std::uint64_t key = key_of(values[action], action);
                best = key > best ? key : best;
            }
            return best;
        };
        const std::uint64_t best = Rows::greatest([&](int row) {
            const std::uint64_t a = best_of(reveals[row], row, false);
            const std::uint64_t b = options_.flags ? best_of(flags[row], row, true) : 0;
            return a > b ? a : b;
        });
        return best == 0 ? 0 : static_cast<std::int64_t>(~static_cast<std::uint32_t>(best));
    }

  private:
    using Game = GameInBits<Rows>;
    using Bits = typename Game::Bits;

    std::uint32_t& word(std::size_t plane, int row) const {
        return arrays_.bits[(number_ * 3 + plane) * Rows::ROWS + static_cast<std::size_t>(row)];
    }
    Game make(std::int64_t num_mines) const {
        Rules rules = rules_;
        const bool can_be = num_mines >= 0 && num_mines <= rules_.num_cells();
        if (options_.most_mines > rules_.num_mines && can_be) rules.num_mines = num_mines;
        Game game(rules);
        game.set_cascade(options_.cascade);
        return game;
    }
    std::int64_t action_at(int row, int column, bool is_flag) const {
        return static_cast<std::int64_t>(game_.cell_at(row, column)) +
               (is_flag ? static_cast<std::int64_t>(num_cells_) : 0);
    }
    // A word that orders values as numbers, and equal ones by the action; never 0.
    static std::uint64_t key_of(float value, std::int64_t action) {
        const auto bits = std::bit_cast<std::uint32_t>(value + 0.0F);  // no negative zero
        const std::uint32_t ordered = bits >> 31 ? ~bits : bits | 0x80000000U;
        return std::uint64_t{ordered} << 32 | ~static_cast<std::uint32_t>(action);
    }
    Shown sight() const {
        std::uint8_t* allowed = arrays_.allowed + number_ * num_actions_;
        return {arrays_.cells + number_ * num_cells_, allowed,
                options_.flags ? allowed + num_cells_ : nullptr};
    }

    std::uint64_t seed_of(std::uint64_t episode) const {
        if (arrays_.num_seeds == 0) return game_seed(own_.run_seed, episode);
        const std::uint64_t n = arrays_.num_seeds;
        return arrays_.seeds[(own_.run_seed % n + episode) % n];
    }
    // Words of a layout drawn ahead, and where those of an episode lie.
    std::size_t num_words() const { return (num_cells_ + 31) / 32; }
    std::size_t slot(std::uint64_t episode) const {
        // No more than there are, whatever arrays from elsewhere say.
        return number_ * Rows::ROWS +
               static_cast<std::size_t>((episode - own_.first_drawn) % Rows::ROWS);
    }
    // Draw the layouts of the next episodes, one for each row.
    template <class Scratch>
    void draw_ahead(Scratch& scratch) {
        own_.first_drawn = own_.episode;
        Rows::each_row([&](int row) {
            const std::uint64_t episode = own_.episode + static_cast<std::uint64_t>(row);
            const std::uint64_t seed = seed_of(episode);
            const std::size_t at = slot(episode);
            for (std::size_t i = 0; i < num_words(); ++i) scratch[i] = 0;
            DrawAhead(draw_rules(rules_, options_, seed))
                .draw(seed, scratch, arrays_.spare + at * DrawAhead::MOST_SPARE);
            for (std::size_t i = 0; i < num_words(); ++i) {
                arrays_.drawn[at * num_words() + i] = scratch[i];
            }
        });
        Rows::wait();
    }

    // A game not begun.
    template <class Scratch>
    void begin(Scratch& scratch) {
        const bool none = own_.first_drawn == GroupRecord::NONE;
        if (none || own_.episode - own_.first_drawn >= Rows::ROWS) draw_ahead(scratch);
        const std::uint64_t seed = seed_of(own_.episode++);
        own_.num_mines = draw_rules(rules_, options_, seed).num_mines;
        game_ = make(own_.num_mines);
        game_.start(seed);
        own_.steps = 0;
        own_.is_over = own_.is_cut = 0;
        const Shown seen = sight();
        Rows::wait();
        Rows::fill(seen.cells, COVERED, num_cells_);
        Rows::fill(seen.allowed, 1, num_actions_);
        Rows::wait();
        if (is_crowded(game_.rules())) limit();
        show_game();
    }
    // Show which cells leave room for the mines, where the first is not yet open.
    void limit() {
        const Shown seen = sight();
        const Rows fits = allowed(false);
        Rows::each_row([&](int row) {
            for (int column = 0; row < rules_.rows && column < rules_.columns; ++column) {
                seen.allowed[game_.cell_at(row, column)] = fits[row] >> column & 1U;
            }
        });
        Rows::wait();
    }
    // Which cells may be revealed, or flagged.
    Rows allowed(bool flagging) const {
        if (own_.is_over) return game_.grid();
        const Bits& bits = game_.bits();
        const Rows closed = without(game_.grid(), bits.opened);
        if (flagging) return closed;
        const Rows covered = without(closed, bits.flags);
        const Rules& rules = game_.rules();
        if (game_.has_layout() || !is_crowded(rules)) return covered;
        return Rows::of([&](int row) {
            std::uint32_t fits = 0;
            for (int column = 0; row < rules.rows && column < rules.columns; ++column) {
                const bool fit = rules.num_mines <= rules.most_mines(game_.cell_at(row, column));
                fits |= std::uint32_t{fit} << column;
            }
            return fits & covered[row];
        });
    }

    double move(std::int64_t action) {
        const std::int64_t revealed = game_.cells_revealed(), hit = game_.mines_hit();
        const bool was_laid = game_.has_layout();
        const Action wanted = read_action(rules_, action);
        if (wanted.is_flag) {
            game_.toggle_flag(wanted.cell, sight());
        } else {
            if (!was_laid) lay(wanted.cell);
            game_.reveal(wanted.cell, sight());
        }
        if (!was_laid && is_crowded(game_.rules())) {
            Rows::wait();
            limit();
        }
        return reward_of(game_, options_, game_.cells_revealed() - revealed,
                         game_.mines_hit() - hit, 0.0);
    }
    void lay(Cell first) {
        const std::size_t at = slot(own_.episode - 1);
        game_.lay(first, DrawAhead(game_.rules()), arrays_.drawn + at * num_words(),
                  arrays_.spare + at * DrawAhead::MOST_SPARE);
    }

    void show(double reward, bool is_illegal) const {
        Rows::once([&] {
            arrays_.rewards[number_] = static_cast<float>(reward);
            arrays_.is_over[number_] = own_.is_over;
            arrays_.is_cut[number_] = own_.is_cut;
            arrays_.is_illegal[number_] = is_illegal;
            arrays_.safe_left[number_] = game_.num_safe_left();
            arrays_.outcomes[number_] = static_cast<std::int64_t>(outcome_of(game_, options_));
        });
    }
    // What changes with the game.
    void show_game() const {
        Rows::once([&] {
            arrays_.game_seeds[number_] = game_.seed();
            arrays_.num_mines[number_] = own_.num_mines;
            arrays_.safe_left[number_] = game_.num_safe_left();
            arrays_.outcomes[number_] = static_cast<std::int64_t>(Outcome::playing);
        });
    }

    const Rules& rules_;
    const EpisodeOptions& options_;
    const GroupArrays& arrays_;
    std::size_t number_, num_cells_, num_actions_;
    Game game_;
    GroupRecord own_{};
};

}  // namespace sapper
