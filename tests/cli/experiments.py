"""Commands on experiments, run in this process, and a small experiment for them."""

from typer.testing import CliRunner, Result

from sapper.cli import app
from sapper.errors import SapperError

TEXT = """
name = "tiny"
games = 60
[parameters]
agent = ["random", "kvietinskas/single-point"]
on = ["beginner"]
"""


def sapper(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, list(words))
    if isinstance(result.exception, SapperError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result
