// An agent as lines of text, the form in which the page hands it over.
//
//     opener random
//     deducer single_point single_point
//     wrapper window exact_in_window        the next deducer line is inside
//     deducer exact exact
//     guesser least_risk
//     flags no
//
// After the part's name comes, for a deducer, the name that it is shown by. The
// options of a part follow it: `whole KEY NUMBER`, `real KEY NUMBER`, `text KEY
// VALUE`, where a value may have any byte but a line feed.
#pragma once

#include <string_view>

#include "agents/parts/parts.h"

namespace sapper::wasm {

// Throws NotationError where a line is not of these.
AgentSpec parse_agent(std::string_view text);

}  // namespace sapper::wasm
