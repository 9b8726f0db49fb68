// A board read from a screenshot: pixels in, the grid and what its cells show out.
//
// Three steps, each in a file: `lattice` finds the grid by the period of the edges, `looks` the
// program by the colours of covered and opened cells, `glyphs` reads what stands in a cell by its
// colour and by its shape. What is not certain is said cell by cell; what is no board of a known
// look is refused. Nothing here is learned from pictures.
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
