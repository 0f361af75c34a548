"""Questions to objects that stay, most of which are stopped: each answer is that of a new object asked without limits, or says that
it was stopped, with bounds that hold it.

`STOPS=20000 pytest crates/py/tests/test_stops.py` goes on for long; `SEED` begins elsewhere."""

from __future__ import annotations

import os
import random
from typing import Any, Callable

import bouton

#: What another solver may leave out or put otherwise.
LOOSE = {"seconds", "visited", "solver", "stopped", "bounds", "proof", "why", "line", "preferred", "remoteness", "grundy"}


class Take:
    """Take one, two or three."""

    start = 60

    def moves(self, n: int) -> list[int]:
        return [n - k for k in (1, 2, 3) if k <= n]

    def plies_left(self, n: int) -> int:
        return n


class Coins:
    """Coins in a row; more in the end wins."""

    start = (4, 5, 3, 1, 2, 7, 7, 2, 9)
    points = True

    def moves(self, coins: tuple[int, ...]) -> list[Any]:
        return [("first", coins[1:], coins[0]), ("last", coins[:-1], coins[-1])] if coins else []

    def plies_left(self, coins: tuple[int, ...]) -> int:
        return len(coins)


class Ring:
    """Round and round, with a way out."""

    start = 0

    def moves(self, place: int) -> list[int]:
        return [] if place == 7 else [(place + 1) % 12, (place + 5) % 12]


#: How an object is made, and its positions: `None` is the start.
MADE: list[tuple[Callable[[], Any], list[Any]]] = [
    (lambda: bouton.game("nim"), ["3,4,5", "1,1,1"]),
    (lambda: bouton.game("nim", misere=True), ["3,4,5", "1,1,1"]),
    (lambda: bouton.game("tic-tac-toe"), ["X.O/.../...", ".../.../..."]),
    (lambda: bouton.game("domineering:4,4"), ["..../..../..../....", "#.../..../...#/...."]),
    (lambda: bouton.game("domineering:4,4", right=True), ["..../..../..../....", "#.../..../...#/...."]),
    (lambda: bouton.game("row-ends"), ["4,5,3,1,2", "2,1,2,5,5,3,7,8,1,1,4,4,9,2,6,3"]),
    (lambda: bouton.game("mnk:3,4,3"), ["..../..../...."]),
    (lambda: bouton.game(Take), [None, 17, 3]),
    (lambda: bouton.game(Coins), [None, (1, 9, 2)]),
    (lambda: bouton.game(Ring), [None, 3]),
]


def told(answer: Any) -> dict[str, Any]:
    return {name: value for name, value in answer.to_dict().items() if name not in LOOSE}


def asked(game: Any, position: Any, question: str, **how: Any) -> Any:
    """An answer, or why there is none."""
    at = game.start if position is None else game.position(position)
    try:
        return at.solve(**how) if question == "solve" else at.moves(**how)
    except bouton.Stopped as stopped:
        return stopped
    except bouton.Error as error:
        return f"{type(error).__name__}: {error}"


def holds(bounds: Any, whole: Any) -> bool:
    if not bounds:
        return True
    value = whole.margin if whole.margin is not None else {"win": 1, "loss": -1}.get(whole.outcome, 0)
    return (bounds[0] is None or bounds[0] <= value) and (bounds[1] is None or value <= bounds[1])


def contradicts(whole: Any, part: Any) -> str | None:
    if isinstance(part, bouton.Stopped):
        return None if isinstance(whole, str) or holds(part.bounds, whole) else f"bounds {part.bounds} of {whole}"
    if isinstance(part, str) or isinstance(whole, str):
        return None if part == whole else f"{part} and alone {whole}"
    fields, known = told(part), told(whole)
    if getattr(part, "stopped", None):
        if not holds(part.bounds, whole):
            return f"bounds {part.bounds} of {whole}"
        # Of what was stopped anything may be missing.
        fields = {name: value for name, value in fields.items() if isinstance(value, str)}
    wrong = {name: (value, known.get(name)) for name, value in fields.items() if known.get(name) != value}
    return str(wrong) if wrong else None


def test_a_limit_never_changes_an_answer() -> None:
    rng = random.Random(int(os.environ.get("SEED", "1")))
    questions = int(os.environ.get("STOPS", "150"))
    objects = [make() for make, _ in MADE]
    known: dict[Any, Any] = {}
    stopped, faults = 0, []
    for _ in range(questions):
        which = rng.randrange(len(MADE))
        make, positions = MADE[which]
        position, question = rng.choice(positions), rng.choice(["solve", "solve", "moves"])
        how: dict[str, Any] = {}
        if rng.random() < 0.7:
            how["time"] = rng.choice([0.0001, 0.001, 0.01, 0.1])
        if rng.random() < 0.3:
            how["memory"] = f"{rng.randrange(1, 64)}M"
        if rng.random() < 0.2:
            how["solver"] = rng.choice(["memo", "table", "retrograde", "alpha-beta", "proof-number", "minimax", "grundy"])
        key = (which, position, question, how.get("solver"))
        if key not in known:
            only = {name: how[name] for name in ("solver",) if name in how}
            known[key] = asked(make(), position, question, time=5, **only)
        whole, part = known[key], asked(objects[which], position, question, **how)
        stopped += isinstance(part, bouton.Stopped) or bool(getattr(part, "stopped", None))
        if isinstance(whole, bouton.Stopped) or getattr(whole, "stopped", None):
            continue
        fault = contradicts(whole, part)
        if fault:
            faults.append(f"{objects[which]!r} at {position!r}, {question} {how}: {fault}")
    assert not faults, "\n".join(faults)
    assert stopped > questions / 50
