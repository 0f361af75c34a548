"""A game to play in a notebook (`pip install bouton[notebook]`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .games import Game, Position
from .own import OwnGame
from .written import PositionLike


def play(game: Game | Position | str, position: PositionLike = None, *, values: bool = True) -> Any:
    """A widget to play a game in JupyterLab, VS Code or marimo: the position as the pages draw it, a button a move; with
    `values` each says what it leads to. `undo` takes a move back, and `best` lets the program move."""
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise ImportError(f"{error}: to play in a notebook, pip install 'bouton[notebook]'") from None

    class Play(anywidget.AnyWidget):
        _esm = Path(__file__).with_name("play.js")
        _css = ".bouton svg { max-width: 100%; height: auto } .bouton button { margin: 2px } .bouton .best { font-weight: bold }"
        shown = traitlets.Dict().tag(sync=True)
        chosen = traitlets.Dict().tag(sync=True)

    if isinstance(game, Position):
        start = game
    else:
        opened = Game(game) if isinstance(game, str) else game
        start = opened.position(position)
    line = [start]
    widget = Play(shown=shown(start, values, False))

    def choose(change: Any) -> None:
        asked = change["new"]
        if asked.get("undo") and len(line) > 1:
            line.pop()
        elif asked.get("best") and (best := line[-1].best):
            line.append(line[-1].play(best[0]))
        elif "move" in asked:
            line.append(line[-1].play(asked["move"]))
        widget.shown = shown(line[-1], values, len(line) > 1)

    widget.observe(choose, "chosen")
    return widget


def shown(at: Position, values: bool, can_undo: bool) -> dict[str, Any]:
    """What the widget shows of a position: picture, words and moves."""
    listed = at.moves()
    moves = [
        {"move": mv.move, "worth": _worth(mv.outcome, mv.margin, mv.remoteness) if values else "", "best": values and mv.best}
        for mv in listed
    ]
    words = f"{at.answer.outcome}" if values else ""
    if not moves:
        words = f"play is over: {at.answer.outcome} for the player to move"
    name = at.game.name if isinstance(at.game, OwnGame) else repr(at.game.name)
    return json.loads(json.dumps({  # type: ignore[no-any-return]
        "game": name, "picture": str(at.draw()), "words": words, "moves": moves, "can_undo": can_undo,
    }))  # fmt: skip


def _worth(outcome: str, margin: int | None, remoteness: int | None) -> str:
    if margin is not None:
        return f"{margin:+}"
    if remoteness is None:
        return outcome
    return f"{outcome} in 1 ply" if remoteness == 1 else f"{outcome} in {remoteness} plies"
