// The Python module `sapper._core`: every topic binds itself.
#include "bindings/bindings.h"

NB_MODULE(_core, m) {
    m.doc() = "The native core of Sapper; use the typed layers above it.";
    // Parts written in Python may be referenced by agents at interpreter exit.
    nb::set_leak_warnings(false);
    sapper::bind_errors(m);
    sapper::bind_game(m);
    sapper::bind_position(m);
    sapper::bind_formats(m);
    sapper::bind_patterns(m);
    sapper::bind_agents(m);
    sapper::bind_env(m);
    sapper::bind_groups(m);
    sapper::bind_logic(m);
    sapper::bind_constraints(m);
    sapper::bind_reasons(m);
    sapper::bind_hints(m);
    sapper::bind_judgements(m);
    sapper::bind_search(m);
    sapper::bind_sinha(m);
    sapper::bind_turns(m);
    sapper::bind_boards(m);
    sapper::bind_engine(m);
    sapper::bind_stop(m);
    sapper::bind_checker(m);
}
