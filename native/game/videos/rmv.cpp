// RMV, the replays of ViennaSweeper and of others that write its format, versions 1 and 2.
//
// Whole numbers are big-endian. A header with the sizes of sections, then the sections, of which
// the board, the flags set before the start, the properties and the events are of use here; last
// the events, what the mouse did and what the cells then showed. The latter is checked: what our
// game shows after the same mouse must be what was recorded. (Its makers' draft `rmv_spec`.)
#include <algorithm>
#include <array>
#include <string>

#include "game/errors.h"
#include "game/videos/mouse.h"

namespace sapper {

namespace {

constexpr std::int64_t SIDE = 16;                    // of a cell, in pixels, unless stated
constexpr std::int64_t LEFT_OF_BOARD = 12;           // of the window of version 1
constexpr std::int64_t ABOVE_BOARD = 56;             //
constexpr int FIRST_MOUSE = 1, LAST_MOUSE = 7;       // move; left, right, middle down and up
constexpr int NEW_STAMP = 0, SHORT_MOVE = 28;        // of version 1; of version 2
constexpr int FIRST_SHOWN = 9, LAST_SHOWN = 27;      // what a cell shows, but for the ends
constexpr int BLAST = 15, WIN = 16, OTHER_END = 17;  // ends of the game
constexpr int CLUE_0 = 18, CLUE_8 = 26;              // a cell shows a clue

class Bytes {
  public:
    explicit Bytes(std::string_view data) : data_(data) {}

    bool is_over() const { return data_.empty(); }
    std::string_view take(std::size_t count) {
        if (count > data_.size()) {
            throw NotationError("expected " + std::to_string(count - data_.size()) +
                                " more bytes: the RMV is cut");
        }
        const std::string_view taken = data_.substr(0, count);
        data_.remove_prefix(count);
        return taken;
    }
    std::int64_t number(std::size_t count) {
        std::int64_t value = 0;
        for (const char byte : take(count)) value = value * 256 + static_cast<unsigned char>(byte);
        return value;
    }
    std::int64_t signed_number(std::size_t count) {
        const std::int64_t value = number(count);
        const std::int64_t half = std::int64_t{1} << (8 * count - 1);
        return value < half ? value : value - 2 * half;
    }

  private:
    std::string_view data_;
};

struct Head {
    std::int64_t version = 0;
    std::size_t result = 0, text = 0, player = 0, board = 0, flags = 0, properties = 0,
                extensions = 0, events = 0;
};

Head read_head(Bytes& source) {
    if (source.take(4) != "*rmv") throw NotationError("expected an RMV, which begins with *rmv");
    Head head;
    head.version = source.number(2);
    if (head.version != 1 && head.version != 2) {
        throw NotationError("expected RMV of version 1 or 2, got version " +
                            std::to_string(head.version));
    }
    const auto size = [&](std::size_t bytes) {
        return static_cast<std::size_t>(source.number(bytes));
    };
    if (head.version == 2) source.take(2);  // the program and its version
    source.take(4);                         // the size of the file
    if (head.version == 1) head.result = size(2);
    for (auto* one : {&head.text, &head.player, &head.board, &head.flags, &head.properties}) {
        *one = size(2);
    }
    if (head.version == 2) head.extensions = size(2);
    head.events = size(4);
    source.take(2);  // the size of the checksum
    return head;
}

// The texts of version 2 are UTF-8.
void check_text(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t more = lead < 0x80                   ? 0
                                 : lead >= 0xc2 && lead < 0xe0 ? 1
                                 : lead >= 0xe0 && lead < 0xf0 ? 2
                                 : lead >= 0xf0 && lead < 0xf5 ? 3
                                                               : 4;
        bool is_right = more < 4 && at + more < text.size();
        for (std::size_t i = 1; is_right && i <= more; ++i) {
            is_right = (static_cast<unsigned char>(text[at + i]) & 0xc0) == 0x80;
        }
        if (!is_right) throw NotationError("expected the texts of an RMV as UTF-8");
        at += more + 1;
    }
}

void check_player(Bytes source) {
    if (source.is_over()) return;
    for (std::int64_t left = source.number(2); left > 0 && !source.is_over(); --left) {
        check_text(source.take(static_cast<std::size_t>(source.number(1))));
    }
}

class Recording {
  public:
    Recording(const Head& head, Bytes& source);
    void play(Bytes events);
    Video video() const { return mouse_.video(); }

  private:
    static Mouse read_board(Bytes board);
    bool play_one(Bytes& events);
    void act(int code, std::int64_t x, std::int64_t y);
    void check_shown(int code, Cell cell);
    void check_end(int code);
    Cell read_cell(Bytes& source) const;
    [[noreturn]] void refuse(const std::string& recorded, const std::string& found) const;

    Mouse mouse_;
    std::int64_t version_;
    std::int64_t side_ = SIDE;
    std::int64_t time_ = 0, x_ = 0, y_ = 0;
    std::int64_t number_ = 0;  // of the event, counted from 1
};

Mouse Recording::read_board(Bytes board) {
    board.take(4);  // the time when it was made
    const auto columns = static_cast<int>(board.number(1)),
               rows = static_cast<int>(board.number(1));
    const std::int64_t num_mines = board.number(2);
    std::vector<Cell> mines;
    for (std::int64_t left = num_mines; left > 0; --left) {
        const std::int64_t column = board.number(1), row = board.number(1);
        if (column >= columns || row >= rows) {
            throw NotationError("expected mines on a grid of " + std::to_string(columns) + "x" +
                                std::to_string(rows) + ", got one at column " +
                                std::to_string(column) + ", row " + std::to_string(row) +
                                " counted from 0");
        }
        mines.push_back(static_cast<Cell>(row * columns + column));
    }
    return {columns, rows, std::move(mines), num_mines};
}

Recording::Recording(const Head& head, Bytes& source)
    : mouse_(read_board(Bytes(source.take(head.board)))), version_(head.version) {
    Bytes flags(source.take(head.flags));
    if (!flags.is_over()) {
        for (std::int64_t left = flags.number(2); left > 0; --left) {
            mouse_.flag_before(read_cell(flags), 0);
        }
    }
    const std::string_view properties = source.take(head.properties);
    if (!properties.empty() && properties[0] != 0) mouse_.use_question_marks();
    // Question marks, no flags, mode, level, 3BV in two bytes, the side.
    if (version_ == 2 && properties.size() > 6 && properties[6] != 0) {
        side_ = static_cast<unsigned char>(properties[6]);
    }
    source.take(head.extensions);
}

Cell Recording::read_cell(Bytes& source) const {
    const std::int64_t column = source.number(1), row = source.number(1);
    const Rules& rules = mouse_.game().rules();
    if (column >= rules.columns || row >= rules.rows) {
        throw NotationError("expected cells of a grid of " + std::to_string(rules.columns) + "x" +
                            std::to_string(rules.rows) + " in the RMV, got column " +
                            std::to_string(column) + ", row " + std::to_string(row) +
                            " counted from 0");
    }
    return static_cast<Cell>(row * rules.columns + column);
}

void Recording::play(Bytes events) {
    while (play_one(events)) {
    }
}

// Whether more events follow.
bool Recording::play_one(Bytes& events) {
    ++number_;
    const auto code = static_cast<int>(events.number(1));
    if (code == NEW_STAMP && version_ == 1) {
        events.take(4);
    } else if (code >= FIRST_MOUSE && code <= LAST_MOUSE) {
        time_ = events.number(3);
        events.take(1);  // the buttons
        x_ = version_ == 1 ? events.number(2) - LEFT_OF_BOARD : events.signed_number(2);
        y_ = version_ == 1 ? events.number(2) - ABOVE_BOARD : events.signed_number(2);
        act(code, x_, y_);
    } else if (code == SHORT_MOVE && version_ == 2) {
        time_ += events.number(1);
        const auto both = static_cast<int>(events.number(1));
        x_ += ((both >> 4) ^ 8) - 8;
        y_ += ((both & 15) ^ 8) - 8;
    } else if (code >= BLAST && code <= OTHER_END) {
        check_end(code);
        return false;
    } else if (code >= FIRST_SHOWN && code <= LAST_SHOWN) {
        check_shown(code, read_cell(events));
    } else {
        throw NotationError("expected an event of an RMV, got number " + std::to_string(code) +
                            " as event " + std::to_string(number_));
    }
    return true;
}

void Recording::act(int code, std::int64_t x, std::int64_t y) {
    if (code == FIRST_MOUSE) return;
    const auto button = static_cast<Button>((code - 2) / 2);
    const auto cell = mouse_.cell_at(x, y, side_);
    if (code % 2 == 0) {
        mouse_.press(button, cell, time_);
    } else {
        mouse_.release(button, cell, time_);
    }
}

void Recording::refuse(const std::string& recorded, const std::string& found) const {
    throw NotationError("event " + std::to_string(number_) + " of the RMV says that " + recorded +
                        ", but after the same mouse events " + found);
}

void Recording::check_shown(int code, Cell cell) {
    if (code < CLUE_0 || code > CLUE_8) return;
    const Code shown = mouse_.shown(cell);
    if (shown == code - CLUE_0) return;
    refuse(format_cell(cell, mouse_.game().rules().columns) + " shows " +
               std::to_string(code - CLUE_0),
           is_clue(shown)        ? "it shows " + std::to_string(shown)
           : shown == MINE_SHOWN ? "it is a mine"
                                 : "it is covered");
}

void Recording::check_end(int code) {
    const Outcome outcome = mouse_.game().outcome();
    if (code == WIN && outcome != Outcome::won) refuse("the game is won", "it is not");
    if (code == BLAST && outcome != Outcome::lost) refuse("the game is lost", "it is not");
}

}  // namespace

Video parse_rmv(std::string_view bytes) {
    Bytes source(bytes);
    const Head head = read_head(source);
    source.take(head.result);
    const std::string_view text = source.take(head.text), player = source.take(head.player);
    if (head.version == 2) {
        check_text(text);
        check_player(Bytes(player));
    }
    Recording recording(head, source);
    recording.play(Bytes(source.take(head.events)));
    return recording.video();
}

}  // namespace sapper
