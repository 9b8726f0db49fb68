// A position from outside in the form in which parts see it.
#pragma once

#include "agents/parts/parts.h"

namespace sapper {

class PaddedPosition {
  public:
    PaddedPosition(int columns, int rows, std::int64_t num_mines)
        : frame_(columns, rows),
          view_(frame_.padded_size(), EDGE),
          num_mines_(num_mines),
          sight{frame_, view_, num_mines_, 0} {}
    explicit PaddedPosition(const PositionView& position)
        : PaddedPosition(position.columns, position.rows, position.num_mines) {
        load(position.cells.data(), nullptr);
    }
    PaddedPosition(const PaddedPosition&) = delete;
    PaddedPosition& operator=(const PaddedPosition&) = delete;

    // A covered cell that is not allowed has been proven to be a mine: it counts as flagged.
    void load(const Code* cells, const std::uint8_t* allowed) {
        sight.num_covered = 0;
        const auto size = static_cast<Cell>(frame_.columns) * static_cast<Cell>(frame_.rows);
        for (Cell cell = 0; cell < size; ++cell) {
            Code code = cells[cell];
            if (code == COVERED && allowed != nullptr && !allowed[cell]) code = FLAGGED;
            view_[frame_.to_padded(cell)] = code;
            sight.num_covered += code == COVERED;
        }
    }

  private:
    Frame frame_;
    std::vector<Code> view_;
    std::int64_t num_mines_;

  public:
    Sight sight;
};

}  // namespace sapper
