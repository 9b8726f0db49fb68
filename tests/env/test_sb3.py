"""Programs of others learn on the environment, with their real packages (`make clients`)."""

from __future__ import annotations

import os
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

import sapper.env.sb3
from sapper.errors import MissingExtraError

HERE = Path(__file__).parent
SCRIPTS = ("sb3_masked", "cleanrl_ppo", "tianshou_collect", "rllib_ppo", "gymnasium_wrappers",
           "minari_games")  # fmt: skip
PYTHON = Path(os.environ.get("SAPPER_CLIENTS", HERE.parents[1] / "build/clients")) / "bin/python"


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("script", SCRIPTS)
def test_client_learns(script: str) -> None:
    if not PYTHON.exists():
        pytest.skip("the clients are not installed; `make clients` does it")
    done = subprocess.run(
        [str(PYTHON), str(HERE / "clients" / f"{script}.py")],
        capture_output=True, text=True, check=False, timeout=500,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]


def test_missing_package_is_named() -> None:
    if find_spec("stable_baselines3"):
        pytest.skip("stable-baselines3 is installed here")
    with pytest.raises(MissingExtraError, match="pip install stable-baselines3"):
        sapper.env.sb3.SapperVecEnv(2)
