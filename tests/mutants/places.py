"""
Every place in lab, logic and agents that an operator of cosmic-ray can change, and a draw.

Places are put in an order by a checksum of the seed and the text of their line: the same seed
on the same sources draws the same mutants, and a change elsewhere in the sources leaves the
order of all other places as it was. Four things are not drawn:
changes that no program can notice (annotations, docstrings), texts that are no Python,
numbers set by experience (constants of a module: limits, waits, sizes), and the modules
that draw pictures (widths, colours and margins are looked at; that they are drawn is
tested).
"""

from __future__ import annotations

import ast
import difflib
import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src/sapper"
PACKAGES = ("agents", "lab", "logic")
PICTURES = (
    "lab/output/charts.py",
    "lab/output/reports/plots.py",
    "lab/output/reports/drawing.py",
    "logic/picture.py",
)


class Place(NamedTuple):
    """One place in a module, and the operators that can change it: (name, occurrence) each."""

    module: str
    line: int
    kind: str
    operators: tuple[tuple[str, int], ...]
    about: str  # what tells it from other places, wherever in the module it stands


class Mutant(NamedTuple):
    """One change, with the module's text before and after."""

    place: Place
    operator: str
    before: str
    after: str

    def difference(self) -> list[str]:
        """Return the changed lines, before and after."""
        lines = difflib.unified_diff(
            self.before.splitlines(), self.after.splitlines(), lineterm="", n=0
        )
        return [one for one in lines if one[:1] in "+-" and one[:3] not in ("---", "+++")]


def list_places() -> list[Place]:
    """List every place in the three packages that an operator can change."""
    from cosmic_ray import plugins
    from cosmic_ray.ast import ast_nodes, get_ast_from_path

    kinds = [(name, plugins.get_operator(name)) for name in sorted(plugins.operator_names())]
    operators = [(name, kind()) for name, kind in kinds if not kind.arguments()]
    places: list[Place] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        module = str(path.relative_to(PACKAGE))
        if not module.startswith(PACKAGES) or module in PICTURES:
            continue
        nodes = list(ast_nodes(get_ast_from_path(path)))
        found: dict[tuple[Any, ...], list[tuple[str, int]]] = {}
        for name, operator in operators:
            positions = (place for node in nodes for place in operator.mutation_positions(node))
            for occurrence, (start, end) in enumerate(positions):
                kind = name.partition("_")[0]
                found.setdefault((start, end, kind), []).append((name, occurrence))
        lines, seen = path.read_text().splitlines(), Counter[str]()
        for (start, end, kind), changes in sorted(found.items()):
            text = f"{module} {lines[start[0] - 1]} {start[1]} {end[1]} {kind}"
            seen[text] += 1
            about = f"{text} {seen[text]}"
            places.append(Place(module, start[0], kind, tuple(changes), about))
    return places


def draw(count: int, seed: int) -> Iterator[Mutant]:
    """Draw this many mutants that matter."""
    from cosmic_ray import plugins
    from cosmic_ray.mutating import mutate_code

    for place in sorted(list_places(), key=lambda place: _chance(seed, place)):
        if count == 0:
            return
        which = _chance(seed, place) % len(place.operators)
        operator, occurrence = place.operators[which]
        before = (PACKAGE / place.module).read_text()
        after = mutate_code(before, plugins.get_operator(operator)(), occurrence)
        # Some are no Python at all (`*,` of a signature changed to `-,`): nothing to notice.
        if after is None or not _is_python(after) or _meaning(after) == _meaning(before):
            continue
        if operator == "core/NumberReplacer" and place.line in _constants(before):
            continue
        count -= 1
        yield Mutant(place, operator, before, after)


def _chance(seed: int, place: Place) -> int:
    return int(hashlib.sha256(f"{seed} {place.about}".encode()).hexdigest(), 16)


def statement_lines(text: str, line: int) -> range:
    """Return the lines of the statement around a line; of a compound one, its header."""
    found = range(line, line + 1)
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.stmt) or not node.lineno <= line <= (node.end_lineno or 0):
            continue
        body = getattr(node, "body", None)
        last = body[0].lineno - 1 if body else (node.end_lineno or node.lineno)
        lines = range(node.lineno, max(last, node.lineno) + 1)
        if line in lines and (len(found) == 1 or len(lines) < len(found)):
            found = lines
    return found


def body_lines(text: str, line: int) -> range:
    """Return the lines of the function in whose header a line is: who runs them may notice."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            if first <= line < node.body[0].lineno:
                return range(node.body[0].lineno, (node.end_lineno or 0) + 1)
    return range(0)


def is_in_function(text: str, line: int) -> bool:
    """Return whether a line runs when a function is called, not when the module is imported."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return any(
        isinstance(node, kinds) and node.body[0].lineno <= line <= (node.end_lineno or 0)
        for node in ast.walk(ast.parse(text))
    )


def _constants(text: str) -> set[int]:
    """Return the lines of a module's constants: limits, waits and sizes chosen by experience."""
    lines: set[int] = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            lines |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def _meaning(text: str) -> str:
    """Return a program without what no program can notice."""
    tree = ast.parse(text)
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


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
