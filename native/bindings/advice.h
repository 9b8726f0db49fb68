// What the core says of a position, as Python holds it: with the position it is about.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "advice/judgement.h"
#include "advice/sentence.h"
#include "bindings/findings.h"
#include "bindings/position.h"
#include "game/json.h"

namespace sapper {

namespace nb = nanobind;

inline const PositionView& view_of(const nb::object& position) {
    return nb::cast<const BoundPosition&>(position).view();
}

inline nb::object parse_json(JsonWriter& out) {
    return nb::module_::import_("json").attr("loads")(out.take());
}

// A member of Python's enumeration, which has its names from the ladder.
nb::object to_object(Technique technique);

struct BoundReason {
    Reason reason;
    nb::object position;
    bool trust_flags = true;

    Teller teller() const { return {view_of(position), trust_flags}; }
    std::string sentence() const { return teller().sentence(reason); }
    auto key() const {
        return std::tie(reason.cell, reason.is_mine, reason.technique, reason.steps, reason.clues,
                        reason.needs_mine_count, reason.is_minimal, trust_flags);
    }
};

using ReasonState =
    std::tuple<nb::object, bool, Cell, bool, int, std::uint32_t, std::vector<Cell>, bool, bool>;

ReasonState state_of(const BoundReason& self);
BoundReason from_state(const ReasonState& state);

struct BoundHint {
    mutable Hint hint;
    nb::object position;
    bool trust_flags = true;

    // Told when it is asked for: the cell alone takes a fraction of the time.
    const std::string& sentence() const {
        if (hint.sentence.empty() && hint.reason) {
            hint.sentence = Teller(view_of(position), trust_flags).sentence(*hint.reason);
        }
        return hint.sentence;
    }
};

void check_safe(Belief& belief, const std::vector<Cell>& assumed_safe);
nb::tuple find_reasons_of(Findings& self, const nb::object& position,
                          const std::optional<std::vector<Cell>>& wanted,
                          const std::vector<Cell>& assumed_safe);
nb::object find_hint_of(Findings& self, const nb::object& position, std::optional<Cell> near,
                        const std::vector<Cell>& assumed_safe);

// Of the reveal of one cell.
Stake weigh_of(Findings& self, Cell cell);

}  // namespace sapper
