// Where a cell lies, as a number (Sinha et al. 2021, sections 4.2.1 to 4.2.3).
//
// The text wants corners to have the greatest Score, but eq. 4 as printed gives them
// the least, and eq. 9 adds the Score to a risk: low is good. Both forms here are
// costs. `printed` is eq. 4; `zero` is what its text describes, one less the chance
// that the cell and its neighbours hold no mine.
#pragma once

#include <algorithm>
#include <string>

#include "agents/parts/places.h"

namespace sapper {

enum class ScoreForm : std::uint8_t { printed, zero };
ScoreForm parse_score_form(const std::string& text);

// The Score of the three places, for mines left among covered cells.
class Scores {
  public:
    Scores(ScoreForm form, std::int64_t mines_left, std::int64_t num_covered);
    double operator()(Place place) const { return by_place_[static_cast<std::size_t>(place)]; }

  private:
    double by_place_[3];
};

// Steps from a cell to the nearest border of the grid; 0 on it.
inline int border_distance(const Frame& frame, Padded at) {
    const int row = static_cast<int>(at) / frame.stride;
    const int column = static_cast<int>(at) - row * frame.stride;
    return std::min({row - 1, frame.rows - row, column - 1, frame.columns - column});
}

}  // namespace sapper
