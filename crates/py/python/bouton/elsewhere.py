"""What this module does not have by that name, and where it is."""

from __future__ import annotations

from difflib import get_close_matches

AT_A_POSITION = ("draw", "play", "best", "outcome", "grundy", "margin", "remoteness", "why", "answer")
"""What is asked of a position."""
COMMANDS = ("puzzles", "levels", "serve", "graph", "info")
"""Commands that are none of this module's functions."""


def where(name: str, functions: list[str]) -> str:
    """Where that is which somebody looked for here, as a sentence.

    >>> where("draw", [])
    "bouton has no 'draw': it is asked of a position, bouton.game('nim').position([3, 4, 5]).draw()"
    >>> where("puzzles", []), where("nim", [])
    ("bouton has no 'puzzles' in Python: it is a command, python -m bouton puzzles --help", "bouton has no 'nim': is bouton.game('nim') meant?")
    >>> where("tic_tac_toe", []), where("sovle", ["solve"])
    ("bouton has no 'tic_tac_toe': is bouton.game('tic-tac-toe') meant?", "bouton has no 'sovle': is bouton.solve meant?")
    >>> where("xyzzy", [])
    "bouton has no 'xyzzy'"
    """
    said = f"bouton has no {name!r}"
    if name in AT_A_POSITION:
        brackets = "()" if name == "draw" else ""
        return f"{said}: it is asked of a position, bouton.game('nim').position([3, 4, 5]).{name}{brackets}"
    if name in COMMANDS:
        return f"{said} in Python: it is a command, python -m bouton {name} --help"
    near = get_close_matches(name, functions, 1, 0.7)
    if near:
        return f"{said}: is bouton.{near[0]} meant?"
    game = name.replace("_", "-")
    return f"{said}: is bouton.game({game!r}) meant?" if _is_game(game) else said


def at_a_game(game: str, name: str) -> str:
    """The same, looked for at a game.

    >>> at_a_game("bouton.game('nim')", "solve")
    "bouton.game('nim') has no 'solve': it is asked of a position, as .position(…).solve()"
    >>> at_a_game("bouton.game('nim')", "xyzzy")
    "bouton.game('nim') has no 'xyzzy'"
    """
    said = f"{game} has no {name!r}"
    if name in (*AT_A_POSITION, "solve", "moves", "value"):
        brackets = "()" if name in ("draw", "solve", "moves", "play", "value") else ""
        return f"{said}: it is asked of a position, as .position(…).{name}{brackets}"
    return said


def _is_game(name: str) -> bool:
    """Whether it is the name of a game; other names of games, as tic-tac-toe, are not in the catalogue, but open."""
    from ._bouton import catalogue
    from .games import Game

    if any(card[0] == name for card in catalogue()):
        return True
    try:
        Game(name).position()
    except ValueError:
        return False
    return True
