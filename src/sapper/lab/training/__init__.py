"""
Training: data by play, models by a library, files that play without it.

`train(agent_id, …)` is all that the command line needs; `sinha.py` has the four
pipelines of Sinha et al. 2021. Needs the extra ``learn``.
"""

from sapper.lab.training.data import Listener, Silent
from sapper.lab.training.sinha import TRAINABLE, train

__all__ = ["TRAINABLE", "Listener", "Silent", "train"]
