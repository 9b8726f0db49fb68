"""What a contract check raises."""

from __future__ import annotations

from sapper.errors import SapperError


class ContractError(SapperError, AssertionError):
    """An agent, part or executor breaks its contract."""
