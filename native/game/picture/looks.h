// The looks of programs: how covered and opened cells are coloured, and their clues.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace sapper {

struct Colour {
    double r = 0.0, g = 0.0, b = 0.0;

    Colour operator-(const Colour& other) const { return {r - other.r, g - other.g, b - other.b}; }
    Colour operator*(double by) const { return {r * by, g * by, b * by}; }
    void operator+=(const Colour& other) { r += other.r, g += other.g, b += other.b; }
    double dot(const Colour& other) const { return r * other.r + g * other.g + b * other.b; }
    double squared() const { return dot(*this); }
    double light() const { return 0.3 * r + 0.59 * g + 0.11 * b; }
};

// The ground of a cell: its colour, and how much lighter its upper left edges are than the
// lower right ones.
struct Ground {
    Colour colour;
    double bevel = 0.0;
};

inline constexpr int MOST_GROUNDS = 3;

struct Look {
    std::string_view name;
    double bevel_counts;  // how much of the difference between bevels is one of colour
    bool is_flat;         // opened cells have no shades
    bool is_numbered;     // columns and rows have numbers beside the grid
    bool has_lines;       // between cells that look alike
    int num_covered, num_opened;
    std::array<Ground, MOST_GROUNDS> covered, opened;
    std::array<Colour, 8> clues;
};

// Every look that is known.
std::span<const Look> looks();

}  // namespace sapper
