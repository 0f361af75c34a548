"""What answers have in common, whichever fields they have: `answers` has the fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import FrozenInstanceError, dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, get_args, get_origin, get_type_hints, overload

from . import _bouton, child, html
from .partizan import Arithmetic
from .pictures import Picture

R = TypeVar("R", bound="Record")
Row = TypeVar("Row")

SPENT = frozenset({"seconds", "visited", "too_large", "held", "bytes", "resumed", "progress"})
"""The cost of an answer, which is not part of its content: equal answers may differ in it."""
VERDICTS = frozenset({"valid", "truth", "refuted", "holds", "complete"})
"""Fields whose `False` is what was asked for, so that it is always shown."""


if TYPE_CHECKING:
    from typing_extensions import dataclass_transform

    @dataclass_transform(frozen_default=True)
    def record(kind: type[R]) -> type[R]:
        """A frozen dataclass."""
        return kind
else:
    # `Record` freezes them: with `frozen=True`, importing the classes of all answers takes three times as long.
    record = dataclass(init=False, eq=False, repr=False)


class Record:
    """An object of the command line's JSON: a frozen dataclass whose fields are those of the object. Lists are tuples; `class`
    is `class_`, `try` is `try_`."""

    _json: Mapping[str, Any]

    def __setattr__(self, name: str, value: Any) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    @classmethod
    def of(cls: type[R], told: Mapping[str, Any]) -> R:
        """The record that says what an object says."""
        made = object.__new__(cls)
        for name, key, read in _readers(cls):  # type: ignore[arg-type]
            made.__dict__[name] = read(told.get(key))
        made.__dict__["_json"] = told
        return made

    def to_dict(self) -> dict[str, Any]:
        """The fields as the command line's JSON has them."""
        return {name: value.tolist() if hasattr(value, "tolist") else deepcopy(value) for name, value in self._json.items()}

    def __eq__(self, other: object) -> bool:
        """Whether both say the same; the seconds and the positions that it took do not count."""
        return isinstance(other, Record) and type(self) is type(other) and _content(self._json) == _content(other._json)

    def __hash__(self) -> int:
        return hash((type(self), _content(self._json)))

    def __reduce__(self) -> Any:
        return _again, (type(self), self.to_dict())

    def __repr__(self) -> str:
        told = {name: self.__dict__.get(name, value) for name, value in ((_name(key), value) for key, value in self._json.items())}
        shown = (f"{name}={_brief(value)}" for name, value in told.items() if value is not None and (value is not False or name in VERDICTS))
        return f"{type(self).__name__}({', '.join(shown)})"

    def _repr_html_(self) -> str:
        return html.fields(self.to_dict())


class Result(Record):
    """A whole answer. Only one that claims something is true or false."""

    #: What is asked of it in place of its truth.
    _asked: ClassVar[str] = "one of its fields"

    def __bool__(self) -> bool:
        name = type(self).__name__
        raise TypeError(f"{name} is no claim, which is true or false: ask for {self._asked}")


class Claim(Result):
    """What somebody claims, and whether it is so."""

    _claim: ClassVar[str]

    def __bool__(self) -> bool:
        """Whether it is a valid proof, or true."""
        said = self._json.get(self._claim)
        return super().__bool__() if said is None else bool(said)


class Table(Result):
    """An answer with a list, which can be made a data frame: `polars.DataFrame` and others take it as it is, through
    Arrow's interface (which asks for `pyarrow`)."""

    #: The field that holds the rows.
    _rows: ClassVar[str]

    def records(self) -> list[dict[str, Any]]:
        """The rows as dicts, which `pandas.DataFrame`, `polars.DataFrame` and `pyarrow.Table.from_pylist` take."""
        rows = self.to_dict()[self._rows]
        return [row if isinstance(row, dict) else {self._rows.removesuffix("s"): row} for row in rows]

    def to_pandas(self) -> Any:
        """The rows as a `pandas.DataFrame`."""
        import pandas

        return pandas.DataFrame(self.records())

    def to_polars(self) -> Any:
        """The rows as a `polars.DataFrame`."""
        import polars

        return polars.DataFrame(self.records(), infer_schema_length=None)

    def to_arrow(self) -> Any:
        """The rows as a `pyarrow.Table`."""
        import pyarrow

        return pyarrow.Table.from_pylist(self.records())

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.to_arrow().__arrow_c_stream__(requested_schema)


class Rows(Table, Generic[Row]):
    """A list that can be iterated row by row."""

    _asked: ClassVar[str] = "len(…) > 0"

    def __iter__(self) -> Iterator[Row]:
        return iter(getattr(self, self._rows))

    def __len__(self) -> int:
        return len(getattr(self, self._rows))

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        return getattr(self, self._rows)[place]

    def _repr_html_(self) -> str:
        return html.table(self.records())


class Solved(Result):
    """Who wins."""

    _asked: ClassVar[str] = 'outcome == "win"'


class Compared(Rows[Row]):
    """The answers of every solver."""

    def records(self) -> list[dict[str, Any]]:
        shown = ("solver", "outcome", "margin", "remoteness", "grundy", "best_count", "visited", "seconds", "stopped")
        return [{name: answer[name] for name in shown} for answer in self._json["answers"]]


class Mistakes(Rows[Row]):
    """A list of mistakes, beside other facts about the rules."""

    def _repr_html_(self) -> str:
        return Record._repr_html_(self)


class Grid(Table):
    """A line of values for one heap, a grid for two."""

    @property
    def array(self) -> Any:
        """The table as a NumPy array: of numbers, or of `win`, `loss` and `draw`."""
        import numpy

        return numpy.array(self.to_dict()["values"])

    def records(self) -> list[dict[str, Any]]:
        # A row a heap, or a row a pair of heaps.
        values, kind = self._json["values"], self._json["kind"]
        if values and isinstance(values[0], list):
            return [{"first": a, "second": b, kind: value} for a, row in enumerate(values) for b, value in enumerate(row)]
        return [{"heap": heap, kind: value} for heap, value in enumerate(values)]

    def _repr_html_(self) -> str:
        return html.grid(self.to_dict()["values"])


class Heaps(Table):
    """The values of a sequence, or its outcomes. `values` is a NumPy array, in which a loony heap has the largest number of 64 bits."""

    def records(self) -> list[dict[str, Any]]:
        told = self.to_dict()
        if "partizan" in told:
            return list(told["partizan"]["heaps"])
        name = "outcome" if told["misere"] else "value"
        return [{"heap": heap, name: value} for heap, value in enumerate(told["outcomes" if told["misere"] else "values"])]


class Places(Rows[Row]):
    """The smallest position of each game."""

    def records(self) -> list[dict[str, Any]]:
        # A row a game, with the fields of the smallest position beside each other.
        none = {"game": None, "position": None, "size": None}
        rows = [(row, row["smallest"] or none) for row in self._json["games"]]
        return [
            {"game": row["game"], "smallest": at["game"], "size": at["size"], "position": at["position"], "visited": row["visited"], "complete": row["complete"]}
            for row, at in rows
        ]


class Place(Record):
    """A position that was found; `row["h1"]` is a field that is no attribute."""

    def __getitem__(self, name: str) -> Any:
        return self._json[name]


class Case(Record):
    """The value of a family of positions for the exponents that satisfy a condition."""

    def __str__(self) -> str:
        when, value = self._json["when"], self._json["value"]
        return f"{when}: {value}" if when else str(value)


class Cases(Result):
    """The values of a family of positions: the first case that applies is meant."""

    def draw(self, up_to: int = 8, *, theme: str = "auto", title: str | None = None) -> Picture:
        """The thermographs of the members, one over the other, and their means and temperatures. The pattern has one exponent."""
        options = {"up_to": up_to, "theme": theme, "title": title}
        words = [word for name, said in options.items() for word in child.option(name, said)]
        code, out, said = child.run(["draw", self._json["game"], self._json["pattern"], "--as=family", *words, "-o", "-"])
        if code:
            raise child.refusal(code, said)
        return Picture(out)


class Valued(Arithmetic, Result):
    """An answer with a value: it can be calculated with, and its mean, options and thermograph are objects."""

    def _known(self) -> _bouton.Exact | None:
        """The value, if there is one and it is not too long to be written."""
        if "_exact" not in self.__dict__:
            text, exact = self._json.get("value"), None
            # A misère form, which has a genus, is no value of normal play.
            if text and not text.startswith("#") and "genus" not in self._json:
                exact = _bouton.evaluate(text, {})
            self.__dict__["_exact"] = exact
        exact = self.__dict__["_exact"]
        return exact if isinstance(exact, _bouton.Exact) else None

    def _told(self, name: str) -> Any:
        return self._json.get(name)

    def __eq__(self, other: object) -> bool:
        """Whether both are worth the same; if one has no value, whether both say the same."""
        told = Arithmetic.__eq__(self, other)
        return Record.__eq__(self, other) if told is NotImplemented else told

    def __hash__(self) -> int:
        return Record.__hash__(self) if self._known() is None else Arithmetic.__hash__(self)

    def __str__(self) -> str:
        return self._json.get("value") or repr(self)

    def _repr_html_(self) -> str:
        return super()._repr_html_() + self._walls()


class Calculated(Valued, Claim):
    """What an expression is worth, whether a relation holds, or what statements show."""

    _claim: ClassVar[str] = "truth"
    _asked: ClassVar[str] = "value"

    @property
    def lines(self) -> tuple[str, ...]:
        """What statements show, as lines: a table has one for each row, a plot one for each point."""
        return tuple(line for piece in self._json.get("shown", ()) for line in _lines(piece))

    def __str__(self) -> str:
        return "\n".join(self.lines) if "shown" in self._json else super().__str__()


def _lines(piece: Mapping[str, Any]) -> list[str]:
    """A piece of what statements show, as lines."""
    if "line" in piece:
        return [piece["line"]]
    if "value" in piece:
        return [str(piece["value"]["value"])]
    if "plot" in piece:
        return [f"{x}  {y}" for x, y in piece["plot"]["points"]]
    head, rows = piece["table"]["head"], piece["table"]["rows"]
    return ["  ".join(row) for row in ([head] if head else []) + rows]


def _again(kind: type[Record], told: dict[str, Any]) -> Record:
    return kind.of(told)


def _name(key: str) -> str:
    """The field of a key: words of Python's own have a _ behind."""
    return f"{key}_" if key in ("class", "try") else key


@cache
def _readers(kind: type[Record]) -> list[tuple[str, str, Callable[[Any], Any]]]:
    """The fields of a dataclass: the name of each, its key, and how its value is read."""
    hints = get_type_hints(kind)
    return [(field.name, field.name.rstrip("_"), _reader(hints[field.name])) for field in fields(kind)]  # type: ignore[arg-type]


def _reader(kind: Any) -> Callable[[Any], Any]:
    """How a value of JSON becomes one of this type."""
    parts = get_args(kind)
    if kind is int:
        # The program writes large numbers as texts of their digits.
        return lambda value: int(value) if isinstance(value, str) and value.lstrip("-").isdigit() else value
    if isinstance(kind, type) and issubclass(kind, Record):
        return lambda value: kind.of(value) if isinstance(value, dict) else value
    if get_origin(kind) is tuple:
        item = _reader(parts[0])
        return lambda value: tuple(map(item, value)) if isinstance(value, list) else value
    if get_origin(kind) is Mapping:
        part = _reader(parts[1])
        return lambda value: MappingProxyType({name: part(one) for name, one in value.items()}) if isinstance(value, dict) else value
    known = [read for read in map(_reader, parts) if read is not _frozen] if get_origin(kind) is not None else []
    return known[0] if known else _frozen


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({name: _frozen(part) for name, part in value.items()})
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _content(value: Any) -> Any:
    """What is compared of a value, which can be hashed: without what was spent."""
    if isinstance(value, Mapping):
        return tuple(sorted((name, _content(part)) for name, part in value.items() if name not in SPENT))
    if hasattr(value, "tolist"):
        value = value.tolist()
    return tuple(map(_content, value)) if isinstance(value, list | tuple) else value


def _brief(value: Any) -> str:
    if isinstance(value, tuple) and len(value) > 8:
        shown = ", ".join(map(repr, value[:8]))
        return f"({shown}, … {len(value)})"
    return repr(value)
