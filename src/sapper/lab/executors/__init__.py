"""
Executors: where tasks run.

`local.py` plays the batches of `play_games`; `processes.py` and `cluster.py` run
the tasks of experiments, on this machine's processes or on a Dask cluster, behind
the protocol of `protocol.py`. Results do not depend on the executor.
"""

from sapper.lab.executors.local import LocalExecutor, default_workers
from sapper.lab.executors.processes import ProcessPool
from sapper.lab.executors.protocol import Executor, Finished

__all__ = ["Executor", "Finished", "LocalExecutor", "ProcessPool", "default_workers"]
