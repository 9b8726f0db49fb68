// Fuzz target: any bytes through every reader of text and files.
//
// A reader returns a value or throws NotationError, nothing else; what it
// returned is written and read back as the same.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "check.h"
#include "game/errors.h"
#include "game/formats.h"
#include "game/problems.h"
#include "game/videos/mouse.h"

using namespace sapper;

namespace {

void check_same(const Position& one, const Position& other) {
    CHECK_EQ(one.columns, other.columns);
    CHECK_EQ(one.rows, other.rows);
    CHECK_EQ(one.num_mines, other.num_mines);
    CHECK(one.cells == other.cells);
}

void check_position(const Position& position) {
    CHECK(position.columns > 0 && position.rows > 0 && position.num_mines >= 0);
    CHECK_EQ(position.cells.size(), static_cast<std::size_t>(position.columns) * position.rows);
    check_same(parse_position(format_position(position.view())), position);
    check_same(parse_mine_text(format_mine_text(position.view())), position);
    for (const Problem& problem : find_problems(position.view())) {
        CHECK(problem.cell < position.cells.size());
        CHECK(!format_cell(problem.cell, position.columns).empty());
    }
}

template <class Read>
void try_reading(Read&& read) {
    try {
        read();
    } catch (const NotationError& error) {
        CHECK(error.what()[0] != '\0');
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try_reading([&] { check_position(parse_position(text)); });
    try_reading([&] { check_position(parse_mine_text(text)); });
    try_reading([&] {
        const LayoutData layout = parse_mbf(text);
        const LayoutData again = parse_mbf(format_mbf(layout));
        CHECK_EQ(layout.columns, again.columns);
        CHECK_EQ(layout.rows, again.rows);
        CHECK(layout.mines == again.mines);
        CHECK_EQ(size, 4 + 2 * layout.mines.size());
    });
    try_reading([&] {
        const Video video = parse_rmv(text);
        CHECK(video.mines.size() <= static_cast<std::size_t>(video.columns) * video.rows);
        for (const VideoMove& move : video.moves) {
            CHECK(move.cell < static_cast<Cell>(video.columns * video.rows));
        }
    });
    CHECK(quote(text).size() <= 4 * 60 + 5);
    return 0;
}
