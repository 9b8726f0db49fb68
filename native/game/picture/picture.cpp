#include "game/picture/picture.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "game/errors.h"
#include "game/frame.h"
#include "game/picture/glyphs.h"
#include "game/picture/lattice.h"
#include "game/problems.h"

namespace sapper {

namespace {

constexpr double FAR = 60.0;         // between colours that are not the same
constexpr double CLOSE = 14.0;       // two grounds as close as that may be taken for each other
constexpr double KNOWN = 0.75;       // share of the cells that a look explains
constexpr double SHAKY = 0.4;        // where so many are doubtful, the others are so too
constexpr double MOST_DOUBT = 0.35;  // share of the cells that may be like nothing
constexpr double MOST_TORN = 0.75;   // share that may be in doubt at all

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

Reading read_cell(const Patch& patch, const Look& look, double chroma) {
    const Nearest near = find_nearest(patch.ground(), look);
    if (near.least() > FAR) return read_strange(patch);
    Reading found = near.covered < near.opened ? read_covered(patch, look, chroma)
                                               : read_opened(patch, look, chroma);
    if (std::abs(near.covered - near.opened) < CLOSE) found.is_doubtful = true;
    return found;
}

// How much of its colour the picture has kept: with that the clues are most like their colours.
double find_chroma(const std::vector<Patch>& patches, const Look& look) {
    double best = 1.0, least = 1e9;
    for (const double chroma : CHROMAS) {
        double sum = 0.0;
        for (const Patch& patch : patches) {
            const Nearest near = find_nearest(patch.ground(), look);
            if (near.opened >= near.covered || near.opened >= FAR) continue;
            const double unlike = unlike_clues(patch, look, chroma);
            // Where it makes little difference, all of it.
            if (unlike > 0.0) sum += std::min(unlike, 5.0) + 0.15 * (1.0 - chroma);
        }
        if (sum < least) least = sum, best = chroma;
    }
    return best;
}

// The numbers that a program writes over its grid have its period: they are read as a row of
// clues that are in doubt, or that cannot stand at an edge.
bool has_numbers_above(const Lattice& grid, const std::vector<Reading>& readings) {
    constexpr int LEAST = 4, AT_EDGE = 5;  // rows of a board, neighbours of a cell at its edge
    const auto columns = static_cast<std::size_t>(grid.columns);
    if (grid.rows <= LEAST) return false;
    double strange = 0.0, doubts = 0.0;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const Reading& one = readings[i];
        if (i >= columns)
            doubts += one.is_doubtful;
        else if (!is_clue(one.code) && !one.is_doubtful)
            return false;
        else
            strange += one.is_doubtful || one.code > AT_EDGE;
    }
    const double share = strange / grid.columns;
    const bool is_usual = find_usual_mines(grid.columns, grid.rows - 1) >= 0;
    const double others = doubts / static_cast<double>(readings.size() - columns);
    return share >= 0.6 && (is_usual || share > 2 * others);
}

// What is in doubt is read as a clue that may stand there: as many mines as that have room.
void limit_clues(ReadBoard& board, const std::vector<Reading>& readings) {
    const Frame frame(board.lattice.columns, board.lattice.rows);
    for (Cell cell = 0; cell < board.cells.size(); ++cell) {
        if (!board.is_doubtful[cell] || !is_clue(board.cells[cell])) continue;
        int most = 0;
        frame.for_neighbours(frame.to_padded(cell), [&](Padded at) {
            if (!frame.has(at)) return;
            const Cell other = frame.to_cell(at);
            most += !is_clue(board.cells[other]) || board.is_doubtful[other];
        });
        board.cells[cell] = choose_clue(readings[cell], most);
    }
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

void check_size(const Picture& picture) {
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
}

std::vector<Patch> cut_out(const Picture& picture, const Lattice& grid) {
    std::vector<Patch> patches;
    for (int row = 0; row < grid.rows; ++row) {
        for (int column = 0; column < grid.columns; ++column) {
            patches.emplace_back(picture, grid, column, row);
        }
    }
    return patches;
}

// Whether nearly all cells of a row or column have a ground of the look.
bool is_of_board(const Picture& picture, const Lattice& line, const Look& look) {
    constexpr double SLACK = 1.5;  // pixels beyond the picture
    if (line.left < -SLACK || line.top < -SLACK ||
        line.left + line.columns * line.width > picture.width + SLACK ||
        line.top + line.rows * line.height > picture.height + SLACK) {
        return false;
    }
    const auto patches = cut_out(picture, line);
    const auto known = std::ranges::count_if(patches, [&](const Patch& patch) {
        return find_nearest(patch.ground(), look).least() < FAR / 2;
    });
    return static_cast<double>(known) > 0.9 * static_cast<double>(patches.size());
}

// Where cells have no lines between them the edge of a grid is known by their colours.
Lattice grow(const Picture& picture, Lattice grid, const Look& look) {
    for (bool grows = !look.has_lines; grows;) {
        const Lattice before = grid;
        const double right = grid.left + grid.columns * grid.width;
        const double bottom = grid.top + grid.rows * grid.height;
        const auto has = [&](double left, double top, int columns, int rows) {
            return is_of_board(picture, {columns, rows, left, top, grid.width, grid.height}, look);
        };
        if (has(grid.left - grid.width, grid.top, 1, grid.rows)) {
            grid.left -= grid.width, ++grid.columns;
        } else if (has(right, grid.top, 1, grid.rows)) {
            ++grid.columns;
        } else if (has(grid.left, grid.top - grid.height, grid.columns, 1)) {
            grid.top -= grid.height, ++grid.rows;
        } else if (has(grid.left, bottom, grid.columns, 1)) {
            ++grid.rows;
        }
        grows = grid.columns + grid.rows > before.columns + before.rows;
    }
    return grid;
}

// Cells in two colours by turns may be seen as two by two cells each: neighbours are then alike.
Lattice join_quarters(const Picture& picture, Lattice grid, const Look& look) {
    if (look.has_lines || grid.columns % 2 || grid.rows % 2) return grid;
    const auto patches = cut_out(picture, grid);
    int alike = 0, all = 0;
    for (std::size_t i = 0; i + 1 < patches.size(); i += 2) {
        const Ground &one = patches[i].ground(), &next = patches[i + 1].ground();
        const Nearest near = find_nearest(one, look);
        if (near.covered > near.opened) continue;
        const auto is_first = [&](const Ground& ground) {
            return distance(ground, look.covered[0], 0) < distance(ground, look.covered[1], 0);
        };
        alike += is_first(one) == is_first(next), ++all;
    }
    if (all < 2 || alike < 0.8 * all) return grid;
    return {grid.columns / 2, grid.rows / 2, grid.left, grid.top, 2 * grid.width, 2 * grid.height};
}

std::string size_of(const Lattice& grid) {
    return std::to_string(grid.columns) + "x" + std::to_string(grid.rows);
}

// Reads every cell by itself.
std::vector<Reading> read_cells(ReadBoard& board, const std::vector<Patch>& patches,
                                const Look& look) {
    const double chroma = find_chroma(patches, look);
    std::vector<Reading> readings;
    for (const Patch& patch : patches) readings.push_back(read_cell(patch, look, chroma));
    if (look.is_numbered && has_numbers_above(board.lattice, readings)) {
        readings.erase(readings.begin(), readings.begin() + board.lattice.columns);
        board.lattice.top += board.lattice.height;
        --board.lattice.rows;
    }
    return readings;
}

// Takes over what was read, unless too little of it is certain.
void take_over(ReadBoard& board, const std::vector<Reading>& readings) {
    double doubts = 0.0, torn = 0.0;
    for (const Reading& found : readings) {
        board.cells.push_back(found.code);
        board.is_doubtful.push_back(found.is_doubtful);
        doubts += found.is_doubtful;
        torn += found.is_doubtful && found.is_torn;
    }
    const auto all = static_cast<double>(readings.size());
    if (doubts > SHAKY * all) std::ranges::fill(board.is_doubtful, 1);
    if (doubts - torn > MOST_DOUBT * all || doubts > MOST_TORN * all) {
        throw NotationError("found a grid of " + size_of(board.lattice) +
                            " cells in the picture, but could not read " +
                            std::to_string(static_cast<int>(doubts)) + " of them");
    }
}

}  // namespace

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

ReadBoard read_picture(const Picture& picture) {
    check_size(picture);
    const auto lattice = find_lattice(picture);
    if (!lattice)
        throw NotationError("expected a picture of a board, found no grid of cells in it");
    ReadBoard board;
    board.lattice = *lattice;
    std::vector<Patch> patches = cut_out(picture, *lattice);
    const Look* look = find_look(patches);
    if (!look) {
        throw NotationError(
            "found a grid of " + size_of(*lattice) +
            " cells in the picture, but not in the look of a program that is known");
    }
    board.look = look->name;
    board.lattice = join_quarters(picture, grow(picture, *lattice, *look), *look);
    if (!look->has_lines) patches = cut_out(picture, board.lattice);
    settle_grounds(patches, *look);
    const auto readings = read_cells(board, patches, *look);
    take_over(board, readings);
    limit_clues(board, readings);
    doubt_problems(board);
    board.usual_mines = find_usual_mines(board.lattice.columns, board.lattice.rows);
    return board;
}

}  // namespace sapper
