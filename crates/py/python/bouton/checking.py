"""The mistakes that people make in rules of their own, each told with an example."""

from __future__ import annotations

from collections import deque
from typing import Any

from .answers import Checked
from .errors import RulesError
from .own import FUNCTIONS, NAMES, OwnGame, _near

MOST = 2_000
"""Positions that are looked at."""


def checked(game: OwnGame, positions: tuple[Any, ...] = ()) -> Checked:
    """Looks at the positions that can be reached, as far as there are not too many."""
    start = game.parts.get("start")
    starts = [*([start] if start is not None else []), *positions]
    mistakes: dict[str, str] = {}
    notes = [] if starts else ["the game has no start, so that nothing could be tried: give a position, or write start = …"]
    sides = (False, True) if "left" in game.parts else (False,)
    queue = deque((at, side) for at in starts for side in sides)
    seen = set(queue)
    line: list[str] = []
    looked = 0
    try:
        while queue:
            at, right = queue.popleft()
            looked += 1
            listed = game.native.look(at, right)
            _one(game, at, listed, mistakes)
            keeps = [game.native.after(at, to, right)[1] for _, to in listed] if "turn" in game.parts else []
            for n, (_, to) in enumerate(listed):
                there = to, right == bool(keeps and keeps[n]) and len(sides) > 1
                if there not in seen and len(seen) < MOST:
                    seen.add(there)
                    queue.append(there)
        at, right = (starts[0], False) if starts else (None, False)
        while starts and len(line) < 12 and (listed := game.native.look(at, right)):
            label, at = listed[len(line) % len(listed)]
            right = not right and len(sides) > 1
            line.append(label)
        if starts and not any(game.native.look(starts[0], side) for side in sides):
            mistakes["start"] = f"play is over at the start, {starts[0]!r}"
        _same_worth(game, seen, mistakes)
    except RulesError as error:
        mistakes = {"rules": str(error), **mistakes}
    own = [name for name in game.parts if name not in NAMES]
    notes += [f"{name!r} means nothing here{_near(name, FUNCTIONS)}" for name in own]
    return Checked.of({
        "file": game.name, "kind": "partizan" if len(sides) > 1 else "shared moves", "positions": looked,
        "complete": len(seen) < MOST, "mistakes": list(mistakes.values()), "notes": notes, "line": line,
    })  # fmt: skip


def _one(game: OwnGame, at: Any, listed: list[tuple[str, Any]], mistakes: dict[str, str]) -> None:
    """What can be seen at one position."""
    labels: dict[str, Any] = {}
    for label, to in listed:
        if to == at:
            mistakes.setdefault("unchanged", f"the move {label!r} at {at!r} changes nothing")
        if labels.setdefault(label, to) != to:
            mistakes.setdefault("labels", f"two moves are called alike at {at!r}: {label}")
    text = game.parts["show"](at) if "show" in game.parts else None
    if text is not None and "parse" in game.parts and game.parts["parse"](text) != at:
        mistakes.setdefault("notation", f"parse does not undo show: {at!r} is shown as {text!r}")


def _same_worth(game: OwnGame, seen: set[tuple[Any, bool]], mistakes: dict[str, str]) -> None:
    """Positions that `canonical` says are the same are worth the same, when it is not asked."""
    canonical = game.parts.get("canonical")
    if canonical is None:
        return
    plain = OwnGame({name: part for name, part in game.parts.items() if name not in ("canonical", "summands")})
    for at, _ in list(seen)[:200]:
        one, other = plain.position(at).solve(), plain.position(canonical(at)).solve()
        if (one.outcome, one.margin) != (other.outcome, other.margin):
            told = f"canonical({at!r}) is {canonical(at)!r}, but one is a {one.outcome} and the other a {other.outcome}"
            mistakes.setdefault("canonical", told)
