"""
Experiments: a plan in a file, and its games in a store.

`definition.py` reads the file, `conditions.py` makes the combinations,
`tasks.py` plays consecutive games, `planner.py` decides what is played next and
`runner.py` puts it all to work.
"""

from sapper.lab.experiments.conditions import Condition
from sapper.lab.experiments.definition import Definition, load_definition, parse_definition

__all__ = ["Condition", "Definition", "load_definition", "parse_definition"]
