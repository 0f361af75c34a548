"""How long outcomes of games that are written in Python take, in processor seconds: beside calling the functions alone once for every
position, beside the same with a set of those that were met, without which nobody knows which these are, and beside a plain dict
solver that computes the same, remoteness and best moves included. And bytes for a position: here the moves are kept, too.

    python crates/py/benches/python.py
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import bouton

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def tic_tac_toe() -> tuple[dict[str, Any], Any]:
    def moves(board):
        mark = "XO"[board.count("X") - board.count("O")]
        return [board[:i] + mark + board[i + 1 :] for i in range(9) if board[i] == "."]

    def outcome(board):
        for a, b, c in LINES:
            if board[a] == board[b] == board[c] != ".":
                return "loss"
        return None if "." in board else "draw"

    return {"moves": moves, "outcome": outcome, "plies_left": lambda board: board.count(".")}, "." * 9


def wythoff() -> tuple[dict[str, Any], Any]:
    def moves(heaps):
        a, b = heaps
        ones = [(k, b) for k in range(a)] + [(a, k) for k in range(b)]
        return ones + [(a - k, b - k) for k in range(1, min(a, b) + 1)]

    return {"moves": moves, "plies_left": sum}, (200, 200)


def coins() -> tuple[dict[str, Any], Any]:
    row = [(n * 7919) % 97 for n in range(300)]

    def moves(ends):
        i, j = ends
        return [("first", (i + 1, j), row[i]), ("last", (i, j - 1), row[j - 1])] if i < j else []

    return {"moves": moves, "points": True, "plies_left": lambda ends: ends[1] - ends[0]}, (0, 300)


def after(move: Any) -> tuple[Any, int]:
    return (move[1], move[2]) if isinstance(move[0], str) and isinstance(move, tuple) else (move, 0)


def floor(parts: dict[str, Any], start: Any) -> list[Any]:
    """Calls the functions once for every position that can be reached, and finds these."""
    moves, outcome = parts["moves"], parts.get("outcome")
    seen, found = {start}, [start]
    for at in found:
        if outcome and outcome(at):
            continue
        for move in moves(at):
            to = move[1] if isinstance(move, tuple) and isinstance(move[0], str) else move
            if to not in seen:
                seen.add(to)
                found.append(to)
    return found


def calls(parts: dict[str, Any], positions: list[Any]) -> None:
    """The functions alone, without any looking up."""
    moves, outcome = parts["moves"], parts.get("outcome")
    for at in positions:
        if not (outcome and outcome(at)):
            moves(at)


def plain(parts: dict[str, Any], start: Any) -> Any:
    """A dict solver with a stack of its own: the value in points, or the outcome with remoteness; and the best moves."""
    moves, outcome, points = parts["moves"], parts.get("outcome"), parts.get("points")
    known: dict[Any, tuple[Any, Any]] = {}
    best: dict[Any, list[Any]] = {}
    stack = [start]
    while stack:
        at = stack[-1]
        if at in known:
            stack.pop()
            continue
        over = outcome(at) if outcome else None
        listed = [] if over else [after(move) for move in moves(at)]
        missing = [to for to, _ in listed if to not in known]
        if missing:
            stack += missing
            continue
        stack.pop()
        if not listed:
            worth = {"win": 1, "draw": 0, "loss": -1}[over] if over else 0 if points else -1
            known[at], best[at] = (worth, 0), []
        elif points:
            worths = [gain - known[to][0] for to, gain in listed]
            known[at] = max(worths), 0
            best[at] = [to for (to, _), worth in zip(listed, worths) if worth == known[at][0]]
        else:
            # Quick wins, long losses, quick draws.
            ranked = [(-known[to][0], (known[to][1] if known[to][0] == 1 else -known[to][1])) for to, _ in listed]
            worth, hurry = max(ranked)
            known[at] = worth, abs(hurry) + 1
            best[at] = [to for (to, _), (each, _) in zip(listed, ranked) if each == worth]
    return known[start], len(best[start])


def timed(ask: Callable[[], Any]) -> tuple[Any, float]:
    start = time.process_time()
    told = ask()
    return told, time.process_time() - start


def main() -> None:
    print(f"bouton {bouton.__version__}, Python {sys.version.split()[0]}")
    print(f"{'game':<12}{'positions':>10}{'moves alone':>13}{'and a set':>11}{'dict':>9}{'bouton':>9}{'of moves':>10}{'of set':>9}{'of dict':>9}{'bytes':>7}{'dict':>7}")
    for made in (tic_tac_toe, wythoff, coins):
        parts, start = made()
        runs = []
        for _ in range(1 if made is wythoff else 3):
            positions, floor_time = timed(lambda: floor(parts, start))
            told, plain_time = timed(lambda: plain(parts, start))
            game = bouton.OwnGame({"name": made.__name__, "start": start, **parts})
            answer, our_time = timed(lambda: game.start.solve(solver="memo"))
            runs.append((floor_time, plain_time, our_time))
        count = len(positions)
        _, calls_time = timed(lambda: calls(parts, positions))
        worth = answer.margin if parts.get("points") else {"win": 1, "draw": 0, "loss": -1}[answer.outcome]
        assert (told[0][0], told[1]) == (worth, answer.best_count) and game.size[0] == count, (told, answer)
        floor_time, plain_time, our_time = (min(times) for times in zip(*runs))
        tracemalloc.start()
        plain(parts, start)
        dict_bytes = tracemalloc.get_traced_memory()[1] // count
        tracemalloc.stop()
        print(
            f"{made.__name__:<12}{count:>10}{calls_time:>11.3f} s{floor_time:>9.3f} s{plain_time:>7.3f} s{our_time:>7.3f} s"
            f"{our_time / calls_time:>9.2f}×{our_time / floor_time:>8.2f}×{our_time / plain_time:>8.2f}×{game.size[2] // count:>7}{dict_bytes:>7}"
        )


main()
