// A running game: the layout, what the player sees, and the log of what changed.
//
// `log()` lists every cell that changed, in order. Deducers read it from where
// they stopped, so that their work is incremental, and undo walks it backwards:
// a cell that shows a clue, a mine or a flag was covered before, and a covered
// one in the log was flagged.
#pragma once

#include <span>
#include <vector>

#include "game/frame.h"
#include "game/layouts.h"
#include "game/position.h"
#include "game/rules.h"

namespace sapper {

class Game {
  public:
    explicit Game(const Rules& rules);

    // Begin a new game whose layout follows from the seed and the first cell.
    void start(std::uint64_t seed);
    // Begin a new game on given mines.
    void start(std::span<const Cell> mines);

    // Lay the mines as the reveal of this first cell would; nothing where they are laid.
    void lay_for(Padded first);
    // Other mines that fit all that is shown, 1 where a mine is, a byte per cell. Undo of the
    // move that comes next brings the old ones back.
    void exchange_layout(std::span<const std::uint8_t> is_mine);
    // The mines were given, not laid by a first reveal.
    bool is_given_layout() const { return given_layout_; }

    // Whether a zero opens its neighbours; for games played without it.
    void set_cascade(bool cascades) { cascades_ = cascades; }

    // The moves. Each throws IllegalMoveError where the position does not allow it.
    void reveal(Cell cell);
    void flag(Cell cell);
    void unflag(Cell cell);
    void chord(Cell cell);
    // Take back the last move; throws IllegalMoveError if there is none.
    void undo();
    // The player gives up without a move left that he may make.
    void give_up() { stuck_ = true; }
    // The player has no move left and a flag on a safe cell: the game is lost.
    void resign() { resigned_ = true; }

    // As the moves, for callers that know the cell is covered: no checks.
    void reveal_at(Padded at);
    void flag_at(Padded at);

    const Rules& rules() const { return rules_; }
    const Frame& frame() const { return frame_; }
    std::uint64_t seed() const { return seed_; }
    bool has_layout() const { return has_layout_; }
    Outcome outcome() const;
    std::int64_t num_moves() const { return static_cast<std::int64_t>(marks_.size()); }
    std::int64_t num_flags() const { return num_flags_; }
    std::int64_t num_covered() const { return num_covered_; }  // flagged ones not counted
    std::int64_t num_safe_left() const { return num_safe_left_; }
    std::int64_t mines_hit() const { return mines_hit_; }
    std::int64_t mines_flagged() const;
    std::int64_t cells_revealed() const {
        return rules_.num_cells() - rules_.num_mines - num_safe_left_;
    }
    std::int64_t first_cell() const { return first_cell_; }  // -1 before the first reveal

    const std::vector<Code>& view() const { return view_; }  // padded codes
    const std::vector<Padded>& log() const { return log_; }
    const std::vector<std::size_t>& marks() const { return marks_; }  // log length before each move
    bool is_mine_at(Padded at) const { return mines_[at] != 0; }
    const std::vector<std::uint8_t>& mine_map() const { return mines_; }  // padded, 0 or 1
    Position position() const;
    void copy_position(Code* out) const;
    std::vector<Cell> mines() const;

  private:
    void prepare();
    void cascade(std::size_t from);
    bool show(Padded at);
    void take_exchange_back();
    void check_on(Cell cell) const;
    void check_playing() const;

    Rules rules_;
    Frame frame_;
    MineLayer layer_;
    std::vector<Code> blank_;  // the view of a game not begun
    std::vector<std::uint8_t> mines_;
    std::vector<Code> view_;
    std::vector<Padded> log_;
    std::vector<std::size_t> marks_;
    struct Exchange {
        std::size_t num_moves;
        std::vector<std::uint8_t> mines;  // those before it
    };
    std::vector<Exchange> exchanges_;
    std::uint64_t seed_ = 0;
    std::int64_t first_cell_ = -1;
    std::int64_t num_flags_ = 0;
    std::int64_t num_covered_ = 0;
    std::int64_t num_safe_left_ = 0;
    std::int64_t mines_hit_ = 0;
    bool cascades_ = true;
    bool given_layout_ = false;
    bool has_layout_ = false;
    bool stuck_ = false;
    bool resigned_ = false;
};

}  // namespace sapper
