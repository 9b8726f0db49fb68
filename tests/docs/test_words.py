"""The words of the house: docstrings begin as a reader expects them to."""

import ast
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_docstrings_say_return_not_give() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    odd = []
    for name in listed.stdout.split():
        for node in ast.walk(ast.parse((ROOT / name).read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                text = ast.get_docstring(node) or ""
                if text.split(" ")[0].rstrip(",") in ("Give", "Gives"):
                    odd.append(f"{name}:{node.lineno} {text.splitlines()[0]}")
    assert odd == []
