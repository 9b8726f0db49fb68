"""Settings of all tests."""

from __future__ import annotations

from hypothesis import settings

# A loaded machine is no reason for a red test: how long an example takes is not checked.
settings.register_profile("sapper", deadline=None)
settings.load_profile("sapper")
