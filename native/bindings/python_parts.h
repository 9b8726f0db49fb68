// Parts written in Python, in the place of native ones.
//
// The driver runs without the GIL; each call into Python takes it.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "agents/parts/parts.h"
#include "game/errors.h"

namespace sapper {

// Parts are PartSpec objects (native), or Python callables made by
// `sapper.agents.run.compile`:
//   opener:  f(columns, rows, num_mines, random) -> cell
//   deducer: f(columns, rows, num_mines) -> g, once per game;
//            g(cells, changed, window) -> [(cell, is_mine, clues), ...], where window is
//            None or (inside, most, least), the mine count as a window shows it
// or pairs (PartSpec, deducer): a native wrapper around a deducer of either kind.
void make_agent_spec(AgentSpec* self, nanobind::object opener, nanobind::list deducers,
                     std::vector<std::string> names, nanobind::object guesser,
                     bool asks_for_guesses, bool flags, double seconds);

// What a part written in Python gave, as a number or a switch; an error in words otherwise.
template <class T>
T take(const nanobind::handle& value, const char* expected) {
    T out{};
    if (!nanobind::try_cast(value, out)) {
        throw IllegalMoveError(std::string("expected ") + expected + " from a part, got " +
                               nanobind::repr(value).c_str());
    }
    return out;
}

// How to build one deducer given in any of these forms.
MakeDeducer read_deducer(const nanobind::handle& deducer);

}  // namespace sapper
