"""Questions about games, as functions. A game is a name, as on the command line, or what `bouton.game` makes."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Literal, ParamSpec, TypeVar, Union, cast, overload

from . import _bouton, child
from .answers import (
    Analysis, Answer, Asked, Atlas, Bidding, Calculation, Census, Checked, Comparison, Family, Found, Law, Losing, Moves, Order, Quotient, Refutation, Review,
    Sequence, Value, Values, Verified,
)  # fmt: skip
from .errors import InputError, Stopped, Unfit, shown
from .games import Bytes, Game, Position, Seconds, limits
from .own import OwnGame
from .progress import Progress
from .written import PositionLike

Words = ParamSpec("Words")
T = TypeVar("T")
GameLike = Union[Game, str]
Path_ = Union[str, "os.PathLike[str]"]


def _opened(game: GameLike, misere: bool = False, right: bool = False) -> Game:
    """The game in the form that is asked for, unless the game itself sets its form."""
    if isinstance(game, Game):
        return game.played(misere, right)
    if isinstance(game, str):
        return Game(game, misere=misere, right=right)
    raise InputError(f"expected the name of a game, or what bouton.game makes, found {shown(game)}")


def _at(game: GameLike, position: PositionLike, misere: bool = False, right: bool = False) -> tuple[Game, str | None]:
    """The game in the form that is asked for, there or by its position, and what names the position."""
    opened = _opened(game, misere, right)
    if position is None:
        return opened, None
    if isinstance(position, Position):
        if position.game._rules != opened._rules:
            raise InputError(f"position: expected one of {shown(opened)}, found one of {shown(position.game)}")
        return opened.played(*position.game.form), position.token
    if isinstance(position, str) and type(opened) is Game:
        return opened, position
    return opened, opened.position(position).token


def _named(game: GameLike, question: str) -> Game:
    """The game for a question about a named game; your own games have no such name."""
    opened = _opened(game)
    if isinstance(opened, OwnGame):
        raise Unfit(f"{question} needs a game of the catalogue, found {shown(opened)}, which is your own game")
    return opened


def _one_position(question: Callable[Words, T]) -> Callable[Words, T]:
    """A question about a game at one position, which says so where the position comes in several words."""

    @wraps(question)
    def asked(*words: Words.args, **options: Words.kwargs) -> T:
        if len(words) > 2:
            raise TypeError(f"the position is one argument: {question.__name__}({shown(words[0])}, {shown(list(words[1:]))})")
        return question(*words, **options)

    return asked


def _plain(game: GameLike, question: str, *, knows_misere: bool = False) -> Game:
    """The game for a question in which nobody moves first, and that may not know of misère play."""
    opened = game if isinstance(game, OwnGame) and question == "check" else _named(game, question)
    misere, right = opened.form
    if right:
        raise Unfit(f"{question} asks of no position: right=True does not apply there")
    if misere and not knows_misere:
        raise Unfit(f"misere=True does not apply to {question}")
    return opened


@overload
def solve(  # type: ignore[overload-overlap]
    game: GameLike,
    position: PositionLike = ...,
    *,
    solver: Literal["all"],
    misere: bool = ...,
    right: bool = ...,
    time: Seconds = ...,
    memory: Bytes = ...,
    threads: int | None = ...,
    progress: Progress = ...,
) -> Comparison: ...
@overload
def solve(
    game: GameLike,
    position: PositionLike = ...,
    *,
    misere: bool = ...,
    right: bool = ...,
    solver: str | None = ...,
    time: Seconds = ...,
    memory: Bytes = ...,
    threads: int | None = ...,
    progress: Progress = ...,
) -> Answer: ...
@_one_position
def solve(
    game: GameLike,
    position: PositionLike = None,
    *,
    misere: bool = False,
    right: bool = False,
    solver: str | None = None,
    time: Seconds = None,
    memory: Bytes = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Answer | Comparison:
    """Who wins, by how much, every best move, and why. At a limit the answer is `stopped`. A position is a text, a number, or
    a list of numbers or rows. With `solver="all"` the answer has a row for every solver that serves the position.

    >>> import bouton
    >>> answer = bouton.solve("wythoff", (75, 90))
    >>> answer.outcome, answer.preferred.move
    ('win', 'take 51 from both')
    >>> answer == bouton.solve("wythoff", "75,90")
    True
    >>> bouton.solve("tic-tac-toe", ["X.O", "...", "..."]).outcome
    'win'
    >>> [row.solver for row in bouton.solve("nim", [3, 4], solver="all")][:2]
    ['closed-form', 'law']
    >>> bouton.solve("nim", "1,1,1", misere=True).outcome
    'loss'
    """
    opened, at = _at(game, position, misere, right)
    how = limits(time, memory, threads, solver, progress)
    return opened.solved(at, how)


@_one_position
def moves(
    game: GameLike,
    position: PositionLike = None,
    *,
    misere: bool = False,
    right: bool = False,
    solver: str | None = None,
    time: Seconds = None,
    memory: Bytes = None,
    threads: int | None = None,
) -> Moves:
    """Every legal move with the value that it leads to, best first.

    >>> import bouton
    >>> [(move.move, move.outcome) for move in bouton.moves("subtraction:1,2,3", "5")]
    [('take 1', 'win'), ('take 2', 'loss'), ('take 3', 'loss')]
    """
    opened, at = _at(game, position, misere, right)
    how = limits(time, memory, threads, solver)
    return Moves.of(opened.ask("moves", at, how))


def losing(
    game: GameLike,
    up_to: int | None = None,
    *,
    piles: int | None = None,
    total: tuple[int, int] | None = None,
    misere: bool = False,
    solver: str | None = None,
    time: Seconds = None,
    memory: Bytes = None,
    threads: int | None = None,
) -> Losing:
    """The positions that are lost for the player to move, heaps up to a bound.

    >>> import bouton
    >>> bouton.losing("wythoff", 7).positions
    ('0,0', '1,2', '3,5', '4,7')
    """
    most = up_to if up_to is not None else total[1] if total else None
    if most is None:
        raise InputError("expected up_to, or total")
    between = f"{total[0]}..{total[1]}" if total else None
    how = limits(time, memory, threads, solver)
    opened = _opened(game, misere)
    return Losing.of(opened.ask_all("losing", how, most, piles, total))


def values(
    game: GameLike,
    up_to: int,
    *,
    piles: int | None = None,
    kind: str = "outcome",
    misere: bool = False,
    solver: str | None = None,
    time: Seconds = None,
    memory: Bytes = None,
    threads: int | None = None,
) -> Values:
    """A table of outcomes, or with `kind="grundy"` of Grundy values; `.array` is a NumPy array.

    >>> import bouton
    >>> bouton.values("kayles", 9, kind="grundy").array
    array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4])
    """
    if kind not in ("outcome", "grundy"):
        raise InputError(f"kind: expected outcome or grundy, found {shown(kind)}")
    how = limits(time, memory, threads, solver)
    opened = _opened(game, misere)
    told = opened.ask_all("values", how, up_to, piles, kind == "grundy")
    return Values.of(told)


def sequence(
    game: GameLike, heaps: int = 10_000, *, misere: bool = False, time: Seconds = None, memory: Bytes = None, threads: int | None = None
) -> Sequence:
    """The Grundy sequence of a heap game, its period, and whether that is proved. `values` is a NumPy array.

    >>> import bouton
    >>> kayles = bouton.sequence("kayles", 1000)
    >>> kayles.period, kayles.preperiod, kayles.status, kayles.values[:8].tolist()
    (12, 71, 'proved', [0, 1, 2, 3, 1, 4, 3, 2])
    """
    opened, how = _plain(game, "sequence", knows_misere=True), limits(time, memory, threads)
    misere = misere or opened.form[0]
    text, array = _bouton.sequence(opened.name, heaps, misere, how)
    told = json.loads(text)
    return Sequence.of(told if array is None else {**told, "values": array})


def refute(
    game: GameLike,
    strategy: str,
    *,
    promise: str = "best-always",
    strict: bool = False,
    prescribes: bool = False,
    by: str = "outcome",
    up_to: int | None = None,
    piles: int | None = None,
    rows: tuple[int, int] | None = None,
    lengths: tuple[int, int] | None = None,
    even: bool = False,
    misere: bool = False,
    time: Seconds = None,
    memory: Bytes = None,
    threads: int | None = None,
) -> Refutation:
    """The smallest position where a strategy goes wrong: where all moves that it allows fail, or else some; `strict` asks
    for the former only. On rows, `rows` are the values, from and to, and `lengths` the lengths.

    >>> import bouton
    >>> bouton.refute("row-ends", "larger-end").counterexample.position
    '1,1,3,2'
    """
    opened, how = _opened(game, misere), limits(time, memory, threads)
    session, reachable = opened.trial(how)
    native = (strategy, by == "margin", promise == "never-loses", strict, prescribes, reachable, up_to, piles, (rows, lengths, even))
    return Refutation.of(json.loads(session.refute(*native, how)))


def review(
    game: GameLike,
    position: PositionLike,
    moves: Iterable[str] | None = None,
    *,
    misere: bool = False,
    time: Seconds = None,
    memory: Bytes = None,
) -> Review:
    """A line of play, replayed: the value before and after each move, and where it turned. With moves alone, or `None` for
    the position, it begins at the usual start.

    >>> import bouton
    >>> bouton.review("nim", "3,5", ["take 1 from the first", "take 3 from the second"]).turning_point
    1
    >>> bouton.review("tic-tac-toe", ["a1", "b1", "b2"]).turning_point
    2
    """
    if moves is None:
        # One list is that of the moves.
        position, moves = None, cast("Iterable[str]", position)
    moves = [moves] if isinstance(moves, str) else [str(move) for move in moves]
    opened, at = _at(game, position, misere)
    return Review.of(opened.ask("review", at, limits(time, memory), moves))


@_one_position
def analyze(game: GameLike, position: PositionLike = None, *, misere: bool = False, time: Seconds = None, memory: Bytes = None) -> Analysis:
    """All positions that can be reached, counted by outcome and remoteness.

    >>> import bouton
    >>> counted = bouton.analyze("tic-tac-toe")
    >>> counted.positions, counted.up_to_symmetry.positions
    (5478, 765)
    """
    opened, at = _at(game, position, misere)
    return Analysis.of(opened.ask("analyze", at, limits(time, memory)))


@_one_position
def value(game: GameLike, position: PositionLike = None, *, latex: bool = False, time: Seconds = None, memory: Bytes = None) -> Value:
    """The value of a position of Left and Right, in the calculus of partizan games.

    >>> import bouton
    >>> bouton.value("domineering", "../..").value
    '+-1'
    """
    opened, at = _at(game, position)
    if opened.right:
        raise Unfit("a value is that of a position with either player to move: leave out right=True")
    return Value.of(opened.ask("value", at, limits(time, memory), latex))


def compare(game: GameLike, position: PositionLike, other: PositionLike, *, time: Seconds = None, memory: Bytes = None) -> Order:
    """Which of two positions of a game of points of Left and Right is better in every sum: `relation` is `<`, `=`, `>` or `<>`.

    >>> import bouton
    >>> @bouton.game
    ... class Coins:
    ...     points = True
    ...     def left(self, coins):
    ...         return [(f"take {coin}", coins[:n] + coins[n + 1:], coin) for n, coin in enumerate(coins)]
    ...     right = left
    >>> order = bouton.compare(Coins, (3, 1, 1), (3,))
    >>> order.relation, order.first.scores, order.second.class_
    ('=', (3, -3), 'N')
    """
    opened, at = _at(game, position)
    _, there = _at(opened, other)
    if opened.form != (False, False):
        raise Unfit("positions are compared with either player to move: leave out right=True and misere=True")
    if at is None or there is None:
        raise InputError("position: expected two positions to compare")
    return Order.of(opened.order(at, there, limits(time, memory)))


@_one_position
def bidding(game: GameLike, position: PositionLike = None, *, time: Seconds = None, memory: Bytes = None) -> Bidding:
    """The price of a position where the players bid for each move: the part of all money with which Left wins.

    >>> import bouton
    >>> bouton.bidding("domineering", "../..").price
    '1/2'
    """
    opened, at = _at(game, position)
    if opened.right:
        raise Unfit("a price is that of a position with either player to move: leave out right=True")
    how = limits(time, memory)
    return Bidding.of(opened.ask("bidding", at, how))


def calc(expression: str, *, latex: bool = False, time: Seconds = None, memory: Bytes = None) -> Calculation:
    """What an expression of the calculus is worth, or whether a relation holds; or what statements show.

    >>> import bouton
    >>> bouton.calc("{1|-1} + *").value, bouton.calc("^ > 0").truth
    ('+-(1*)', True)
    >>> bouton.calc("[mean({n|-1}) for n in range(3)]").lines
    ('-1/2', '0', '1/2')
    """
    how = limits(time, memory)
    return Calculation.of(json.loads(_bouton.calc(expression, latex, how)))


def find(
    game: GameLike,
    where: str = "",
    position: PositionLike = None,
    *,
    up_to: int | None = None,
    piles: int | None = None,
    all: bool = False,
    first: int | None = None,
    sort: str | None = None,
    count: bool = False,
    misere: bool = False,
    time: Seconds = None,
    memory: Bytes = None,
) -> Found:
    """Every position up to a bound, or on the board, that meets a condition; sorted by a field (`-temperature`: the largest
    first), or only counted.

    >>> import bouton
    >>> [row.position for row in bouton.find("nim", "loss & total in 1..4", up_to=3, piles=2)]
    ['1,1', '2,2']
    >>> [row.position for row in bouton.find("domineering:2,2", all=True, sort="-temperature", first=1)]
    ['../..']
    """
    opened, at = _at(_named(game, "find"), position, misere)
    how = limits(time, memory)
    told = _bouton.find(opened.name, at, opened.misere, opened.right, where, up_to, piles, all, first, sort, count, how)
    return Found.of(json.loads(told))


def atlas(
    value: object,
    games: str | Iterable[str] = (),
    *,
    up_to: int = 100,
    time: Seconds = None,
    memory: Bytes = None,
) -> Atlas:
    """The smallest position of each game that has a value, over ranges of sizes; without games, those of a list. Games of heaps are searched
    `up_to` a heap.

    >>> import bouton
    >>> [(row.smallest.game, row.smallest.position) for row in bouton.atlas("^", "clobber:1..2,1..4")]
    [('clobber:1,3', 'XXO')]
    """
    named = [games] if isinstance(games, str) else list(games)
    return Atlas.of(json.loads(_bouton.atlas(str(value), named, up_to, limits(time, memory))))


def quotient(
    game: GameLike,
    heaps: int = 500,
    *,
    position: PositionLike = None,
    certificate: Path_ | None = None,
    time: Seconds = None,
    memory: Bytes = None,
    threads: int | None = None,
) -> Quotient:
    """The misère quotient of a heap game; of any other, or with a `position`, that of the parts which play can reach, of which `heaps` are
    looked at. `certificate` is a file to write the proof to.

    >>> import bouton
    >>> found = bouton.quotient("kayles", 200)
    >>> found.order, found.status
    (40, 'proved')
    >>> bouton.quotient("cram:2,3").parts[:2]
    ('', '..#/###')
    """
    opened, at = _at(_plain(game, "quotient", knows_misere=True), position)
    how = limits(time, memory, threads)
    if certificate is not None:
        there = (at,) if at is not None else ()
        path = os.fspath(certificate)
        return Quotient.of(child.ask("quotient", opened.name, *there, how=how, heaps=heaps, certificate=path))
    return Quotient.of(json.loads(_bouton.quotient(opened.name, at, heaps, how)))


@overload
def law(
    game: GameLike,
    pattern: None = ...,
    *,
    piles: int | None = ...,
    misere: bool = ...,
    system: str | None = ...,
    certificate: Path_ | None = ...,
    time: Seconds = ...,
    memory: Bytes = ...,
) -> Law: ...
@overload
def law(
    game: GameLike, pattern: str, *, explain: bool = ..., certificate: Path_ | None = ..., time: Seconds = ..., memory: Bytes = ...
) -> Family: ...
def law(
    game: GameLike,
    pattern: str | None = None,
    *,
    explain: bool = False,
    piles: int | None = None,
    misere: bool = False,
    system: str | None = None,
    certificate: Path_ | None = None,
    time: Seconds = None,
    memory: Bytes = None,
) -> Law | Family:
    """The law of a whole family of positions, found and proved from the rules; `certificate` is a file to write the proof to.
    With a pattern, the values of its positions, for all exponents; if `explain`, with the proof step by step.

    >>> import bouton
    >>> bouton.law("wythoff").law.system
    'Zeckendorf'
    >>> print(bouton.law("clobber", "X^n O").cases[1])
    n >= 1, n mod 2 = 0: up(n - 1)
    """
    opened, how = _plain(game, "law", knows_misere=True), limits(time, memory)
    misere = misere or opened.form[0]
    if pattern is not None:
        if misere or piles is not None or system is not None:
            raise Unfit("piles, misere and system do not apply to the values of a pattern")
        return Family.of(child.ask("law", opened.name, pattern, how=how, explain=explain, certificate=certificate))
    if explain:
        raise Unfit("explain applies to the values of a pattern alone")
    return Law.of(child.ask("law", opened.name, how=how, piles=piles, misere=misere, system=system, certificate=certificate))


def ask(
    law: GameLike,
    formula: str,
    *,
    pattern: str | None = None,
    examples: int = 10,
    piles: int | None = None,
    misere: bool = False,
    time: Seconds = None,
    memory: Bytes = None,
) -> Asked:
    """What a law answers to a formula of first-order logic: of a game, or of the certificate in a file. With a pattern, formulas
    are about the values of its positions.

    >>> import bouton
    >>> bouton.ask("wythoff", "A a: E b: P(a,b)").truth
    True
    >>> bouton.ask("clobber", "A n: n > 1 => value(n) > 0", pattern="X^n O").truth
    True
    """
    opened = _plain(law, "ask", knows_misere=True)
    misere = misere or opened.form[0]
    words = (formula,) if pattern is None else (pattern, formula)
    return Asked.of(child.ask("ask", opened.name, *words, how=limits(time, memory), examples=examples, piles=piles, misere=misere))


def verify(certificate: Path_, *, rules: Path_ | None = None, time: Seconds = None, memory: Bytes = None) -> Verified:
    """The verdict of the independent checker on a certificate; by the `rules` in a file, if they are given, in place of its own."""
    how = {"rules": rules and os.fspath(rules), **limits(time, memory)}
    return Verified.of(child.ask("verify", os.fspath(certificate), how=how))


def check(game: GameLike, *positions: PositionLike, time: Seconds = None, memory: Bytes = None) -> Checked:
    """The mistakes that people make in rules, each with an example: they are in the answer, not raised."""
    opened = _plain(game, "check")
    if isinstance(opened, OwnGame):
        at = tuple(opened.position(position).at for position in positions)
        return Checked.of(json.loads(opened.check(at, limits(time, memory))))
    tokens = (_at(opened, at)[1] for at in positions)
    answered = (*child.ANSWERED, 2)
    return Checked.of(child.ask("check", opened.name, *tokens, how=limits(time, memory), of_rules=True, answered=answered))


def census(
    family: str, *, digits: int = 2, heaps: int = 10_000, each: Seconds = None, output: Path_ | None = None, time: Seconds = None,
    memory: Bytes = None, threads: int | None = None,
) -> Census:  # fmt: skip
    """The sequences of a whole family of heap games: `octal`, `hexadecimal` or `subtraction`; with `output` a file
    (`.json`) that the same question goes on from after an interruption.

    >>> import bouton
    >>> bouton.census("octal", digits=1, heaps=200)[0].code
    '0.1'
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(output) if output is not None else Path(folder) / "census.json"
        options = {"digits": digits, "heaps": heaps, "each": each, "output": path, **limits(time, memory, threads)}
        words = [word for name, said in options.items() for word in child.option(name, said)]
        code, _, said = child.run(["census", family, *words])
        if code == 3:
            raise Stopped(said, "time")
        if code:
            raise InputError(said)
        return Census.of({"games": json.loads(path.read_text(encoding="utf-8"))})
