// Bindings of one deducer at work on one position.
#include "agents/driver/turns.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "bindings/bindings.h"
#include "bindings/position.h"
#include "bindings/python_parts.h"

namespace sapper {

using namespace nb::literals;

namespace {

// (cell, is_mine, clues) for each cell that the deducer proves.
nb::list deduce_position(const nb::object& deducer, const BoundPosition& given) {
    const PositionView& position = given.view();
    const Frame frame(position.columns, position.rows);
    Proofs proofs;
    proofs.set_wants_clues(true);
    deduce_all(*read_deducer(deducer)(), position, proofs);
    nb::list out;
    std::size_t from = 0;
    for (const Proof& proof : proofs.fresh()) {
        nb::list clues;
        for (; from < proof.clues_end; ++from) clues.append(frame.to_cell(proofs.clues()[from]));
        out.append(nb::make_tuple(frame.to_cell(proof.at), proof.mark == Mark::mine, clues));
    }
    return out;
}

}  // namespace

void bind_turns(nb::module_& m) {
    m.def("deduce_position", &deduce_position, "deducer"_a, "position"_a,
          nb::sig("def deduce_position(deducer: object, position: Position) -> list[tuple[int, "
                  "bool, list[int]]]"),
          "All that a deducer proves of a position: (cell, is_mine, clues) each.");
}

}  // namespace sapper
