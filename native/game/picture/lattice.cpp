#include "game/picture/lattice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "game/picture/combs.h"

namespace sapper {

namespace {

constexpr int LEAST_CELLS = 4;     // in a row or column of a grid
constexpr double CLEARER = 5.0;    // a side so much clearer than the middle of cells counts in full
constexpr double EXPECTED = 0.55;  // share of the sides that a cell of a grid has at least
constexpr double SPREAD = 0.22;    // by which cells may be less clear than others
constexpr double LEAST_CLEAR = 0.65;   // of a grid
constexpr double LEAST_LIKELY = 0.56;  // of what may be one
constexpr std::size_t MOST_FOUND = 5;

// Sides of cells: how clear they are from 0 to 1, for lines of one axis by rows of the other.
class Sides {
  public:
    Sides(const Edges& edges, const Comb& lines, int num_lines, const Comb& rows, int num_rows)
        : num_rows_(num_rows) {
        const auto measure_all = [&](double shift) {
            std::vector<double> all;
            for (int line = 0; line < num_lines; ++line) {
                for (int row = 0; row < num_rows; ++row) {
                    all.push_back(see(edges, lines.start + (line + shift) * lines.period,
                                      rows.start + row * rows.period, rows.period));
                }
            }
            return all;
        };
        // What the noise alone gives is seen in the middle of cells.
        auto middles = measure_all(0.5);
        const auto half = middles.begin() + static_cast<std::ptrdiff_t>(middles.size() / 2);
        std::nth_element(middles.begin(), half, middles.end());
        clear_ = measure_all(0.0);
        for (double& one : clear_) one = std::clamp((one - *half) / CLEARER, 0.0, 1.0);
    }
    double at(int line, int row) const {
        return clear_[static_cast<std::size_t>(line) * static_cast<std::size_t>(num_rows_) +
                      static_cast<std::size_t>(row)];
    }

  private:
    static double see(const Edges& edges, double place, double from, double period) {
        // The edge of the picture may be that of the grid.
        if (place < 1.5 || place > edges.length() - 1.5) return STRONG;
        const int first = std::max(0, static_cast<int>(from + 0.2 * period));
        const int last = std::min(edges.breadth() - 1, static_cast<int>(from + 0.8 * period));
        double most = 0.0;
        const int middle = static_cast<int>(std::lround(place));
        for (int along = middle - 1; along <= middle + 1; ++along) {
            if (along < 1 || along >= edges.length()) continue;
            double squares = 0.0;
            for (int channel = 0; channel < 3; ++channel) {
                int sum = 0;
                for (int line = first; line <= last; ++line) {
                    sum += edges.difference(along, line, channel);
                }
                const double mean = sum / static_cast<double>(last - first + 1);
                squares += mean * mean;
            }
            most = std::max(most, squares);
        }
        return std::sqrt(most / 3);
    }

    int num_rows_;
    std::vector<double> clear_;
};

struct Part {
    double sum = 0.0;
    int left = 0, top = 0, right = 0, bottom = 0;  // right and bottom are outside
    double size() const { return double(right - left) * (bottom - top); }
};

// The part of a table with the largest sum.
Part find_part(const std::vector<double>& weights, int columns, int rows) {
    Part best;
    std::vector<double> sums(static_cast<std::size_t>(columns));
    for (int top = 0; top < rows; ++top) {
        std::fill(sums.begin(), sums.end(), 0.0);
        for (int bottom = top; bottom < rows; ++bottom) {
            double here = 0.0;
            for (int column = 0, left = 0; column < columns; ++column) {
                auto& sum = sums[static_cast<std::size_t>(column)];
                sum += weights[static_cast<std::size_t>(bottom * columns + column)];
                if (here <= 0.0) here = 0.0, left = column;
                here += sum;
                if (here > best.sum) best = {here, left, top, column + 1, bottom + 1};
            }
        }
    }
    return best;
}

// Moves the start of a comb to its first line in the picture; returns the number of whole cells.
int fit_in(Comb& comb, int length) {
    const double slack = std::max(1.5, 0.08 * comb.period);
    const double lines = std::floor((comb.start + slack) / comb.period);
    comb.start -= lines * comb.period;
    return static_cast<int>(std::floor((length + slack - comb.start) / comb.period));
}

struct Found {
    Lattice lattice;
    double clear = 0.0;  // share of the sides of its cells that are seen
    double score = 0.0;  // clear cells count, and many of them
};

bool are_same(const Lattice& one, const Lattice& other) {
    return one.columns == other.columns && one.rows == other.rows &&
           std::abs(one.left - other.left) < 0.2 * one.width &&
           std::abs(one.top - other.top) < 0.2 * one.height;
}

class Finder {
  public:
    explicit Finder(const Picture& picture) : across_(picture, true), down_(picture, false) {
        const auto x = likeness(across_, columns_), y = likeness(down_, rows_);
        periods_ = find_periods(x, y);
    }

    std::vector<Found> find() const {
        std::vector<Found> all;
        for (const double period : periods_) {
            for (const bool is_shared : {false, true}) {
                const Found here = place(period, is_shared);
                if (here.clear > LEAST_LIKELY) all.push_back(here);
            }
        }
        std::ranges::stable_sort(all, std::ranges::greater(), &Found::score);
        return all;
    }

  private:
    // The profile of the strips that a part of the other axis covers.
    static std::vector<double> sum_up(const std::vector<std::vector<double>>& strips, double from,
                                      double to) {
        std::vector<double> sums(strips[0].size(), 0.0);
        const auto first = static_cast<std::size_t>(std::max(0.0, from / STRIP));
        const auto last =
            std::min(strips.size() - 1, static_cast<std::size_t>(std::max(0.0, to / STRIP)));
        for (std::size_t i = first; i <= last; ++i) {
            for (std::size_t x = 0; x < sums.size(); ++x) sums[x] += strips[i][x];
        }
        for (double& sum : sums) sum /= static_cast<double>(last - first + 1);
        return sums;
    }

    // `is_shared` prefers a part with few other edges to one with strong lines.
    Found place(double period, bool is_shared) const {
        const auto clear = [&](const Comb& comb) {
            return is_shared ? comb.contrast / (comb.between + 1.0) : comb.contrast;
        };
        Comb x, y;
        double best = 0.0, middle_x = 0.0, middle_y = 0.0;
        const double side = TILE * period, step = side / 2;
        for (double top = 0.0; top + side <= down_.length() + step; top += step) {
            const auto profile = sum_up(columns_, top, top + side);
            for (double left = 0.0; left + side <= across_.length() + step; left += step) {
                const Comb one = find_comb(profile, period, left, left + side);
                if (clear(one) <= best) continue;
                const Comb other =
                    find_comb(sum_up(rows_, left, left + side), period, top, top + side);
                const double here = std::min(clear(one), clear(other));
                if (here <= best) continue;
                best = here, x = one, y = other;
                middle_x = left + side / 2, middle_y = top + side / 2;
            }
        }
        if (best <= 0.0) return {};
        const auto along = whole(across_, middle_y - side, middle_y + side);
        const auto below = whole(down_, middle_x - side, middle_x + side);
        x = find_comb(along, period, middle_x - side / 2, middle_x + side / 2);
        y = find_comb(below, period, middle_y - side / 2, middle_y + side / 2);
        Found found = settle(x, y, along, below, {middle_x, 0.0, double(across_.length())},
                             {middle_y, 0.0, double(down_.length())});
        // Once more with the lines of the whole grid.
        for (int again = 0; again < 2 && found.score > 0.0; ++again) found = sharpen(found);
        return found;
    }

    struct Range {
        double middle, from, to;
    };

    // Edges as strong as they are: the strongest of a bevel's is that between two cells.
    static std::vector<double> whole(const Edges& edges, double from, double to) {
        const int last = std::clamp(static_cast<int>(to), 1, edges.breadth());
        return edges.profile(std::clamp(static_cast<int>(from), 0, last - 1), last, 255);
    }

    // Cells are square: the period of one axis is that of the other, whichever is seen better.
    Found settle(const Comb& x, const Comb& y, const std::vector<double>& along,
                 const std::vector<double>& below, const Range& width, const Range& height) const {
        const Comb one = refine(along, x, width.middle, width.from, width.to);
        const Comb other = refine(below, y, height.middle, height.from, height.to);
        const Comb as_one =
            refine(below, {y.start, one.period}, height.middle, height.from, height.to, true);
        const Comb as_other =
            refine(along, {x.start, other.period}, width.middle, width.from, width.to, true);
        const Found first = cut_out(one, as_one), second = cut_out(as_other, other);
        return first.score >= second.score ? first : second;
    }

    Found sharpen(const Found& found) const {
        const Lattice& grid = found.lattice;
        const double right = grid.left + grid.columns * grid.width;
        const double bottom = grid.top + grid.rows * grid.height;
        const Found again =
            settle({grid.left, grid.width}, {grid.top, grid.height},
                   whole(across_, grid.top, bottom), whole(down_, grid.left, right),
                   {(grid.left + right) / 2, grid.left - grid.width, right + grid.width},
                   {(grid.top + bottom) / 2, grid.top - grid.height, bottom + grid.height});
        return again.score >= found.score * 0.98 ? again : found;
    }

    Found cut_out(Comb x, Comb y) const {
        const int columns = fit_in(x, across_.length()), rows = fit_in(y, down_.length());
        if (columns < LEAST_CELLS || rows < LEAST_CELLS) return {};
        const Sides upright(across_, x, columns + 1, y, rows),
            level(down_, y, rows + 1, x, columns);
        std::vector<double> weights;
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) {
                const double sides = upright.at(column, row) + upright.at(column + 1, row) +
                                     level.at(row, column) + level.at(row + 1, column);
                weights.push_back(sides / 4 - EXPECTED);
            }
        }
        Part part = find_part(weights, columns, rows);
        if (part.sum <= 0.0) return {};
        // What lies around the grid has some sides too: cells are to be about as clear as most.
        const double more = std::max(0.0, part.sum / part.size() - SPREAD);
        std::vector<double> most = weights;
        for (double& one : most) one -= more;
        part = complete(find_part(most, columns, rows), weights, columns, rows);
        part.sum -= more * part.size();
        const int wide = part.right - part.left, high = part.bottom - part.top;
        if (wide < LEAST_CELLS || high < LEAST_CELLS) return {};
        const double clear = EXPECTED + more + part.sum / part.size();
        return {{wide, high, x.start + part.left * x.period, y.start + part.top * y.period,
                 x.period, y.period},
                clear,
                (clear - EXPECTED) * part.size() * std::pow(clear, 4)};
    }

    // The outermost row or column of a grid without a frame has no edge beyond it: it belongs to
    // the grid if the size is then a usual one.
    static Part complete(Part part, const std::vector<double>& weights, int columns, int rows) {
        const auto add_up = [&](Part one) {
            one.sum = 0.0;
            for (int row = one.top; row < one.bottom; ++row) {
                for (int column = one.left; column < one.right; ++column) {
                    one.sum += weights[static_cast<std::size_t>(row * columns + column)];
                }
            }
            return one;
        };
        Part best = part = add_up(part);
        if (find_usual_mines(part.right - part.left, part.bottom - part.top) >= 0) return best;
        for (const auto& [left, top, right, bottom] :
             {std::array{0, 0, 0, 1}, {0, 0, 1, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}}) {
            const Part more{0.0, part.left - left, part.top - top, part.right + right,
                            part.bottom + bottom};
            const int wide = more.right - more.left, high = more.bottom - more.top;
            const bool fits = more.left >= 0 && more.top >= 0 && more.right <= columns &&
                              more.bottom <= rows && find_usual_mines(wide, high) >= 0;
            if (fits && add_up(more).sum > best.sum) best = add_up(more);
        }
        return best;
    }

    Edges across_, down_;
    std::vector<std::vector<double>> columns_, rows_;  // profiles of strips
    std::vector<double> periods_;
};

}  // namespace

std::vector<Candidate> find_lattices(const Picture& picture) {
    std::vector<Candidate> found;
    for (const Found& one : Finder(picture).find()) {
        const bool is_new = std::ranges::none_of(
            found, [&](const Candidate& other) { return are_same(one.lattice, other.lattice); });
        if (is_new && found.size() < MOST_FOUND) {
            found.push_back({one.lattice, one.clear > LEAST_CLEAR});
        }
    }
    return found;
}

}  // namespace sapper
