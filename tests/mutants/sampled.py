"""
A random sample of all small changes to lab, logic and agents: which do the tests notice?

`python tests/mutants/sampled.py --mutants 200 --seed 1` lists every place where an
operator of cosmic-ray would change something, draws places with the seed, changes one
at a time in a copy of the package, and runs the tests nearest to it (`selection.py`) up
to the first failure. Each mutant is tried in a process forked from one that has already
imported what the tests need, but nothing of the package: a mutant costs seconds. The
working tree is never touched. Changes that no program can notice (annotations,
docstrings) are not drawn, nor numbers set by experience (constants of a module). What
survives the nearest tests is tried on all quick tests of its package. Survivors are
printed as differences; SURVIVORS.md explains those known.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import difflib
import importlib
import json
import math
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from mutants.selection import LEFT_OUT, tests_for, wider_tests_for  # noqa: E402 - the path comes first

PACKAGES = ("agents", "lab", "logic")
# Widths, colours and margins of pictures, which are looked at; that they are drawn is tested.
PICTURES = ("lab/charts.py", "lab/reports/plots.py", "lab/reports/drawing.py", "logic/picture.py")
COPY = ROOT / "build" / "mutants"
MOST_SECONDS = 300  # of processor time: a crowded machine kills no mutant
MOST_WAITING = 3600.0
PRELOADED = ("pytest", "_pytest.doctest", "numpy", "sqlalchemy", "rich.console",
             "rich.table", "rich.progress", "typer", "cloudpickle", "jinja2", "tomllib",
             "matplotlib.figure", "matplotlib.backends.backend_svg")  # fmt: skip
# The copy takes the place of the editable install, in child processes too.
_SITE = """
import sys
sys.meta_path[:] = [f for f in sys.meta_path if type(f).__name__ != "ScikitBuildRedirectingFinder"]
"""


class Place(NamedTuple):
    """One place in a module, and the operators that can change it: (name, occurrence) each."""

    module: str
    line: int
    kind: str
    operators: tuple[tuple[str, int], ...]


class Mutant(NamedTuple):
    """One change."""

    place: Place
    operator: str
    occurrence: int


def list_places() -> list[Place]:
    """List every place in the three packages that an operator can change."""
    from cosmic_ray import plugins
    from cosmic_ray.ast import ast_nodes, get_ast_from_path

    kinds = [(name, plugins.get_operator(name)) for name in sorted(plugins.operator_names())]
    operators = [(name, kind()) for name, kind in kinds if not kind.arguments()]
    places: list[Place] = []
    for path in sorted((ROOT / "src/sapper").rglob("*.py")):
        module = str(path.relative_to(ROOT / "src/sapper"))
        if not module.startswith(PACKAGES) or module in PICTURES:
            continue
        nodes = list(ast_nodes(get_ast_from_path(path)))
        found: dict[tuple[Any, ...], list[tuple[str, int]]] = {}
        for name, operator in operators:
            positions = (place for node in nodes for place in operator.mutation_positions(node))
            for occurrence, (start, end) in enumerate(positions):
                kind = name.partition("_")[0]
                found.setdefault((start, end, kind), []).append((name, occurrence))
        for (start, _, kind), changes in sorted(found.items()):
            places.append(Place(module, start[0], kind, tuple(changes)))
    return places


def draw(count: int, seed: int) -> Iterator[tuple[Mutant, str, str]]:
    """Draw so many mutants that matter; with the text before and after."""
    from cosmic_ray import plugins
    from cosmic_ray.mutating import mutate_code

    chance = random.Random(seed)
    places = list_places()
    chance.shuffle(places)
    for place in places:
        if count == 0:
            return
        operator, occurrence = chance.choice(place.operators)
        before = (ROOT / "src/sapper" / place.module).read_text()
        after = mutate_code(before, plugins.get_operator(operator)(), occurrence)
        if after is None or _meaning(after) == _meaning(before):
            continue
        if operator == "core/NumberReplacer" and place.line in _constants(before):
            continue
        count -= 1
        yield Mutant(place, operator, occurrence), before, after


def _constants(text: str) -> set[int]:
    """Return the lines of a module's constants: limits, waits and sizes chosen by experience."""
    lines: set[int] = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            lines |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def _meaning(text: str) -> str:
    """Return a program without what no program can notice."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Name("x")
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_text(body[0]):
            body[0] = ast.Pass()
    return ast.dump(tree)


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def make_copy(number: int) -> Path:
    """Copy the package, its native core with it, to where mutants are made."""
    folder = COPY / f"copy-{number}"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "src/sapper", folder / "src/sapper",
                    ignore=shutil.ignore_patterns("__pycache__"))  # fmt: skip
    find = "import sapper._core; print(sapper._core.__file__)"
    done = subprocess.run([sys.executable, "-c", find], capture_output=True, check=True, text=True)
    shutil.copy(done.stdout.strip(), folder / "src/sapper")
    (folder / "site").mkdir()
    (folder / "site/sitecustomize.py").write_text(_SITE)
    return folder


@contextlib.contextmanager
def changed(folder: Path, mutant: Mutant, before: str, after: str) -> Iterator[None]:
    """Put a mutant into the copy, and take it out again."""
    path = folder / "src/sapper" / mutant.place.module
    for text in (after, before):
        # Compiled files go by size and second: both may be the same.
        for compiled in path.parent.glob(f"__pycache__/{path.stem}.*"):
            compiled.unlink()
        path.write_text(text)
        if text is after:
            yield


def run_tests(folder: Path, module: str, tests: list[str]) -> str:
    """Run tests of a module in a fork: 'killed', 'timeout' or 'SURVIVES'."""
    began, log = time.monotonic(), folder / "log"
    child = os.fork()
    if child == 0:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        with log.open("wb") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
        code = 99
        try:
            import pytest

            own = str(folder / "src/sapper" / module)
            code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--timeout", "1200", "-m",
                                    "not slow and not paper", "-k", LEFT_OUT, f"--rootdir={ROOT}",
                                    own, *tests]))  # fmt: skip
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        late = time.monotonic() - began > MOST_WAITING
        if done or late:
            break
        time.sleep(0.05)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if not done:
        os.waitpid(child, 0)
        return "timeout"
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
        return "timeout"
    return "SURVIVES" if status == 0 else "killed"


def find_killer(folder: Path) -> str:
    """Return the test that failed, or nothing if none could be run."""
    for line in (folder / "log").read_text(errors="replace").splitlines():
        words = line.split(" ")
        if words[0] in ("FAILED", "ERROR") and len(words) > 1:
            return words[1].replace(str(folder.relative_to(ROOT)), "")
    return ""


def find_doubtful(rows: list[dict[str, Any]], folder: Path) -> list[str]:
    """Run the tests that killed something, without a mutant: those that fail kill nothing."""
    tests = sorted({row["by"] for row in rows if row["by"].startswith("tests/")})
    if not tests:
        return []
    path = os.pathsep.join(str(folder / name) for name in ("site", "src"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests], cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    failed = [line.split(" ")[1] for line in done.stdout.splitlines() if line[:7] == "FAILED "]
    if done.returncode != 0 and not failed:
        raise SystemExit(f"the tests cannot be run without a mutant: {done.stdout[-2000:]}")
    return failed


def work(number: int, options: argparse.Namespace) -> None:
    """Try every n-th mutant; a line of JSON each."""
    folder = COPY / f"copy-{number}"
    for name in PRELOADED:
        importlib.import_module(name)
    if any(name.startswith("sapper.") for name in sys.modules):
        raise SystemExit("the package was imported before its mutants")
    os.chdir(ROOT)
    for index, (mutant, before, after) in enumerate(draw(options.mutants, options.seed)):
        if index % options.jobs != number:
            continue
        module = mutant.place.module
        began = time.monotonic()
        with changed(folder, mutant, before, after):
            how = run_tests(folder, module, tests_for(module))
            if how == "SURVIVES" and not options.near:
                how = run_tests(folder, module, wider_tests_for(module))
        difference = [line for line in difflib.unified_diff(before.splitlines(), after.splitlines(),
                                                            lineterm="", n=0)
                      if line[:1] in "+-" and line[:3] not in ("---", "+++")]  # fmt: skip
        row = {"module": module, "line": mutant.place.line, "how": how,
               "by": find_killer(folder) if how == "killed" else "",
               "operator": mutant.operator, "change": difference,
               "seconds": round(time.monotonic() - began, 1)}  # fmt: skip
        print(json.dumps(row), flush=True)


def wilson(killed: int, tried: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    z, share = 1.959964, killed / tried
    middle = share + z * z / (2 * tried)
    half = z * math.sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried))
    return (middle - half) / (1 + z * z / tried), (middle + half) / (1 + z * z / tried)


def main() -> None:
    """Try a sample; exit code 1 if fewer than nine of ten are killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--log", type=Path, default=COPY / "results.jsonl")
    parser.add_argument("--near", action="store_true", help="the nearest tests only")
    parser.add_argument("--sum-up", action="store_true", help="only sum up what has been tried")
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker is not None:
        work(options.worker, options)
        return
    if options.sum_up:
        lines = [line for path in COPY.glob("copy-*/results") for line in path.open()]
        summarize([json.loads(line) for line in lines], COPY / "copy-0")
    again = [sys.executable, __file__, "--mutants", str(options.mutants), "--seed",
             str(options.seed), "--jobs", str(options.jobs),
             *["--near"] * options.near]  # fmt: skip
    workers = []
    for number in range(options.jobs):
        folder = make_copy(number)
        path = os.pathsep.join(str(folder / name) for name in ("site", "src"))
        environment = os.environ | {"PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
        out = (folder / "results").open("w+")
        workers.append((subprocess.Popen([*again, "--worker", str(number)], env=environment,
                                         stdout=out), out))  # fmt: skip
    rows: list[dict[str, Any]] = []
    with options.log.open("w") as log:
        for worker, out in workers:
            if worker.wait() != 0:
                raise SystemExit("a worker failed")
            out.seek(0)
            for line in out:
                log.write(line)
                rows.append(json.loads(line))
    summarize(rows, COPY / "copy-0")


def summarize(rows: list[dict[str, Any]], folder: Path) -> None:
    """Print the survivors and the share of the killed."""
    doubtful = find_doubtful(rows, folder)
    counts: Counter[str] = Counter()
    for row in rows:
        how = "SURVIVES" if row["by"] in doubtful else row["how"]
        counts[how] += 1
        if how == "SURVIVES":
            print(f"SURVIVES {row['module']}:{row['line']} {row['operator']}")
            print("\n".join(f"    {one}" for one in row["change"]))
    tried = sum(counts.values())
    killed = tried - counts["SURVIVES"]
    low, high = wilson(killed, tried)
    print(f"{killed} of {tried} killed ({counts['timeout']} by time): "
          f"{killed / tried:.1%}, 95 % interval {low:.1%} to {high:.1%}")  # fmt: skip
    raise SystemExit(1 if killed < 0.9 * tried else 0)


if __name__ == "__main__":
    main()
