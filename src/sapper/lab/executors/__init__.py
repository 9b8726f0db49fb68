"""
Executors: where tasks run.

An executor calls a function on every task and yields (number of the task,
result) as they come. Results do not depend on the executor.
"""

from sapper.lab.executors.local import run_local

__all__ = ["run_local"]
