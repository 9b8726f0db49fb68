// Bindings of the recorder of turns, and of one deducer at work on one position.
#include "agents/turns.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include "bindings/bindings.h"
#include "bindings/position.h"
#include "bindings/python_parts.h"

namespace sapper {

using namespace nb::literals;

namespace {

using Seeds = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig>;

// A turn is nine numbers, so the rows are handed over as they lie in memory.
constexpr std::size_t NUM_COLUMNS = 9;
static_assert(sizeof(TurnRow) == NUM_COLUMNS * sizeof(std::int64_t));

nb::object play_turns_of(const Rules& rules, const AgentSpec& spec, const Seeds& seeds,
                         std::uint64_t agent_seed, bool check) {
    auto* held = new std::vector<TurnRow>;
    nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<TurnRow>*>(p); });
    {
        nb::gil_scoped_release release;
        *held = play_turns(rules, spec, {seeds.data(), seeds.size()}, agent_seed, check);
    }
    return nb::cast(
        nb::ndarray<nb::numpy, std::int64_t>(held->data(), {held->size(), NUM_COLUMNS}, owner));
}

// (cell, is_mine, clues) for each cell that the deducer proves.
nb::list deduce_position(const nb::object& deducer, int columns, int rows, std::int64_t num_mines,
                         const nb::bytes& cells) {
    const PositionView position = as_view(columns, rows, num_mines, cells);
    const Frame frame(columns, rows);
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
    m.def("play_turns", &play_turns_of, "rules"_a, "spec"_a, "game_seeds"_a, "agent_seed"_a,
          "check_deductions"_a,
          nb::sig("def play_turns(rules: Rules, spec: AgentSpec, game_seeds: "
                  "numpy.typing.NDArray[numpy.uint64], agent_seed: int, check_deductions: bool) -> "
                  "numpy.typing.NDArray[numpy.int64]"),
          "Play games and give a row of nine numbers per turn.");
    m.def("deduce_position", &deduce_position, "deducer"_a, "columns"_a, "rows"_a, "num_mines"_a,
          "cells"_a,
          nb::sig("def deduce_position(deducer: object, columns: int, rows: int, num_mines: int, "
                  "cells: bytes) -> list[tuple[int, bool, list[int]]]"),
          "All that a deducer proves of a position: (cell, is_mine, clues) each.");
}

}  // namespace sapper
