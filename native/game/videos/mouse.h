// Games recorded by other programs: from what a mouse did to moves.
//
// The mouse of those programs: a left click reveals where it is released; a right press sets a
// flag or takes it away, with question marks between them where the program has those; releasing
// one of two pressed buttons, or the middle one, chords. What changes nothing (a chord without
// its flags, a click on a revealed cell) is no move.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "game/game.h"
#include "game/move_kind.h"

namespace sapper {

struct VideoMove {
    MoveKind kind;
    Cell cell;
    std::int64_t time;  // milliseconds from the first reveal
};

// A game that was recorded: its board and its moves.
struct Video {
    int columns = 0;
    int rows = 0;
    std::vector<Cell> mines;
    std::vector<VideoMove> moves;
};

enum class Button : std::uint8_t { left, right, middle };

// Columns or rows of a recording that is believed.
inline constexpr int MAX_VIDEO_SIZE = 1000;

class Mouse {
  public:
    // Over a board. Throws NotationError where no game has such a one.
    Mouse(int columns, int rows, std::vector<Cell> mines, std::int64_t stated_mines);

    // Right presses go through question marks.
    void use_question_marks() { marks_questions_ = true; }
    // No cell is outside of the grid.
    void press(Button button, std::optional<Cell> cell, std::int64_t time);
    void release(Button button, std::optional<Cell> cell, std::int64_t time);
    // Sets a flag of which only the result was recorded.
    void flag_before(std::optional<Cell> cell, std::int64_t time) {
        play(MoveKind::flag, cell, time);
    }

    const Game& game() const { return game_; }
    Code shown(Cell cell) const { return game_.view()[game_.frame().to_padded(cell)]; }
    // The cell at a place in pixels, if there is one.
    std::optional<Cell> cell_at(std::int64_t x, std::int64_t y, std::int64_t side) const;
    Video video() const;

  private:
    void press_right(Cell cell, std::int64_t time);
    void play(MoveKind kind, std::optional<Cell> cell, std::int64_t time);
    bool can_chord(Cell cell) const;

    Game game_;
    std::vector<Cell> mines_;
    std::vector<VideoMove> moves_;
    std::vector<Cell> questions_;
    bool marks_questions_ = false;
    bool left_ = false;
    bool right_ = false;
    bool spent_ = false;  // a chord was made; the other button's release means nothing
};

// RMV, versions 1 and 2. Throws NotationError.
Video parse_rmv(std::string_view bytes);

}  // namespace sapper
