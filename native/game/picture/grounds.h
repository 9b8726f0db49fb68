// Which look a picture has, and what its cells are by their grounds and by what stands on them.
#pragma once

#include <algorithm>
#include <vector>

#include "game/picture/glyphs.h"
#include "game/picture/looks.h"
#include "game/picture/patch.h"

namespace sapper {

inline constexpr double FAR = 60.0;  // between colours that are not the same

double distance(const Ground& one, const Ground& other, double bevel_counts);

// How far a ground is from those of covered and of opened cells.
struct Nearest {
    double covered = 1e9, opened = 1e9;
    double least() const { return std::min(covered, opened); }
};

Nearest find_nearest(const Ground& ground, const Look& look);

// The look that explains the grounds best, if one explains most of them.
const Look* find_look(const std::vector<Patch>& patches);

// Opened cells without shades have the ground that most of them have: what a small cell shows
// of its own is coloured by its clue.
void settle_grounds(std::vector<Patch>& patches, const Look& look);

// How much of its colour the picture has kept: with that the clues are most like their colours.
double find_chroma(const std::vector<Patch>& patches, const Look& look);

// What a cell shows is weighed for each ground that it may have.
Reading read_cell(const Patch& patch, const Look& look, double chroma);

}  // namespace sapper
