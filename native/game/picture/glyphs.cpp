#include "game/picture/glyphs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

namespace sapper {

namespace {

constexpr double FAINT = 20.0;       // a difference from the ground that is none
constexpr double CLEAR = 30.0;       // one that is something for certain
constexpr double RED = 45.0;         // more red than the ground has, in a flag
constexpr double ANY = -1e9;         // red or not: what is redder than blue
constexpr int LITTLE = 9;            // pixels of a patch: the least that a flag has
constexpr double DARK = 95.0;        // what a mine is darker than
constexpr double MOSTLY = 0.72;      // share of its middle that is so dark
constexpr double CENTRE = 4.2;       // the radius that a mine fills for the most part
constexpr double CERTAIN = 2.5;      // how much better the best clue is than the next
constexpr double UNLIKE = 14.0;      // a best clue as bad as that is none
constexpr double DISC = 20.0;        // how much darker than its ground a mine drawn as a disc is
constexpr double FLAG_SHADE = 40.0;  // how much lighter or darker than its ground a flag is
constexpr double UNSURE = 6.0;       // what is not seen where something else is not certain
constexpr double SMALL = 14.0;       // pixels: a cell that says less
constexpr double NARROW = 0.58;      // of its height: a 1 without a foot
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

// The ink of each shape.
std::array<Ink, std::size(SHAPES)> draw_shapes() {
    std::array<Ink, std::size(SHAPES)> all{};
    for (std::size_t k = 0; k < all.size(); ++k) {
        for (std::size_t i = 0; i < all[k].size(); ++i) {
            all[k][i] = SHAPES[k].rows[i / WIDE] >> (WIDE - 1 - i % WIDE) & 1;
        }
        all[k] = normalise(all[k]);
    }
    return all;
}

// How unlike each digit's shape the ink is, at most as it was.
void compare_shapes(const Ink& ink, std::array<double, 8>& unlike) {
    static const auto wanted = draw_shapes();
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        double likeness = 0.0;
        for (std::size_t i = 0; i < ink.size(); ++i) likeness += ink[i] * wanted[k][i];
        double& here = unlike[static_cast<std::size_t>(SHAPES[k].clue - 1)];
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

// A cell that shows one thing as far as it is seen by itself.
Reading settled(Kind kind, Code code, bool is_doubtful) {
    Reading found{kind, code, is_doubtful, {}};
    found.costs.fill(AGAINST);
    if (is_doubtful) {
        for (const Code other : {COVERED, FLAGGED, MINE_SHOWN}) found.costs[other] = UNSURE;
    }
    found.costs[code] = 0.0;
    return found;
}

// What speaks against a code: nothing up to a value, all from another on.
double grade(double value, double from, double to) {
    return AGAINST * std::clamp((value - from) / (to - from), 0.0, 1.0);
}

// The strength of a glyph that is one.
double least_seen(const Patch& patch) {
    return FAINT * std::max(1.0, 14.0 / patch.side());
}

bool is_seen(const Glyph& glyph, const Patch& patch) {
    return glyph.strength() >= least_seen(patch);
}

// How much of the middle is dark and not the ground's colour, as that of a mine is.
double dark_share(const Patch& patch) {
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
    return dark / static_cast<double>(all);
}

bool is_mine(const Patch& patch) {
    return dark_share(patch) > MOSTLY;
}

// How much lighter or darker than the ground a place in the middle is.
double contrast(const Patch& patch) {
    double most = 0.0;
    for (int y = FROM; y < TO; ++y) {
        for (int x = FROM; x < TO; ++x) {
            most = std::max(most, std::abs(patch.difference(x, y).light()));
        }
    }
    return most;
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

double unlike_clues(const Patch& patch, const Look& look, double chroma) {
    const Glyph glyph(patch);
    if (!is_seen(glyph, patch) || is_mine(patch)) return 0.0;
    double least = UNLIKE;
    for (const Colour& clue : look.clues) least = std::min(least, glyph.unlike(clue, chroma));
    return least;
}

Reading read_opened(const Patch& patch, const Look& look, double chroma) {
    if (is_mine(patch)) {
        return settled(Kind::opened, MINE_SHOWN, patch.side() < (chroma < 1.0 ? 14.0 : 13.0));
    }
    const Glyph glyph(patch);
    if (!is_seen(glyph, patch)) return settled(Kind::opened, 0, false);
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
    // Small cells, and colours that are not whole, say less.
    const double small = std::max(1.0, 15.0 / patch.side());
    const double certain = CERTAIN * small * small / chroma;
    Reading found{Kind::opened, static_cast<Code>(best + 1), true, {}};
    found.is_doubtful =
        glyph.strength() <= CLEAR || costs[best] >= UNLIKE || next - costs[best] <= certain;
    found.costs.fill(AGAINST);
    for (std::size_t i = 0; i < 8; ++i) found.costs[i + 1] = costs[i] + RARE[i];
    found.costs[0] = grade(glyph.strength() / least_seen(patch), 1.0, 3.0);
    found.costs[MINE_SHOWN] = grade(MOSTLY - dark_share(patch), 0.0, 0.3);
    // What no clue looks like and is faint comes from the edges of the cell.
    if (costs[best] > UNLIKE && glyph.strength() < 5 * FAINT) {
        found.code = 0, found.costs[0] = 0.0;
    } else if (found.is_doubtful) {
        found.code = choose_clue(found, 8);
    }
    return found;
}

Code choose_clue(const Reading& reading, int most) {
    const auto& costs = reading.costs;
    return static_cast<Code>(std::min_element(costs.begin(), costs.begin() + most + 1) -
                             costs.begin());
}

Reading read_covered(const Patch& patch, const Look& look, double chroma) {
    const bool is_whole = chroma == 1.0;
    if (is_mine(patch)) {
        // Where covered cells have a bevel, mines are shown on opened ones.
        return settled(Kind::covered, MINE_SHOWN, look.bevel_counts > 0.0);
    }
    // A flag has something light or dark about it; colour alone may have run from beside it.
    const double red = count_red(patch, 1.0, ANY);
    const double more_red = is_whole ? red : count_red(patch, chroma, ANY);
    const double redness = std::max(red, 0.6 * more_red) / LITTLE;
    const double shade = contrast(patch);
    // What is not red is no flag, where it is seen well.
    const double lack = patch.side() >= SMALL ? 1.2 : is_whole ? 0.5 : 0.25;
    Reading found = settled(Kind::covered, COVERED, false);
    found.costs[FLAGGED] =
        grade(FLAG_SHADE + 6.0 - shade, 0.0, 30.0) + lack * grade(1.0 - redness, 0.0, 1.0);
    found.costs[COVERED] = 0.45 * (grade(shade - FLAG_SHADE, 0.0, 20.0) + grade(redness, 0.7, 3.0));
    const double less = found.costs[COVERED] - found.costs[FLAGGED];
    if (less > 0.0) found.code = FLAGGED;
    // Something else on a covered cell, such as a question mark, is said.
    found.is_doubtful =
        std::abs(less) < UNSURE || (found.code == COVERED && Glyph(patch).strength() > 3.5 * FAINT);
    return found;
}

Reading read_strange(const Patch& patch) {
    // Mines on grounds of all colours; some programs draw them as discs.
    const double darker = darker_middle(patch);
    const bool is_disc = darker > DISC;
    // Less blue is not red: some programs show mines on blue.
    const bool is_red = count_red(patch, 1.0, 0.0) >= LITTLE;
    if (is_red && !is_disc) return settled(Kind::strange, FLAGGED, true);
    Reading found = settled(Kind::strange, is_disc || is_mine(patch) ? MINE_SHOWN : COVERED,
                            is_red || !is_disc || patch.side() < 14.0);
    found.costs[MINE_SHOWN] = is_mine(patch) ? 0.0 : grade(DISC - darker, 0.0, 40.0);
    found.costs[FLAGGED] = is_red ? 0.25 * UNSURE : AGAINST;
    return found;
}

}  // namespace sapper
