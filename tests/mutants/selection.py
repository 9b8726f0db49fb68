"""
Which tests are asked about a module: the nearest ones, quickest first.

A mutant is tried on the doctests of its own module, then on these files in order, up to
the first failure. The longest prefix counts. Tests that need minutes or a server of
their own are left out here; they would only kill more.
"""

from __future__ import annotations

_STORE = "test_tallies test_sums test_store_contract test_store_damage test_store_plans"
_EXPERIMENTS = "test_definition test_bad_definitions test_enrolment test_runner"

# Prefix of the module's path below src/sapper -> names of test files.
TESTS: dict[str, str] = {
    "agents/": "agents/test_driver agents/test_registry agents/test_games",
    "agents/adapter": "agents/test_adapter",
    "agents/agent": "agents/test_python_parts agents/test_driver agents/test_registry",
    "agents/columns": "agents/test_games agents/test_turns docs/test_columns_page",
    "agents/compile": "agents/test_python_parts agents/test_window agents/test_driver",
    "agents/deducers": "agents/test_registry agents/test_deducers_of_seed_000 "
    "agents/test_cooper_parts agents/test_vaitzman_parts agents/test_window",
    "agents/games": "agents/test_games lab/test_tallies",
    "agents/guessers": "agents/test_registry agents/test_guess_parts agents/test_sinha_learned",
    "agents/in_play": "agents/test_in_play",
    "agents/loading": "cli/test_load agents/test_registry",
    "agents/models": "agents/test_sinha_learned",
    "agents/openers": "agents/test_openers agents/test_registry",
    "agents/options": "agents/test_registry agents/test_openers",
    "agents/papers": "agents/test_registry agents/test_cooper_parts agents/test_sinha_learned",
    "agents/pattern_building": "agents/test_patterns",
    "agents/patterns": "agents/test_patterns agents/test_vaitzman_parts",
    "agents/play": "agents/test_games agents/test_streams game/test_border agents/test_turns",
    "agents/playthrough": "agents/test_playthrough",
    "agents/policy": "agents/test_policy",
    "agents/questions": "agents/test_in_play agents/test_policy",
    "agents/registry": "agents/test_registry",
    "agents/story": "agents/test_playthrough",
    "agents/strongest": "agents/test_playouts agents/test_guess_parts",
    "agents/telling": "agents/test_playthrough",
    "agents/turns": "agents/test_turns",
    "lab/": "lab/test_play lab/test_statistics lab/test_digests lab/test_reports",
    "lab/checks": "papers/test_cooper_figures lab/test_published lab/test_claims",
    "lab/claims": "lab/test_claims",
    "lab/executors": "lab/test_executors lab/test_runner",
    "lab/experiments": " ".join(f"lab/{name}" for name in _EXPERIMENTS.split()),
    "lab/experiments/planner": "lab/test_runner lab/test_definition",
    "lab/export": "lab/test_sums lab/test_query",
    "lab/paired": "lab/test_statistics lab/test_digests lab/test_reports",
    "lab/play": "lab/test_play",
    "lab/positions": "lab/test_positions",
    "lab/published": "lab/test_published lab/test_claims",
    "lab/query": "lab/test_query",
    "lab/reports": "lab/test_digests lab/test_reports lab/test_score_reports",
    "lab/statistics": "lab/test_statistics lab/test_digests",
    "lab/store": " ".join(f"lab/{name}" for name in _STORE.split()),
    "lab/store/looking": "lab/test_store_addresses lab/test_store_damage",
    "lab/store/migrations": "lab/test_old_stores",
    "lab/store/opening": "lab/test_store_addresses",
    "lab/store/unnamed": "lab/test_old_stores",
    "lab/tallies": "lab/test_tallies lab/test_digests lab/test_sums",
    "lab/training": "lab/test_training",
    "logic/": "logic/test_properties logic/test_belief logic/test_reasons",
    "logic/analysis": "logic/test_properties logic/test_belief cli/test_analyse",
    "logic/census": "logic/test_brute_force logic/test_properties",
    "logic/first_cell": "logic/test_first_cell",
    "logic/picture": "logic/test_picture",
    "logic/reasons": "logic/test_reasons logic/test_conflicts",
    "logic/sentences": "logic/test_reasons logic/test_conflicts",
    "logic/solutions": "logic/test_sampler logic/test_properties",
    "logic/values": "logic/test_value",
}

# Left out of every selection: a server or a native build of their own, or long.
LEFT_OUT = "not postgresql and not postgres and not million and not scheduler and not cluster"

# All quick tests of a package, for what its nearest tests let pass.
WIDER = {
    "agents": "tests/agents tests/contracts tests/lab/test_training.py tests/cli/test_run.py",
    "lab": "tests/lab tests/cli",
    "logic": "tests/logic tests/cli/test_analyse.py tests/cli/test_play.py",
}


def wider_tests_for(module: str) -> list[str]:
    """Return all tests of the module's package, and of the commands that use it."""
    return WIDER[module.partition("/")[0]].split()


def tests_for(module: str) -> list[str]:
    """Return the test files for a module's path below src/sapper, such as ``lab/tallies.py``."""
    longest = max((prefix for prefix in TESTS if module.startswith(prefix)), key=len)
    return [f"tests/{name}.py" for name in TESTS[longest].split()]
