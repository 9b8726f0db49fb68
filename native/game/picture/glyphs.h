// What stands in a cell: nothing, a clue, a flag or a mine.
#pragma once

#include <array>

#include "game/codes.h"
#include "game/picture/looks.h"
#include "game/picture/picture.h"

namespace sapper {

inline constexpr int PATCH = 24;  // pixels along a side of a cell, once it is brought to one size

// A cell of a picture.
class Patch {
  public:
    Patch(const Picture& picture, const Lattice& lattice, int column, int row);

    const Ground& ground() const { return ground_; }
    void set_ground(const Colour& colour) { ground_.colour = colour; }
    double side() const { return side_; }  // in the picture
    const Colour& at(int x, int y) const {
        return pixels_[static_cast<std::size_t>(y * PATCH + x)];
    }
    // The pixel less the ground, smoothed over its neighbours.
    Colour difference(int x, int y) const;

  private:
    void find_ground();

    std::array<Colour, PATCH * PATCH> pixels_;
    Ground ground_;
    double side_;
};

struct Reading {
    Code code = COVERED;
    bool is_doubtful = false;
    bool is_torn = false;           // in doubt between clues that it is like
    std::array<double, 9> costs{};  // of a clue in doubt: how unlike it each clue is
};

// The clue that is least unlike what was read, among those that may stand there.
Code choose_clue(const Reading& reading, int most);

// How much of its colour a picture has kept: JPEG takes a part of it from small things.
inline constexpr std::array CHROMAS = {1.0, 0.8, 0.62, 0.48, 0.36};

// How unlike the colour of every clue the glyph in an opened cell is; 0 where there is none.
double unlike_clues(const Patch& patch, const Look& look, double chroma);

// What stands in an opened cell of a look; in a covered one; in one of another colour.
Reading read_opened(const Patch& patch, const Look& look, double chroma);
Reading read_covered(const Patch& patch, const Look& look, double chroma);
Reading read_strange(const Patch& patch);

}  // namespace sapper
