"""
Arguments of a wrong type, reported in our own words.

`explained` stands on the public functions and classes. It costs nothing worth
measuring while a call goes well. When a call fails with one of Python's own errors or
the binding's, it compares the arguments with the annotations and reports the first
one that does not fit; an error that no argument explains is left as it is.
"""

from __future__ import annotations

import inspect
import os
import re
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import wraps
from operator import index
from typing import Any, Final, Literal, ParamSpec, TypeVar, Union, overload

from sapper.errors import ArgumentError, SapperError, wrong_type

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=type)

_CAUGHT: Final = (TypeError, AttributeError, ValueError, LookupError, OverflowError)
_BINDING: Final = "incompatible function arguments"
# How the types of annotations are called; others go by their name.
_WORDS: Final = {
    "int": "a whole number", "float": "a number", "str": "text", "bytes": "bytes", "None": "None",
    "bool": "True or False", "Path": "a path", "Callable": "a function", "NDArray": "a numpy array",
    "Sequence": "a sequence", "Iterable": "a sequence", "Collection": "a sequence",
    "list": "a sequence", "tuple": "a sequence", "Mapping": "a dictionary", "dict": "a dictionary",
}  # fmt: skip


def default_workers() -> int:
    """Count the cores this process may use: the number of workers where none is given."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _is_whole(value: object) -> bool:
    try:
        index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        return False
    return not isinstance(value, bool)


def _is_number(value: object) -> bool:
    if isinstance(value, str | bytes | bool):
        return False
    try:
        float(value)  # type: ignore[arg-type]  # that is the question; an array has __float__ too
    except (TypeError, OverflowError):
        return False
    return True


# What may stand for the simplest types, numbers of numpy included.
_SIMPLE: Final[dict[object, Callable[[object], bool]]] = {
    int: _is_whole,
    float: _is_number,
    bool: lambda value: type(value).__name__ in ("bool", "bool_"),
    None: lambda value: value is None,
    types.NoneType: lambda value: value is None,
}
_REMEDIES: Final = {
    "Position": "Position.parse reads text",
    "Rules": "Rules.parse('beginner') reads some",
    "Layout": "Layout.parse reads text",
    "Agent": "load_agent('exact') loads one",
    "Analysis": "analyse(position) makes one",
}


@overload
def explained(public: C) -> C: ...
@overload
def explained(public: Callable[P, R]) -> Callable[P, R]: ...
def explained(public: Any) -> Any:
    """
    Report wrong arguments of a function, or of everything public in a class, in our words.

    >>> @explained
    ... def double(number: int) -> int:
    ...     return 2 * index(number)
    >>> double("x")
    Traceback (most recent call last):
    sapper.errors.ArgumentError: expected number as a whole number, got str 'x'
    """
    if not isinstance(public, type):
        return _explain_function(public)
    for name, member in list(vars(public).items()):
        if name.startswith("_") and name not in ("__init__", "__getitem__"):
            continue
        if isinstance(member, classmethod):
            setattr(public, name, classmethod(_explain_function(member.__func__)))
        elif isinstance(member, types.FunctionType):
            setattr(public, name, _explain_function(member))
    return public


def _explain_function(function: Callable[..., Any]) -> Callable[..., Any]:
    if inspect.isgeneratorfunction(function):

        @wraps(function)
        def iterate(*args: Any, **kwargs: Any) -> Iterator[Any]:
            try:
                yield from function(*args, **kwargs)
            except _CAUGHT as error:
                _explain(error, function, args, kwargs)
                raise

        return iterate

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except _CAUGHT as error:
            _explain(error, function, args, kwargs)
            raise

    return call


def _explain(
    error: Exception,
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> None:
    """Raise an error of ours if an argument explains the one that was caught."""
    if isinstance(error, SapperError):
        return
    try:
        bound = inspect.signature(function).bind(*args, **kwargs).arguments
    except TypeError:
        return  # too many, too few, or an unknown name: Python says which
    for name, value in bound.items():
        hint = _hint(function, name)
        if not _fits(value, hint):
            written = str(function.__annotations__[name])
            noun, words = name.replace("_", " "), _say(written)
            kinds = re.findall(r"\w+", written)
            remedy = next((_REMEDIES[kind] for kind in kinds if kind in _REMEDIES), "")
            is_said = words.startswith((noun, f"a {noun}", f"an {noun}"))
            what = words if is_said else f"{noun} as {words}"
            raise wrong_type(value, what, remedy) from None
    if _BINDING in str(error) or isinstance(error, OverflowError):
        for name, value in bound.items():
            if isinstance(value, int) and not 0 <= value < 2**31:
                raise ArgumentError(
                    f"expected {name.replace('_', ' ')} as a number from 0 "
                    f"that the core can hold, got {value}"
                ) from None


def _hint(function: Callable[..., Any], name: str) -> object:
    """Return the annotation of a parameter; `Any` where it cannot be known."""
    hint = function.__annotations__.get(name, Any)
    if not isinstance(hint, str):
        return hint
    if hint in ("ArrayLike", "DTypeLike"):
        return Any
    try:
        return eval(hint, dict(function.__globals__))  # our own annotations
    except (NameError, TypeError, AttributeError):
        return Any


def _is_union(hint: object) -> bool:
    return typing.get_origin(hint) in (Union, types.UnionType)


def _fits(value: object, hint: object) -> bool:
    """
    Return whether a value fits an annotation.

    >>> _fits(3, int | None), _fits("x", int), _fits([1, 2.5], tuple[int, ...])
    (True, False, False)
    """
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if _is_union(hint):
        return any(_fits(value, part) for part in parts)
    if origin is Literal:
        return any(value is part or (isinstance(value, str) and value == part) for part in parts)
    if hint in _SIMPLE:
        return _SIMPLE[hint](value)
    if not isinstance(kind := origin or hint, type) or hint is Any:
        return callable(value) if origin is Callable else True
    return _is_one(value, kind, parts)


def _is_one(value: object, kind: type, parts: tuple[object, ...]) -> bool:
    """Return whether a value is of a kind, and what it holds as well."""
    if issubclass(kind, Callable):  # type: ignore[arg-type]  # an abstract class as any other
        return callable(value)
    if issubclass(kind, tuple | list) or not issubclass(kind, Iterable):
        if kind in (tuple, list):
            return isinstance(value, Iterable) and _holds(value, kind, parts)
        try:
            return isinstance(value, kind)
        except TypeError:  # a protocol that is not checked at run time
            return True
    return isinstance(value, kind) and _holds(value, kind, parts)


def _holds(value: Iterable[object], kind: type, parts: tuple[object, ...]) -> bool:
    """Return whether what a collection holds fits."""
    if isinstance(value, Mapping):
        return issubclass(kind, Mapping)
    if not parts or not isinstance(value, Collection) or kind.__module__ == "numpy":
        return True
    if kind is tuple and parts[-1] is not Ellipsis:
        held = tuple(value)
        return len(held) == len(parts) and all(map(_fits, held, parts))
    return all(_fits(one, parts[0]) for one in value)


def _say(written: str) -> str:
    """
    Put an annotation into words.

    >>> _say("int | str | None"), _say("Sequence[int | str]"), _say("Literal['won', 'lost']")
    ('a whole number, text or None', 'a sequence', "'won' or 'lost'")
    """
    words = list[str]()
    for part in re.split(r" \| (?![^\[]*\])", written):
        name = part.partition("[")[0].rpartition(".")[2]
        noun = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
        article = (
            "" if noun[-1] == "s" and noun != "analysis" else "an " if noun[0] in "aeiou" else "a "
        )
        words += (
            re.findall("'[^']*'", part) if name == "Literal" else [_WORDS.get(name, article + noun)]
        )
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
