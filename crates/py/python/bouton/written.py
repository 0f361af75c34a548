"""Positions as Python has them, written as the text that the games of the catalogue and files read."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, Union

from .errors import InputError, shown

if TYPE_CHECKING:
    import numpy

    from .games import Position

PositionLike = Union[
    "Position", str, SupportsIndex, Sequence[str], Sequence[SupportsIndex], Sequence[Sequence[Any]], "numpy.ndarray[Any, Any]",
    Hashable, None,
]  # fmt: skip
"""A position: its text, or for games of numbers a number or a list of them, for boards a list of rows; NumPy's integers and
arrays, too. For your own game any value that can be hashed."""


def plain(position: Any) -> Any:
    """The same without NumPy: its numbers and arrays as Python's.

    >>> import numpy
    >>> plain(numpy.array([3, 4, 5])), plain("3,4,5")
    ([3, 4, 5], '3,4,5')
    """
    return position.tolist() if hasattr(position, "tolist") else position


def text_of(position: Any) -> str | None:
    """The text of a position: `12` and `3,4,5` for numbers, rows with `/` between; `None` for what it cannot be.

    >>> text_of(12), text_of((3, 4, 5)), text_of(["X.O", "...", "..."]), text_of([[1, 3], [2, 1]])
    ('12', '3,4,5', 'X.O/.../...', '1,3/2,1')
    >>> text_of([["X", "."], [".", "O"]]), text_of([]), text_of(1.5)
    ('X./.O', '', None)
    """
    position = plain(position)
    if isinstance(position, str):
        return position
    number = _number(position)
    if number is not None or not isinstance(position, Sequence):
        return number
    numbers = [_number(item) for item in position]
    if None not in numbers:
        return ",".join(map(str, numbers))
    rows = [_row(row) for row in position]
    return None if None in rows else "/".join(map(str, rows))


def tuples(position: Any) -> Any:
    """Lists, however deep, as tuples.

    >>> tuples([3, [4, 5]])
    (3, (4, 5))
    """
    return tuple(map(tuples, position)) if isinstance(position, (list, tuple)) else position


def as_start(position: Any, start: str) -> str | None:
    """The text of a position of a rule file whose start is written `start`, which tells whether numbers or rows can be meant.

    >>> as_start((3, 4), "9,4"), as_start(["ab", "c"], "('', '')"), as_start(["X.", ".."], "../.."), as_start(["X.", ".."], "....")
    ('3,4', "('ab', 'c')", 'X./..', None)
    """
    text, position = text_of(position), tuples(plain(position))
    if start.startswith("("):
        return repr(position)
    is_of_numbers = isinstance(position, int) or (isinstance(position, tuple) and all(_number(item) is not None for item in position))
    looks = not start.strip("0123456789-, ") if is_of_numbers else "/" in start
    return text if looks else None


def refused(game: str, position: Any, form: str, why: str = "") -> InputError:
    """That a value is no position, with the text form of the game's."""
    why = f" ({why})" if why else ""
    return InputError(f"position: {game} has no position {shown(plain(position))}{why}; as text a position is {form}")


def _number(item: Any) -> str | None:
    try:
        return None if isinstance(item, bool) else str(operator.index(item))
    except TypeError:
        return None


def _row(row: Any) -> str | None:
    if isinstance(row, str):
        return row
    if not isinstance(row, Sequence):
        return None
    if all(isinstance(cell, str) and len(cell) == 1 for cell in row):
        return "".join(row)
    numbers = [_number(cell) for cell in row]
    return None if None in numbers else ",".join(map(str, numbers))
