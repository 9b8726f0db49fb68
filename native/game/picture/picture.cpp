#include "game/picture/picture.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "game/errors.h"
#include "game/frame.h"
#include "game/picture/alike.h"
#include "game/picture/glyphs.h"
#include "game/picture/grounds.h"
#include "game/picture/lattice.h"
#include "game/problems.h"

namespace sapper {

namespace {

constexpr double SHAKY = 0.4;        // where so many are doubtful, the others are so too
constexpr double MOST_DOUBT = 0.75;  // share that may be in doubt at all
constexpr double FEW_CLUES = 8.0;
constexpr double MOST_CROWDED = 0.3;  // share of the clues without room for their mines
constexpr double SURE = 0.9;          // share that is certain where a grid is taken at once
constexpr double VERY_SURE = 0.97;    // and where it is not moved
constexpr double LITTLE_UNLIKE = 5.0;
constexpr double MOST_UNLIKE = 40.0;  // a cell that is read as what it is not counts no more
constexpr double USUAL = 1.6;         // by so much a usual size is more likely
constexpr double CLOSE_CALL = 0.7;    // another grid that is nearly as good

// The numbers that a program writes over its grid have its period: they are read as a row of
// clues that are in doubt, or that cannot stand at an edge.
bool has_numbers_above(const Lattice& grid, const std::vector<Reading>& readings) {
    constexpr int LEAST = 4, AT_EDGE = 5;  // rows of a board, neighbours of a cell at its edge
    const auto columns = static_cast<std::size_t>(grid.columns);
    if (grid.rows <= LEAST) return false;
    double strange = 0.0, doubts = 0.0, covered = 0.0;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const Reading& one = readings[i];
        if (i >= columns) {
            doubts += one.is_doubtful;
            continue;
        }
        if (!is_clue(one.code) && !one.is_doubtful) return false;
        strange += one.is_doubtful || one.code > AT_EDGE;
        covered += one.kind != Kind::opened;
    }
    // They stand on the page, whose ground is like that of opened cells.
    if (covered > 0.07 * grid.columns) return false;
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

bool is_inside(const Picture& picture, const Lattice& grid) {
    constexpr double SLACK = 1.5;  // pixels beyond the picture
    return grid.left >= -SLACK && grid.top >= -SLACK &&
           grid.left + grid.columns * grid.width <= picture.width + SLACK &&
           grid.top + grid.rows * grid.height <= picture.height + SLACK;
}

// Whether nearly all cells of a row or column have a ground of the look.
bool is_of_board(const Picture& picture, const Lattice& line, const Look& look) {
    if (!is_inside(picture, line)) return false;
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

// Reads every cell by itself, then beside the others.
std::vector<Reading> read_cells(ReadBoard& board, std::vector<Patch>& patches, const Look& look) {
    const double chroma = find_chroma(patches, look);
    std::vector<Reading> readings;
    for (const Patch& patch : patches) readings.push_back(read_cell(patch, look, chroma));
    if (look.is_numbered && has_numbers_above(board.lattice, readings)) {
        readings.erase(readings.begin(), readings.begin() + board.lattice.columns);
        patches.erase(patches.begin(), patches.begin() + board.lattice.columns);
        board.lattice.top += board.lattice.height;
        --board.lattice.rows;
    }
    compare_cells(board.lattice, patches, look.is_flat, readings);
    return readings;
}

// A grid that was read, and how well: the more of the picture it explains, the better.
struct Attempt {
    ReadBoard board;
    double quality = 0.0;  // 0 if it could not be read
    double certain = 0.0;  // share of the cells
    double unlike = 0.0;   // a cell and what it is read as, on average
    bool has_lines = false;
    bool is_doubtful = false;  // other lines are nearly as good
    std::string refusal;

    bool is_usual() const { return board.usual_mines >= 0 && certain > SURE; }
    bool is_sure() const {
        return certain > VERY_SURE && unlike < LITTLE_UNLIKE && (has_lines || is_usual());
    }
};

// The share of clues without as many covered cells and mines around them: what is no board has
// many.
double crowded_clues(const ReadBoard& board) {
    const Frame frame(board.lattice.columns, board.lattice.rows);
    if (std::ranges::all_of(board.cells, is_clue)) return 1.0;
    double clues = 0.0, crowded = 0.0;
    for (Cell cell = 0; cell < board.cells.size(); ++cell) {
        if (!is_clue(board.cells[cell]) || board.cells[cell] == 0) continue;
        int room = 0;
        frame.for_neighbours(frame.to_padded(cell), [&](Padded at) {
            room += frame.has(at) && !is_clue(board.cells[frame.to_cell(at)]);
        });
        ++clues, crowded += room < board.cells[cell];
    }
    return clues > FEW_CLUES ? crowded / clues : 0.0;
}

// Takes over what was read, unless too little of it is certain.
void take_over(Attempt& attempt, const std::vector<Reading>& readings) {
    ReadBoard& board = attempt.board;
    double doubts = 0.0, unlike = 0.0;
    for (const Reading& found : readings) {
        board.cells.push_back(found.code);
        board.is_doubtful.push_back(found.is_doubtful);
        doubts += found.is_doubtful;
        unlike += std::clamp(found.costs[found.code], 0.0, MOST_UNLIKE);
    }
    const auto all = static_cast<double>(readings.size());
    if (doubts > SHAKY * all) std::ranges::fill(board.is_doubtful, 1);
    attempt.certain = 1.0 - doubts / all;
    attempt.unlike = unlike / all;
    if (doubts > MOST_DOUBT * all || crowded_clues(board) > MOST_CROWDED) {
        attempt.refusal = "found a grid of " + size_of(board.lattice) +
                          " cells in the picture, but could not read " +
                          std::to_string(static_cast<int>(doubts)) + " of them";
    }
}

// Reads the cells of what may be the grid.
Attempt read_grid(const Picture& picture, const Candidate& candidate) {
    Attempt attempt;
    ReadBoard& board = attempt.board;
    board.lattice = candidate.lattice;
    std::vector<Patch> patches = cut_out(picture, board.lattice);
    const Look* look = find_look(patches);
    if (!look) {
        attempt.refusal = "found a grid of " + size_of(board.lattice) +
                          " cells in the picture, but not in the look of a program that is known";
        return attempt;
    }
    attempt.has_lines = look->has_lines;
    board.look = look->name;
    board.lattice = join_quarters(picture, grow(picture, board.lattice, *look), *look);
    if (!look->has_lines) patches = cut_out(picture, board.lattice);
    settle_grounds(patches, *look);
    const auto readings = read_cells(board, patches, *look);
    take_over(attempt, readings);
    limit_clues(board, readings);
    doubt_problems(board);
    const Lattice& grid = board.lattice;
    board.usual_mines = find_usual_mines(grid.columns, grid.rows);
    if (!attempt.refusal.empty() || (!candidate.is_clear && attempt.certain < SURE)) return attempt;
    attempt.quality = grid.columns * grid.width * grid.rows * grid.height *
                      std::pow(attempt.certain, 4) * std::exp(-attempt.unlike / 10) *
                      std::pow(grid.columns * grid.rows, 0.4) *
                      (board.usual_mines >= 0 ? USUAL : 1.0);
    return attempt;
}

// Grids a little beside one: moved, or with larger or smaller cells.
std::vector<Lattice> vary(const Lattice& grid, double step) {
    std::vector<Lattice> found;
    const auto add = [&](double left, double top, double more) {
        found.push_back({grid.columns, grid.rows, grid.left + left, grid.top + top,
                         grid.width + more, grid.height + more});
    };
    const double more = 2 * step / std::max(grid.columns, grid.rows);
    for (const double sign : {-1.0, 1.0}) {
        add(sign * step, 0.0, 0.0), add(0.0, sign * step, 0.0);
        // Larger to the right and below, on all sides, or to the left and above.
        for (const double part : {0.0, 0.5, 1.0}) {
            const double by = sign * more;
            add(-part * by * grid.columns, -part * by * grid.rows, by);
        }
    }
    return found;
}

// A grid with some outer rows and columns less or more, where its size is then a usual one.
std::vector<Lattice> resize(const Lattice& grid) {
    constexpr int LESS = 2, MORE = 2;
    std::vector<Lattice> found;
    for (int columns = grid.columns - LESS; columns <= grid.columns + MORE; ++columns) {
        for (int rows = grid.rows - LESS; rows <= grid.rows + MORE; ++rows) {
            if (find_usual_mines(columns, rows) < 0) continue;
            const int wider = columns - grid.columns, higher = rows - grid.rows;
            for (int x = std::min(wider, 0); x <= std::max(wider, 0); ++x) {
                for (int y = std::min(higher, 0); y <= std::max(higher, 0); ++y) {
                    found.push_back({columns, rows, grid.left - x * grid.width,
                                     grid.top - y * grid.height, grid.width, grid.height});
                }
            }
        }
    }
    return found;
}

// Takes what is read better among other grids.
bool take_better(const Picture& picture, const std::vector<Lattice>& grids, Attempt& best) {
    const double before = best.quality;
    for (const Lattice& one : grids) {
        Attempt here = read_grid(picture, {one, true});
        if (here.quality > best.quality) best = std::move(here);
    }
    return best.quality > before;
}

// A grid that is read badly may lie a little beside the true one.
void fit(const Picture& picture, Attempt& best) {
    for (const double step : {1.0, 0.5, 0.25}) {
        for (int again = 0; again < 2; ++again) {
            if (!take_better(picture, vary(best.board.lattice, step), best)) break;
        }
    }
}

// The best grid of a usual size beside one; where another is nearly as good all is in doubt.
void take_usual(const Picture& picture, Attempt& best) {
    std::vector<Attempt> tried;
    for (const Lattice& one : resize(best.board.lattice)) {
        if (is_inside(picture, one)) tried.push_back(read_grid(picture, {one, true}));
    }
    std::ranges::sort(tried, std::ranges::greater(), &Attempt::quality);
    if (tried.size() > 3) tried.resize(3);
    for (Attempt& one : tried) {
        if (one.quality > 0.0) fit(picture, one);
    }
    std::ranges::sort(tried, std::ranges::greater(), &Attempt::quality);
    // Not for its size alone.
    if (tried.empty() || tried[0].quality <= USUAL * best.quality) return;
    best = tried[0];
    best.is_doubtful = tried.size() > 1 && tried[1].quality > CLOSE_CALL * best.quality;
}

Attempt improve(const Picture& picture, Attempt best) {
    fit(picture, best);
    if (best.board.usual_mines < 0 && best.certain < VERY_SURE) take_usual(picture, best);
    return best;
}

[[noreturn]] void refuse(const std::vector<Candidate>& candidates, const Picture& picture) {
    for (const Candidate& one : candidates) {
        if (one.is_clear) throw NotationError(read_grid(picture, one).refusal);
    }
    throw NotationError("expected a picture of a board, found no grid of cells in it");
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
    const auto candidates = find_lattices(picture);
    Attempt best, rival;
    for (const Candidate& one : candidates) {
        Attempt here = read_grid(picture, one);
        // What is seen less well has to be read much better.
        if (&one != candidates.data()) here.quality *= 0.5;
        if (here.quality > best.quality) std::swap(here, best);
        const bool is_other = here.board.lattice.columns != best.board.lattice.columns ||
                              here.board.lattice.rows != best.board.lattice.rows;
        if (is_other && here.quality > rival.quality) std::swap(here, rival);
        if (best.is_usual()) break;
    }
    if (best.quality <= 0.0) refuse(candidates, picture);
    if (!best.is_sure()) best = improve(picture, std::move(best));
    if (best.is_doubtful || rival.quality > CLOSE_CALL * best.quality)
        std::ranges::fill(best.board.is_doubtful, 1);
    return best.board;
}

}  // namespace sapper
