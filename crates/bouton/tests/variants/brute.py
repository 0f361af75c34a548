"""Variants and compounds of small positions, decided by the texts of the games alone.

Prints a line for each: the name, the position, whether Right is to move, whether the last to move loses, and the outcome for the player to
move. Rules of variants and compounds are written here as they are defined; no code is shared with what is tested.
"""

import json
import random
import sys
import types
from functools import cache
from pathlib import Path

sys.setrecursionlimit(10_000)
folder, count, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
rules = types.ModuleType("bouton.rules")
rules.parameter = lambda _, default: default
sys.modules["bouton"] = types.ModuleType("bouton")
sys.modules["bouton.rules"] = rules


def text(name):
    held = {}
    exec((folder / f"{name}.py").read_text(), held)
    return held


TEXTS = {name: text(name) for name in ["nim", "domineering", "toads-and-frogs", "node-kayles"]}
SIDED = {"domineering", "toads-and-frogs"}


def after(move):
    return move[1]


@cache
def moves(game, at, side):
    """The positions after the moves of a side; a game is a tuple of its kind and its arguments."""
    kind, *rest = game
    if kind == "text":
        held = TEXTS[rest[0]]
        found = held[("left", "right")[side]](at) if rest[0] in SIDED else held["moves"](at)
        return tuple(map(after, found))
    if kind == "impartial":
        return moves(rest[0], at, 0) + (moves(rest[0], at, 1) if sided(rest[0]) else ())
    if kind == "negative":
        return moves(rest[0], at, 1 - side)
    if kind == "dicotic":
        return moves(rest[0], at, side) if moves(rest[0], at, 1 - side) else ()
    if kind == "passes":
        here, left = at
        found = tuple((to, left) for to in moves(rest[0], here, side))
        return found + (((here, left - 1),) if found and left else ())
    parts = list(zip(rest, at))
    options = [[None] if part is None else moves(play, part, side) for play, part in parts]
    present = [i for i, (_, part) in enumerate(parts) if part is not None]

    def changed(changes):
        return tuple(changes.get(i, part) for i, part in enumerate(at))

    if kind == "conjunctive":
        found = [{}]
        for i in present:
            found = [{**one, i: to} for one in found for to in options[i]]
        return tuple(map(changed, found))
    if kind == "continued":
        found = [{}]
        for i in present:
            found = [{**one, i: to} for one in found for to in options[i] or (None,)]
        return tuple(map(changed, found)) if any(options[i] for i in present) else ()
    if kind in ("selective", "shortened"):
        if kind == "shortened" and not all(options):
            return ()
        found = [{}]
        for i in present:
            found = [one if to is None else {**one, i: to} for one in found for to in (None, *options[i])]
        return tuple(map(changed, found[1:]))
    if kind == "sum":
        return tuple(changed({i: to}) for i in present for to in options[i])
    if kind == "ordinal":
        gone = {i: dict.fromkeys(range(i + 1, len(at))) for i in present}
        return tuple(changed({**gone[i], i: to}) for i in present for to in options[i])
    assert kind == "sequential"
    first = next((i for i in present if options[i]), None)
    if first is None:
        return ()
    gone = dict.fromkeys(range(first))
    return tuple(changed({**gone, first: to}) for to in options[first])


def sided(game):
    kind, *rest = game
    if kind == "text":
        return rest[0] in SIDED
    return kind != "impartial" and any(sided(part) for part in rest if isinstance(part, tuple))


@cache
def wins(game, at, side, misere):
    found = moves(game, at, side)
    if not found:
        return misere
    return any(not wins(game, to, 1 - side, misere) for to in found)


@cache
def bounded(game, at, side, misere, plies):
    """1, 0 or -1 where play is a draw after so many plies."""
    found = moves(game, at, side)
    if not found:
        return 1 if misere else -1
    return 0 if plies == 0 else max(-bounded(game, to, 1 - side, misere, plies - 1) for to in found)


chance = random.Random(seed)


def position(name):
    if name == "nim":
        at = tuple(chance.randrange(4) for _ in range(chance.choice([1, 2, 2])))
        return at, ",".join(map(str, at))
    if name == "node-kayles":
        graph = chance.choice(["a-b,b-c", "a-b,b-c,c-a", "a-b,c", "a,b"])
        return TEXTS[name]["parse"](graph), graph
    if name == "domineering":
        lines, width = chance.choice([(1, 3), (2, 2), (2, 3), (3, 1)])
        board = "/".join("".join(chance.choice("...#") for _ in range(width)) for _ in range(lines))
        return board, board
    strip = "".join(chance.choice("ttff.") for _ in range(chance.randrange(3, 6)))
    return strip, strip


def part():
    """A small game, its name, its position and the text of that."""
    name = chance.choice(list(TEXTS))
    game, (at, shown) = ("text", name), position(name)
    for _ in range(chance.choice([0, 1, 1, 2])):
        way = chance.choice(["impartial", "negative", "dicotic", "passes"])
        if way == "passes" and name.count("passes") == 0:
            left = chance.choice([1, 2])
            name, game, at, shown = f"passes({name}; 2)", ("passes", game), (at, left), f"{shown} ({left} passes)"
        elif way != "passes":
            name, game = f"{way}({name})", (way, game)
    return name, game, at, shown


def tell(name, shown, game, at, side, misere, outcome):
    side = side if sided(game) else 0
    print(json.dumps({"name": name, "position": shown, "right": bool(side), "misere": misere, "outcome": outcome(side)}))


WAYS = ["", "impartial", "negative", "dicotic", "passes", "bounded", "misere"]
HOWS = ["sum", "conjunctive", "continued", "selective", "shortened", "ordinal", "sequential"]
COMPOUNDS = [(way, how, misere) for way in WAYS for how in HOWS for misere in (False, True) if not (misere and way == "misere")]

# Every way to play every compound, in normal and misère play, in turn.
for number in range(count):
    side, misere = chance.randrange(2), chance.random() < 0.3
    name, game, at, shown = part()
    if chance.random() < 0.4:
        plies = chance.randrange(5)
        value = lambda side: ["loss", "draw", "win"][1 + bounded(game, at, side, misere, plies)]
        tell(f"bounded({name}; 4)", f"{shown} ({plies} plies)", game, at, side, misere, value)
    else:
        tell(name, shown, game, at, side, misere, lambda side: "win" if wins(game, at, side, misere) else "loss")
    way, how, misere = COMPOUNDS[number % len(COMPOUNDS)]
    parts = [(name, game, at, shown), part()]
    whole = (how, *(part[1] for part in parts))
    places = tuple(part[2] for part in parts)
    texts = [f"{part[0]} {part[3]}" for part in parts]
    joined = (" + " if how == "sum" else "; ").join(texts)
    name = f"{way}({how})" if way else how
    if way == "misere":
        misere = True
    elif way == "bounded":
        plies = chance.randrange(4)
        value = lambda side: ["loss", "draw", "win"][1 + bounded(whole, places, side, misere, plies)]
        tell(f"bounded({how}; 3)", f"{joined} ({plies} plies)", whole, places, side, misere, value)
        continue
    elif way == "passes":
        left = chance.randrange(3)
        name, joined, whole, places = f"passes({how}; 2)", f"{joined} ({left} passes)", (way, whole), (places, left)
    elif way:
        whole = (way, whole)
    said = misere and way != "misere"
    tell(name, joined, whole, places, side, said, lambda side: "win" if wins(whole, places, side, misere) else "loss")
