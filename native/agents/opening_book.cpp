#include "agents/opening_book.h"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "agents/belief_cells.h"
#include "agents/opening_book_table.h"

namespace sapper {

namespace {

struct Answer {
    Cell cell = 0;
    double value = 0.0;
};
using Book = std::unordered_map<std::uint64_t, Answer>;

std::uint64_t name_grid(int columns, int rows, std::int64_t mines) {
    return mix(mix(static_cast<std::uint64_t>(columns) << 32 | static_cast<std::uint64_t>(rows)) ^
               static_cast<std::uint64_t>(mines));
}

// One of the eight images of a place; those that swap rows and columns need a square.
std::pair<int, int> turn(int image, int row, int column, int rows, int columns) {
    if (image & 1) row = rows - 1 - row;
    if (image & 2) column = columns - 1 - column;
    if (image & 4) std::swap(row, column);
    return {row, column};
}

void add(Book& book, const BookEntry& entry, int image) {
    std::uint64_t name = name_grid(entry.columns, entry.rows, entry.mines);
    int row = 0, column = 0;
    const auto place = [&](int at_row, int at_column) {
        const auto [to_row, to_column] = turn(image, at_row, at_column, entry.rows, entry.columns);
        return static_cast<Cell>(to_row * entry.columns + to_column);
    };
    for (const char one : std::string_view(entry.shown)) {
        if (one == '/') {
            ++row;
            column = 0;
            continue;
        }
        if (one != '.') name ^= name_clue(place(row, column), static_cast<Code>(one - '0'));
        ++column;
    }
    const Cell best = place(entry.best_row - 1, entry.best_column - 1);
    book.try_emplace(name, Answer{best, entry.value});
}

Book read_book() {
    Book book;
    for (const BookEntry& entry : OPENING_BOOK) {
        const int images = entry.rows == entry.columns ? 8 : 4;
        for (int image = 0; image < images; ++image) add(book, entry, image);
    }
    return book;
}

}  // namespace

BookMove find_in_book(const Belief& belief) {
    static const Book book = read_book();
    const Frame& frame = belief.frame();
    const Evidence& evidence = belief.evidence();
    std::int64_t mines = belief.mines_left();
    std::uint64_t name = 0;
    for (Cell cell = 0; cell < static_cast<Cell>(frame.columns * frame.rows); ++cell) {
        const Padded at = frame.to_padded(cell);
        if (evidence.has_clue(at)) name ^= name_clue(cell, evidence.clue(at));
        mines += evidence.is_known_mine(at);
    }
    const auto found = book.find(name ^ name_grid(frame.columns, frame.rows, mines));
    if (found == book.end()) return {};
    return {frame.to_padded(found->second.cell), found->second.value};
}

}  // namespace sapper
