"""Your own games: a class or a function lists the moves, and every solver for that kind of game answers."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import cached_property, partial
from typing import Any, Literal, cast, overload

from . import _bouton
from .errors import InputError, RulesError, Unfit, shown
from .games import Game, Position
from .written import PositionLike, plain, tuples

FUNCTIONS = (
    "moves", "left", "right", "outcome", "score", "turn", "plies_left", "summands", "negative", "canonical", "parse", "show",
    "draw", "positions",
)  # fmt: skip
VALUES = ("start", "last", "points", "labelled", "strategies", "name", "rules", "source")
NAMES = (*FUNCTIONS, *VALUES)


@overload
def game(rules: str, /, *, misere: bool = ..., right: bool = ..., aim: Literal["more", "own"] | None = ...) -> Game: ...
@overload
def game(rules: Callable[..., Any], /, *arguments: Any, **names: Any) -> OwnGame: ...
@overload
def game(rules: None = ..., /, **names: Any) -> Callable[[Callable[..., Any]], OwnGame]: ...
def game(rules: Any = None, /, *arguments: Any, **names: Any) -> Any:
    """A game: of the catalogue, by its name; or your own, from a class, or from a function that lists the moves.

    >>> import bouton
    >>> @bouton.game(start=21)
    ... def take(n):
    ...     return [n - k for k in (1, 2, 3) if k <= n]
    >>> take.position(7).outcome, take.position(8).outcome
    ('win', 'loss')

    The names and what they mean are those of rule files: `start`, `moves`, `left` and `right`, `last`, `outcome`, `score`,
    `points`, `labelled`, `turn`, `plies_left`, `summands`, `negative`, `canonical`, `parse`, `show`, `draw`, `positions`, `strategies`,
    `name`, `rules`, `source`. Other arguments beside a class, which its `__init__` asks for, are passed to the class.
    """
    if isinstance(rules, str):
        return Game(rules, **names)
    if rules is None:
        return lambda function: game(function, *arguments, **names)
    if inspect.isclass(rules):
        others = [name for name in vars(rules) if not name.startswith("_") and name not in NAMES]
        return OwnGame(_of_class(rules, arguments, names), others)
    if inspect.isroutine(rules):
        _known(names)
        return OwnGame({"name": rules.__name__, "rules": inspect.getdoc(rules), **names, "moves": rules})
    found = type(rules).__name__
    what = f"expected a class or a function, found an instance of {found}"
    raise TypeError(what + (f": give the class, bouton.game({found})" if hasattr(rules, "moves") else ""))


def _near(name: str, names: tuple[str, ...] | list[str]) -> str:
    near = get_close_matches(name, names, 1, 0.6)
    return f"; is {near[0]!r} meant?" if near else f"; there are {', '.join(names)}"


def _known(names: Iterable[str], others: Iterable[str] = ()) -> None:
    for name in names:
        if name not in NAMES:
            raise TypeError(f"{shown(name)} does not apply to a game{_near(name, (*NAMES, *others))}")


def _asked_for(rules: type, names: dict[str, Any]) -> dict[str, Any]:
    """Of what was given with a class, what the class itself is to have; the rest are parts of the game."""
    try:
        asked = inspect.signature(rules).parameters
    except (TypeError, ValueError):
        return names
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in asked.values()):
        return names
    _known((name for name in names if name not in asked), asked)
    return {name: value for name, value in names.items() if name in asked}


def _of_class(rules: type, arguments: tuple[Any, ...], names: dict[str, Any]) -> dict[str, Any]:
    theirs = _asked_for(rules, names)
    instance = rules(*arguments, **theirs)
    parts = {name: getattr(instance, name) for name in NAMES if hasattr(instance, name)}
    parts.update((name, value) for name, value in names.items() if name not in theirs)
    if "moves" not in parts and not ("left" in parts and "right" in parts):
        own = [name for name in vars(rules) if not name.startswith("_")]
        near = [other for name in ("moves", "left", "right") for other in get_close_matches(name, own, 1, 0.6)]
        hint = f"; is {shown(near[0])} meant?" if near else ""
        raise TypeError(f"{rules.__name__} has no moves(position), nor left and right{hint}")
    # An instance has its class's documentation; a base class's is not about the game.
    return {"name": rules.__name__, "rules": inspect.cleandoc(rules.__doc__ or ""), **parts}


def _seen_to(parts: dict[str, Any]) -> dict[str, Any]:
    """The parts as the native half takes them; impossible values are refused."""
    given = {name: part for name, part in parts.items() if part is not None}
    partizan = "left" in given or "right" in given
    name = given["name"]
    for function in FUNCTIONS:
        if function in given and not callable(given[function]):
            raise TypeError(f"{name}: {function} is a function of a position, found {shown(given[function])}")
    if partizan and ("moves" in given or not ("left" in given and "right" in given)):
        raise TypeError(f"{name}: left and right go together, in place of moves")
    alone = [other for other in ("outcome", "turn", "strategies", "positions") if given.get(other)]
    if partizan and alone:
        raise TypeError(f"{name}: {alone[0]} goes with moves only, not with left and right")
    if "outcome" in given and ("score" in given or given.get("points")):
        raise TypeError(f"{name}: outcome says who has won, and score or points how far: choose one")
    if not isinstance(given.get("labelled", True), bool):
        raise TypeError(f"{name}: labelled is True or False, found {shown(given['labelled'])}")
    last = given.get("last", "wins")
    if last not in ("wins", "loses"):
        raise ValueError(f"{name}: last is 'wins' or 'loses', found {shown(last)}")
    if last == "loses" and (partizan or "score" in given or given.get("points")):
        raise TypeError(f"{name}: last = 'loses' goes with moves only, in a game without points")
    if partizan and "negative" in given and ("score" in given or given.get("points")):
        raise TypeError(f"{name}: negative needs a game in which the last to move wins")
    counts = any(given.get(other) for other in ("outcome", "score", "points", "turn")) or last == "loses"
    if "summands" in given and counts:
        others = [other for other in ("outcome", "score", "points", "turn") if given.get(other)]
        hint = "" if others else ": leave out last = 'loses', and ask with misere=True"
        raise TypeError(f"{name}: summands need a game in which the last to move wins{hint}")
    if "negative" in given and not partizan:
        raise TypeError(f"{name}: negative exchanges Left and Right: it goes with left and right only")
    strategies = given.get("strategies") or {}
    if not isinstance(strategies, dict) or not all(map(callable, strategies.values())):
        raise TypeError(f"{name}: strategies is a dict from names to functions of a position")
    notation = Notation(given.get("start"))
    functions = {"show": notation.show, "parse": notation.parse, **{part: given[part] for part in FUNCTIONS if part in given}}
    allowed = [(called, partial(_allowed, name, strategy)) for called, strategy in strategies.items()]
    values: dict[str, Any] = {part: given[part] for part in ("start", "points", "labelled") if part in given}
    return {**functions, "strategies": allowed, "name": name, "last_loses": last == "loses", "heaps": notation.heaps, **values}


def _allowed(game: str, strategy: Callable[[Any], Any], at: Any, moves: list[tuple[str | None, Any, int]]) -> list[int]:
    """The places of the moves that a strategy allows, each named by its label or by the position after it."""
    told = strategy(at)

    def wrong(message: str) -> RulesError:
        return RulesError(f"{game}: a strategy({shown(at)}) {message}")

    def named(move: Any) -> list[int]:
        places = [n for n, (label, to, _) in enumerate(moves) if to == move or (isinstance(move, str) and label == move)]
        if any(moves[n][1:] != moves[places[0]][1:] for n in places):
            raise wrong(f"gives {shown(move)}, the label of one move, which names another, too")
        return places[:1]

    if told is None:
        return []
    listed = [named(move) for move in told] if isinstance(told, list | tuple) else [[]]
    one, several = named(told), [n for places in listed for n in places]
    if len(several) < len(listed):
        several = []
    elif one and several:
        raise wrong(f"gives a position that is a list of labels, too; give one label: {shown(told)}")
    if not one and not several and told not in ([], ()):
        raise wrong(f"must name a move by its label or the position after it, or list these; found {shown(told)}")
    return one or several


class Notation:
    """How positions are written where the game does not say: `7`, `3,4,5`, a string as it is, all else as in Python.

    >>> pair, word = Notation((3, 4)), Notation("ab")
    >>> pair.show((1, 2)), pair.parse("1,2"), word.parse(" x"), Notation(frozenset({1})).parse("(1, 'a')")
    ('1,2', (1, 2), 'x', (1, 'a'))
    """

    def __init__(self, start: Any):
        self.is_text = isinstance(start, str)
        #: How many numbers a position is, and whether it is one alone.
        self.heaps: tuple[int, bool] | None = None
        if _is_int(start):
            self.heaps = 1, True
        elif isinstance(start, tuple) and start and all(map(_is_int, start)):
            self.heaps = len(start), False

    def show(self, at: Any) -> str:
        """A position as text."""
        if isinstance(at, str):
            return at
        is_list = isinstance(at, tuple) and at and all(map(_is_int, at))
        return ",".join(map(str, at)) if is_list and self.heaps and not self.heaps[1] else repr(at)

    def parse(self, text: str) -> Any:
        """The position that a text is."""
        if self.is_text:
            return text.strip()
        try:
            read = ast.literal_eval(text.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            raise InputError(f"expected a position as Python writes it, found {shown(text)}") from None
        return (read,) if self.heaps and not self.heaps[1] and _is_int(read) else read


def _is_int(part: Any) -> bool:
    return isinstance(part, int) and not isinstance(part, bool)


class OwnGame(Game):
    """Your own game: positions are Python values, numbered when they are first met. The functions are called at most
    once for a position, however much is asked."""

    is_own = True

    def __init__(self, parts: dict[str, Any], others: list[str] | None = None):
        """The game with these parts; `others` are names that stand with them and mean nothing."""
        native = _seen_to(parts)
        #: Whether it is played for the opposite of the aim that its own rules say.
        self.is_turned = False
        super().__init__(str(native["name"]))
        self.parts, self.rules = parts, str(parts.get("rules") or "")
        self.misere = parts.get("last") == "loses"
        self.others = others or []
        self.native, self.show = _bouton.define(native), native["show"]

    @property
    def form(self) -> tuple[bool, bool]:
        return self.is_turned, self.right

    def _formed(self, form: tuple[bool, bool]) -> OwnGame:
        # Not `copy`: that pickles, and pickles a name of a module as the object itself.
        formed = object.__new__(type(self))
        formed.__dict__.update(self.__dict__)
        formed.is_turned, formed.right = form
        formed.misere = self.misere != (form[0] != self.is_turned)
        formed._session = None
        formed.__dict__.pop("start", None)
        return formed

    @property
    def _rules(self) -> object:
        return id(self.native)

    def __repr__(self) -> str:
        said = f"{'misere=True' * self.is_turned}{', ' * all(self.form)}{'right=True' * self.right}"
        return f"{self.name}.played({said})" if said else self.name

    def __call__(self, at: Any) -> Any:
        """What the game's own function lists at a position."""
        return self.parts["moves"](at)

    def _same(self) -> Any:
        return id(self)

    def __reduce__(self) -> Any:
        if any(self.form):
            return _of_form, (self._in_form((False, False)), *self.form)
        # As a function or a class is: by where it stands.
        rules = self.parts.get("moves") or self.parts["left"]
        module = getattr(rules, "__module__", None)
        import sys

        names = vars(sys.modules[module]) if module in sys.modules else {}
        for name, found in names.items():
            if found is self:
                return _of_module, (module, name)
        raise TypeError(f"{self.name} can be pickled where it is a name of its module only")

    @cached_property
    def start(self) -> OwnPosition:
        """The usual start."""
        return self.position()

    def position(self, position: PositionLike = None) -> OwnPosition:
        """The position that a value is, or the usual start. Where that is a tuple, a list is taken for one."""
        if isinstance(position, Position):
            return self.position(position.at)
        if position is None:
            if self.parts.get("start") is None:
                raise Unfit(f"{self.name} has no start: give a position, or write start = …")
            position = self.parts["start"]
        position = plain(position)
        if isinstance(position, list) and isinstance(self.parts.get("start"), tuple):
            position = tuples(position)
        try:
            hash(position)
        except TypeError:
            hint = "a tuple in place of a list, a frozenset in place of a set"
            raise RulesError(f"{self.name}: the position {shown(position)} must be hashable: {hint}") from None
        return OwnPosition(self, position, self.right and "left" in self.parts)

    def read(self, text: str) -> OwnPosition:
        """The position that a text is, as the game writes it."""
        at = self.native.read(text)
        if at is None:
            raise InputError(f"{self.name} has no position {shown(text)}")
        return self.position(at)

    def session(self, at: str | None, how: dict[str, Any], anywhere: bool = False) -> _bouton.Session:
        if self._session is None or "table" in how:
            start = self.parts.get("start")
            opened = _bouton.Session.own(self.native, start if start is not None else 0, self.is_turned, self.right, how.get("table", []))
            if "table" in how:
                return opened
            self._session = opened
        return self._session

    def after(self, position: Position, move: Any) -> OwnPosition:
        right = isinstance(position, OwnPosition) and position.right
        moves = self.native.look(position.at, right)
        found = [mv for mv in moves if mv[1] == move or (isinstance(move, str) and mv[0] == move)]
        found = found or [mv for mv in moves if isinstance(move, str) and str(self.show(mv[1])) == move]
        if not found:
            raise InputError(f"move: no legal move at {shown(position.at)} is called {shown(move)}")
        _, after, keeps_turn = found[0]
        if any(other != after for _, other, _ in found):
            raise InputError(f"move: several moves at {shown(position.at)} are called {shown(move)}")
        is_partizan = "left" in self.parts
        anyone_first = cast("OwnGame", self._in_form((self.is_turned, False)))
        return OwnPosition(anyone_first, after, is_partizan and right == keeps_turn)

    def tried(self, question: str, words: dict[str, Any]) -> Any:
        has_start = self.parts.get("start") is not None
        at = self.start.token if has_start else None
        return json.loads(self.session(at, words).ask(question, at, {**words, "reachable": has_start}))

    def ask(self, question: str, at: str | None, words: dict[str, Any]) -> Any:
        return super().ask(question, at if at is not None else self.start.token, words)

    def check(self, positions: tuple[Any, ...], how: dict[str, Any]) -> str:
        """What is wrong with the rules, looked for from the start and from other positions, as JSON."""
        missing = [name for name in NAMES if name not in self.parts]
        return self.native.check(self.parts.get("start"), list(positions), (self.others, missing), how)

    @property
    def size(self) -> tuple[int, int, int]:
        """How many positions were met, how many moves were listed, and about how many bytes they take."""
        return self.native.size()


def _of_form(game: OwnGame, misere: bool, right: bool) -> Any:
    return game.played(misere, right)


def _of_module(module: str, name: str) -> Any:
    import importlib

    return getattr(importlib.import_module(module), name)


class OwnPosition(Position):
    """A position of your own game: `at` is the Python value; `right` says that Right is to move."""

    game: OwnGame

    def __init__(self, game: OwnGame, at: Any, right: bool = False):
        super().__init__(game, at)
        self.right = right

    @property
    def token(self) -> str:
        return self.game.native.named(self.at) + " R" * self.right

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.at!r}){', Right to move' * self.right}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnPosition) and (self.game, self.at, self.right) == (other.game, other.at, other.right)

    def __hash__(self) -> int:
        return hash((self.at, self.right))

    def __reduce__(self) -> Any:
        return OwnPosition, (self.game, self.at, self.right)
