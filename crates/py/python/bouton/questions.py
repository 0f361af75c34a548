"""Questions about games, as functions. A game is a name, as on the command line, or what `bouton.game` makes."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import closing
from pathlib import Path
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, Union, cast, overload

from . import _bouton, child
from .answers import (
    Analysis, Answer, Asked, Atlas, Bidding, Calculation, Census, Checked, Comparison, FamilyLaw, Found, GameValue, MisereQuotient, Moves, Order,
    OutcomeLaw, Refutation, Review, Sequence, Tabulated, Values, Verified,
)  # fmt: skip
from .errors import InputError, Unfit, shown
from .games import Game, Position
from .limits import File, How, Limits, Tables, Threads, limits, question
from .own import OwnGame
from .written import PositionLike

if TYPE_CHECKING:
    from .limits import Unpack

GameLike = Union[Game, str]
Fields = Union[str, Iterable[str], None]
"""Names of fields, separated by commas or in a list."""


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


def _plain(game: GameLike, question: str, *, knows_misere: bool = False) -> Game:
    """The game for a question in which nobody moves first, and that may not know of misère play."""
    opened = game if isinstance(game, OwnGame) and question == "check" else _named(game, question)
    misere, right = opened.form
    if right:
        raise Unfit(f"{question} asks of no position: right=True does not apply there")
    if misere and not knows_misere:
        raise Unfit(f"misere=True does not apply to {question}")
    return opened


def _joined(fields: Fields) -> str | None:
    """The names of fields as the program reads them."""
    return fields if fields is None or isinstance(fields, str) else ",".join(fields)


def _form(game: Game) -> dict[str, Any]:
    """The options of a command that name the form of a game."""
    return {"misere": game.misere, "right": game.right, "aim": game.aim}


def _command(question: str, game: Game, words: Iterable[str | None], how: dict[str, Any], **options: Any) -> Any:
    """The answer of the command of this name, which can write a certificate."""
    named = _named(game, "certificate")
    there = [word for word in words if word is not None]
    return child.ask(question, named.name, *there, how=how, **_form(named), **options)


@overload
def solve(  # type: ignore[overload-overlap]
    game: GameLike, position: PositionLike = ..., *, solver: Literal["all"], misere: bool = ..., right: bool = ..., table: Tables = ...,
    **how: Unpack[Threads],
) -> Comparison: ...
@overload
def solve(
    game: GameLike, position: PositionLike = ..., *, misere: bool = ..., right: bool = ..., solver: str | None = ..., table: Tables = ...,
    certificate: File | None = ..., **how: Unpack[Threads],
) -> Answer: ...
@question
def solve(
    game: GameLike, position: PositionLike = None, *, misere: bool = False, right: bool = False, solver: str | None = None, table: Tables = None,
    certificate: File | None = None, **how: Unpack[Threads],
) -> Answer | Comparison:
    """Who wins, by how much, every best move, and why. At a limit the answer is `stopped`. A position is a text, a number, or
    a list of numbers or rows. With `solver="all"` the answer has a row for every solver that serves the position. `table`: what
    `tabulate` wrote, to answer from; `certificate`: a file to write the proof to, for `verify`.

    >>> import bouton
    >>> answer = bouton.solve("wythoff", (75, 90))
    >>> answer.outcome, answer.preferred.move
    ('win', 'take 51 from both')
    >>> bouton.solve("nim", "1,1,1", misere=True).outcome
    'loss'
    """
    opened, at = _at(game, position, misere, right)
    asked = limits(how, solver=solver, table=table)
    if certificate is not None:
        return Answer.of(_command("solve", opened, [at], asked, certificate=certificate))
    return opened.solved(at, asked)


@question
def moves(
    game: GameLike, position: PositionLike = None, *, misere: bool = False, right: bool = False, table: Tables = None,
    certificate: File | None = None, **how: Unpack[How],
) -> Moves:
    """Every legal move with the value that it leads to, best first.

    >>> import bouton
    >>> [(move.move, move.outcome) for move in bouton.moves("subtraction:1,2,3", "5")]
    [('take 1', 'win'), ('take 2', 'loss'), ('take 3', 'loss')]
    """
    opened, at = _at(game, position, misere, right)
    asked = limits(how, table=table)
    if certificate is not None:
        return Moves.of(_command("moves", opened, [at], asked, certificate=certificate))
    return Moves.of(opened.ask("moves", at, asked))


@question
def losing(
    game: GameLike, up_to: int | None = None, *, piles: int | None = None, total: tuple[int, int] | None = None, ordered: bool = False,
    fields: Fields = None, misere: bool = False, **how: Unpack[How],
) -> Found:
    """The positions that are lost for the player to move, heaps up to a bound; interchangeable heaps in ascending order, or
    `ordered`: in every order. `fields` are what each row has.

    >>> import bouton
    >>> [row.position for row in bouton.losing("wythoff", 7)]
    ['0,0', '1,2', '3,5', '4,7']
    """
    words = limits(how, up_to=up_to, piles=piles, total=total, ordered=ordered, fields=_joined(fields))
    return Found.of(_opened(game, misere).ask_all("losing", words))


@question
def values(
    game: GameLike, up_to: int, *, piles: int | None = None, kind: Literal["outcome", "grundy"] = "outcome", misere: bool = False, **how: Unpack[How]
) -> Values:
    """A table of outcomes, or with `kind="grundy"` of Grundy values; `.array` is a NumPy array.

    >>> import bouton
    >>> bouton.values("kayles", 9, kind="grundy").array
    array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4])
    """
    return Values.of(_opened(game, misere).ask_all("values", limits(how, up_to=up_to, piles=piles, kind=kind)))


@question
def sequence(
    game: GameLike, heaps: int = 10_000, *, misere: bool = False, certificate: File | None = None, **how: Unpack[Threads]
) -> Sequence:
    """The Grundy sequence of a heap game, its period, and whether that is proved. `values` is a NumPy array.

    >>> import bouton
    >>> kayles = bouton.sequence("kayles", 1000)
    >>> kayles.period, kayles.preperiod, kayles.proof, kayles.values[:8].tolist()
    (12, 71, 'proved', [0, 1, 2, 3, 1, 4, 3, 2])
    """
    opened, asked = _plain(game, "sequence", knows_misere=True), limits(how)
    misere = misere or opened.form[0]
    if certificate is not None:
        child.ask("sequence", opened.name, how=asked, heaps=heaps, misere=misere, certificate=certificate)
    text, array = _bouton.sequence({**asked, "game": opened.name, "heaps": heaps, "misere": misere})
    told = json.loads(text)
    return Sequence.of(told if array is None else {**told, "values": array})


@question
def refute(
    game: GameLike, strategy: str, *, promise: Literal["best-always", "never-loses"] = "best-always", strict: bool = False, prescribes: bool = False,
    by: Literal["outcome", "margin"] = "outcome", up_to: int | None = None, piles: int | None = None, values: tuple[int, int] | None = None,
    length: tuple[int, int] | None = None, even: bool = False, misere: bool = False, certificate: File | None = None, **how: Unpack[How],
) -> Refutation:
    """The smallest position where a strategy goes wrong: where all moves that it allows fail, or else some; `strict` asks
    for the former only. On rows, `values` are from and to, and `length`, too.

    >>> import bouton
    >>> bouton.refute("row-ends", "larger-end").counterexample.position
    '1,1,3,2'
    """
    opened, asked = _opened(game, misere), limits(how)
    words = {
        "promise": promise, "strict": strict, "prescribes": prescribes, "by": by, "up_to": up_to, "piles": piles, "even": even,
        "values": values, "length": length,
    }  # fmt: skip
    if certificate is not None:
        told = _command("refute", opened, [strategy], asked, **words, certificate=certificate)
    else:
        told = opened.tried("refute", {**words, "strategy": strategy, **asked})
    return Refutation.of(told)


@question
def review(
    game: GameLike, position: PositionLike, moves: Iterable[str] | None = None, *, misere: bool = False, right: bool = False, table: Tables = None,
    **how: Unpack[How],
) -> Review:
    """A line of play, replayed: the value before and after each move, and where it turned. With moves alone, or `None` for
    the position, it begins at the usual start.

    >>> import bouton
    >>> bouton.review("nim", "3,5", ["take 1 from the first", "take 3 from the second"]).turning_point
    1
    """
    if moves is None:
        # One list is that of the moves.
        position, moves = None, cast("Iterable[str]", position)
    moves = [moves] if isinstance(moves, str) else [str(move) for move in moves]
    opened, at = _at(game, position, misere, right)
    return Review.of(opened.ask("review", at, limits(how, table=table, moves=moves)))


@question
def analyze(game: GameLike, position: PositionLike = None, *, misere: bool = False, right: bool = False, **how: Unpack[Threads]) -> Analysis:
    """All positions that can be reached, counted by outcome and remoteness.

    >>> import bouton
    >>> counted = bouton.analyze("tic-tac-toe")
    >>> counted.positions, counted.up_to_symmetry.positions
    (5478, 765)
    """
    opened, at = _at(game, position, misere, right)
    return Analysis.of(opened.ask("analyze", at, limits(how)))


@question
def value(
    game: GameLike, position: PositionLike = None, *, latex: bool = False, width: int | None = None, misere: bool = False,
    certificate: File | None = None,
    **how: Unpack[Limits],
) -> GameValue:
    """The value of a position of Left and Right, in the calculus of partizan games; with `misere`, the canonical form and the
    genus of a position in which both have the same moves.

    >>> import bouton
    >>> bouton.value("domineering", "../..").value
    '+-1'
    """
    opened, at = _at(game, position, misere)
    if opened.right:
        raise Unfit("a value is that of a position with either player to move: leave out right=True")
    if certificate is not None:
        return GameValue.of(_command("value", opened, [at], limits(how), latex=latex, width=width, certificate=certificate))
    return GameValue.of(opened.ask("value", at, limits(how, latex=latex, width=width)))


@question
def compare(game: GameLike, position: PositionLike, other: PositionLike, **how: Unpack[Limits]) -> Order:
    """Which of two positions is better in every sum, in a game of points of Left and Right or with `misere=True`: `relation` is `<`, `=`, `>` or
    `<>`.

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
    >>> bouton.compare(bouton.game("clobber", misere=True), "XO", "XOX").relation
    '='
    """
    opened, at = _at(game, position)
    _, there = _at(opened, other)
    if opened.right:
        raise Unfit("positions are compared with either player to move: leave out right=True")
    if at is None or there is None:
        raise InputError("position: expected two positions to compare")
    return Order.of(opened.ask("order", at, limits(how, other=there)))


@question
def bidding(game: GameLike, position: PositionLike = None, **how: Unpack[Limits]) -> Bidding:
    """The price of a position where the players bid for each move: the part of all money with which Left wins.

    >>> import bouton
    >>> bouton.bidding("domineering", "../..").price
    '1/2'
    """
    opened, at = _at(game, position)
    if opened.right:
        raise Unfit("a price is that of a position with either player to move: leave out right=True")
    return Bidding.of(opened.ask("bidding", at, limits(how)))


@question
def calc(expression: str, *, latex: bool = False, width: int | None = None, **how: Unpack[Limits]) -> Calculation:
    """What an expression of the calculus is worth, or whether a relation holds; or what statements show.

    >>> import bouton
    >>> bouton.calc("{1|-1} + *").value, bouton.calc("^ > 0").truth
    ('+-(1*)', True)
    >>> bouton.calc("[mean({n|-1}) for n in range(3)]").lines
    ('-1/2', '0', '1/2')
    """
    return Calculation.of(json.loads(_bouton.calc(expression, limits(how, latex=latex, width=width))))


@question
def find(
    game: GameLike, where: str | Callable[[Position], object] = "", position: PositionLike = None, *, up_to: int | None = None,
    piles: int | None = None, total: tuple[int, int] | None = None, ordered: bool = False, all: bool = False, reachable: bool = False,
    first: int | None = None, sort: str | None = None, count: bool = False, sum: str | None = None, group_by: Fields = None, fields: Fields = None,
    misere: bool = False, right: bool = False, **how: Unpack[How],
) -> Found:
    """Every position that meets a condition: of heaps up to a bound, on the board, or that play can reach; sorted by a field
    (`-temperature`: the largest first), or only counted, summed or grouped. The condition is a text, or a function of a position.

    >>> import bouton
    >>> [row.position for row in bouton.find("nim", "loss & total in 1..4", up_to=3, piles=2)]
    ['1,1', '2,2']
    >>> [row.position for row in bouton.find("domineering:2,2", all=True, sort="-temperature", first=1)]
    ['../..']
    """
    opened, at = _at(_named(game, "find"), position, misere, right)
    words = {
        "up_to": up_to, "piles": piles, "total": total, "ordered": ordered, "all": all, "reachable": reachable, "sort": sort, "sum": sum,
        "group_by": _joined(group_by), "fields": _joined(fields), **_form(opened), **limits(how),
    }  # fmt: skip
    there = [] if at is None else [at]
    if not callable(where) and fields is None:
        return Found.of(child.ask("find", opened.name, *there, how=words, where=where, first=first, count=count))
    test = where if callable(where) else None
    told: dict[str, Any] = {"game": opened.name, "where": getattr(where, "__name__", where), "fields": fields or [], "positions": []}
    options = {"where": "" if test else where, "first": None if test else first}
    met = 0
    # Rows come one by one, so that no more are searched than are wanted.
    with closing(child.rows("find", opened.name, *there, how=words, **options)) as rows:
        for row in rows:
            if "end" in row:
                told.update(row["end"])
            elif test is None or test(opened._named(row.get("game")).position(row["position"])):
                met += 1
                told["positions"] += [] if count else [row]
            if test and met == first:
                break
    return Found.of({**told, "count": met})


@question
def atlas(value: object, games: str | Iterable[str] = (), *, up_to: int = 100, **how: Unpack[Limits]) -> Atlas:
    """The smallest position of each game that has a value, over ranges of sizes; without games, those of a list. Games of heaps are searched
    `up_to` a heap.

    >>> import bouton
    >>> [(row.smallest.game, row.smallest.position) for row in bouton.atlas("^", "clobber:1..2,1..4")]
    [('clobber:1,3', 'XXO')]
    """
    named = [games] if isinstance(games, str) else list(games)
    return Atlas.of(json.loads(_bouton.atlas(limits(how, value=value, games=named, up_to=up_to))))


@question
def quotient(
    game: GameLike, heaps: int = 500, *, position: PositionLike = None, certificate: File | None = None, **how: Unpack[Limits]
) -> MisereQuotient:
    """The misère quotient of a heap game; of any other, or with a `position`, that of the parts which play can reach, of which `heaps` are
    looked at. `certificate` is a file to write the proof to.

    >>> import bouton
    >>> found = bouton.quotient("kayles", 200)
    >>> found.order, found.proof
    (40, 'proved')
    >>> bouton.quotient("cram:2,3").parts[:2]
    ('', '..#/###')
    """
    opened, at = _at(_plain(game, "quotient", knows_misere=True), position)
    if certificate is not None:
        there = (at,) if at is not None else ()
        return MisereQuotient.of(child.ask("quotient", opened.name, *there, how=limits(how), heaps=heaps, certificate=certificate))
    return MisereQuotient.of(json.loads(_bouton.quotient(opened.name, at, limits(how, heaps=heaps))))


@overload
def law(
    game: GameLike, pattern: None = ..., *, piles: int | None = ..., misere: bool = ..., system: str | None = ..., certificate: File | None = ...,
    **how: Unpack[Limits],
) -> OutcomeLaw: ...
@overload
def law(game: GameLike, pattern: str, *, explain: bool = ..., certificate: File | None = ..., **how: Unpack[Limits]) -> FamilyLaw: ...
@question
def law(
    game: GameLike, pattern: str | None = None, *, explain: bool = False, piles: int | None = None, misere: bool = False, system: str | None = None,
    certificate: File | None = None, **how: Unpack[Limits],
) -> OutcomeLaw | FamilyLaw:
    """The law of a whole family of positions, found and proved from the rules; `certificate` is a file to write the proof to.
    With a pattern, the values of its positions, for all exponents; if `explain`, with the proof step by step.

    >>> import bouton
    >>> bouton.law("wythoff").law.system
    'Zeckendorf'
    """
    opened, asked = _plain(game, "law", knows_misere=True), limits(how)
    misere = misere or opened.form[0]
    if pattern is not None:
        if misere or piles is not None or system is not None:
            raise Unfit("piles, misere and system do not apply to the values of a pattern")
        return FamilyLaw.of(child.ask("law", opened.name, pattern, how=asked, explain=explain, certificate=certificate))
    if explain:
        raise Unfit("explain applies to the values of a pattern alone")
    return OutcomeLaw.of(child.ask("law", opened.name, how=asked, piles=piles, misere=misere, system=system, certificate=certificate))


@question
def ask(
    law: GameLike, formula: str, *, pattern: str | None = None, examples: int | None = None, count: int | None = None, piles: int | None = None,
    misere: bool = False, system: str | None = None, **how: Unpack[Limits],
) -> Asked:
    """What a law answers to a formula of first-order logic: of a game, or of the certificate in a file. With a pattern, formulas
    are about the values of its positions. With free variables it has `examples` of solutions, 10 unless said otherwise, or the number of
    those in which every variable is at most `count`.

    >>> import bouton
    >>> bouton.ask("wythoff", "A a: E b: P(a,b)").truth
    True
    >>> bouton.ask("clobber", "A n: n > 1 => value(n) > 0", pattern="X^n O").truth
    True
    """
    opened = _plain(law, "ask", knows_misere=True)
    words = (formula,) if pattern is None else (pattern, formula)
    misere = misere or opened.form[0]
    return Asked.of(child.ask("ask", opened.name, *words, how=limits(how), examples=examples, count=count, piles=piles, misere=misere, system=system))


@question
def verify(file: File, *, rules: File | None = None, **how: Unpack[Limits]) -> Verified:
    """The verdict of the independent checker on a certificate or a table; by the `rules` in a file, if they are given, in place
    of its own."""
    return Verified.of(child.ask("verify", os.fspath(file), how=limits(how), rules=rules))


@question
def tabulate(
    game: GameLike, position: PositionLike = None, *, file: File, total: int | None = None, best: bool = False, misere: bool = False,
    right: bool = False, **how: Unpack[Threads],
) -> Tabulated:
    """Solves a game into a table, from which `solve`, `moves` and `review` answer: all positions where the game numbers them,
    those with at most a `total` of seeds or men, or those that play can reach. `best` packs the file harder.

    >>> import bouton, tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "mu-torere.tb"
    ...     made = bouton.tabulate("mu-torere", file=path)
    ...     made.positions, bouton.solve("mu-torere", table=path).solver
    (630, 'table-file')
    """
    opened, at = _at(game, position, misere, right)
    words = limits(how, file=os.fspath(file), total=total, best=best)
    return Tabulated.of(opened.tried("tabulate", words) if at is None else opened.ask("tabulate", at, words))


def rules(game: GameLike) -> str:
    """The rules of a game of the catalogue as a rule file, with the parameters of its name as defaults.

    >>> import bouton
    >>> print(bouton.rules("nim").splitlines()[0])
    # Take any positive number from one heap; the last to move wins.
    """
    return _bouton.rule_text(_named(game, "rules").name)


@question
def check(game: GameLike, *positions: PositionLike, **how: Unpack[Limits]) -> Checked:
    """The mistakes that people make in rules, each with an example, as a list: they are in the answer, not raised.

    >>> import bouton
    >>> list(bouton.check(bouton.game(lambda n: [n - 1] if n else [], start=3)))
    []
    """
    opened = _plain(game, "check")
    if isinstance(opened, OwnGame):
        at = tuple(opened.position(position).at for position in positions)
        return Checked.of(json.loads(opened.check(at, limits(how))))
    tokens = (_at(opened, at)[1] for at in positions)
    answered = (*child.ANSWERED, 2)
    return Checked.of(child.ask("check", opened.name, *tokens, how=limits(how), of_rules=True, answered=answered))


@question
def census(
    family: str, *, digits: int = 2, heaps: int = 10_000, each: str | float | None = None, output: File | None = None, **how: Unpack[Threads]
) -> Census:
    """The sequences of a whole family of heap games: `octal`, `hexadecimal` or `subtraction`; with `output` a file
    (`.json`) that the same question goes on from after an interruption.

    >>> import bouton
    >>> bouton.census("octal", digits=1, heaps=200)[0].code
    '0.1'
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(output) if output is not None else Path(folder) / "census.json"
        options = {"digits": digits, "heaps": heaps, "each": each, "output": path, **limits(how)}
        words = [word for name, said in options.items() for word in child.option(name, said)]
        code, _, said = child.run(["census", family, *words])
        if code:
            raise child.refusal(code, said)
        return Census.of({"games": json.loads(path.read_text(encoding="utf-8"))})
