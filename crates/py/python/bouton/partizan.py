"""Values of games of Left and Right as objects: numbers, switches, nimbers, ups, and whatever else play is worth.

>>> switch = PartizanValue("{2|-1}")
>>> switch + switch, 3 * switch, -switch
(PartizanValue('1'), PartizanValue('{3|0}'), PartizanValue('{1|-2}'))
>>> switch.mean, switch.temperature, switch.stops
(Fraction(1, 2), Fraction(3, 2), (Fraction(2, 1), Fraction(-1, 1)))
>>> PartizanValue("^*").confused(0), PartizanValue("^") > 0
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from itertools import combinations
from math import isfinite
from numbers import Rational
from typing import Any, NamedTuple, TypeVar, cast

from . import _bouton
from .errors import InputError, Unfit, shown
from .pictures import Picture

T = TypeVar("T")


class Thermograph(NamedTuple):
    """The walls of a thermograph, as corners (value, temperature) from the bottom."""

    value: str
    left: tuple[tuple[Fraction, Fraction], ...]
    right: tuple[tuple[Fraction, Fraction], ...]

    @property
    def mean(self) -> Fraction:
        """The value of the mast."""
        return self.left[-1][0]

    @property
    def temperature(self) -> Fraction:
        """The temperature where the mast begins."""
        return max(self.left[-1][1], self.right[-1][1])

    def plot(self) -> Picture:
        """Its picture, which a notebook shows.

        >>> PartizanValue("{2|-1}").thermograph.plot()
        <Picture, ... characters of SVG>
        """
        from .games import Game

        return Game("expression").position(self.value).draw("thermograph")

    def _repr_svg_(self) -> str:
        return str(self.plot())


def _found(answer: Any) -> Any:
    """An answer of the calculus with its values as objects."""
    if isinstance(answer, _bouton.Exact):
        return PartizanValue(answer)
    if isinstance(answer, list):
        return tuple(map(_found, answer))
    return tuple(map(_found, answer)) if isinstance(answer, tuple) else answer


def _operand(other: object) -> _bouton.Exact | None:
    """The value of an operand; none if it has none."""
    if isinstance(other, Arithmetic):
        return other._known()
    # The only floats that are values are binary fractions, and every float is one.
    if isinstance(other, (Rational, float)):
        return PartizanValue(other)._known()
    return None


def _property(expression: str, about: str) -> Any:
    """A property whose value the calculus knows by this expression in g."""

    def get(self: Arithmetic) -> Any:
        exact = self._known()
        if exact is None:
            return self._told(get.__name__)
        return _found(_bouton.evaluate(expression, {"g": exact}))

    get.__doc__ = about
    return property(get)


class Arithmetic:
    """Calculation with a value. Operands are values, integers and binary fractions."""

    __slots__ = ()

    def _known(self) -> _bouton.Exact | None:
        """The value; none if there is none, as in an answer that met a limit."""
        raise NotImplementedError

    def _told(self, name: str) -> Any:
        """A field of the answer when there is no value."""
        raise Unfit(f"{name}: there is no value to ask")

    def _ask(self, expression: str, *operands: object) -> Any:
        """The answer to an expression in g, this value, and h and u, the operands."""
        exact = self._known()
        if exact is None:
            raise Unfit("this answer has no value that can be calculated with")
        names = {"g": exact}
        for name, operand in zip("hu", operands, strict=False):
            value = _operand(operand)
            if value is None:
                raise InputError(f"expected a value, an integer or a binary fraction, found {shown(operand)}")
            names[name] = value
        return _found(_bouton.evaluate(expression, names))

    def _value(self, expression: str, *operands: object) -> PartizanValue:
        """The same for an answer that is a value."""
        return cast("PartizanValue", self._ask(expression, *operands))

    def _with(self, kind: type[T], expression: str, other: object) -> T:
        """The same for an operator, which leaves other operands to Python."""
        is_unfit = self._known() is None or _operand(other) is None
        return cast("T", NotImplemented if is_unfit else self._ask(expression, other))

    def __add__(self, other: object) -> PartizanValue:
        return self._with(PartizanValue, "g + h", other)

    def __radd__(self, other: object) -> PartizanValue:
        return self._with(PartizanValue, "h + g", other)

    def __sub__(self, other: object) -> PartizanValue:
        return self._with(PartizanValue, "g - h", other)

    def __rsub__(self, other: object) -> PartizanValue:
        return self._with(PartizanValue, "h - g", other)

    def __neg__(self) -> PartizanValue:
        return self._value("-g")

    def __pos__(self) -> PartizanValue:
        return self._value("g")

    def __mul__(self, times: int) -> PartizanValue:
        """So many copies added; other products have names: `norton`, `heat`, `ordinal`.

        >>> PartizanValue("^") * 4, -2 * PartizanValue("{1|0}")
        (PartizanValue('^4'), PartizanValue('-1'))
        """
        return self._value("h.g", times) if isinstance(times, int) else NotImplemented

    __rmul__ = __mul__

    def __le__(self, other: object) -> bool:
        return self._with(bool, "g <= h", other)

    def __lt__(self, other: object) -> bool:
        return self._with(bool, "g < h", other)

    def __ge__(self, other: object) -> bool:
        return self._with(bool, "g >= h", other)

    def __gt__(self, other: object) -> bool:
        return self._with(bool, "g > h", other)

    def __eq__(self, other: object) -> bool:
        """Whether the difference is worth 0: neither player wins it by moving first.

        >>> PartizanValue("{1|}") == 2, PartizanValue("*") + PartizanValue("*") == 0
        (True, True)
        """
        try:
            return self._with(bool, "g == h", other)
        except InputError:
            # A number that is no value, such as 1/3, is equal to none.
            return NotImplemented

    def __hash__(self) -> int:
        """Equal values have equal hashes, numbers those of Python's own."""
        exact = self._known()
        if exact is None:
            raise TypeError("an answer without a value has no hash")
        number, id = exact.number(), exact.id()
        if number is not None:
            return hash(number)
        return hash((Arithmetic, exact.text() if id is None else id))

    def confused(self, other: object) -> bool:
        """Whether the player who moves first in the difference wins it."""
        return cast("bool", self._ask("g <> h", other))

    def cool(self, t: object) -> PartizanValue:
        """Cooled by a number t > -1: every move costs t."""
        return self._value("cool(g, h)", t)

    def heat(self, by: object) -> PartizanValue:
        """Heated: every move gains `by`."""
        return self._value("heat(g, h)", by)

    def overheat(self, low: object, high: object) -> PartizanValue:
        """Overheated from a value to a value."""
        return self._value("overheat(g, h, u)", low, high)

    def freeze(self) -> PartizanValue:
        """Cooled by its temperature."""
        return self._value("freeze(g)")

    def norton(self, unit: object) -> PartizanValue:
        """The Norton product by a unit.

        >>> PartizanValue("*").norton(PartizanValue("^"))
        PartizanValue('+-(^^*)')
        """
        return self._value("norton(g, h)", unit)

    def ordinal(self, other: object) -> PartizanValue:
        """The ordinal sum with this value, in canonical form, as its base."""
        return self._value("ordinal(g, h)", other)

    options = _property("options(g)", "The options of the canonical form: Left's, and Right's.")
    mean = _property("mean(g)", "The mean value.")
    temperature = _property("temp(g)", "The temperature.")
    stops = _property("stops(g)", "Left stop and right stop.")
    left_stop = _property("left_stop(g)", "The number reached when Left moves first.")
    right_stop = _property("right_stop(g)", "The number reached when Right moves first.")
    atomic_weight = _property("aw(g)", "The atomic weight; `None` where there is none.")
    reduced = _property("rcf(g)", "The reduced canonical form.")
    birthday = _property("birthday(g)", "The day it is born on.")
    incentives = _property("incentives(g)", "The gains of the moves of each side, without those that others exceed.")
    outcome = _property("class(g)", "L, N, P or R: Left, the next player, the previous player or Right wins.")
    is_number = _property("is_number(g)", "Whether it is a number.")
    is_integer = _property("is_integer(g)", "Whether it is an integer.")
    is_nimber = _property("is_nimber(g)", "Whether it is a nimber.")
    is_infinitesimal = _property("is_infinitesimal(g)", "Whether both stops are 0.")
    is_switch = _property("is_switch(g)", "Whether it is {x|y} with numbers x > y.")
    is_dicotic = _property("is_dicotic(g)", "Whether both sides can move or none, wherever play leads.")

    @property
    def left(self) -> Any:
        """Left's options of the canonical form."""
        return self.options[0] if self._known() else self._told("left")

    @property
    def right(self) -> Any:
        """Right's options of the canonical form."""
        return self.options[1] if self._known() else self._told("right")

    @property
    def thermograph(self) -> Any:
        """The walls, with their picture: `thermograph.plot()`."""
        exact = self._known()
        if exact is None:
            return self._told("thermograph")
        left, right = _bouton.evaluate("thermograph(g)", {"g": exact})
        return Thermograph(exact.text(), tuple(left), tuple(right))

    def _walls(self) -> str:
        """The thermograph as notebooks show it; nothing if there is none, or no room for it."""
        try:
            return str(self.thermograph.plot())
        except (InputError, Unfit, AttributeError):
            return ""


class PartizanValue(Arithmetic):
    """A value in canonical form: of a text as `calc` reads it, or of a number.

    >>> PartizanValue("1/2 + *"), PartizanValue(0.75), PartizanValue.of([0], [PartizanValue("*")])
    (PartizanValue('1/2*'), PartizanValue('3/4'), PartizanValue('^'))
    >>> len({PartizanValue("{0|1}"), PartizanValue(Fraction(1, 2)), Fraction(1, 2)})
    1
    """

    __slots__ = ("_exact",)
    _exact: _bouton.Exact

    def __init__(self, value: object):
        exact = value if isinstance(value, _bouton.Exact) else None
        if isinstance(value, Arithmetic):
            exact = value._known()
        elif isinstance(value, str):
            exact = _bouton.evaluate(value, {})
        elif isinstance(value, Rational) or (isinstance(value, float) and isfinite(value)):
            exact = _bouton.evaluate(str(Fraction(value)), {})
        if not isinstance(exact, _bouton.Exact):
            raise InputError(f"expected a value as text or a number, found {shown(value)}")
        object.__setattr__(self, "_exact", exact)

    @classmethod
    def of(cls, left: Iterable[object], right: Iterable[object]) -> PartizanValue:
        """The value with these options for Left and for Right."""
        sides = ([PartizanValue(option)._exact for option in side] for side in (left, right))
        return cls(_bouton.make(*sides))

    def _known(self) -> _bouton.Exact:
        return self._exact

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a value cannot be changed")

    def __reduce__(self) -> Any:
        return PartizanValue, (str(self),)

    def __str__(self) -> str:
        return self._exact.text()

    def __repr__(self) -> str:
        return f"PartizanValue({str(self)!r})"

    def _repr_html_(self) -> str:
        return f"<p><code>{escape(str(self))}</code></p>{self._walls()}"


def born_by(day: int) -> list[PartizanValue]:
    """All values born by a day, which are 1, 4, 22 and 1,474 for the days 0 to 3; nobody can list those of day 4.

    >>> born_by(1)
    [PartizanValue('-1'), PartizanValue('*'), PartizanValue('0'), PartizanValue('1')]
    >>> [len(born_by(day)) for day in range(4)]
    [1, 4, 22, 1474]

    Source: A. N. Siegel, Combinatorial Game Theory (2013), III.1.
    """
    if day not in range(4):
        raise InputError(f"day: expected 0, 1, 2 or 3, found {shown(day)}")
    born = [PartizanValue(0)]
    for _ in range(day):
        sides = [[value._exact for value in side] for side in _antichains(born)]
        found = {PartizanValue(_bouton.make(left, right)) for left in sides for right in sides}
        born = sorted(found, key=lambda value: (*map(float, value.stops), str(value)))
    return born


def _antichains(values: Sequence[PartizanValue]) -> list[list[PartizanValue]]:
    """All sets of values of which none is at most another."""
    confused = {(a, b) for a, b in combinations(range(len(values)), 2) if values[a].confused(values[b])}
    found: list[list[int]] = [[]]
    for chain in found:
        first = chain[-1] + 1 if chain else 0
        found.extend([*chain, n] for n in range(first, len(values)) if all((m, n) in confused for m in chain))
    return [[values[n] for n in chain] for chain in found]


def covers(values: Iterable[PartizanValue]) -> list[tuple[PartizanValue, PartizanValue]]:
    """The edges of the order of some values: pairs (low, high) with no other of them between; those of a day are a lattice.

    >>> covers(born_by(1))
    [(PartizanValue('-1'), PartizanValue('*')), (PartizanValue('-1'), PartizanValue('0')), (PartizanValue('*'), PartizanValue('1')), (PartizanValue('0'), PartizanValue('1'))]
    """
    several = list(dict.fromkeys(values))
    above = [{n for n, high in enumerate(several) if low < high} for low in several]
    edges = ((m, n) for m, higher in enumerate(above) for n in sorted(higher) if not any(n in above[k] for k in higher))
    return [(several[m], several[n]) for m, n in edges]
