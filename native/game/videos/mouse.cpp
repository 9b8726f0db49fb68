#include "game/videos/mouse.h"

#include <algorithm>
#include <string>

#include "game/errors.h"
#include "game/words.h"

namespace sapper {

namespace {

Rules rules_of(int columns, int rows, std::vector<Cell>& mines, std::int64_t stated_mines) {
    if (columns < 1 || rows < 1 || columns > MAX_VIDEO_SIZE || rows > MAX_VIDEO_SIZE) {
        const std::string most = std::to_string(MAX_VIDEO_SIZE);
        throw NotationError("expected a grid of up to " + most + " by " + most + ", got " +
                            std::to_string(columns) + "x" + std::to_string(rows));
    }
    std::sort(mines.begin(), mines.end());
    const auto twin = std::adjacent_find(mines.begin(), mines.end());
    if (twin != mines.end()) {
        throw NotationError("expected each mine once, got two at " + format_cell(*twin, columns));
    }
    if (stated_mines != static_cast<std::int64_t>(mines.size())) {
        throw NotationError("expected " + counted(static_cast<std::size_t>(stated_mines), "mine") +
                            " on the board, found " + std::to_string(mines.size()));
    }
    return {columns, rows, stated_mines, FirstClick::any, GameKind::normal};
}

}  // namespace

Mouse::Mouse(int columns, int rows, std::vector<Cell> mines, std::int64_t stated_mines)
    : game_(rules_of(columns, rows, mines, stated_mines)), mines_(std::move(mines)) {
    game_.start(mines_);
}

void Mouse::press(Button button, std::optional<Cell> cell, std::int64_t time) {
    if (button == Button::left) {
        left_ = true;
    } else if (button == Button::right) {
        right_ = true;
        if (!left_ && cell) press_right(*cell, time);
    }
    if (button != Button::right && !(left_ && right_)) spent_ = false;
}

void Mouse::release(Button button, std::optional<Cell> cell, std::int64_t time) {
    const bool both = left_ && right_;
    const bool alone = button == Button::left && left_ && !right_ && !spent_;
    left_ = left_ && button != Button::left;
    right_ = right_ && button != Button::right;
    if (button == Button::middle || both) {
        spent_ = true;
        play(MoveKind::chord, cell, time);
    } else if (alone) {
        play(MoveKind::reveal, cell, time);
    }
    if (!left_ && !right_) spent_ = false;
}

void Mouse::press_right(Cell cell, std::int64_t time) {
    const auto asked = std::find(questions_.begin(), questions_.end(), cell);
    if (asked != questions_.end()) {
        questions_.erase(asked);
    } else if (shown(cell) == FLAGGED) {
        play(MoveKind::unflag, cell, time);
        if (marks_questions_) questions_.push_back(cell);
    } else {
        play(MoveKind::flag, cell, time);
    }
}

bool Mouse::can_chord(Cell cell) const {
    const auto& view = game_.view();
    const Padded at = game_.frame().to_padded(cell);
    int marked = 0, covered = 0;
    game_.frame().for_neighbours(at, [&](Padded next) {
        marked += view[next] == FLAGGED || view[next] == MINE_SHOWN;
        covered += view[next] == COVERED;
    });
    return is_clue(view[at]) && marked == view[at] && covered > 0;
}

void Mouse::play(MoveKind kind, std::optional<Cell> cell, std::int64_t time) {
    if (!cell || game_.outcome() != Outcome::playing) return;
    const Code code = shown(*cell);
    // What is not allowed changed nothing on the screen either.
    if (kind == MoveKind::chord) {
        if (!can_chord(*cell)) return;
        game_.chord(*cell);
    } else if (kind == MoveKind::unflag) {
        if (code != FLAGGED) return;
        game_.unflag(*cell);
    } else {
        if (code != COVERED) return;
        if (kind == MoveKind::flag) game_.flag(*cell);
        if (kind == MoveKind::reveal) game_.reveal(*cell);
    }
    moves_.push_back({kind, *cell, time});
}

std::optional<Cell> Mouse::cell_at(std::int64_t x, std::int64_t y, std::int64_t side) const {
    const Rules& rules = game_.rules();
    if (x < 0 || y < 0 || x >= rules.columns * side || y >= rules.rows * side) return std::nullopt;
    return static_cast<Cell>(y / side * rules.columns + x / side);
}

Video Mouse::video() const {
    Video video{game_.rules().columns, game_.rules().rows, mines_, moves_};
    const auto opens = [](const VideoMove& move) {
        return move.kind == MoveKind::reveal || move.kind == MoveKind::chord;
    };
    const auto first = std::find_if(moves_.begin(), moves_.end(), opens);
    const std::int64_t start = first == moves_.end() ? 0 : first->time;
    for (VideoMove& move : video.moves) move.time -= start;
    return video;
}

}  // namespace sapper
