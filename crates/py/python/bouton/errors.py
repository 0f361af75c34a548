"""What goes wrong, as exceptions."""

from __future__ import annotations

import re
from typing import Any


MOST = 80
"""Characters of a value that a refusal repeats."""


def shown(value: Any) -> str:
    """A value as Python writes it, of which a refusal repeats only so much.

    >>> shown("nim"), len(shown("9" * 1000))
    ("'nim'", 71)
    """
    text = repr(value)
    return text if len(text) <= MOST else f"{text[:50]}…{text[-20:]}"


SWITCHES = ("misere", "right", "all")
"""Parameters of this module that are switches of the program."""

VALUED = ("solver", "piles", "total", "up-to", "first", "most", "time", "memory", "threads")
"""Parameters of this module that are options of the program with a value."""


def in_python(message: str) -> str:
    """A message of the program with options as parameters; whole commands, in backquotes, stay as they are.

    >>> in_python("nim has no such form: --misere does not apply there; expected --up-to 9 or `bouton law nim --misere`")
    'nim has no such form: misere=True does not apply there; expected up_to=9 or `bouton law nim --misere`'
    >>> in_python("no game is called x; `bouton games` lists them all")
    'no game is called x; `bouton.catalogue()` lists them all'
    """

    def parameter(option: re.Match[str]) -> str:
        name = option[1].replace("-", "_")
        return f"{name}=True" if name in SWITCHES else f"{name}=" if option[2] else name

    options = re.compile(rf"--({'|'.join(SWITCHES + VALUED)})\b(?!-)( (?=\d))?")
    parts = message.split("`")
    parts[::2] = [options.sub(parameter, words) for words in parts[::2]]
    parts[1::2] = ["bouton.catalogue()" if command == "bouton games" else command for command in parts[1::2]]
    return "`".join(parts)


class Error(Exception):
    """Anything that this module says no to."""

    def __init__(self, message: str = "", *others: object):
        super().__init__(in_python(message), *others)


class InputError(Error, ValueError):
    """A game, a position, a move or another text that cannot be read: what was expected, what was found, and where."""


class RulesError(Error, ValueError):
    """A mistake in rules that somebody wrote down, with the position that it was met at."""


class Unfit(Error, ValueError):
    """A question that does not apply to the game, or that no solver serves."""


class Stopped(Error):
    """A limit was reached before there was an answer.

    `reason` is `time`, `memory`, `nodes` or `cancelled`; `bounds` are those of the value, where some are known."""

    def __init__(self, message: str, reason: str, bounds: tuple[int, ...] | None = None):
        super().__init__(message, reason, bounds)
        self.message: str = self.args[0]
        self.reason, self.bounds = reason, bounds

    def __str__(self) -> str:
        within = f"; the value lies between {self.bounds[0]} and {self.bounds[1]}" if self.bounds else ""
        return self.message + within

    def __reduce__(self) -> Any:
        return type(self), (self.message, self.reason, self.bounds)
