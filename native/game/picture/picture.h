// A board read from a screenshot: pixels in, the grid and what its cells show out.
//
// Steps, each in a file: `lattice` finds what may be the grid by the period of the edges, `grounds`
// the look of the program (`looks`) by the colours of covered and opened cells, `glyphs` reads what
// stands in a cell by its colour and by its shape, `alike` compares it with the other cells of the
// picture. The grid that is read best is taken, moved a little where it is read badly. What is not
// certain is said cell by cell; what is no board of a known look is refused.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "game/codes.h"

namespace sapper {

// Borrowed pixels: red, green, blue and opacity, a byte each, row by row.
struct Picture {
    int width = 0;
    int height = 0;
    std::span<const std::uint8_t> rgba;

    const std::uint8_t* at(int x, int y) const {
        return rgba.data() + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                  static_cast<std::size_t>(x));
    }
};

// Where the grid lies in the picture, in pixels.
struct Lattice {
    int columns = 0;
    int rows = 0;
    double left = 0.0, top = 0.0;
    double width = 0.0, height = 0.0;  // of a cell
};

struct ReadBoard {
    Lattice lattice;
    std::string_view look;
    std::vector<Code> cells;
    std::vector<std::uint8_t> is_doubtful;  // of each cell
    int usual_mines = -1;                   // of a grid of this size; -1 where none is usual
};

// Sides of a cell that are read, in pixels, and of a picture.
inline constexpr double LEAST_CELL = 10.0, MOST_CELL = 60.0;
inline constexpr int MOST_PIXELS = 40'000'000;

// How many mines programs put on a grid of this size; -1 where none is usual.
int find_usual_mines(int columns, int rows);

// Throws NotationError where there is no board of a known look.
ReadBoard read_picture(const Picture& picture);

}  // namespace sapper
