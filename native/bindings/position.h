// Positions at the border: a bound class around the Python bytes of the cells.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/sizes.h"
#include "game/errors.h"
#include "game/position.h"

namespace sapper {

// `_core.Position`, checked once, when it is made. The cells are those of the bytes,
// which never change and are kept: a function that has a position only looks.
class BoundPosition {
  public:
    BoundPosition(const nanobind::int_& columns, const nanobind::int_& rows,
                  const nanobind::int_& num_mines, nanobind::bytes cells);

    const PositionView& view() const { return view_; }
    const nanobind::bytes& cells() const { return cells_; }

    bool operator==(const BoundPosition& other) const;

  private:
    nanobind::bytes cells_;
    PositionView view_;
};

inline nanobind::tuple to_tuple(const Position& position) {
    return nanobind::make_tuple(
        position.columns, position.rows, position.num_mines,
        nanobind::bytes(reinterpret_cast<const char*>(position.cells.data()),
                        position.cells.size()));
}

}  // namespace sapper
