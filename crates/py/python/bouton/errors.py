"""What goes wrong, as exceptions."""

from __future__ import annotations

from typing import Any

from . import _bouton


MOST = 80
"""Characters of a value that a refusal repeats."""


def shown(value: Any) -> str:
    """A value as Python writes it, of which a refusal repeats only so much.

    >>> shown("nim"), len(shown("9" * 1000))
    ("'nim'", 71)
    """
    text = repr(value)
    return text if len(text) <= MOST else f"{text[:50]}…{text[-20:]}"


class Error(Exception):
    """Anything that this module says no to.

    >>> import bouton
    >>> try:
    ...     bouton.solve("nim", "3,x")
    ... except bouton.InputError as error:
    ...     print(error.expected, error.where)
    a heap (a whole number) {'what': 'position', 'text': '3,x', 'from': 2, 'to': 3}
    >>> print(Error("--misere does not apply there; expected --up-to 9 or `bouton law nim --misere`"))
    misere=True does not apply there; expected up_to=9 or `bouton law nim --misere`
    """

    where: dict[str, Any] | None = None
    """Which text is wrong: `what` it is, the `text`, and the characters `from` and `to`; where it is known."""
    expected: str | None = None
    """The words after “expected” in the sentence."""
    tries: tuple[str, ...] | list[str] = ()
    """Names that are close to one that is not known."""

    def __init__(self, message: str = "", *others: object):
        super().__init__(_bouton.in_python(message), *others)


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
