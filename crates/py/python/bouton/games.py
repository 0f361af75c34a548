"""Games and their positions."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _bouton
from .answers import Answer, Best, Comparison, GameValue, Moves, Outcome
from .errors import InputError, Stopped, Unfit, shown
from .limits import How, Limits, Tables, Threads, limits
from .pictures import Picture
from .written import PositionLike, as_start, plain, refused, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .limits import Unpack


class Game:
    """A game of the catalogue, a sum or a file, by its name.

    >>> import bouton
    >>> bouton.game("wythoff").position("75,90").best
    (Best(move='take 51 from both', to='24,39'), Best(move='take 44 from the second', to='75,46'))
    """

    def __init__(self, name: str, *, misere: bool = False, right: bool = False, aim: Literal["more", "own"] | None = None):
        #: In a `.kif` game that is not zero-sum: more than the other player, or most of the own goal.
        self.aim = aim
        self.name, self.misere, self.right = name, misere, right
        self._session: _bouton.Session | None = None
        self._forms: dict[tuple[bool, bool], Game] = {self.form: self}

    @property
    def form(self) -> tuple[bool, bool]:
        """Whether it is played for the opposite aim, and whether Right moves first."""
        return self.misere, self.right

    def played(self, misere: bool = False, right: bool = False) -> Game:
        """The same game, played for the opposite aim or with Right moving first, whatever the form of this one.

        >>> import bouton
        >>> bouton.game("nim").played(misere=True)
        bouton.game('nim', misere=True)
        """
        return self._in_form((self.form[0] or misere, self.form[1] or right))

    def _in_form(self, form: tuple[bool, bool]) -> Game:
        if form not in self._forms:
            self._forms[form] = self._formed(form)
        return self._forms[form]

    def _formed(self, form: tuple[bool, bool]) -> Game:
        """Another form of the game, which knows all that there are."""
        formed = Game(self.name, misere=form[0], right=form[1], aim=self.aim)
        formed._forms = self._forms
        return formed

    def _named(self, name: str | None) -> Game:
        """The game of this name in the same form."""
        return self if name is None else Game(name, misere=self.misere, right=self.right, aim=self.aim)

    @property
    def _rules(self) -> object:
        """What tells whether two games have the same rules."""
        return self.name, self.aim

    def __repr__(self) -> str:
        forms = f"{', misere=True' * self.misere}{', right=True' * self.right}" + (f", aim={self.aim!r}" if self.aim else "")
        return f"bouton.game({self.name!r}{forms})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._same() == other._same()

    def __hash__(self) -> int:
        return hash(self._same())

    def __reduce__(self) -> Any:
        return _reopened, self._same()

    def _same(self) -> Any:
        return self.name, self.misere, self.right, self.aim

    is_own = False
    """Whether it is your own game."""

    @cached_property
    def start(self) -> Position:
        """The usual start.

        >>> import bouton
        >>> bouton.game("tic-tac-toe").start
        bouton.game('tic-tac-toe').position('.../.../...')
        """
        return self.position()

    def position(self, position: PositionLike = None) -> Position:
        """The position that a text is, or numbers, or rows; or the usual start.

        >>> import bouton
        >>> bouton.game("nim").position([3, 4, 5])
        bouton.game('nim').position('3,4,5')
        """
        if position is None:
            return Position(self, self.about(anywhere=False)["position"])
        if isinstance(position, Position):
            position = position.at
        if self._start_in_file and not isinstance(plain(position), str):
            # The text of the start tells how numbers and rows are meant.
            text = as_start(position, self._start_in_file)
            if text is None:
                raise refused(self.name, position, f"like that of the start, {self._start_in_file!r}")
        else:
            text = text_of(position)
        try:
            if text is None:
                raise InputError("")
            return Position(self, self.ask("position", text, {}))
        except InputError as error:
            if isinstance(position, str):
                raise
            why = str(error).split("\n")[0]
            raise refused(self.name, position, _bouton.notation(self.name), why) from None

    @cached_property
    def _start_in_file(self) -> str:
        """How a rule file writes its start, or nothing."""
        is_file = _bouton.is_rule_file(self.name)
        return str(self.about(anywhere=False)["position"]) if is_file else ""

    def session(self, at: str | None, how: dict[str, Any], anywhere: bool = False) -> _bouton.Session:
        """A session that can be asked at a position; it keeps its earlier results. One that answers from tables is new."""
        here = self._session
        if "table" in how:
            return self._open(at, how, anywhere)
        if here is not None and at is not None:
            try:
                here.ask("position", at, {})
                return here
            except InputError:
                # It may still be opened there: with heaps beyond 64 bits, say.
                pass
        elif here is not None and anywhere:
            return here
        self._session = self._open(at, how, anywhere)
        return self._session

    def _open(self, at: str | None, how: dict[str, Any], anywhere: bool) -> _bouton.Session:
        return _bouton.Session(self.name, at, misere=self.misere, right=self.right, anywhere=anywhere, aim=self.aim, **how)

    def ask(self, question: str, at: str | None, words: dict[str, Any]) -> Any:
        """The answer to a question at a position; `words` are what it is asked with, and its limits."""
        return json.loads(self.session(at, words).ask(question, at, words))

    def solved(self, at: str | None, how: dict[str, Any]) -> Answer | Comparison:
        """The answer to a position, or those of all solvers."""
        if how.get("solver") == "all":
            return Comparison.of(self.ask("compare", at, {name: value for name, value in how.items() if name != "solver"}))
        return Answer.of(self.ask("solve", at, how))

    def ask_all(self, question: str, words: dict[str, Any]) -> Any:
        """The same about many positions at once."""
        return json.loads(self.session(None, words, anywhere=True).ask(question, None, words))

    def tried(self, question: str, words: dict[str, Any]) -> Any:
        """The same from the usual start, if there is one, or else about many positions."""
        try:
            session, reachable = self.session(None, words), True
        except (InputError, Unfit):
            session, reachable = self.session(None, words, anywhere=True), False
        return json.loads(session.ask(question, None, {**words, "reachable": reachable}))

    def after(self, position: Position, move: Any) -> Position:
        """The position after a move, which says itself who moves there."""
        anyone_first = self._in_form((self.misere, False))
        return Position(anyone_first, self.ask("play", position.token, {"move": str(move)}))

    def about(self, anywhere: bool = True) -> dict[str, Any]:
        """Its name, solvers and strategies."""
        return dict(json.loads(self.session(None, {}, anywhere).ask("about", None, {})))

    def _repr_html_(self) -> str:
        from . import html

        return html.fields(self.about())

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            from .elsewhere import at_a_game

            raise AttributeError(at_a_game(repr(self), name) if "name" in self.__dict__ and not name.startswith("_") else name, name=name, obj=None)


def _reopened(name: str, misere: bool, right: bool, aim: Any) -> Game:
    return Game(name, misere=misere, right=right, aim=aim)


class Position:
    """A position of a game: a value that can be compared, hashed and pickled. Each question to it is asked once.

    >>> import bouton
    >>> at = bouton.game("nim").position("3,4,5")
    >>> at.outcome, at.grundy, at.best[0].move
    ('win', 2, 'take 2 from heap 1')
    >>> at.play("take 2 from heap 1").outcome
    'loss'
    """

    def __init__(self, game: Game, at: Any):
        self.game, self.at = game, at

    @property
    def token(self) -> str:
        """What names it to the native half."""
        return str(self.at)

    def __str__(self) -> str:
        return str(self.at)

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.at!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.game, self.at) == (other.game, other.at)

    def __hash__(self) -> int:
        return hash((self.game, self.at))

    def __add__(self, other: Position) -> Position:
        """The sum of two positions: a move is made in one of them.

        >>> import bouton
        >>> at = bouton.game("nim").position([3, 4, 5]) + bouton.game("kayles").position(7)
        >>> at, at.outcome
        (bouton.game('sum').position('nim 3,4,5 + kayles 7'), 'loss')
        """
        if not isinstance(other, Position):
            return NotImplemented
        return Game("sum").position(f"{self._component} + {other._component}")

    @property
    def _component(self) -> str:
        """Its text in the position of a sum."""
        if self.game.name == "sum":
            return str(self.at)
        if self.game.form != (False, False) or self.game.is_own or self.token.endswith(" R"):
            raise Unfit(f"{self!r} cannot be part of a sum: expected a game that has a name, in normal play with Left to move")
        return f"{self.game.name} {self.at}"

    def __reduce__(self) -> Any:
        return type(self), (self.game, self.at)

    @overload
    def solve(  # type: ignore[overload-overlap]
        self, *, solver: Literal["all"], table: Tables = ..., **how: Unpack[Threads]
    ) -> Comparison: ...
    @overload
    def solve(self, *, solver: str | None = ..., table: Tables = ..., **how: Unpack[Threads]) -> Answer: ...
    def solve(self, *, solver: str | None = None, table: Tables = None, **how: Unpack[Threads]) -> Answer | Comparison:
        """Who wins, by how much, every best move, and why; at a limit an answer that is `stopped`. With `solver="all"` a row
        for every solver that serves the position."""
        return self.game.solved(self.token, limits(how, solver=solver, table=table))

    @cached_property
    def answer(self) -> Answer:
        """The answer, found without limits."""
        return self.solve()

    def _known(self, field: str) -> Any:
        answer = self.answer
        if answer.stopped and getattr(answer, field) is None:
            why = f"; {answer.why}" if answer.why else ""
            raise Stopped(f"{self}: {answer.stopped} stopped it before {field} was known{why}", answer.stopped, answer.bounds)
        return getattr(answer, field)

    @property
    def outcome(self) -> Outcome:
        """`win`, `loss` or `draw` for the player to move."""
        return self._known("outcome")  # type: ignore[no-any-return]

    @property
    def margin(self) -> int | None:
        """The points of the player to move less the other's, in a game of points."""
        return self._known("margin")  # type: ignore[no-any-return]

    @property
    def remoteness(self) -> int | None:
        """Plies to the end when the winner hurries and the loser delays, where the solver counts them."""
        return self._known("remoteness")  # type: ignore[no-any-return]

    @cached_property
    def grundy(self) -> int:
        """The Grundy value of an impartial game in normal play."""
        known = self._known("grundy")
        return int(self.solve(solver="grundy").grundy if known is None else known)  # type: ignore[arg-type]

    @property
    def best(self) -> tuple[Best, ...]:
        """Every best move, the one to prefer first."""
        return self._known("best")  # type: ignore[no-any-return]

    @property
    def why(self) -> str | None:
        """The reason in a sentence."""
        return self._known("why")  # type: ignore[no-any-return]

    @cached_property
    def value(self) -> GameValue:
        """The value in the calculus of partizan games."""
        return GameValue.of(self.game.ask("value", self.token, {}))

    def moves(self, *, table: Tables = None, **how: Unpack[How]) -> Moves:
        """Every legal move with the value that it leads to, best first."""
        return Moves.of(self.game.ask("moves", self.token, limits(how, table=table)))

    def play(self, move: Any) -> Position:
        """The position after a move, which is named as in answers, or by the position that it leads to."""
        return self.game.after(self, getattr(move, "move", move))

    def draw(
        self, kind: str = "board", *, up_to: int | None = None, grundy: bool = False, most: int | None = None, best_only: bool = False,
        levels: Literal["distance", "remoteness"] | None = None, theme: Literal["auto", "light", "dark"] = "auto", title: str | None = None,
        line: Iterable[str] = (), **how: Unpack[Limits],
    ) -> Picture:
        """A picture: `board`, `line`, `graph`, `tree`, `dag`, `triangle`, `strip`, `grid`, `plot` …

        `title` stands above it in place of the usual one; an empty one leaves it out. `line`: the moves that a `line` shows, or
        that are played before a `board` is drawn.
        """
        shown = {"as": kind, "up_to": up_to, "grundy": grundy, "most": most, "best_only": best_only, "levels": levels}
        return Picture(self.game.ask("draw", self.token, {**shown, "theme": theme, "title": title, "move": list(line), **limits(how)}))

    def _repr_svg_(self) -> str:
        return str(self.draw())
