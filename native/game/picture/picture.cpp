#include "game/picture/picture.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "game/errors.h"
#include "game/picture/glyphs.h"
#include "game/picture/lattice.h"
#include "game/problems.h"

namespace sapper {

namespace {

constexpr double FAR = 60.0;         // between colours that are not the same
constexpr double CLOSE = 14.0;       // two grounds as close as that may be taken for each other
constexpr double KNOWN = 0.75;       // share of the cells that a look explains
constexpr double MOST_DOUBT = 0.35;  // share of the cells that may be doubtful

double distance(const Ground& one, const Ground& other, double bevel_counts) {
    const double bevel = (one.bevel - other.bevel) * bevel_counts;
    return std::sqrt((one.colour - other.colour).squared() + bevel * bevel);
}

struct Nearest {
    double covered = 1e9, opened = 1e9;
    double least() const { return std::min(covered, opened); }
};

Nearest find_nearest(const Ground& ground, const Look& look) {
    Nearest found;
    for (int i = 0; i < look.num_covered; ++i) {
        const Ground& one = look.covered[static_cast<std::size_t>(i)];
        found.covered = std::min(found.covered, distance(ground, one, look.bevel_counts));
    }
    for (int i = 0; i < look.num_opened; ++i) {
        const Ground& one = look.opened[static_cast<std::size_t>(i)];
        found.opened = std::min(found.opened, distance(ground, one, look.bevel_counts));
    }
    return found;
}

// The look that explains the grounds best, if one explains most of them.
const Look* find_look(const std::vector<Patch>& patches) {
    const Look* best = nullptr;
    double most = 0.0;
    for (const Look& look : looks()) {
        double sum = 0.0;
        std::size_t known = 0;
        for (const Patch& patch : patches) {
            const double far = find_nearest(patch.ground(), look).least();
            sum += std::max(0.0, 1.0 - far / FAR);
            known += far < FAR || !read_strange(patch).is_doubtful;
        }
        const bool is_known =
            static_cast<double>(known) > KNOWN * static_cast<double>(patches.size());
        if (is_known && sum > most) most = sum, best = &look;
    }
    return best;
}

std::size_t find_anchor(const Ground& ground, const Look& look) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < static_cast<std::size_t>(look.num_opened); ++i) {
        const auto far = [&](std::size_t k) {
            return (ground.colour - look.opened[k].colour).squared();
        };
        if (far(i) < far(best)) best = i;
    }
    return best;
}

// Opened cells without shades have the ground that most of them have: what a small cell shows
// of its own is coloured by its clue.
void settle_grounds(std::vector<Patch>& patches, const Look& look) {
    if (!look.is_flat) return;
    for (std::size_t anchor = 0; anchor < static_cast<std::size_t>(look.num_opened); ++anchor) {
        std::array<std::vector<double>, 3> seen;
        std::vector<Patch*> alike;
        for (Patch& patch : patches) {
            const Nearest near = find_nearest(patch.ground(), look);
            if (near.opened > FAR || near.opened > near.covered) continue;
            if (find_anchor(patch.ground(), look) != anchor) continue;
            alike.push_back(&patch);
            const Colour& one = patch.ground().colour;
            seen[0].push_back(one.r), seen[1].push_back(one.g), seen[2].push_back(one.b);
        }
        if (alike.empty()) continue;
        const auto middle = [](std::vector<double>& all) {
            const auto half = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
            std::nth_element(all.begin(), half, all.end());
            return *half;
        };
        const Colour usual{middle(seen[0]), middle(seen[1]), middle(seen[2])};
        for (Patch* patch : alike) patch->set_ground(usual);
    }
}

Reading read_cell(const Patch& patch, const Look& look) {
    const Nearest near = find_nearest(patch.ground(), look);
    if (near.least() > FAR) return read_strange(patch);
    Reading found =
        near.covered < near.opened ? read_covered(patch, look) : read_opened(patch, look);
    if (std::abs(near.covered - near.opened) < CLOSE) found.is_doubtful = true;
    return found;
}

int find_usual_mines(int columns, int rows) {
    struct Usual {
        int columns, rows, mines;
    };
    // Beginner, intermediate and expert, the oldest beginner, and the three of Google.
    constexpr Usual USUAL[] = {{9, 9, 10},  {16, 16, 40}, {30, 16, 99}, {8, 8, 10},
                               {10, 8, 10}, {18, 14, 40}, {24, 20, 99}};
    for (const Usual& one : USUAL) {
        if (one.columns == columns && one.rows == rows) return one.mines;
    }
    return -1;
}

// What is impossible whatever the number of mines was read wrongly somewhere around.
void doubt_problems(ReadBoard& board) {
    const Lattice& grid = board.lattice;
    const std::int64_t any = static_cast<std::int64_t>(board.cells.size());
    for (const Problem& problem : find_problems({grid.columns, grid.rows, any, board.cells})) {
        if (problem.cell < board.cells.size() && is_clue(board.cells[problem.cell])) {
            board.is_doubtful[problem.cell] = 1;
        }
    }
}

}  // namespace

ReadBoard read_picture(const Picture& picture) {
    const std::int64_t pixels = static_cast<std::int64_t>(picture.width) * picture.height;
    if (picture.width < 1 || picture.height < 1 ||
        static_cast<std::int64_t>(picture.rgba.size()) != 4 * pixels) {
        throw NotationError("expected four bytes for each pixel of a picture");
    }
    if (pixels > MOST_PIXELS) {
        throw NotationError("expected a picture of at most " +
                            std::to_string(MOST_PIXELS / 1'000'000) + " million pixels, got " +
                            std::to_string(picture.width) + "x" + std::to_string(picture.height));
    }
    const auto lattice = find_lattice(picture);
    if (!lattice)
        throw NotationError("expected a picture of a board, found no grid of cells in it");
    ReadBoard board;
    board.lattice = *lattice;
    std::vector<Patch> patches;
    for (int row = 0; row < lattice->rows; ++row) {
        for (int column = 0; column < lattice->columns; ++column) {
            patches.emplace_back(picture, *lattice, column, row);
        }
    }
    const std::string size = std::to_string(lattice->columns) + "x" + std::to_string(lattice->rows);
    const Look* look = find_look(patches);
    if (!look) {
        throw NotationError(
            "found a grid of " + size +
            " cells in the picture, but not in the look of a program that is known");
    }
    board.look = look->name;
    settle_grounds(patches, *look);
    std::size_t doubts = 0;
    for (const Patch& patch : patches) {
        const Reading found = read_cell(patch, *look);
        board.cells.push_back(found.code);
        board.is_doubtful.push_back(found.is_doubtful);
        doubts += found.is_doubtful;
    }
    if (static_cast<double>(doubts) > MOST_DOUBT * static_cast<double>(patches.size())) {
        throw NotationError("found a grid of " + size +
                            " cells in the picture, but could not read " + std::to_string(doubts) +
                            " of them");
    }
    doubt_problems(board);
    board.usual_mines = find_usual_mines(lattice->columns, lattice->rows);
    return board;
}

}  // namespace sapper
