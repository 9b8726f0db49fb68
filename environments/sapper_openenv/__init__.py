"""Minesweeper for OpenEnv: the client and its observation."""

from sapper.llm.faces.openenv_client import Observation, SapperEnv

__all__ = ["Observation", "SapperEnv"]
