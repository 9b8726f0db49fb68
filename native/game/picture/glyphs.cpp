#include "game/picture/glyphs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

namespace sapper {

namespace {

constexpr int FROM = 4, TO = 20;  // the part of a patch that a glyph stands in
constexpr double FAINT = 20.0;    // a difference from the ground that is none
constexpr double CLEAR = 30.0;    // one that is something for certain
constexpr double RED = 45.0;      // more red than the ground has, in a flag
constexpr double ANY = -1e9;      // red or not: what is redder than blue
constexpr int LITTLE = 9;         // pixels of a patch: the least that a flag has
constexpr double DARK = 95.0;     // what a mine is darker than
constexpr double CENTRE = 4.2;    // the radius that a mine fills for the most part
constexpr double CERTAIN = 2.5;   // how much better the best clue is than the next
constexpr double UNLIKE = 14.0;   // a best clue as bad as that is none
constexpr double NARROW = 0.58;   // of its height: a 1 without a foot
constexpr double DEGREES = 57.29578;
// What a clue has to be more like than the others for how rarely it stands anywhere.
constexpr std::array RARE = {0.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0};

// Digits as a person writes them in bold, row by row in bits from the left; some in two ways.
constexpr int WIDE = 7, HIGH = 9;
struct Shape {
    int clue;
    std::array<std::uint8_t, HIGH> rows;
};
constexpr Shape SHAPES[] = {
    {1, {0x0c, 0x1c, 0x3c, 0x0c, 0x0c, 0x0c, 0x0c, 0x0c, 0x0c}},
    {1, {0x0c, 0x1c, 0x3c, 0x0c, 0x0c, 0x0c, 0x0c, 0x3f, 0x3f}},
    {2, {0x3e, 0x63, 0x03, 0x07, 0x0e, 0x1c, 0x38, 0x60, 0x7f}},
    {3, {0x3e, 0x63, 0x03, 0x03, 0x1e, 0x03, 0x03, 0x63, 0x3e}},
    {3, {0x7e, 0x03, 0x03, 0x03, 0x1f, 0x03, 0x03, 0x03, 0x7e}},
    {4, {0x06, 0x0e, 0x1e, 0x36, 0x36, 0x66, 0x7f, 0x06, 0x06}},
    {4, {0x1b, 0x1b, 0x33, 0x33, 0x7f, 0x7f, 0x03, 0x03, 0x03}},
    {5, {0x7f, 0x60, 0x60, 0x7e, 0x63, 0x03, 0x03, 0x63, 0x3e}},
    {6, {0x3e, 0x63, 0x60, 0x7e, 0x63, 0x63, 0x63, 0x63, 0x3e}},
    {7, {0x7f, 0x03, 0x06, 0x06, 0x0c, 0x0c, 0x18, 0x18, 0x18}},
    {8, {0x3e, 0x63, 0x63, 0x63, 0x3e, 0x63, 0x63, 0x63, 0x3e}},
};

using Ink = std::array<double, WIDE * HIGH>;

// Smooths ink over its neighbours and brings it to mean 0 and length 1.
Ink normalise(const Ink& ink) {
    Ink out{};
    double sum = 0.0;
    for (int y = 0; y < HIGH; ++y) {
        for (int x = 0; x < WIDE; ++x) {
            double& here = out[static_cast<std::size_t>(y * WIDE + x)];
            for (int dy = -1; dy <= 1; ++dy) {
                for (int dx = -1; dx <= 1; ++dx) {
                    if (y + dy < 0 || y + dy >= HIGH || x + dx < 0 || x + dx >= WIDE) continue;
                    const double weight = (dx ? 1.0 : 4.0) * (dy ? 1.0 : 4.0);
                    here += weight * ink[static_cast<std::size_t>((y + dy) * WIDE + x + dx)];
                }
            }
            sum += here;
        }
    }
    double squares = 0.0;
    for (double& one : out) one -= sum / (WIDE * HIGH), squares += one * one;
    for (double& one : out) one /= std::sqrt(squares) + 1e-9;
    return out;
}

// What differs from the ground in the middle of a cell.
class Glyph {
  public:
    explicit Glyph(const Patch& patch) : patch_(patch) {
        std::vector<double> strengths;
        for (int y = FROM; y < TO; ++y) {
            for (int x = FROM; x < TO; ++x) strengths.push_back(patch.difference(x, y).squared());
        }
        // Of the strongest twentieth the weakest: noise is rarely as strong in so many places.
        const auto rank = strengths.begin() + static_cast<std::ptrdiff_t>(strengths.size() / 20);
        std::nth_element(strengths.begin(), rank, strengths.end(), std::greater<>());
        strength_ = std::sqrt(*rank);
        for (int y = FROM; y < TO; ++y) {
            for (int x = FROM; x < TO; ++x) {
                const Colour one = patch.difference(x, y);
                if (one.squared() > 0.09 * strength_ * strength_) sum_ += one;
            }
        }
        const double length = std::sqrt(sum_.squared());
        if (length > 0.0) direction_ = sum_ * (1.0 / length);
    }

    double strength() const { return strength_; }

    // How unlike a colour the glyph is: by the angle of its difference from the ground, and by
    // whether it is stronger, or much weaker, than that colour could be.
    double unlike(const Colour& colour, double chroma) const {
        // Small cells are coloured by what lies around them.
        const double spread = 6.0 * std::max(1.0, 14.0 / patch_.side());
        const Colour whole = colour - patch_.ground().colour;
        const double light = whole.light();
        const Colour grey{light, light, light};
        Colour wanted = grey;
        wanted += (whole - grey) * chroma;
        const double length = std::sqrt(wanted.squared()) + 1e-9;
        const double cosine = std::clamp(direction_.dot(wanted) / length, -1.0, 1.0);
        const double angle = std::acos(cosine) * DEGREES / spread;
        const double ratio = std::log(std::max(strength_, 1.0) / length);
        const double excess = ratio > 0.08 ? (ratio - 0.08) / 0.16 : 0.0;
        const double lack = ratio < -0.7 ? (-0.7 - ratio) / 0.3 : 0.0;
        return std::min(angle * angle, 25.0) + std::min(excess * excess + lack * lack, 16.0);
    }

    // The ink of the glyph, brought to the size of the shapes, moved by parts of their dots.
    std::optional<Ink> ink(double right_by = 0.0, double down_by = 0.0) const {
        int left = PATCH, right = -1, top = PATCH, bottom = -1;
        for (int y = FROM; y < TO; ++y) {
            for (int x = FROM; x < TO; ++x) {
                if (level(x, y) < 0.45) continue;
                left = std::min(left, x), right = std::max(right, x);
                top = std::min(top, y), bottom = std::max(bottom, y);
            }
        }
        const int high = bottom - top + 1, wide = right - left + 1;
        if (high < 7) return std::nullopt;
        // A 1 may be narrow; the others fill their box, which programs make wider or less wide.
        const double down = static_cast<double>(high) / HIGH;
        const double across = wide < NARROW * high ? down : static_cast<double>(wide) / WIDE;
        const double middle = (left + right + 1) / 2.0;
        Ink ink{};
        for (int y = 0; y < HIGH; ++y) {
            for (int x = 0; x < WIDE; ++x) {
                ink[static_cast<std::size_t>(y * WIDE + x)] =
                    mean(middle + (x + right_by - WIDE / 2.0) * across, top + (y + down_by) * down,
                         across, down);
            }
        }
        return normalise(ink);
    }

  private:
    // How much of the glyph's colour is at a place, from 0 to 1.
    double level(int x, int y) const {
        if (x < FROM || y < FROM || x >= TO || y >= TO) return 0.0;
        return std::clamp(direction_.dot(patch_.at(x, y) - patch_.ground().colour) / strength_, 0.0,
                          1.0);
    }
    double mean(double x, double y, double wide, double high) const {
        double sum = 0.0;
        for (const double dy : {0.17, 0.5, 0.83}) {
            for (const double dx : {0.17, 0.5, 0.83}) {
                sum += level(static_cast<int>(std::floor(x + dx * wide)),
                             static_cast<int>(std::floor(y + dy * high)));
            }
        }
        return sum / 9;
    }

    const Patch& patch_;
    double strength_ = 0.0;
    Colour sum_, direction_;
};

// How unlike each digit's shape the ink is, at most as it was.
void compare_shapes(const Ink& ink, std::array<double, 8>& unlike) {
    for (const Shape& shape : SHAPES) {
        Ink drawn{};
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            drawn[i] = shape.rows[i / WIDE] >> (WIDE - 1 - i % WIDE) & 1;
        }
        const Ink wanted = normalise(drawn);
        double likeness = 0.0;
        for (std::size_t i = 0; i < ink.size(); ++i) likeness += ink[i] * wanted[i];
        double& here = unlike[static_cast<std::size_t>(shape.clue - 1)];
        here = std::min(here, 1.0 - likeness);
    }
}

// How unlike each digit's shape a glyph is; none has a size that says nothing.
std::array<double, 8> unlike_shapes(const Glyph& glyph) {
    std::array<double, 8> unlike;
    unlike.fill(0.5);
    if (!glyph.ink()) return unlike;
    unlike.fill(2.0);
    for (const double right : {-0.6, 0.0, 0.6}) {
        for (const double down : {-0.5, 0.0, 0.5}) compare_shapes(*glyph.ink(right, down), unlike);
    }
    return unlike;
}

bool is_seen(const Glyph& glyph, const Patch& patch) {
    return glyph.strength() >= FAINT * std::max(1.0, 14.0 / patch.side());
}

// Whether the middle is dark and not the ground's colour, as that of a mine is.
bool is_mine(const Patch& patch) {
    int dark = 0, all = 0;
    for (int y = 0; y < PATCH; ++y) {
        for (int x = 0; x < PATCH; ++x) {
            const double dx = x - (PATCH - 1) / 2.0, dy = y - (PATCH - 1) / 2.0;
            if (dx * dx + dy * dy > CENTRE * CENTRE) continue;
            ++all;
            const bool differs = patch.difference(x, y).squared() > 60.0 * 60.0;
            const Colour& one = patch.at(x, y);
            dark += differs && std::max({one.r, one.g, one.b}) < DARK;
        }
    }
    return dark > 0.72 * all;
}

// How much is redder than the ground, as a flag is.
int count_red(const Patch& patch, double chroma, double least) {
    const auto redness = [](const Colour& one) { return one.r - (one.g + one.b) / 2; };
    const double ground = redness(patch.ground().colour);
    int red = 0;
    for (int y = FROM; y < TO; ++y) {
        for (int x = FROM; x < TO; ++x) {
            const double here = redness(patch.at(x, y));
            red += here > least && here - ground > RED * chroma;
        }
    }
    return red;
}

// How much darker the middle is than the ring around it, where it is of one colour.
double darker_middle(const Patch& patch) {
    double sum = 0.0;
    int all = 0;
    for (int y = 8; y < PATCH - 8; ++y) {
        for (int x = 8; x < PATCH - 8; ++x) sum += patch.at(x, y).light(), ++all;
    }
    return patch.ground().colour.light() - sum / all;
}

}  // namespace

Patch::Patch(const Picture& picture, const Lattice& lattice, int column, int row)
    : side_(lattice.width) {
    // Each pixel of the patch is the mean of what it covers, in four times four samples.
    constexpr int SAMPLES = 4;
    for (int y = 0; y < PATCH; ++y) {
        for (int x = 0; x < PATCH; ++x) {
            Colour sum;
            for (int k = 0; k < SAMPLES * SAMPLES; ++k) {
                const double fx = (x + (k % SAMPLES + 0.5) / SAMPLES) / PATCH;
                const double fy = (y + (k / SAMPLES + 0.5) / SAMPLES) / PATCH;
                const double px = lattice.left + (column + fx) * lattice.width;
                const double py = lattice.top + (row + fy) * lattice.height;
                const auto* pixel =
                    picture.at(std::clamp(static_cast<int>(px), 0, picture.width - 1),
                               std::clamp(static_cast<int>(py), 0, picture.height - 1));
                sum += Colour{double(pixel[0]), double(pixel[1]), double(pixel[2])};
            }
            pixels_[static_cast<std::size_t>(y * PATCH + x)] = sum * (1.0 / (SAMPLES * SAMPLES));
        }
    }
    find_ground();
}

// The ground is what most of a ring around the glyph shows.
void Patch::find_ground() {
    std::array<std::vector<double>, 3> ring;
    double lighter = 0.0;
    int count = 0;
    for (int y = 0; y < PATCH; ++y) {
        for (int x = 0; x < PATCH; ++x) {
            const int right = PATCH - 1 - x, bottom = PATCH - 1 - y;
            const int depth = std::min({x, y, right, bottom});
            const Colour& here = at(x, y);
            if (depth == 4 || depth == 5) {
                ring[0].push_back(here.r), ring[1].push_back(here.g), ring[2].push_back(here.b);
            }
            // Not the corners, where light and dark edges meet.
            const bool is_upper = (y == 1 || y == 2) && x >= 4 && right >= 4;
            const bool is_left = (x == 1 || x == 2) && y >= 4 && bottom >= 4;
            const bool is_lower = (bottom == 1 || bottom == 2) && x >= 4 && right >= 4;
            const bool is_right = (right == 1 || right == 2) && y >= 4 && bottom >= 4;
            if (is_upper || is_left) lighter += here.light(), ++count;
            if (is_lower || is_right) lighter -= here.light();
        }
    }
    double* const to[] = {&ground_.colour.r, &ground_.colour.g, &ground_.colour.b};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto middle = ring[i].begin() + static_cast<std::ptrdiff_t>(ring[i].size() / 2);
        std::nth_element(ring[i].begin(), middle, ring[i].end());
        *to[i] = *middle;
    }
    ground_.bevel = lighter / count;
}

Colour Patch::difference(int x, int y) const {
    Colour sum;
    int count = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            if (x + dx < 0 || y + dy < 0 || x + dx >= PATCH || y + dy >= PATCH) continue;
            sum += at(x + dx, y + dy);
            ++count;
        }
    }
    return sum * (1.0 / count) - ground_.colour;
}

double unlike_clues(const Patch& patch, const Look& look, double chroma) {
    const Glyph glyph(patch);
    if (!is_seen(glyph, patch) || is_mine(patch)) return 0.0;
    double least = UNLIKE;
    for (const Colour& clue : look.clues) least = std::min(least, glyph.unlike(clue, chroma));
    return least;
}

Reading read_opened(const Patch& patch, const Look& look, double chroma) {
    if (is_mine(patch)) return {MINE_SHOWN, patch.side() < (chroma < 1.0 ? 14.0 : 13.0)};
    const Glyph glyph(patch);
    if (!is_seen(glyph, patch)) return {0, false};
    const auto shapes = unlike_shapes(glyph);
    std::array<double, 8> costs;
    // The shapes of few pixels say less.
    const double spread = 0.25 * std::max(1.0, 18.0 / patch.side());
    for (std::size_t i = 0; i < 8; ++i) {
        const double shape = shapes[i] / spread;
        costs[i] = glyph.unlike(look.clues[i], chroma) + shape * shape;
    }
    const auto best =
        static_cast<std::size_t>(std::min_element(costs.begin(), costs.end()) - costs.begin());
    // As much better with what is rare as without.
    double next = 1e9;
    for (std::size_t i = 0; i < 8; ++i) {
        if (i != best) next = std::min(next, costs[i] + std::min(0.0, RARE[i] - RARE[best]));
    }
    // What no clue looks like and is faint comes from the edges of the cell.
    if (costs[best] > UNLIKE && glyph.strength() < 5 * FAINT) return {0, true};
    // Small cells, and colours that are not whole, say less.
    const double small = std::max(1.0, 15.0 / patch.side());
    const double certain = CERTAIN * small * small / chroma;
    Reading found{static_cast<Code>(best + 1), true, costs[best] < UNLIKE};
    found.is_doubtful =
        glyph.strength() <= CLEAR || costs[best] >= UNLIKE || next - costs[best] <= certain;
    // Something is there: only where no clue has room it is none.
    found.costs[0] = 100 * UNLIKE;
    for (std::size_t i = 0; i < 8; ++i) found.costs[i + 1] = costs[i] + RARE[i];
    if (found.is_doubtful) found.code = choose_clue(found, 8);
    return found;
}

Code choose_clue(const Reading& reading, int most) {
    const auto& costs = reading.costs;
    return static_cast<Code>(std::min_element(costs.begin(), costs.begin() + most + 1) -
                             costs.begin());
}

Reading read_covered(const Patch& patch, const Look& look, double chroma) {
    const bool is_whole = chroma == 1.0;
    // A flag beside the cell colours it too where colours have run.
    const int red = count_red(patch, 1.0, ANY);
    if (red >= (is_whole ? LITTLE : 2 * LITTLE)) return {FLAGGED, false};
    if (red >= LITTLE || (!is_whole && count_red(patch, chroma, ANY) >= LITTLE)) {
        return {FLAGGED, true};
    }
    // Where covered cells have a bevel, mines are shown on opened ones.
    if (is_mine(patch)) return {MINE_SHOWN, look.bevel_counts > 0.0};
    const Glyph glyph(patch);
    // Something else on a covered cell, such as a question mark, is said.
    const bool is_reddish = !is_whole && count_red(patch, 0.5 * chroma, ANY) >= LITTLE;
    return {COVERED, is_reddish || glyph.strength() > 3.5 * FAINT};
}

Reading read_strange(const Patch& patch) {
    // Less blue is not red: some programs show mines on blue.
    if (count_red(patch, 1.0, 0.0) >= LITTLE) return {FLAGGED, true};
    // Mines on grounds of all colours; some programs draw them as discs.
    const bool is_disc = darker_middle(patch) > 20.0;
    return {is_disc || is_mine(patch) ? MINE_SHOWN : COVERED, !is_disc || patch.side() < 14.0};
}

}  // namespace sapper
