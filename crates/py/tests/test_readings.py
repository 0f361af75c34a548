"""What a move is: random small games whose positions have every shape, with and without labels, in Python and as rule
files. Each is solved by brute force on its graph. The answer is that of the brute force, or the rules are refused."""

from __future__ import annotations

import random
from functools import cache

import pytest

import bouton

NODES = 7

SHAPES = {
    "number": lambda n: n,
    "text": lambda n: "abcdefg"[n],
    "two texts": lambda n: ("xyz"[n % 3], "pqrs"[n // 3]),
    "two texts that are labels": lambda n: ("ab"[n % 2], "abcd"[n // 2]),
    "three texts": lambda n: ("xy"[n % 2], "pq"[n // 2 % 2], "uv"[n // 4]),
    "rows of texts": lambda n: ("ab",) * (n + 1),
    "text and number": lambda n: ("xy"[n % 2], n // 2),
    "player, board, number": lambda n: ("LR"[n % 2], (n // 2, 0), 5),
    "player and numbers": lambda n: ("LR"[n % 2], (n // 2, 0)),
    "player and texts": lambda n: ("LR"[n % 2], ("xyzu"[n // 2], "p")),
    "text and perhaps a number": lambda n: ("xyz"[n % 3], None if n < 3 else n // 3),
    "text and perhaps a pair": lambda n: ("xyz"[n % 3], None if n < 3 else ("a", n // 3)),
    "two numbers": lambda n: (n % 3, n // 3),
    "three numbers": lambda n: (n % 2, n // 2 % 2, n // 4),
    "heaps": lambda n: tuple(range(n)),
    "history": lambda n: tuple("abcdefg"[:n]),
    "trees": lambda n: ("a", "b") if n == 0 else ("a", SHAPES["trees"](n - 1)),
    "pairs of pairs": lambda n: (("a", n % 3), ("b", n // 3)),
}


def games(shape, count, seed):
    """Random graphs in which moves go to smaller numbers, with positions of one shape."""
    chance = random.Random(f"{shape} {seed}")
    for _ in range(count):
        edges = [[to for to in range(n) if chance.random() < 0.45] for n in range(NODES)]
        yield edges, chance.randrange(3, NODES)


def grundy(edges):
    @cache
    def value(n):
        found = {value(to) for to in edges[n]}
        return next(k for k in range(NODES + 1) if k not in found)

    return value


def listed(edges, at, labels):
    """The moves of each node as a table, labelled as asked for."""

    def entry(place, to):
        return {"none": at(to), "labels": (f"move {place}", at(to)), "letters": ("abcdefg"[place], at(to))}[labels]

    return {at(n): [entry(place, to) for place, to in enumerate(edges[n])] for n in range(NODES)}


def answers(game, positions, values):
    """How many positions are answered; each answer is right."""
    answered = 0
    for position, value in zip(positions, values, strict=True):
        try:
            found = game.position(position).solve(solver="grundy")
        except (bouton.RulesError, bouton.InputError):
            continue
        assert found.grundy == value, (position, found)
        answered += 1
    return answered


@pytest.mark.parametrize("labels", ["none", "labels", "letters"])
@pytest.mark.parametrize("shape", SHAPES)
def test_no_game_is_read_as_another(shape, labels):
    at, answered, asked = SHAPES[shape], 0, 0
    for edges, start in games(shape, 12, labels):
        table, value = listed(edges, at, labels), grundy(edges)
        positions, values = [at(n) for n in range(NODES)], [value(n) for n in range(NODES)]
        for labelled in (None, labels != "none"):
            names = {"start": at(start), "plies_left": lambda p: positions.index(p)}
            game = bouton.game(lambda p: table[p], **names, **({} if labelled is None else {"labelled": labelled}))
            right = answers(game, positions, values)
            if labelled is not None:
                assert right == NODES, "told what a move is, all is answered"
            answered, asked = answered + right, asked + NODES
    assert answered > asked // 2


@pytest.mark.parametrize("labels", ["none", "labels", "letters"])
def test_rule_files_read_moves_alike(tmp_path, labels):
    """A few games of each shape as files: the same answers, or the same refusals, as in Python."""
    for shape, at in SHAPES.items():
        (edges, start), *_ = games(shape, 1, labels)
        table, value = listed(edges, at, labels), grundy(edges)
        order = [at(n) for n in range(NODES)]
        path = tmp_path / f"{shape.replace(' ', '-').replace(',', '')}.star"
        path.write_text(
            f"table = {table!r}\norder = {order!r}\nstart = {at(start)!r}\n"
            "def moves(p):\n    return table[p]\n"
            "def plies_left(p):\n    return order.index(p)\n",
            encoding="utf-8",
        )
        own = bouton.game(lambda p, table=table: table[p], start=at(start), plies_left=order.index)
        try:
            expected = own.position(at(start)).solve(solver="grundy").grundy
        except bouton.RulesError:
            expected = None
        try:
            found = bouton.game(str(path)).position().solve(solver="grundy").grundy
        except (bouton.RulesError, bouton.InputError):
            found = None
        assert found == expected, (shape, found, expected)
        assert found in (None, value(start))


def test_a_move_is_refused_that_fits_both():
    both = bouton.game(lambda p: [("a", ("b", "c"))], start=("x", None))
    with pytest.raises(bouton.RulesError, match="can be read in two ways, as the move 'a' to .* and as a position: write labelled"):
        both.position(("x", None)).solve()
    assert "can be read in two ways" in bouton.check(both).mistakes[0]
    single = bouton.game(lambda n: ("take 1", n - 1), start=3)
    with pytest.raises(bouton.RulesError, match="must return a list of moves, found .* which can be one of them"):
        single.position(3).solve()


def test_a_move_that_two_names_fit_is_not_guessed():
    take = bouton.game(lambda n: [(str(k), n - k) for k in (1, 2, 3) if k <= n], start=5)
    assert take.position(5).play("3").at == 2
    assert take.position(5).play(3).at == 3
    by_number = bouton.game(lambda n: [(str(k), n - k) for k in (1, 2, 3) if k <= n], start=5, strategies={"three": lambda n: 3 if n > 3 else n - 1})
    refuted = bouton.refute(by_number, "three", up_to=5)
    assert refuted.counterexample is None or refuted.counterexample.move != "3"
