// The bound class of positions, which Python's `sapper.Position` extends.
#include "bindings/position.h"

#include <algorithm>
#include <limits>

#include "bindings/bindings.h"

namespace sapper {

using namespace nb::literals;

namespace {

// The number, or the nearest that there is: what is too large is refused later.
std::int64_t clamped(const nb::int_& number) {
    int overflow = 0;
    const long long found = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow == 0) return found;
    using Limits = std::numeric_limits<std::int64_t>;
    return overflow > 0 ? Limits::max() : Limits::min();
}

std::string text_of(const nb::int_& number) {
    return nb::str(number).c_str();
}

nb::tuple fields(const BoundPosition& self) {
    const PositionView& position = self.view();
    return nb::make_tuple(position.columns, position.rows, position.num_mines, self.cells());
}

}  // namespace

BoundPosition::BoundPosition(const nb::int_& columns, const nb::int_& rows,
                             const nb::int_& num_mines, nb::bytes cells)
    : cells_(std::move(cells)) {
    const std::int64_t wide = clamped(columns), high = clamped(rows), mines = clamped(num_mines);
    const std::span<const Code> codes(static_cast<const Code*>(cells_.data()), cells_.size());
    const auto size = static_cast<std::int64_t>(codes.size());
    if (wide < 1 || high < 1 || size % wide != 0 || size / wide != high) {
        throw NotationError("expected " + text_of(columns) + "x" + text_of(rows) + " cells, got " +
                            std::to_string(size));
    }
    const Code largest = std::ranges::max(codes);
    if (largest >= NUM_CODES) {
        throw NotationError("expected cell codes 0 to " + std::to_string(NUM_CODES - 1) + ", got " +
                            std::to_string(largest));
    }
    check_grid(static_cast<std::uint64_t>(wide), static_cast<std::uint64_t>(high));
    if (!is_mine_count(mines)) refuse_mines(text_of(num_mines));
    view_ = {static_cast<int>(wide), static_cast<int>(high), mines, codes};
}

bool BoundPosition::operator==(const BoundPosition& other) const {
    return view_.columns == other.view_.columns && view_.rows == other.view_.rows &&
           view_.num_mines == other.view_.num_mines &&
           (cells_.is(other.cells_) || std::ranges::equal(view_.cells, other.view_.cells));
}

void bind_position(nb::module_& m) {
    nb::class_<BoundPosition>(m, "Position", "What a player sees; `sapper.Position` extends it.")
        .def(nb::init<const nb::int_&, const nb::int_&, const nb::int_&, nb::bytes>(), "columns"_a,
             "rows"_a, "num_mines"_a, "cells"_a)
        .def_prop_ro("columns", [](const BoundPosition& self) { return self.view().columns; })
        .def_prop_ro("rows", [](const BoundPosition& self) { return self.view().rows; })
        .def_prop_ro("num_mines", [](const BoundPosition& self) { return self.view().num_mines; })
        .def_prop_ro("cells", [](const BoundPosition& self) { return self.cells(); })
        .def(
            "__eq__",
            [](nb::handle self, nb::handle other) -> nb::object {
                // As dataclasses compare: only with their own kind.
                if (!self.type().is(other.type())) return nb::borrow(Py_NotImplemented);
                return nb::bool_(nb::cast<const BoundPosition&>(self) ==
                                 nb::cast<const BoundPosition&>(other));
            },
            "other"_a.none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__repr__",
             [](const BoundPosition& self) { return nb::str("Position{!r}").format(fields(self)); })
        .def("__hash__", [](const BoundPosition& self) { return nb::hash(fields(self)); })
        .def(
            "__reduce__",
            [](nb::handle self) {
                return nb::make_tuple(self.type(), fields(nb::cast<const BoundPosition&>(self)));
            },
            nb::sig("def __reduce__(self) -> tuple[type[Position], tuple[int, int, int, bytes]]"));
}

}  // namespace sapper
