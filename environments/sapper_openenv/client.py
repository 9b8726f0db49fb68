"""The client, where OpenEnv looks for it."""

from sapper.llm.faces.openenv_client import SapperEnv

__all__ = ["SapperEnv"]
