"""How a question is answered: its limits, its solver, and how they are parameters of the functions that ask."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypedDict, TypeVar, Union

from .errors import shown
from .progress import Progress, hearer

if TYPE_CHECKING:
    from typing_extensions import Unpack as Unpack

Words = ParamSpec("Words")
T = TypeVar("T")
Seconds = Union[float, str, None]
"""Seconds, or a text like `10s`, `5m`."""
Bytes = Union[int, str, None]
"""Bytes, or a text like `500M`, `2G`."""
File = Union[str, "os.PathLike[str]"]
"""The path of a file."""
Tables = Union[File, Iterable[File], None]
"""A table, a folder of tables, or several; by default those that the variable `BOUTON_TABLES` names."""


class Limits(TypedDict, total=False):
    """What stops a question, and who hears how far it is."""

    time: Seconds
    memory: Bytes
    progress: Progress


class Threads(Limits, total=False):
    """The same of a question that several threads answer."""

    threads: int | None


class How(Threads, total=False):
    """The same of a question that a solver answers."""

    solver: str | None


def limits(how: Any, **others: Any) -> dict[str, Any]:
    """How a question is to be answered, as the native half reads it: without what is `None`.

    >>> limits({"time": 5, "memory": None}, table="krk.tb")
    {'time': 5, 'table': ['krk.tb']}
    """
    given = {**how, **others}
    given["progress"] = hearer(given.get("progress"))
    if given.get("table") is not None:
        tables = given["table"]
        given["table"] = [os.fspath(path) for path in ([tables] if isinstance(tables, str | os.PathLike) else tables)]
    return {name: value for name, value in given.items() if value is not None}


def question(ask: Callable[Words, T]) -> Callable[Words, T]:
    """A function that asks: its limits are parameters beside its own, in `help`, too, and a position is one argument."""
    own = inspect.signature(ask)
    *named, last = own.parameters.values()
    kind = {"Unpack[Limits]": Limits, "Unpack[Threads]": Threads, "Unpack[How]": How}[last.annotation]
    asked_with = [inspect.Parameter(name, last.KEYWORD_ONLY, default=None) for name in kind.__annotations__]
    signature = own.replace(parameters=[*named, *asked_with])
    is_of_one_position = [parameter.name for parameter in named[:3] if parameter.kind is not last.KEYWORD_ONLY] == ["game", "position"]

    @wraps(ask)
    def asked(*words: Words.args, **options: Words.kwargs) -> T:
        if is_of_one_position and len(words) > 2:
            raise TypeError(f"the position is one argument: {ask.__name__}({shown(words[0])}, {shown(list(words[1:]))})")
        for name in options:
            if name not in signature.parameters:
                raise TypeError(f"{ask.__name__} has no parameter {name!r}; it has {', '.join(signature.parameters)}")
        return ask(*words, **options)

    asked.__signature__ = signature  # type: ignore[attr-defined]
    return asked

