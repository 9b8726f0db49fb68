// One function per topic; each lives in the file of its name.
#pragma once

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace sapper {

void bind_constraints(nb::module_& m);
void bind_engine(nb::module_& m);
void bind_env(nb::module_& m);
void bind_errors(nb::module_& m);
void bind_game(nb::module_& m);
void bind_groups(nb::module_& m);
void bind_formats(nb::module_& m);
void bind_agents(nb::module_& m);
void bind_hints(nb::module_& m);
void bind_judgements(nb::module_& m);
void bind_logic(nb::module_& m);
void bind_patterns(nb::module_& m);
void bind_position(nb::module_& m);
void bind_reasons(nb::module_& m);
void bind_search(nb::module_& m);
void bind_sinha(nb::module_& m);
void bind_turns(nb::module_& m);
void bind_boards(nb::module_& m);
void bind_stop(nb::module_& m);
void bind_checker(nb::module_& m);

}  // namespace sapper
