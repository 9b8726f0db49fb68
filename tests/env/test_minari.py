"""Games as Minari datasets; `clients/minari_games.py` writes one with the real package."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from sapper import Rules, load_agent
from sapper.env.minari import write_minari
from sapper.errors import MissingExtraError


def test_missing_package_is_named() -> None:
    if find_spec("minari"):
        pytest.skip("minari is installed here")
    with pytest.raises(MissingExtraError, match="pip install 'minari"):
        write_minari("sapper/exact-v0", load_agent("exact"), Rules.parse("5x5x3"), 1)
