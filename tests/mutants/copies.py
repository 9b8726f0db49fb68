"""
A copy of the package in which mutants are made, and tests run on it in a forked process.

The process that forks has imported what tests need, but nothing of the package: each child
imports the package anew, with whatever has been changed in the copy. The working tree is
never touched. `sampled.py` forks; `native.py` and `scripted.py` start a process for the tests of
each mutant.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mutants.places import ROOT

COPIES = ROOT / "build" / "mutants"
MOST_WAITING = 1800.0
MOST_SECONDS = 900  # of a program, or of all tests that are asked in a process of their own
_END_WITH_PARENT, _SUBREAPER = 1, 36  # of prctl, in Linux
PRELOADED = ("pytest", "_pytest.doctest", "pytest_timeout", "hypothesis.strategies",
             "numpy.testing", "numpy.typing", "sqlalchemy.dialects.sqlite",
             "sqlalchemy.dialects.postgresql",
             "sqlite3", "rich.console", "rich.table", "rich.progress", "typer.testing",
             "cloudpickle", "jinja2", "tomllib", "matplotlib.figure", "http.server",
             "matplotlib.backends.backend_svg", "multiprocessing.forkserver")  # fmt: skip
# The copy takes the place of the editable install, in child processes too. While the map is
# made, child processes write down which lines they run.
_SITE = """
import os, sys
sys.meta_path[:] = [f for f in sys.meta_path if type(f).__name__ != "ScikitBuildRedirectingFinder"]
if os.environ.get("REACHED_BY"):
    import atexit, coverage
    _reached = coverage.Coverage(data_file=os.environ["REACHED_FILE"], data_suffix=True,
                                 config_file=False, source=[os.environ["REACHED_SOURCE"]],
                                 context=os.environ["REACHED_BY"], messages=False)
    _reached._warn_no_data = False
    _reached.start()
    atexit.register(lambda: (_reached.stop(), _reached.save()))
"""


def make_copy(name: str) -> Path:
    """Copy the package, its native core with it, to where mutants are made."""
    folder = COPIES / name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "src/sapper", folder / "src/sapper",
                    ignore=shutil.ignore_patterns("__pycache__"))  # fmt: skip
    find = "import sapper._core; print(sapper._core.__file__)"
    done = subprocess.run([sys.executable, "-c", find], capture_output=True, check=True, text=True)
    shutil.copy(done.stdout.strip(), folder / "src/sapper")
    (folder / "site").mkdir()
    (folder / "site/sitecustomize.py").write_text(_SITE)
    return folder


def environment(folder: Path) -> dict[str, str]:
    """Return an environment in which the copy is the package."""
    path = os.pathsep.join(str(folder / name) for name in ("site", "src"))
    # What is compiled is kept: every child would compile it all again.
    settings = {"PYTHONPYCACHEPREFIX": str(COPIES / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    return os.environ | settings | {"PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}


def preload() -> None:
    """Import what tests need, and nothing of the package."""
    for name in PRELOADED:
        importlib.import_module(name)
    if any(name.startswith("sapper.") for name in sys.modules):
        raise SystemExit("the package was imported before its mutants")
    os.chdir(ROOT)


@contextlib.contextmanager
def changed(folder: Path, module: str, after: str) -> Iterator[None]:
    """Change a module of the copy, and change it back."""
    path = folder / "src/sapper" / module
    before = path.read_text()
    try:
        _write_module(path, after)
        yield
    finally:
        _write_module(path, before)


def _write_module(path: Path, text: str) -> None:
    # Compiled files go by size and second: both may be the same.
    Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)
    path.write_text(text)


def ends_well(command: list[str], cwd: Path, env: dict[str, str] | None = None) -> bool:
    """Run a command; False if it fails or does not end, with all that it has started."""
    adopt()
    with subprocess.Popen(
        command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        cwd=cwd, env=env,
    ) as child:  # fmt: skip
        try:
            return child.wait(MOST_SECONDS) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            end_all()


def tests_pass(folder: Path, *tests: str) -> bool:
    """Run quick tests on the copy in a process of their own, up to the first failure."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-n", "0",
               "-m", "not slow and not paper", *tests]  # fmt: skip
    return ends_well(command, cwd=ROOT, env=environment(folder))


def adopt() -> None:
    """Become the parent of whatever loses its own, such as servers in sessions of their own."""
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def end_all() -> None:
    """End everything that this process has started, also what has left its group or session."""
    # A database server asked to quit gives back its shared memory; what stays is killed.
    for how, seconds in ((signal.SIGQUIT, 0.5), (signal.SIGKILL, 30.0)):
        until = time.monotonic() + seconds
        asked: set[int] = set()
        while (found := _descendants()) and time.monotonic() < until:
            for one in found - asked:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(one, how)
                if how == signal.SIGQUIT:
                    asked.add(one)
                with contextlib.suppress(ProcessLookupError):  # else it would wait for ever
                    os.kill(one, signal.SIGCONT)
            _reap()
            time.sleep(0.01)


def _descendants() -> set[int]:
    """Return the processes below this one."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            words = path.read_text(errors="replace").rpartition(")")[2].split()
            parents[int(path.parent.name)] = int(words[1])
    found, more = set[int](), {os.getpid()}
    while more:
        more = {child for child, parent in parents.items() if parent in more}
        found |= more
    return found


def _reap() -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def run_forked(folder: Path, arguments: list[str], plugin: Any) -> str:
    """Run pytest in a fork: 'killed', 'timeout' or 'SURVIVES'; its words are in the log."""
    adopt()
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        _run_and_exit(folder, arguments, plugin)
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done or time.monotonic() - began > MOST_WAITING:
            break
        time.sleep(0.02)
    if not done:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    end_all()
    if not done:
        return "timeout"
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
        return "timeout"
    return "SURVIVES" if status == 0 else "killed"


def _run_and_exit(folder: Path, arguments: list[str], plugin: Any) -> None:
    """Be the child: a process group of its own, its output in the log."""
    code = 99
    try:
        os.setsid()
        ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        # A shell that starts this in the background has it ignore Ctrl-C; tests send it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with (folder / "log").open("wb") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
        import pytest

        common = ["-q", "-p", "no:cacheprovider", f"--rootdir={ROOT}",
                  "-c", str(ROOT / "pyproject.toml"), "-m", "not slow and not paper",
                  "-W", "ignore::pytest.PytestAssertRewriteWarning"]  # fmt: skip
        code = int(pytest.main([*common, *arguments], plugins=[plugin]))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def plain_name(name: str, folder: Path) -> str:
    """Return a test's name as it would be in the working tree: doctests run in the copy."""
    return name.replace(f"{folder.relative_to(ROOT)}/", "")
