// Edges along an axis of a picture, and the combs of equal distances that fit them.
#pragma once

#include <vector>

#include "game/picture/picture.h"

namespace sapper {

inline constexpr int STRIP = 32;   // pixels: edges are summed over strips as high as that
inline constexpr int STRONG = 32;  // an edge counts no more than that: lines, not pictures
inline constexpr int TILE = 4;     // cells along a side of the part that anchors the grid

// Edges between a pixel and the one before it along an axis.
class Edges {
  public:
    Edges(const Picture& picture, bool is_across)
        : picture_(picture),
          is_across_(is_across),
          length_(is_across ? picture.width : picture.height),
          breadth_(is_across ? picture.height : picture.width) {}

    int length() const { return length_; }
    int breadth() const { return breadth_; }
    // The difference in a channel at a place along the axis, in a line across it.
    int difference(int along, int line, int channel) const {
        const auto* one = is_across_ ? picture_.at(along, line) : picture_.at(line, along);
        const auto* other =
            is_across_ ? picture_.at(along - 1, line) : picture_.at(line, along - 1);
        return one[channel] - other[channel];
    }
    // How strong the edges are at each place, in lines from one to another.
    std::vector<double> profile(int from, int to, int strongest) const;

  private:
    const Picture& picture_;
    bool is_across_;
    int length_;
    int breadth_;
};

// How alike the edges are to themselves some pixels further on; appends the profiles of the strips.
std::vector<double> likeness(const Edges& edges, std::vector<std::vector<double>>& strips);

// The distances between lines that explain the likeness of both axes best, the best first.
std::vector<double> find_periods(const std::vector<double>& across,
                                 const std::vector<double>& down);

// Lines of one axis: the first of them and the distance between two.
struct Comb {
    double start = 0.0;
    double period = 0.0;
    double contrast = 0.0;
    double between = 0.0;  // edges that are not on its lines
};

// The best comb of about a period in a part of a profile.
Comb find_comb(const std::vector<double>& profile, double period, double from, double to);

// Fits start and period again over a longer and longer part around the anchor.
Comb refine(const std::vector<double>& profile, Comb comb, double anchor, double least, double most,
            bool keeps_period = false);

}  // namespace sapper
