// A cell of a picture, brought to one size.
#pragma once

#include <array>
#include <cstddef>

#include "game/picture/looks.h"
#include "game/picture/picture.h"

namespace sapper {

inline constexpr int PATCH = 24;  // pixels along a side of a cell, once it is brought to one size
inline constexpr int FROM = 4, TO = 20;  // the part of it that a glyph stands in

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

}  // namespace sapper
