"""The tools of a game: those of `sapper mcp` that do not help."""

import verifiers.v1 as vf

from sapper.errors import SapperError
from sapper.llm.faces.table import Table
from sapper_minesweeper.data import Data, GameState


class GameTools(vf.Toolset[vf.ToolsetConfig, GameState]):
    """One game for each rollout."""

    TOOL_PREFIX = None

    async def setup_task(self, task: Data) -> None:
        """Begin the game of a task."""
        self.table = Table(task.episode())

    @vf.tool
    def reveal(self, cells: str) -> str:
        """Reveal cells, such as r2c3 or several: r2c3 r2c4; +r2c3 reveals around a number."""
        return self._play(self.table.reveal, cells)

    @vf.tool
    def flag(self, cells: str) -> str:
        """Flag cells, such as r2c3; ~r2c3 takes a flag away."""
        return self._play(self.table.flag, cells)

    @vf.tool
    def show(self, form: str = "grid") -> str:
        """Show the position: grid, line, constraints or json."""
        return self._play(self.table.show, form)

    def _play(self, tool, words):
        """Use a tool and write down how the game stands; what is wrong is said."""
        try:
            said = tool(words)
        except SapperError as error:
            said = str(error)
        episode = self.table.episode
        state = self.state
        state.outcome, state.reward = episode.outcome, episode.total
        state.turns, state.earned = episode.turns, dict(episode.totals)
        return said


if __name__ == "__main__":
    GameTools.run()
