"""Answers: frozen objects whose attributes are the fields of the command line's JSON.

>>> answer = Answer.of({"game": "nim", "position": "3,3", "outcome": "loss", "class": None, "best": []})
>>> answer
Answer(game='nim', position='3,3', outcome='loss', best=())
>>> answer.outcome, answer.to_dict()["best"]
('loss', [])
>>> answer.outcome = "win"
Traceback (most recent call last):
AttributeError: an answer cannot be changed
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from keyword import iskeyword
from typing import Any, ClassVar, TypeVar

from . import _bouton, child, html
from .errors import InputError
from .partizan import Arithmetic
from .pictures import Picture

R = TypeVar("R", bound="Record")


class Record:
    """The fields of a JSON object as attributes; lists are tuples, objects are records. `class` is `class_`, `try` is `try_`."""

    _fields: dict[str, Any]
    #: The class of the objects in a field.
    _parts: ClassVar[dict[str, type[Record]]] = {}
    #: Fields that are written only if they say something; otherwise None.
    _optional: ClassVar[frozenset[str]] = frozenset()
    #: Fields whose `False` is what was asked for, so that it is always shown.
    _verdicts: ClassVar[frozenset[str]] = frozenset({"valid", "truth", "refuted", "holds", "complete"})
    #: The cost of the answer, which is not part of its content: equal answers may differ in it.
    _spent: ClassVar[frozenset[str]] = frozenset({"seconds", "visited", "tried", "too_large", "cost", "resumed", "progress"})

    def __init__(self, fields: Mapping[str, Any]):
        made = {name: self._frozen(name, value) for name, value in fields.items()}
        object.__setattr__(self, "_fields", made)

    @classmethod
    def of(cls: type[R], fields: Mapping[str, Any]) -> R:
        """The record with these fields."""
        return cls(fields)

    def _frozen(self, name: str, value: Any) -> Any:
        if isinstance(value, dict):
            return self._parts.get(name, Record).of(value)
        if isinstance(value, list):
            return tuple(self._frozen(name, item) for item in value)
        return value

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__.get("_fields", {})
        try:
            return fields[name.rstrip("_")]
        except KeyError:
            if name in self._optional:
                return None
            known = ", ".join(fields)
            raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {known}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("an answer cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("an answer cannot be changed")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name + "_" * iskeyword(name) for name in self._fields)]

    def to_dict(self) -> dict[str, Any]:
        """The fields as the command line's JSON has them."""
        return {name: _thawed(value) for name, value in self._fields.items()}

    def _said(self) -> tuple[tuple[str, Any], ...]:
        """What is compared: the fields in order, without what was spent."""
        return tuple((name, _plain(value)) for name, value in sorted(self._fields.items()) if name not in self._spent)

    def __eq__(self, other: object) -> bool:
        """Whether both say the same; the seconds and the positions that it took do not count.

        >>> first, second = (Answer.of({"outcome": "win", "seconds": seconds}) for seconds in (0.1, 0.2))
        >>> first == second, len({first, second})
        (True, 1)
        """
        return isinstance(other, Record) and type(self) is type(other) and self._said() == other._said()

    def __hash__(self) -> int:
        return hash((type(self), self._said()))

    def __reduce__(self) -> Any:
        return type(self), (self.to_dict(),)

    def __repr__(self) -> str:
        told = {name: value for name, value in self._fields.items() if self._is_said(name, value)}
        fields = ", ".join(f"{name}{'_' * iskeyword(name)}={_brief(value)}" for name, value in told.items())
        return f"{type(self).__name__}({fields})"

    def _is_said(self, name: str, value: Any) -> bool:
        return value is not None and (value is not False or name in self._verdicts)

    def _repr_html_(self) -> str:
        return html.fields(self.to_dict())


class Table(Record):
    """An answer that is a table, which can be made a data frame: `polars.DataFrame` and others take it as it is, through
    Arrow's interface (which asks for `pyarrow`)."""

    def records(self) -> list[dict[str, Any]]:
        """The rows as dicts, which `pandas.DataFrame`, `polars.DataFrame` and `pyarrow.Table.from_pylist` take."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The rows as a `pandas.DataFrame`."""
        import pandas

        return pandas.DataFrame(self.records())

    def to_arrow(self) -> Any:
        """The rows as a `pyarrow.Table`."""
        import pyarrow

        return pyarrow.Table.from_pylist(self.records())

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.to_arrow().__arrow_c_stream__(requested_schema)


class Rows(Table):
    """A table that can be iterated row by row."""

    #: The field that holds the rows.
    _rows: ClassVar[str]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._fields[self._rows])

    def __len__(self) -> int:
        return len(self._fields[self._rows])

    def __getitem__(self, place: Any) -> Any:
        return self._fields[self._rows][place]

    def records(self) -> list[dict[str, Any]]:
        return [row.to_dict() if isinstance(row, Record) else {self._rows.removesuffix("s"): row} for row in self]

    def _repr_html_(self) -> str:
        return html.table(self.records())


def _thawed(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_thawed(item) for item in value]
    return value.tolist() if hasattr(value, "tolist") else value


def _plain(value: Any) -> Any:
    """A field as what can be compared and hashed: an array as a tuple."""
    return tuple(value.tolist()) if hasattr(value, "tolist") else value


def _brief(value: Any) -> str:
    if isinstance(value, tuple) and len(value) > 8:
        shown = ", ".join(map(repr, value[:8]))
        return f"({shown}, … {len(value)})"
    return repr(value)


class BestMove(Record):
    """A best move, and the position after it."""

    move: str
    to: str | None


class Progress(Record):
    """How far a question got that a limit stopped, and what would help: options to add, or sentences."""

    share: float | None
    try_: tuple[str, ...]


class Answer(Record):
    """The answer to one position: who wins, by how much, every best move, and why; all for the player to move."""

    _parts: ClassVar[dict[str, type[Record]]] = {"best": BestMove, "preferred": BestMove, "progress": Progress}
    _optional: ClassVar[frozenset[str]] = frozenset({"loony", "scores", "progress"})
    game: str
    position: str
    misere: bool
    outcome: str | None
    remoteness: int | None
    margin: int | None
    totals: tuple[int, int] | None
    grundy: int | None
    #: True if the position is loony: won together with any other parts, so that it has no Grundy value.
    loony: bool | None
    best: tuple[BestMove, ...]
    best_count: int | None
    preferred: BestMove | None
    class_: str | None
    scores: tuple[int, int] | None
    line: tuple[str, ...] | None
    why: str | None
    proof: str | None
    bounds: tuple[int, int] | None
    solver: str
    visited: int
    seconds: float
    stopped: str | None
    #: How far it got, if it stopped early.
    progress: Progress | None


class ScoredPosition(Record):
    """A position of a scoring game: Left's points minus Right's if Left begins and if Right begins, and the outcome class."""

    position: str
    scores: tuple[int, int] | None
    class_: str | None


class Order(Record):
    """Which of two positions of a scoring game is better for Left in every sum: `relation` is `<`, `=`, `>` or `<>`."""

    _parts: ClassVar[dict[str, type[Record]]] = {"first": ScoredPosition, "second": ScoredPosition}
    game: str
    first: ScoredPosition
    second: ScoredPosition
    relation: str | None
    visited: int
    seconds: float
    stopped: str | None


class Comparison(Rows):
    """The answers of every solver that serves a position; `disagreement` says which two cannot both be right, if any."""

    _parts: ClassVar[dict[str, type[Record]]] = {"answers": Answer}
    _rows: ClassVar[str] = "answers"
    answers: tuple[Answer, ...]
    disagreement: str | None

    def records(self) -> list[dict[str, Any]]:
        shown = ("solver", "outcome", "margin", "remoteness", "grundy", "best_count", "visited", "seconds", "stopped")
        return [{name: answer.to_dict()[name] for name in shown} for answer in self]


class Move(Record):
    """A move with the value that it leads to, for the player who makes it."""

    move: str
    to: str | None
    outcome: str
    margin: int | None
    remoteness: int | None
    grundy: int | None
    best: bool


class Moves(Rows):
    """Every legal move with the value that it leads to, best first."""

    _parts: ClassVar[dict[str, type[Record]]] = {"moves": Move}
    _rows: ClassVar[str] = "moves"
    game: str
    position: str
    moves: tuple[Move, ...]


class Losing(Rows):
    """The positions that are lost for the player to move, up to a bound."""

    _rows: ClassVar[str] = "positions"
    _optional: ClassVar[frozenset[str]] = frozenset({"proved"})
    game: str
    up_to: int
    positions: tuple[str, ...]
    stopped: str | None
    #: The proved law that answers, with `solver` and `why`; None if it is no law.
    proved: Record | None


class Values(Table):
    """A table of outcomes or Grundy values: a line for one heap, a grid for two."""

    _optional: ClassVar[frozenset[str]] = frozenset({"proved"})
    game: str
    up_to: int
    kind: str
    values: tuple[Any, ...]
    #: The proved law that answers, with `solver` and `why`; None if it is no law.
    proved: Record | None

    @property
    def array(self) -> Any:
        """The table as a NumPy array: of numbers, or of `win`, `loss` and `draw`."""
        import numpy

        return numpy.array(self.to_dict()["values"])

    def records(self) -> list[dict[str, Any]]:
        # A row a heap, or a row a pair of heaps.
        if self.values and isinstance(self.values[0], tuple):
            grid = enumerate(self.values)
            return [{"first": a, "second": b, self.kind: value} for a, row in grid for b, value in enumerate(row)]
        return [{"heap": heap, self.kind: value} for heap, value in enumerate(self.values)]

    def _repr_html_(self) -> str:
        return html.grid(self.to_dict()["values"])


class Sequence(Record):
    """The Grundy sequence of a heap game, and its period. `values` is a NumPy array.

    In a game of Left and Right `partizan` has the saltus and the value of each heap as texts, in place of `values` and `saltus`.
    `loony` lists the loony heaps, if there are any: in `values` they have the largest number of 64 bits.
    """

    _optional: ClassVar[frozenset[str]] = frozenset({"loony"})
    game: str
    heaps: int
    misere: bool
    period: int | None
    preperiod: int | None
    saltus: int | None
    status: str
    proved_by: str | None
    values: Any
    loony: tuple[int, ...] | None
    partizan: Record
    stopped: str | None


class Review(Record):
    """A line of play, replayed: the value before and after each move, and where it turned."""

    game: str
    moves: tuple[Record, ...]
    turning_point: int | None
    totals: tuple[int, int] | None


class Refutation(Record):
    """What was found of a strategy: the smallest position where it goes wrong, and whether it keeps its promise."""

    game: str
    strategy: str
    by: str
    refuted: bool
    tried: int
    counterexample: Record | None
    guarantee: Record
    stopped: str | None


class Analysis(Record):
    """All positions that can be reached, counted by outcome and remoteness."""

    game: str
    position: str
    positions: int
    win: int
    loss: int
    draw: int
    endless: int
    by_remoteness: tuple[Record, ...]
    up_to_symmetry: Record | None


class Bidding(Record):
    """The price of a position where the players bid for each move: Left wins with a larger part of all money than `price`."""

    game: str
    position: str
    price: str | None
    bid: str | None
    moves: tuple[Record, ...]
    visited: int
    seconds: float
    stopped: str | None


class Found(Rows):
    """Every position that meets a condition."""

    _rows: ClassVar[str] = "positions"
    _optional: ClassVar[frozenset[str]] = frozenset({"proved"})
    game: str
    where: str
    fields: tuple[str, ...]
    positions: tuple[Record, ...]
    count: int
    tried: int
    stopped: str | None
    #: The proved law that answers, with `solver` and `why`; None if it is no law.
    proved: Record | None


class Atlas(Rows):
    """The smallest position of each game with a value."""

    _rows: ClassVar[str] = "games"
    value: str
    games: tuple[Record, ...]
    stopped: str | None

    def records(self) -> list[dict[str, Any]]:
        # A row a game, with the fields of the smallest position beside each other.
        none = {"game": None, "position": None, "size": None}
        places = [none if row.smallest is None else row.smallest.to_dict() for row in self]
        rows = zip(self, places, strict=True)
        return [
            {"game": row.game, "smallest": at["game"], "size": at["size"], "position": at["position"], "tried": row.tried, "complete": row.complete}
            for row, at in rows
        ]


class Valued(Arithmetic, Record):
    """An answer with a value: it can be calculated with, and its mean, options and thermograph are objects."""

    value: str

    def _known(self) -> _bouton.Exact | None:
        """The value, if there is one and it is not too long to be written."""
        if "_exact" not in self.__dict__:
            text, exact = self._fields.get("value"), None
            if text and not text.startswith("#"):
                exact = _bouton.evaluate(text, {})
            object.__setattr__(self, "_exact", exact)
        exact = self.__dict__["_exact"]
        return exact if isinstance(exact, _bouton.Exact) else None

    def _told(self, name: str) -> Any:
        return self._fields.get(name)

    def __eq__(self, other: object) -> bool:
        """Whether both are worth the same; if one has no value, whether both say the same.

        >>> first, second = Value.of({"game": "nim", "value": "*"}), Calculation.of({"value": "*"})
        >>> first == second, first + second == 0, Value.of({"value": None}) == Value.of({"value": None})
        (True, True, True)
        """
        told = Arithmetic.__eq__(self, other)
        return Record.__eq__(self, other) if told is NotImplemented else told

    def __hash__(self) -> int:
        return Record.__hash__(self) if self._known() is None else Arithmetic.__hash__(self)

    def __str__(self) -> str:
        return self._fields.get("value") or repr(self)

    def _repr_html_(self) -> str:
        return super()._repr_html_() + self._walls()


class Value(Valued):
    """The value of a position of Left and Right, in the calculus of partizan games."""

    game: str
    position: str
    class_: str
    at_least: str | None
    at_most: str | None


class Calculation(Valued):
    """What an expression of the calculus is worth; of statements that show more than a value, `shown` has the pieces: each with
    a `line`, a `value`, a `table` or a `plot`."""

    expression: str
    shown: tuple[Record, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """What statements show, as lines: a table has one for each row, a plot one for each point.

        >>> Calculation.of({"expression": "[1, 2]", "shown": [{"line": "1"}, {"line": "2"}]}).lines
        ('1', '2')
        """
        return tuple(line for piece in self._fields.get("shown", ()) for line in _lines(piece))

    def __str__(self) -> str:
        return "\n".join(self.lines) if "shown" in self._fields else super().__str__()


def _lines(shown: Any) -> list[str]:
    """A piece of what statements show, as lines."""
    piece = shown if isinstance(shown, dict) else shown.to_dict()
    if "line" in piece:
        return [piece["line"]]
    if "value" in piece:
        return [str(piece["value"]["value"])]
    if "plot" in piece:
        return [f"{x}  {y}" for x, y in piece["plot"]["points"]]
    head, rows = piece["table"]["head"], piece["table"]["rows"]
    return ["  ".join(row) for row in ([head] if head else []) + rows]


class Quotient(Record):
    """A misère quotient. Where it is that of the parts that play can reach from a position, that is `start`, and `parts` are what they
    are called, the first of them nothing; where it is that of heaps, it has neither."""

    game: str
    start: str
    parts: tuple[str, ...]
    heaps: int
    order: int
    status: str
    period: int | None
    pretending: tuple[str, ...]


class Law(Record):
    """The law of a whole family of positions, proved for all sizes, and how it was found."""

    game: str
    law: Record | None


class FamilyCase(Record):
    """The value of a family of positions for the exponents that satisfy a condition.

    >>> print(FamilyCase.of({"when": "n >= 2", "value": "n - 1"}))
    n >= 2: n - 1
    """

    when: str
    value: str

    def __str__(self) -> str:
        return f"{self.when}: {self.value}" if self.when else self.value


class Family(Record):
    """The values of a family of positions, proved for all exponents: the first case that applies is meant. Without cases, `why`
    says why nothing is proved."""

    _parts: ClassVar[dict[str, type[Record]]] = {"cases": FamilyCase}
    game: str
    pattern: str
    cases: tuple[FamilyCase, ...]
    patterns: int
    why: str | None
    stopped: str | None

    @property
    def proof(self) -> tuple[str, ...]:
        """The proof, step by step, if it was asked for."""
        return tuple(self._fields.get("proof", ()))

    def draw(self, up_to: int = 8, *, theme: str = "auto", title: str | None = None) -> Picture:
        """The thermographs of the members, one over the other, and their means and temperatures. The pattern has one exponent."""
        options = {"up_to": up_to, "theme": theme, "title": title}
        words = [word for name, said in options.items() for word in child.option(name, said)]
        code, out, said = child.run(["draw", self.game, self.pattern, "--as=family", *words, "-o", "-"])
        if code:
            raise InputError(said)
        return Picture(out)


class Asked(Record):
    """What a law answered to a formula."""

    formula: str
    truth: bool | None
    examples: tuple[tuple[str, ...], ...]

    def __bool__(self) -> bool:
        """Whether the formula is not false."""
        return self.truth is not False


class Verified(Record):
    """The verdict of an independent checker on a certificate.

    >>> refused = Verified.of({"valid": False, "claim": None, "checked": [], "error": "no such set"})
    >>> bool(refused), refused
    (False, Verified(valid=False, checked=(), error='no such set'))
    """

    valid: bool
    claim: str | None
    error: str | None

    def __bool__(self) -> bool:
        """Whether the certificate proves its claim."""
        return bool(self.valid)


class Checked(Rows):
    """The mistakes that were found in rules."""

    _rows: ClassVar[str] = "mistakes"
    _spent: ClassVar[frozenset[str]] = frozenset({"positions"})
    kind: str
    positions: int
    complete: bool
    mistakes: tuple[str, ...]
    notes: tuple[str, ...]
    line: tuple[str, ...]

    def _repr_html_(self) -> str:
        return Record._repr_html_(self)


class Tabulated(Record):
    """What was written into a table; the counts are None if a limit was reached."""

    game: str
    position: str
    file: str
    positions: int | None
    win: int | None
    loss: int | None
    draw: int | None
    endless: int | None
    longest: int | None
    bytes: int | None
    resumed: bool
    seconds: float
    stopped: str | None


class Census(Rows):
    """The sequences of a whole family of heap games, a row a game."""

    _rows: ClassVar[str] = "games"
    games: tuple[Record, ...]
