"""The observation, where OpenEnv looks for it; an action is a text, or a list of texts."""

from sapper.llm.faces.openenv_client import Observation

__all__ = ["Observation"]
