"""Who wins a two-player game, by how much, what to play, and why: proved.

>>> import bouton
>>> bouton.solve("wythoff", "75,90").outcome
'win'
>>> bouton.game("nim").position("3,4,5").grundy
2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import answers
from ._bouton import __version__
from .errors import Error, InputError, RulesError, Stopped, Unfit
from .games import Game, Position
from .openspiel import openspiel, to_openspiel
from .own import OwnGame, OwnPosition, game
from .partizan import PartizanValue, Thermograph, born_by, covers
from .pictures import Picture
from .questions import (
    analyze, ask, atlas, bidding, calc, census, check, compare, find, law, losing, moves, quotient, refute, review, sequence, solve, tabulate, value, values, verify,
)  # fmt: skip
from .widget import play

__all__ = [
    "Error", "Game", "InputError", "OwnGame", "OwnPosition", "PartizanValue", "Picture", "Position", "RulesError", "Stopped",
    "Thermograph", "Unfit", "__version__", "analyze", "answers", "ask", "atlas", "bidding", "born_by", "calc", "catalogue", "census", "check", "compare", "covers",
    "find", "game", "law", "losing", "moves", "openspiel", "play", "quotient", "refute", "review", "rules", "sequence", "solve", "tabulate", "to_openspiel",
    "value", "values", "verify",
]  # fmt: skip


def catalogue() -> list[dict[str, str]]:
    """The games that are known by name, with their rules and an example each.

    >>> [card["name"] for card in catalogue()][:2]
    ['wythoff', 'r-wythoff']
    """
    from ._bouton import catalogue as cards

    return [
        {"name": name, "parameters": parameters, "rules": rules, "notation": notation, "game": example[0], "position": example[1]}
        for name, parameters, rules, notation, example in cards()
    ]


if TYPE_CHECKING:
    from .questions import rules
else:

    def __getattr__(name: str) -> Any:
        """Where to find a name that is not here: people often type a game's name or a command first."""
        from importlib import import_module

        from .elsewhere import where

        if name == "rules":
            # The module, which is a function, too: `python -m bouton.rules` would find it loaded.
            return import_module(".rules", __name__)
        raise AttributeError(where(name, __all__) if not name.startswith("_") else name, name=name, obj=None)
