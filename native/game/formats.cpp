#include "game/formats.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "game/errors.h"
#include "game/rules.h"
#include "game/tidy_text.h"
#include "game/words.h"

namespace sapper {

namespace {

using Table = std::array<Code, 256>;
constexpr Code BAD = 255;

constexpr Table make_table(std::initializer_list<std::pair<char, Code>> letters) {
    Table table{};
    table.fill(BAD);
    for (int clue = 0; clue <= 8; ++clue) table['0' + clue] = static_cast<Code>(clue);
    for (const auto& [letter, code] : letters) table[static_cast<unsigned char>(letter)] = code;
    return table;
}

constexpr Table NOTATION = make_table({{'.', COVERED},
                                       {'?', COVERED},
                                       {'#', COVERED},
                                       {'x', COVERED},
                                       {'F', FLAGGED},
                                       {'*', MINE_SHOWN}});
constexpr Table MINE_TEXT =
    make_table({{'H', COVERED}, {'F', FLAGGED}, {'M', MINE_SHOWN}, {'?', MINE_SHOWN}});

constexpr std::string_view NOTATION_LETTERS = "012345678.F*";
constexpr std::string_view MINE_TEXT_LETTERS = "012345678HFM";

bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

std::string_view strip(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

// A decimal number that is the whole of `text`; false if it is not one.
bool read_number(std::string_view text, std::int64_t& out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size() && !text.empty() &&
           text.front() != '-';
}

// The rows of a grid, separated by slashes or white space.
std::vector<std::string_view> split_rows(std::string_view text) {
    std::vector<std::string_view> rows;
    while (true) {
        std::size_t end = 0;
        while (end < text.size() && text[end] != '/' && !is_space(text[end])) ++end;
        rows.push_back(text.substr(0, end));
        text.remove_prefix(end);
        if (text.empty()) return rows;
        // One separator: a slash, or white space, either with white space around it.
        std::string_view rest = strip(text);
        if (!rest.empty() && rest.front() == '/') {
            rest.remove_prefix(1);
            text = rest;
            while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
            if (text.empty()) rows.emplace_back();
        } else {
            text = rest;
        }
        if (text.empty()) return rows;
    }
}

void read_row(Position& position, std::string_view row, std::size_t number, const Table& table,
              std::string_view letters, std::string_view text) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        const Code code = table[static_cast<unsigned char>(row[i])];
        if (code == BAD) {
            const std::string_view rest = row.substr(i);
            throw NotationError("expected cells of " + std::string(letters) + ", got " +
                                quote(rest.substr(0, character_length(rest))) + " in row " +
                                std::to_string(number) + ": " + quote(text));
        }
        position.cells.push_back(code);
    }
}

void check_size(std::int64_t columns, std::int64_t rows, std::string_view text) {
    if (columns < 1 || rows < 1) {
        throw NotationError("expected at least 1 column and 1 row, got " + std::to_string(columns) +
                            "x" + std::to_string(rows) + ": " + quote(text));
    }
    if (columns > MAX_CELLS || rows > MAX_CELLS || columns * rows > MAX_CELLS) {
        throw NotationError("expected at most " + std::to_string(MAX_CELLS) +
                            " cells: " + quote(text));
    }
}

void read_rows(Position& position, const std::vector<std::string_view>& rows, std::int64_t columns,
               std::int64_t expected_rows, const Table& table, std::string_view letters,
               std::string_view text) {
    const std::string shape = counted(static_cast<std::size_t>(expected_rows), "row") + " of " +
                              counted(static_cast<std::size_t>(columns), "cell");
    // Letters first: the bytes of one that is unknown are not cells to be counted.
    for (std::size_t i = 0; i < rows.size(); ++i) {
        read_row(position, rows[i], i + 1, table, letters, text);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (static_cast<std::int64_t>(rows[i].size()) != columns) {
            throw NotationError("expected " + shape + ", got " + counted(rows[i].size(), "cell") +
                                " in row " + std::to_string(i + 1) + ": " + quote(text));
        }
    }
    if (static_cast<std::int64_t>(rows.size()) != expected_rows) {
        throw NotationError("expected " + shape + ", got " + counted(rows.size(), "row") + ": " +
                            quote(text));
    }
    position.columns = static_cast<int>(columns);
    position.rows = static_cast<int>(expected_rows);
}

// Beside another letter for covered cells an x may well be a mine: better asked than guessed.
void check_crosses(std::string_view rows, std::string_view text) {
    if (rows.find('x') == rows.npos) return;
    const std::size_t other = rows.find_first_of(".?#");
    if (other == rows.npos) return;
    throw NotationError(std::string("expected x for covered cells or ") + rows[other] +
                        " for them, got both; write * for a mine that is shown: " + quote(text));
}

}  // namespace

Position parse_position(std::string_view text) {
    const auto is_house = [](char c) {
        return (c & '\x80') == 0 && std::string_view("f|+-=").find(c) == std::string_view::npos;
    };
    const bool is_plain = std::all_of(text.begin(), text.end(), is_house);
    const std::string tidy = is_plain ? std::string() : tidy_text(text);
    const std::string_view whole = strip(is_plain ? text : std::string_view(tidy));
    const std::size_t gap = whole.find_last_of(" \t\r\n");
    Position position;
    if (gap == std::string_view::npos || !read_number(whole.substr(gap + 1), position.num_mines)) {
        throw NotationError("expected rows of cells, a space and the number of mines, got " +
                            quote(text));
    }
    const std::string closed = close_up_cells(strip(whole.substr(0, gap)));
    const auto rows = split_rows(closed);
    const auto columns = static_cast<std::int64_t>(rows.front().size());
    check_size(columns, static_cast<std::int64_t>(rows.size()), text);
    check_crosses(closed, text);
    read_rows(position, rows, columns, static_cast<std::int64_t>(rows.size()), NOTATION,
              "0-8 . F * (or ? # x for covered)", text);
    return position;
}

std::string format_position(const PositionView& position) {
    std::string out;
    out.reserve(position.cells.size() + position.rows + 16);
    for (int row = 0; row < position.rows; ++row) {
        if (row) out += '/';
        for (int column = 0; column < position.columns; ++column) {
            out +=
                NOTATION_LETTERS[position.cells[static_cast<std::size_t>(row) * position.columns +
                                                column]];
        }
    }
    return out + ' ' + std::to_string(position.num_mines);
}

Position parse_mine_text(std::string_view text) {
    const std::string_view whole = strip(text);
    const std::string_view head = whole.substr(0, std::min(whole.find('\n'), whole.size()));
    const std::string_view size = strip(head);
    const std::size_t first = size.find('x');
    const std::size_t second = first == std::string_view::npos ? first : size.find('x', first + 1);
    std::int64_t columns = 0, rows = 0;
    Position position;
    if (second == std::string_view::npos || !read_number(size.substr(0, first), columns) ||
        !read_number(size.substr(first + 1, second - first - 1), rows) ||
        !read_number(size.substr(second + 1), position.num_mines)) {
        throw NotationError(
            "expected columns x rows x mines such as 9x9x10 on the first line, got " + quote(head));
    }
    check_size(columns, rows, head);
    std::vector<std::string_view> lines;
    for (std::string_view rest = strip(whole.substr(head.size())); !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        lines.push_back(strip(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    read_rows(position, lines, columns, rows, MINE_TEXT, "0-8 H F M ?", text);
    return position;
}

std::string format_mine_text(const PositionView& position) {
    std::string out = std::to_string(position.columns) + "x" + std::to_string(position.rows) + "x" +
                      std::to_string(position.num_mines) + "\n";
    for (int row = 0; row < position.rows; ++row) {
        for (int column = 0; column < position.columns; ++column) {
            out +=
                MINE_TEXT_LETTERS[position.cells[static_cast<std::size_t>(row) * position.columns +
                                                 column]];
        }
        out += '\n';
    }
    return out;
}

LayoutData parse_mbf(std::string_view bytes) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    if (bytes.size() < 4) {
        throw NotationError("expected at least 4 bytes of MBF (columns, rows, mines), got " +
                            std::to_string(bytes.size()));
    }
    LayoutData layout{byte(0), byte(1), {}};
    const std::size_t mines = byte(2) * 256U + byte(3);
    if (layout.columns == 0 || layout.rows == 0) {
        throw NotationError("expected at least 1 column and 1 row in MBF, got " +
                            std::to_string(layout.columns) + "x" + std::to_string(layout.rows));
    }
    if (bytes.size() != 4 + 2 * mines) {
        throw NotationError("expected " + std::to_string(4 + 2 * mines) + " bytes of MBF for " +
                            counted(mines, "mine") + ", got " + std::to_string(bytes.size()));
    }
    for (std::size_t i = 0; i < mines; ++i) {
        const int column = byte(4 + 2 * i), row = byte(5 + 2 * i);
        if (column >= layout.columns || row >= layout.rows) {
            throw NotationError("expected mines on a grid of " + std::to_string(layout.columns) +
                                "x" + std::to_string(layout.rows) + ", got mine " +
                                std::to_string(i + 1) + " at column " + std::to_string(column) +
                                ", row " + std::to_string(row) + " counted from 0");
        }
        layout.mines.push_back(static_cast<Cell>(row * layout.columns + column));
    }
    std::sort(layout.mines.begin(), layout.mines.end());
    const auto twin = std::adjacent_find(layout.mines.begin(), layout.mines.end());
    if (twin != layout.mines.end()) {
        throw NotationError("expected each mine once in MBF, got two at " +
                            format_cell(*twin, layout.columns));
    }
    return layout;
}

std::string format_mbf(const LayoutData& layout) {
    if (layout.columns < 1 || layout.columns > 255 || layout.rows < 1 || layout.rows > 255 ||
        layout.mines.size() > 65535) {
        throw NotationError("MBF holds 1x1 to 255x255 cells and up to 65535 mines, got " +
                            std::to_string(layout.columns) + "x" + std::to_string(layout.rows) +
                            " with " + counted(layout.mines.size(), "mine"));
    }
    std::string out;
    out += static_cast<char>(layout.columns);
    out += static_cast<char>(layout.rows);
    out += static_cast<char>(layout.mines.size() >> 8);
    out += static_cast<char>(layout.mines.size() & 0xff);
    const auto num_cells = static_cast<Cell>(layout.columns * layout.rows);
    for (const Cell cell : layout.mines) {
        if (cell >= num_cells) {
            throw NotationError("expected mines on a grid of " + std::to_string(layout.columns) +
                                "x" + std::to_string(layout.rows) + ", got cell number " +
                                std::to_string(cell));
        }
        out += static_cast<char>(cell % static_cast<Cell>(layout.columns));
        out += static_cast<char>(cell / static_cast<Cell>(layout.columns));
    }
    return out;
}

}  // namespace sapper
