"""The names that a rule file has without importing them, so that it runs in Python, too.

``python -m bouton.rules FILE [PARAMETERS]`` shows the first moves of a line of play: each position, and what can be played there.

The module is a function, too: the rules of a game of the catalogue as a rule file.

>>> import bouton
>>> print(bouton.rules("nim").splitlines()[0])
# Take any positive number from one heap; the last to move wins.
"""

from __future__ import annotations

import runpy
import sys
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

_given: list[str] = []


def parameter(name: str, default: Any) -> Any:
    """The next of the values given after the file's name, of the type of the default; a list or a tuple takes all of them."""
    if isinstance(default, list | tuple):
        texts = _given[:]
        _given.clear()
        like = default[0] if default else 0
        return type(default)(_like(name, like, text) for text in texts) if texts else default
    return _like(name, default, _given.pop(0)) if _given else default


def _like(name: str, default: Any, text: str) -> Any:
    if isinstance(default, str):
        return text
    try:
        return int(text)
    except ValueError:
        fail(f"{name}: expected a whole number, found {text!r}")


class struct:  # noqa: N801 - rule files call it by this name
    """Named values, which stay as they are.

    >>> struct(a=1).a
    1
    """

    def __init__(self, **fields: Any) -> None:
        vars(self).update(sorted(fields.items()))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("fields of a struct stay as they are: make another struct")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, struct) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(tuple(vars(self).items()))

    def __repr__(self) -> str:
        return f"struct({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


def fail(*message: object) -> NoReturn:
    """Stops with a message."""
    raise ValueError(" ".join(map(str, message)))


class _Rules(ModuleType):
    def __call__(self, game: str) -> str:
        """What `bouton.rules` says: to import this module sets that name to it."""
        from .questions import rules

        return rules(game)


if __name__ in sys.modules:
    sys.modules[__name__].__class__ = _Rules


def _alike(one: Any, other: Any) -> bool:
    """Whether a value looks like a position, given another one: a tuple of equal parts may have any length."""
    if one is None or other is None:
        return True
    if not (isinstance(one, tuple | list) and isinstance(other, tuple | list)):
        return not isinstance(one, tuple | list) and not isinstance(other, tuple | list) and isinstance(one, str) == isinstance(other, str)
    parts = [*one, *other]
    return len(one) == len(other) and all(map(_alike, one, other)) or all(_alike(part, parts[0]) for part in parts)


def _shown(position: Any) -> str:
    """How a position is written unless a file says it: numbers with commas between."""
    if isinstance(position, tuple) and position and all(isinstance(part, int) for part in position):
        return ",".join(map(str, position))
    return str(position)


def _is_labelled(move: Any, start: Any) -> bool:
    """Whether a move has its name before its position."""
    return isinstance(move, tuple) and len(move) in (2, 3) and isinstance(move[0], str) and _alike(move[1], start) and not _alike(move, start)


def _play(path: str, parameters: str, plies: int = 10) -> None:
    """Prints a line of play, in which the first move is always taken."""
    _given[:] = [text.strip() for text in parameters.split(",")] if parameters else []
    game = runpy.run_path(path, {"parameter": parameter, "struct": struct, "fail": fail})
    position = game["start"]
    show = game.get("show", _shown)
    for ply in range(plies):
        end = next((game[name](position) for name in ("outcome", "score") if name in game and "left" not in game), None)
        listed = game.get("moves") or game[("left", "right")[ply % 2]]
        moves = [] if end is not None else list(listed(position))
        print(show(position), f"over: {end}" if end is not None else f"{len(moves)} moves: {moves[:8]}")
        drawn = game["draw"](position) if "draw" in game else []
        for row in [f"{name}: {part}" for name, part in drawn.items()] if isinstance(drawn, dict) else drawn:
            print("  ", row if isinstance(row, str) else " ".join(map(str, row)))
        if not moves:
            return
        move = moves[0]
        labelled = game.get("labelled", _is_labelled(move, game["start"]))
        position = move[1] if labelled else move


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python -m bouton.rules FILE [PARAMETERS]")
    # The file imports the module by its name, which is another one than this.
    import_module("bouton.rules")._play(sys.argv[1], "".join(sys.argv[2:]))
