"""
Win rate against 3BV: the picture of the docs, from a stored run of three-bv.toml.

    sapper experiment run experiments/three-bv.toml --store bv.db
    python research/three_bv.py bv.db docs/pictures/three-bv.svg

`sapper experiment report experiments/three-bv.toml --store bv.db` draws the same, and
openings and ZiNi, in one page; ``boards`` under ``[report]`` asks for it in any experiment.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from sapper.lab.output.reports.boards import draw_curves
from sapper.lab.output.reports.digest import digest_experiment
from sapper.lab.output.reports.drawing import join_svg
from sapper.lab.output.reports.lines import find_lines
from sapper.lab.output.reports.sections import identity
from sapper.lab.store import open_store


def main() -> None:
    """Draw the curves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store")
    parser.add_argument("picture")
    chosen = parser.parse_args()
    with open_store(chosen.store, create=False) as store:
        experiment = store.find_experiment("three-bv")
        if experiment is None:
            raise SystemExit("expected a store with a run of experiments/three-bv.toml")
        digests = digest_experiment(store, experiment, ["three_bv"])
    picture, _ = draw_curves(digests, "three_bv", find_lines(digests, identity(digests)))
    Path(chosen.picture).write_text(join_svg(picture) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
