"""
Fuzz the bound functions themselves: every size that crosses the border, extremes included.

`python tests/fuzz/border.py --seconds 60` calls the functions of `sapper._core` with
random arguments: sensible ones, and now and then numbers around 0, 2^31, 2^32, 2^61 and
2^64, floats, booleans and lists that do not fit. A call may return or raise an ordinary
error; it may not end the process, hang, or raise what the house does not raise. The
calls are made in a child process; when it ends, the parent reports the last call and goes
on. `--core FILE` takes another build of the module, one with sanitizers for example.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib.util
import mmap
import os
import random
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from fuzz.calls import make_calls
from fuzz.inputs import Inputs, check_error

# A call that takes more processor time than this has no bound; one that waits, hangs.
MOST_SECONDS = 20
SLOWER = 10  # with sanitizers
MOST_WAITING = 600
MOST_BYTES = 6 << 30
_SHOWN = 2000


def load_core(path: str | None) -> Any:
    """Load the native module, or another build of it."""
    if path is not None:
        spec = importlib.util.spec_from_file_location("sapper._core", path)
        if spec is None or spec.loader is None:
            raise SystemExit(f"cannot load {path}")
        module = importlib.util.module_from_spec(spec)
        sys.modules["sapper._core"] = module
        spec.loader.exec_module(module)
    from sapper import _core

    return _core


def work(core_path: str | None, seed: int, calls: int, note: mmap.mmap) -> None:
    """Make calls; the note always holds the last one."""
    faulthandler.enable()
    core = load_core(core_path)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if core_path is None:  # sanitizers reserve more than any machine has
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    for one in (signal.SIGALRM, signal.SIGPROF):
        signal.signal(one, signal.SIG_DFL)
    most = MOST_SECONDS if core_path is None else SLOWER * MOST_SECONDS
    chance = random.Random(seed)
    inputs = Inputs(core, chance)
    makers = make_calls(inputs)
    names = sorted(makers)
    for number in range(calls):
        name = chance.choice(names)
        try:
            function, args = makers[name]()
        except AttributeError:
            raise  # a function that is not there is never fuzzed
        except Exception as error:
            check_error(error)
            continue
        text = f"{number} {name}{args!r}"[:_SHOWN].encode()
        note[: len(text) + 1] = text + b"\n"
        signal.setitimer(signal.ITIMER_PROF, most)
        signal.alarm(MOST_WAITING)
        try:
            function(*args)
        except Exception as error:
            check_error(error)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
    note[: len(b"done\n")] = b"done\n"


def run_child(core_path: str | None, seed: int, calls: int) -> tuple[int, str]:
    """Make calls in a child; return how it ended and its last call."""
    with tempfile.TemporaryFile() as file:
        file.truncate(_SHOWN + 2)
        with mmap.mmap(file.fileno(), _SHOWN + 2) as note:
            child = os.fork()
            if child == 0:
                code = 3
                try:
                    work(core_path, seed, calls, note)
                    code = 0
                except BaseException:
                    import traceback

                    traceback.print_exc()
                finally:
                    os._exit(code)
            _, status = os.waitpid(child, 0)
            return status, bytes(note[:]).split(b"\n")[0].decode("utf-8", "replace")


def main() -> None:
    """Fuzz for some seconds; exit code 1 if a call did what it must not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--calls", type=int, default=20_000, help="calls a child process makes")
    parser.add_argument("--core", help="another build of the native module")
    options = parser.parse_args()
    faults: list[str] = []
    end, made, seed = time.monotonic() + options.seconds, 0, options.seed
    while time.monotonic() < end and len(faults) < 20:
        status, last = run_child(options.core, seed, options.calls)
        if status == 0:
            made += options.calls
        else:
            made += int(last.split(" ")[0]) if last[:1].isdigit() else 0
            how = f"signal {status & 0x7F}" if status & 0x7F else f"exit {status >> 8}"
            faults.append(f"seed {seed}: {how} in {last}")
            print(faults[-1], flush=True)
        seed += 1
    print(f"{made} calls of {len(make_calls(Inputs(load_core(options.core), random.Random(0))))} "
          f"functions and classes, {len(faults)} faults")  # fmt: skip
    raise SystemExit(1 if faults else 0)


if __name__ == "__main__":
    main()
