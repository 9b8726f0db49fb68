"""
Contract checks, for our tests and yours.

`check_agent`, `check_opener`, `check_deducer` and `check_guesser` play a few hundred
small games; `check_program` looks at another program, promise by promise; `check_executor`
hands an executor tasks that succeed, fail and kill their worker; `check_store` gives a
store experiments, tasks and runners. Each but `check_program` raises `ContractError` with
one sentence about the first thing that is not as it must be::

    from sapper.testing import check_deducer

    def test_my_deducer():
        check_deducer(MyDeducer())
"""

from sapper.testing.agents import check_agent, check_deducer, check_guesser, check_opener
from sapper.testing.errors import ContractError
from sapper.testing.executors import check_executor
from sapper.testing.programs import Promise, check_program
from sapper.testing.stores import check_store

__all__ = [
    "ContractError",
    "Promise",
    "check_agent",
    "check_deducer",
    "check_executor",
    "check_guesser",
    "check_opener",
    "check_program",
    "check_store",
]
