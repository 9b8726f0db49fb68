"""
Minesweeper over the Model Context Protocol: tools to play, and tools that help.

One client, one game at a time. The tools that help (`HELPING`) can be left out, so that a
model plays on its own; what is played is judged either way, and can be reviewed at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import sapper
from sapper.errors import SapperError
from sapper.llm.faces.table import Table

HELPING: Final = ("analyse", "hint", "explain")
_INSTRUCTIONS: Final = (
    "Play Minesweeper. Begin with new_game; reveal and flag take cells as r2c3: row 2, column 3, "
    "counted from 1, several with spaces between them."
)


def _worded(tool: Callable[..., str]) -> Callable[..., str]:
    """Let the client read what is wrong: other errors are shown to it without a word."""

    @wraps(tool)
    def ask(*args: Any, **options: Any) -> str:
        try:
            return tool(*args, **options)
        except SapperError as error:
            raise ToolError(str(error)) from None

    return ask


def make_server(*, hide_help: bool = False) -> MCPServer[Any]:
    """Make the server with its tools; ``hide_help`` leaves out those that help."""
    table = Table()
    server: MCPServer[Any] = MCPServer(
        "sapper",
        title="Sapper, Minesweeper",
        instructions=_INSTRUCTIONS,
        version=sapper.__version__,
        log_level="WARNING",
    )
    tools: list[Callable[..., str]] = [
        table.new_game, table.show, table.reveal, table.flag, table.analyse, table.hint,
        table.explain, table.review,
    ]  # fmt: skip
    for tool in tools:
        if not (hide_help and tool.__name__ in HELPING):
            server.add_tool(_worded(tool), structured_output=False)
    return server
