"""The answers: a test writes these classes from the description of the API. `record` says what they have in common."""


from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Union

from .record import Calculated, Case, Cases, Claim, Compared, Grid, Heaps, Mistakes, Place, Places, Record, Result, Rows, Solved, Table, Valued, record


Outcome = Literal["win", "draw", "loss"]
Stop = Literal["time", "memory", "nodes", "cancelled"]


@record
class Analysis(Table):
    """All positions that can be reached, counted by outcome and remoteness."""
    _rows: ClassVar[str] = "by_remoteness"
    by_remoteness: tuple[AnalysisByRemoteness, ...]
    draw: int
    endless: int
    loss: int
    positions: int
    win: int
    game: str
    position: str
    up_to_symmetry: Counts | None


@record
class AnalysisByRemoteness(Record):
    draw: int
    loss: int
    remoteness: int
    win: int


@record
class Answer(Solved):
    """Who wins, by how much, every best move, the one to prefer, and why."""
    best: tuple[Best, ...]
    best_count: int | None
    bounds: tuple[int, ...] | None
    class_: Literal["N", "P", "L", "R", "T", "D", "NHat", "PHat", "NCheck", "PCheck"] | None
    game: str
    grundy: int | None
    line: tuple[str, ...] | None
    loony: bool | None  # Only if the position is loony: won together with any other parts
    margin: int | None
    misere: bool
    outcome: str | None
    position: str
    preferred: Best | None
    progress: AnswerProgress | None  # Only if it stopped early
    proof: Literal["proved", "seen"] | None
    remoteness: int | None
    scores: tuple[int, ...] | None  # In a scoring game of Left and Right: Left's points minus Right's if Left begins, and if Right begins
    seconds: float
    solver: str
    stopped: Stop | None
    totals: tuple[int, ...] | None
    visited: int
    why: str | None
    certificate: str | None  # The file that it was written to, where it was asked for


@record
class AnswerProgress(Record):
    """Only if it stopped early."""
    share: float | None  # The share of the work that was done, from 0 to 1
    try_: tuple[str, ...]  # What would help: options to add, or sentences


@record
class Asked(Claim):
    """Whether a formula about the law of a game is true, and the smallest numbers that show why."""
    _claim: ClassVar[str] = "truth"
    _asked: ClassVar[str] = "examples"
    automaton: str
    example: tuple[Any, ...] | None  # The smallest numbers that show why, by name
    examples: tuple[tuple[str, ...], ...]
    formula: str
    states: int
    truth: bool | None  # null where variables are free
    variables: tuple[str, ...]


@record
class Atlas(Places["AtlasGame"]):
    """The smallest position of each game that has a value, over ranges of sizes."""
    _rows: ClassVar[str] = "games"
    games: tuple[AtlasGame, ...]
    stopped: Stop | None
    value: str


@record
class AtlasGame(Record):
    complete: bool
    game: str
    smallest: AtlasGameSmallest | None
    tried: int


@record
class AtlasGameSmallest(Record):
    game: str
    position: str
    size: int


@record
class Best(Record):
    component: int | None
    move: str
    to: str | None
    words: str | None  # The move in words, where its notation would puzzle a reader


@record
class Bidding(Table):
    """The price of a position where the players bid for each move: the part of all money with which Left wins."""
    _rows: ClassVar[str] = "moves"
    bid: str | None
    game: str
    moves: tuple[BiddingMove, ...]
    position: str
    price: str | None
    seconds: float
    stopped: Stop | None
    visited: int


@record
class BiddingMove(Record):
    best: bool
    move: str
    price: str
    side: Literal["Left", "Right"]


@record
class Calculation(Calculated):
    """The answer to an expression of values, like {2|-1} + ^*."""
    at_least: str | None
    at_most: str | None
    certificate: str | None
    class_: Literal["N", "P", "L", "R", "D", "NHat", "PHat", "NCheck", "PCheck"] | None
    cost: Mapping[str, Any] | None
    expression: str
    game: str | None
    kind: str | None
    left_out: tuple[str, ...] | None
    moves: tuple[CalculationMove, ...] | None
    number: str | None
    parts: tuple[Mapping[str, Any], ...] | None
    position: str | None
    sides: tuple[str, ...] | None
    stopped: Stop | None
    uptimal: Mapping[str, Any] | None
    value: str | None
    values: Mapping[str, Any] | None
    answer: str | None
    shown: tuple[CalculationShown, ...] | None  # What statements show: lines, values, tables, plots
    truth: bool | None


@record
class CalculationMove(Record):
    move: str
    sensible: bool
    side: str
    temperature: str
    value: str


@record
class CalculationShown(Record):
    line: str | None
    plot: CalculationShownPlot | None
    table: CalculationShownTable | None
    value: GameValue | None


@record
class CalculationShownPlot(Record):
    points: tuple[tuple[str, ...], ...] | None


@record
class CalculationShownTable(Record):
    head: tuple[str, ...] | None
    rows: tuple[tuple[str, ...], ...] | None


@record
class Census(Rows["CensusRow"]):
    """The sequences of a whole family of heap games, a row a game."""
    _rows: ClassVar[str] = "games"
    games: tuple[CensusRow, ...]


@record
class CensusRow(Record):
    """The sequence of a game."""
    code: str
    status: Literal["proved", "seen", "none"]
    period: int | None
    preperiod: int | None
    saltus: int | None
    exceptions: int | None
    heaps: int
    max: int
    max_at: int
    mask: int
    alternating: bool
    rares: int
    last_rare: int
    same_as: str | None
    behind: int | None


@record
class Checked(Mistakes["str"]):
    """What is wrong with a rule file, and a line of play."""
    _rows: ClassVar[str] = "mistakes"
    complete: bool  # Whether these are all that can be reached
    file: str
    kind: str  # What kind of game it describes, in words
    line: tuple[str, ...]  # Moves of a random play
    mistakes: tuple[str, ...]
    notes: tuple[str, ...]
    positions: int  # So many were looked at


@record
class Comparison(Compared["Answer"]):
    """The answers of every solver that serves a position; `disagreement` says which two cannot both be right, if
    any."""
    _rows: ClassVar[str] = "answers"
    answers: tuple[Answer, ...]
    disagreement: str | None


@record
class Counts(Record):
    by_remoteness: tuple[AnalysisByRemoteness, ...]
    draw: int
    endless: int
    loss: int
    positions: int
    win: int


@record
class FamilyLaw(Cases):
    _asked: ClassVar[str] = "len(cases) > 0"
    cases: tuple[FamilyLawCase, ...]  # The first that applies is meant; none if nothing is proved
    game: str
    pattern: str
    patterns: int  # So many patterns were proved together
    proof: tuple[str, ...] | None  # The steps, if they were asked for
    seconds: float
    stopped: str | None
    why: str | None  # The reason why nothing is proved
    certificate: str | None  # The file that it was written to, where it was asked for


@record
class FamilyLawCase(Case):
    value: str  # A formula in the exponents
    when: str  # Conditions on the exponents; empty if there are none


@record
class Found(Rows["FoundPosition"]):
    """The positions that meet a condition."""
    _rows: ClassVar[str] = "positions"
    count: int  # How many; where they were only counted, positions is empty
    fields: tuple[str, ...]
    game: str
    positions: tuple[FoundPosition, ...]
    proved: FoundProved | None  # Only where a proved law answers
    stopped: str | None
    tried: int
    where: str


@record
class FoundPosition(Place):
    game: str | None
    position: str
    outcome: str | None
    class_: str | None
    value: str | None
    mean: str | None
    temperature: str | None
    left_stop: str | None
    right_stop: str | None
    remoteness: int | None
    margin: int | None
    grundy: int | None
    best_count: int | None
    moves: int | None
    total: int | None
    heaps: int | None
    birthday: int | None


@record
class FoundProved(Record):
    """Only where a proved law answers."""
    solver: str
    why: str


@record
class GameValue(Valued):
    """What a position of Left and Right is worth in the calculus of partizan games, and what each move makes of it."""
    at_least: str | None
    at_most: str | None
    certificate: str | None
    class_: Literal["N", "P", "L", "R", "D", "NHat", "PHat", "NCheck", "PCheck"] | None
    cost: Mapping[str, Any]
    expression: str | None
    game: str | None
    kind: str | None
    left_out: tuple[str, ...] | None
    moves: tuple[CalculationMove, ...]
    number: str | None
    parts: tuple[Mapping[str, Any], ...]
    position: str | None
    sides: tuple[str, ...] | None
    stopped: Stop | None
    uptimal: Mapping[str, Any] | None
    value: str | None
    values: Mapping[str, Any]
    genus: str | None  # Of a misère form


@record
class Losing(Rows["str"]):
    """The positions lost for the player to move."""
    _rows: ClassVar[str] = "positions"
    game: str
    positions: tuple[str, ...]
    proved: FoundProved | None  # Only where a proved law answers
    stopped: Stop | None
    up_to: int


@record
class MisereQuotient(Result):
    """The misère quotient of a game: who wins any sum of heaps, or of parts that play can reach, when the last to move
    loses."""
    game: str
    generator_heaps: tuple[int, ...]
    generators: tuple[str, ...]
    genus: tuple[str, ...]  # Of the first heaps
    heaps: int  # The last heap looked at, or how many parts
    order: int
    p_order: int
    p_portion: tuple[str, ...]
    parts: tuple[str, ...] | None  # What is called heap 0, 1, 2 … elsewhere, where these are parts; the first is nothing
    period: int | None
    preperiod: int | None
    presentation: tuple[str, ...]
    pretending: tuple[str, ...]
    seconds: float
    start: str | None  # The position whose parts are meant; none where it is the quotient of heaps
    status: Literal["proved", "seen", "partial"]
    stopped: Stop | None
    tame: bool
    certificate: str | None  # The file that it was written to, where it was asked for


@record
class Moves(Rows["MovesMove"]):
    """Every legal move with the value it leads to, best first."""
    _rows: ClassVar[str] = "moves"
    game: str
    moves: tuple[MovesMove, ...]
    position: str
    certificate: str | None  # The file that it was written to, where it was asked for


@record
class MovesMove(Record):
    best: bool
    grundy: int | None
    margin: int | None
    move: str
    outcome: Outcome
    remoteness: int | None
    to: str | None
    words: str | None  # The move in words, where its notation would puzzle a reader


@record
class Order(Result):
    """Which of two positions of a game of points of Left and Right is better in every sum."""
    first: ScoredPosition
    game: str
    relation: Literal["<", "=", ">", "<>"] | None  # Of the first position to the second, for Left; `<>` if each is better in some sums
    second: ScoredPosition
    seconds: float
    stopped: Stop | None
    visited: int


@record
class OutcomeLaw(Result):
    _asked: ClassVar[str] = "law is not None"
    game: str
    law: OutcomeLawLaw | None  # The law that was proved: its sets, and what it says in words
    mode: str
    rules: tuple[str, ...]
    seconds: float
    trials: tuple[Mapping[str, Any], ...]
    certificate: str | None  # The file that it was written to, where it was asked for


@record
class OutcomeLawLaw(Record):
    """The law that was proved: its sets, and what it says in words."""
    claims: tuple[Mapping[str, Any], ...]
    proved: tuple[str, ...]
    samples: tuple[str, ...]
    sentences: tuple[Mapping[str, Any], ...]
    sets: tuple[Mapping[str, Any], ...]
    system: str


@record
class Refutation(Result):
    """The smallest position where a strategy is not best."""
    _asked: ClassVar[str] = "refuted"
    by: Literal["outcome", "margin"]
    counterexample: RefutationCounterexample | None
    game: str
    guarantee: RefutationGuarantee
    refuted: bool
    stopped: Stop | None
    strategy: str
    tried: int
    certificate: str | None  # The file that it was written to, where it was asked for


@record
class RefutationCounterexample(Record):
    allowed: tuple[str, ...]  # All moves that the strategy allows there
    best: tuple[str, ...]
    move: str
    position: str


@record
class RefutationGuarantee(Record):
    holds: bool | None
    line: tuple[str, ...] | None
    position: str | None
    promise: Literal["best-always", "never-loses"]
    worst: Union[int, str] | None


@record
class Review(Table):
    """A line of play: the value before and after each move, where it turned."""
    _rows: ClassVar[str] = "moves"
    game: str
    moves: tuple[ReviewMove, ...]
    totals: tuple[int, ...] | None
    turning_point: int | None
    turning_points: tuple[int, ...]


@record
class ReviewMove(Record):
    after: Union[str, int]
    before: Union[str, int]  # The outcome, or the margin from here on in a game of points, for the player of the move
    best: tuple[str, ...]
    best_in_words: tuple[str, ...] | None  # The best moves in words
    lead: int | None  # In a game of points: those of the player of the move before it, minus those of the other
    move: str
    words: str | None  # The move in words, where its notation would puzzle a reader


@record
class ScoredPosition(Record):
    class_: Literal["N", "P", "L", "R", "T"] | None
    position: str
    scores: tuple[int, ...] | None  # Left's points minus Right's if Left begins, and if Right begins


@record
class Sequence(Heaps):
    """The Grundy sequence of a heap game, and its period."""
    _rows: ClassVar[str] = "values"
    engine: str
    game: str
    genus: tuple[str, ...] | None
    heaps: int
    loony: tuple[int, ...] | None  # The loony heaps, if there are any
    max: SequenceMax | None
    misere: bool
    outcomes: tuple[Outcome, ...] | None
    partizan: SequencePartizan | None
    period: int | None
    powers_of_two: tuple[Any, ...] | None
    preperiod: int | None
    proved_by: str | None
    rare: Mapping[str, Any] | None
    saltus: int | None
    seconds: float
    status: Literal["proved", "seen", "none"] | None
    stopped: Stop | None
    values: Any  # None for a loony heap


@record
class SequenceMax(Record):
    heap: int | None
    value: int | None


@record
class SequencePartizan(Record):
    heaps: tuple[Mapping[str, Any], ...] | None
    saltus: str | None


@record
class Tabulated(Result):
    """What was written into a table; counts are null if a limit was reached."""
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
    stopped: Stop | None


@record
class Values(Grid):
    """A table of outcomes or Grundy values: one heap a line, two heaps a grid."""
    _rows: ClassVar[str] = "values"
    game: str
    kind: Literal["outcome", "grundy"]
    proved: FoundProved | None  # Only where a proved law answers
    up_to: int
    values: tuple[Union[str, int, tuple[Any, ...]], ...]  # A line of cells, or rows of them


@record
class Verified(Claim):
    """Whether a certificate proves what it claims, by code that is independent of the solvers."""
    _claim: ClassVar[str] = "valid"
    checked: tuple[str, ...]
    claim: str | None
    error: str | None
    valid: bool
    kind: str | None
    sampled: bool | None
    wrong: tuple[Mapping[str, Any], ...] | None


Law = Union[OutcomeLaw, FamilyLaw]
