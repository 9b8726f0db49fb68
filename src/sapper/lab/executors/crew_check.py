"""
The question that a worker is asked before its first task: its versions.

The function is sent by value and imports nothing of ours until it runs, so that a worker
without Sapper can answer, too.
"""

from __future__ import annotations

from collections.abc import Callable


def check_crew() -> Callable[[], dict[str, str]]:
    """
    Make the function that a worker runs: its versions, or the error that keeps Sapper away.

    >>> sorted(check_crew()())
    ['python', 'sapper']
    """

    def look() -> dict[str, str]:
        import sys  # noqa: PLC0415 - runs elsewhere
        from importlib import import_module  # noqa: PLC0415 - runs elsewhere

        python = f"{sys.version_info[0]}.{sys.version_info[1]}"
        try:
            import_module("sapper._core")
            version = import_module("sapper").__version__
        except Exception as error:
            return {"python": python, "error": f"{type(error).__name__}: {error}"}
        return {"python": python, "sapper": version}

    return look
