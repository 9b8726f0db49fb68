"""
Help as plain text: fitted to the terminal, words whole, no types of Python in it.

`PlainCommand` and `PlainGroup` take the place of typer's classes. They write what the
docstring and the options say without the library that draws boxes, which takes longer
to load than the rest of the command line.
"""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

_WIDEST: Final = 100
_WORD_FOR: Final = {
    int: "N",
    float: "X",
    Path: "FILE",
    "integer": "N",
    "float": "X",
    "path": "FILE",
}
_MARKUP = re.compile(r"\[(bold)\](.*?)\[/\]|\\(\[)")


class PlainCommand(TyperCommand):
    """A command whose help is plain text."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        formatter.write("\n".join(help_lines(self, ctx)) + "\n")


class PlainGroup(TyperGroup):
    """A group of commands whose help is plain text."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        shown = [(name, self.short_help_of(ctx, name)) for name in self.list_commands(ctx)]
        formatter.write("\n".join(help_lines(self, ctx, shown)) + "\n")

    def short_help_of(self, ctx: Any, name: str) -> str:
        """Describe a command in a line."""
        command = self.get_command(ctx, name)
        return command.get_short_help_str(1000) if command is not None else ""


def help_lines(command: Any, ctx: Any, commands: Iterable[tuple[str, str]] = ()) -> Iterator[str]:
    """Yield the help of a command line by line, fitted to the terminal."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    yield from _wrap(usage_of(command, ctx), width, 0, 4)
    yield from _text(command.help or "", width)
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.get_params(ctx) if one.param_type_name != "argument"]
    shown = [(_names(one), _says(one)) for one in options if not getattr(one, "hidden", False)]
    yield from _section("Commands", list(commands), width)
    yield from _section(
        "Arguments", [(one.metavar or one.name, _says(one)) for one in arguments], width
    )
    yield from _section("Options", shown, width)
    if command.epilog:
        yield ""
        yield from _wrap(_mark(command.epilog), width, 0, 2)


def usage_of(command: Any, ctx: Any) -> str:
    """Write how a command is called: what may be left out stands in brackets."""
    words = ["Usage:", ctx.command_path, "[OPTIONS]"]
    for one in command.params:
        if one.param_type_name == "argument":
            name = (one.metavar or one.name).strip("[]")
            words.append(name if one.required else f"[{name}]")
    return " ".join([*words, *(["COMMAND"] if hasattr(command, "list_commands") else [])])


def _text(text: str, width: int) -> Iterator[str]:
    """Yield the paragraphs of a docstring; those after Examples are commands to type."""
    in_examples = False
    for paragraph in re.split(r"\n\s*\n", textwrap.dedent(text).strip()):
        words = _mark(" ".join(paragraph.split()))
        is_heading = paragraph.strip().startswith("[bold]Example")
        if not in_examples or is_heading:
            yield ""
        yield from _wrap(words, width, *((2, 6) if in_examples and not is_heading else (0, 0)))
        in_examples = in_examples or is_heading


def _section(title: str, rows: list[tuple[str, str]], width: int) -> Iterator[str]:
    """Yield a heading and rows of a name and what it means."""
    if not rows:
        return
    yield ""
    yield _bold(title)
    left = min(max(len(name) for name, _ in rows), max(18, width // 3)) + 4
    for name, words in rows:
        lines = textwrap.wrap(words, max(width - left, 20), break_on_hyphens=False) or [""]
        if len(name) > left - 4:
            yield f"  {name}"
        else:
            yield f"  {name}".ljust(left) + lines.pop(0)
        yield from (" " * left + line for line in lines)


def _names(option: Any) -> str:
    names = [*option.opts, *option.secondary_opts]
    if "--help" in names:
        names = ["-h", "--help"]
    metavar = _metavar(option)
    return " / ".join(names) if option.secondary_opts else ", ".join(names) + f" {metavar}".rstrip()


def _metavar(option: Any) -> str:
    """Return the word that stands for an option's value; a switch has none."""
    if getattr(option, "is_flag", False):
        return ""
    if option.metavar:
        return str(option.metavar)
    described = getattr(option, "type_descriptor", None)
    kind = getattr(described, "annotation", None) or getattr(option.type, "name", "")
    return _WORD_FOR.get(kind, "TEXT")


def _says(option: Any) -> str:
    words = option.help or ""
    default = option.default
    is_shown = (
        isinstance(default, str | int | float) and not isinstance(default, bool) and default != ""
    )
    if is_shown and option.show_default:
        words += f" [default: {default}]"
    return _mark(words, plain=True)


def _mark(text: str, *, plain: bool = False) -> str:
    """Turn the markup of docstrings into what a terminal shows."""
    return _MARKUP.sub(lambda found: found[3] or (found[2] if plain else _bold(found[2])), text)


def _bold(text: str) -> str:
    return f"\033[1m{text}\033[0m" if sys.stdout.isatty() else text


def _wrap(text: str, width: int, first: int, others: int) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=" " * first,
        subsequent_indent=" " * others,
        break_on_hyphens=False,
        break_long_words=False,
    )


def make_group(name: str, help_text: str, *, needs_command: bool = True) -> typer.Typer:
    """Make a command that has commands of its own, all with plain help."""
    return typer.Typer(
        cls=PlainGroup,
        rich_markup_mode=None,
        add_completion=False,
        name=name,
        help=help_text,
        no_args_is_help=needs_command,
    )
