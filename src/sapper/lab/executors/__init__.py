"""
Executors: where tasks run.

An executor calls a function on every task and yields (number of the task,
result) as they come. Results do not depend on the executor.
"""

from sapper.lab.executors.local import LocalExecutor, default_workers

__all__ = ["LocalExecutor", "default_workers"]
