"""
Other people's programs as agents: ``engine:COMMAND``.

A program reads questions from its standard input and writes moves to its standard output,
in one of the dialects of `dialects.py`; `process.py` runs it, at arm's length; `guess.py`
makes a guesser of it, and `engine_id.py` reads its id. The program sees the position and
the rules, never the layout.
"""

from sapper.agents.programs.engine_id import engine_entry
from sapper.agents.programs.guess import FORFEIT_WORDS, ProgramGuess

__all__ = ["FORFEIT_WORDS", "ProgramGuess", "engine_entry"]
