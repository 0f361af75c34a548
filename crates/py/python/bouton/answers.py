"""The answers: a test writes these classes from the description of the API. `record` says what they have in common."""


from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Union

from .record import Calculated, Case, Cases, Claim, Compared, Grid, Heaps, Mistakes, Place, Places, Record, Result, Rows, Solved, Table, Valued, record


By = Literal["outcome", "margin"]
CellKind = Literal["outcome", "grundy"]
Class = Literal["N", "P", "L", "R", "T", "D", "NHat", "PHat", "NCheck", "PCheck"]
LawMode = Literal["normal", "misere", "grundy"]
Outcome = Literal["loss", "draw", "win"]
Promise = Literal["best-always", "never-loses"]
Proof = Literal["proved", "seen"]
Relation = Literal["<", "=", ">", "<>"]
Side = Literal["Left", "Right"]
StopReason = Literal["time", "memory", "nodes", "cancelled"]


@record
class Accounting(Record):
    """Orthodox accounting of a sum (E. R. Berlekamp, *The economist's view of combinatorial games*, 1996): of the
    stops, or of the scores in a game of points."""
    forecasts: tuple[str, str]  # The sum of the means plus half the temperature, for Left beginning; minus half, for Right beginning.
    hottest: tuple[int, ...]  # The parts by their places, the hottest first.
    lines: tuple[OrthodoxLine, OrthodoxLine] | None  # Orthodox play until no part is hot, if Left begins and if Right begins; missing if parts cancel on the way.
    temperature: str  # The temperature of the hottest part, in which the next move is made.
    within: str  # The result under best play differs from the forecast by at most this: half the temperature.


@record
class Analysis(Table):
    """The counts of the positions that can be reached from one."""
    _rows: ClassVar[str] = "by_remoteness"
    by_remoteness: tuple[RemotenessRow, ...]  # Positions whose play ends, by plies to the end; in games of points only those where play is over.
    draw: int  # Drawn at the end of play.
    endless: int  # Drawn because no player can force an end.
    game: str  # The game, as named in the query.
    loss: int  # Lost for the player to move.
    position: str  # The position, as typed, or else in the game's notation.
    positions: int  # In all.
    up_to_symmetry: Counts | None  # Each symmetry class counted once; `None` if the game has no symmetry.
    win: int  # Won for the player to move.


@record
class Answer(Solved):
    """The answer to one position: the winner, the margin, every best move, and the reason. Outcome, margin and totals
    are those of the player to move."""
    best: tuple[Best, ...]  # Every best move, the preferred one first; the preferred one alone beyond 10,000.
    best_count: int | None  # The number of best moves.
    bounds: tuple[int, int] | None  # The bounds of the value, if it stopped early.
    class_: Class | None  # The outcome class, for games where Left and Right move differently.
    game: str  # The game, as named in the query.
    grundy: int | None  # The Grundy value.
    line: tuple[str, ...] | None  # Best play, as moves.
    loony: bool | None  # Whether it is loony: won together with any other parts, so that there is no Grundy value. In JSON only if it is.
    margin: int | None  # Mover's points minus the other's.
    misere: bool  # Whether it is misère play.
    outcome: Outcome | None  # The outcome; `None` only if it stopped early.
    position: str  # The position as typed, or else in the game's notation; … if that takes more than 10,000 characters.
    preferred: Best | None  # The preferred move.
    progress: Progress | None  # How far it got, if it stopped early. In JSON only then.
    proof: Proof | None  # Whether it is proved.
    remoteness: int | None  # Plies to the end when the winner hurries and the loser delays.
    scores: tuple[int, int] | None  # In a scoring game of Left and Right: Left's points minus Right's if Left begins, and if Right begins.
    seconds: float  # Seconds that it took.
    solver: str  # The solver that answered.
    stopped: StopReason | None  # The limit that stopped it early.
    totals: tuple[int, int] | None  # Mover's and other's points.
    visited: int  # Positions that it visited.
    why: str | None  # The explanation.
    certificate: str | None  # The file that it was written to, where it was asked for


@record
class Asked(Claim):
    """A first-order question about a law, decided. Numbers are written as texts of digits."""
    _claim: ClassVar[str] = "truth"
    _asked: ClassVar[str] = "examples"
    automaton: str  # The automaton, one line per state.
    count: str | None  # The number of them with every variable at most a bound, where it is asked for.
    example: tuple[tuple[str, str], ...] | None  # The smallest example or counterexample: numbers by the names of their variables.
    examples: tuple[tuple[str, ...], ...]  # The smallest values of the free variables for which it is true.
    formula: str  # The formula, as typed.
    states: int  # States of the minimal automaton of all of them.
    truth: bool | None  # Whether it is true; `None` for one with free variables.
    variables: tuple[str, ...]  # The free variables.


@record
class Atlas(Places["AtlasRow"]):
    """The smallest position of each game that has a value."""
    _rows: ClassVar[str] = "games"
    games: tuple[AtlasRow, ...]  # A row for each game.
    stopped: StopReason | None  # The reason why the search ended early, if it did.
    value: str  # The value, as asked for.


@record
class AtlasPlace(Record):
    """The smallest position of a game with a value."""
    game: str  # The game, with the parameters of this size.
    position: str  # The position.
    size: int  # The number of cells of the board, or of tokens of the heap.


@record
class AtlasRow(Record):
    """A game of an atlas."""
    complete: bool  # Whether the search went to the end of the ranges, or found the position.
    game: str  # The game with its ranges, as asked for.
    smallest: AtlasPlace | None  # The smallest position with the value.
    visited: int  # The number of positions searched.


@record
class Best(Record):
    """A best move with the position it leads to. A move that is named by its position is shown as the position
    alone."""
    component: int | None  # In a sum, the component of the move, counted from 0.
    move: str  # The move in the game's notation.
    to: str | None  # The position as the next player faces it; `None` when longer than 10,000 characters.
    words: str | None  # The move in words, if its notation is hard to read.


@record
class Bidding(Table):
    """The price of a position where the players bid for the right to move: Left wins with a larger part of all money,
    Right if Left has less. Prices are exact, as texts."""
    _rows: ClassVar[str] = "moves"
    bid: str | None  # The part of all money that both bid for the next move.
    game: str  # The game, as named in the query.
    moves: tuple[PricedMove, ...]  # The legal moves of both, Left's first.
    position: str  # The position.
    price: str | None  # The part of all money that Left needs; `None` only if it stopped early.
    seconds: float  # Seconds that it took.
    stopped: StopReason | None  # The limit that stopped it early.
    visited: int  # The number of positions whose prices were computed.


@record
class Calculation(Calculated):
    """The answer to an expression."""
    accounting: Accounting | None  # Its orthodox accounting, if there are several parts and one is hot.
    at_least: str | None  # A proved lower bound, if it stopped early.
    at_most: str | None  # A proved upper bound, if it stopped early.
    bytes: int | None  # Bytes held.
    certificate: str | None  # The file of the certificate.
    class_: Class | None  # The outcome class: the results if Left begins and if Right begins.
    expression: str | None  # The expression.
    game: str | None  # The game, as named in the query.
    genus: str | None  # Where the last to move loses: the Grundy value, and in the exponent those of misère play with 0, 1, 2, … heaps of two.
    held: int | None  # The number of values held, each with its negative.
    kind: str | None  # Its kind.
    latex: str | None  # The value in LaTeX, if it was requested.
    left_out: tuple[str, ...] | None  # The fields that are left out because they are much larger than the value.
    moves: tuple[ValuedMove, ...] | None  # The legal moves of both.
    number: str | None  # The number, if it is one.
    parts: tuple[Part, ...] | None  # The independent parts of the position, if there are several.
    position: str | None  # The position.
    scores: tuple[int, int] | None  # In a game of points: Left's points minus Right's if Left begins, and if Right begins.
    seconds: float | None  # Seconds that it took.
    sides: tuple[str, str] | None  # Onside and offside of a loopy value.
    stopped: StopReason | None  # The limit that stopped it early.
    uptimal: Expansion | None  # Its number, ups and nimber, if it is a sum of these.
    value: str | None  # The value in canonical form, or the outcome class, if the last to move loses and the players have different moves; `None` only when stopped early.
    values: Mapping[str, Sides] | None  # The options of values that are too long to write, by their numbers.
    visited: int | None  # The number of evaluated parts.
    shown: tuple[Piece, ...] | None  # Their output.
    answer: str | None  # The result as text.
    truth: bool | None  # Whether it holds.


@record
class Census(Rows["CensusRow"]):
    """The sequences of a whole family of heap games, a row a game."""
    _rows: ClassVar[str] = "games"
    games: tuple[CensusRow, ...]


@record
class CensusRow(Record):
    """The results for the sequence of one code of a family."""
    alternating: bool  # Whether the parity alternates.
    behind: int | None  # The shift between the two sequences, in heaps.
    code: str  # The code.
    exceptions: int | None  # The number of heaps before it that are exceptions to the period, for periods without saltus.
    heaps: int  # The number of heaps that the proof needs, or that were computed if there is no proof.
    last_rare: int  # The last of them.
    mask: int  # The mask of the best sparse space; 0 if no space splits the values.
    max: int  # The largest value.
    max_at: int  # The first heap that has it.
    period: int | None  # The period.
    preperiod: int | None  # The preperiod: the smallest heap from which the period holds.
    proof: Proof | None  # The certainty of its period, if there is one.
    rares: int  # The number of these heaps that are rare.
    saltus: int | None  # The saltus: the growth per period.
    same_as: str | None  # The first code of the family with the same sequence, apart from leading zeros.


@record
class Checked(Mistakes["str"]):
    """The result of checking a rule file: mistakes, notes, and a line of play."""
    _rows: ClassVar[str] = "mistakes"
    complete: bool  # Whether these are all reachable positions.
    file: str  # The file, as named in the query.
    kind: str  # The kind of game that it describes, in words.
    line: tuple[str, ...]  # A line of play.
    mistakes: tuple[str, ...]  # The mistakes, one sentence each.
    notes: tuple[str, ...]  # Unusual but possible things, one sentence each.
    positions: int  # The number of positions checked.


@record
class Comparison(Compared["Answer"]):
    """The answers of every solver that serves a position; `disagreement` says which two cannot both be right, if
    any."""
    _rows: ClassVar[str] = "answers"
    answers: tuple[Answer, ...]
    disagreement: str | None


@record
class Counterexample(Record):
    """A position where a strategy fails."""
    allowed: tuple[str, ...]  # All moves that it allows there; some of them are best only if no position was found where all fail.
    best: tuple[str, ...]  # The best moves.
    move: str  # A move that the strategy allows there and that is not best.
    position: str  # The position, in the game's notation.


@record
class Counts(Record):
    """The number of positions of each kind."""
    by_remoteness: tuple[RemotenessRow, ...]  # Positions whose play ends, by plies to the end; in games of points only those where play is over.
    draw: int  # Drawn at the end of play.
    endless: int  # Drawn because no player can force an end.
    loss: int  # Lost for the player to move.
    positions: int  # In all.
    win: int  # Won for the player to move.


@record
class Expansion(Record):
    """A number, ups and a nimber."""
    coefficients: tuple[int, ...]  # The coefficients of ↑¹, ↑², …
    nimber: int  # The m of *m.
    number: str  # The number.


@record
class FamilyLaw(Cases):
    """The values of a family of positions, proved for all exponents."""
    _asked: ClassVar[str] = "len(cases) > 0"
    cases: tuple[FamilyLawCase, ...]  # The cases; the first that applies is meant. None if nothing is proved.
    game: str  # The name of the game.
    pattern: str  # The pattern; its exponents are at least 0.
    patterns: int  # How many patterns were proved together.
    seconds: float  # Seconds that it took.
    steps: tuple[str, ...] | None  # The proof, step by step, if it was asked for.
    stopped: StopReason | None  # The limit that ended the search or the proof.
    why: str | None  # The reason why nothing is proved.
    certificate: str | None  # The file that it was written to, where it was asked for


@record
class FamilyLawCase(Case):
    """The value of a family for the exponents that satisfy a condition."""
    value: str  # The value, a formula in the exponents; or how it compares with 0, such as `> 0`.
    when: str  # The conditions on the exponents; empty if there are none.


@record
class Found(Rows["FoundPosition"]):
    """The positions that meet a condition, with the fields that it names; or their number, a sum, or their groups."""
    _rows: ClassVar[str] = "positions"
    count: int  # How many meet the condition.
    fields: tuple[str, ...]  # The fields of each row besides the game and the position.
    game: str  # The game, as named in the query.
    groups: tuple[FoundPosition, ...] | None  # The values of the fields by which positions are grouped, with their `count`.
    misere: bool  # Whether it is misère play.
    positions: tuple[FoundPosition, ...]  # The positions, in the order of the search, or sorted; none where they were only counted or grouped.
    progress: Progress | None  # How far it got then.
    proof: Proof
    seconds: float  # The time that it took.
    solver: str | None  # The solver, if one found all.
    stopped: StopReason | None  # The reason why the list ends early, if it does.
    sum: int | None
    up_to: int | None  # The largest heap.
    visited: int  # The number of positions searched.
    where: str  # The condition.
    why: str | None  # The law of all sizes, in words, if one answered in place of a search.


@record
class FoundPosition(Place):
    """The position, and the fields that were asked for."""
    game: str | None
    position: str | None
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
class GameValue(Valued):
    """The value of a position or an expression, in every sum. Numbers and values are texts, so that nothing is rounded.
    A value longer than the requested width is `#` and a number, and is listed in `values`."""
    accounting: Accounting | None  # Its orthodox accounting, if there are several parts and one is hot.
    at_least: str | None  # A proved lower bound, if it stopped early.
    at_most: str | None  # A proved upper bound, if it stopped early.
    bytes: int  # Bytes held.
    certificate: str | None  # The file of the certificate.
    class_: Class | None  # The outcome class: the results if Left begins and if Right begins.
    expression: str | None  # The text of a calculation, in place of game and position.
    game: str | None  # The game, as named in the query.
    genus: str | None  # Where the last to move loses: the Grundy value, and in the exponent those of misère play with 0, 1, 2, … heaps of two.
    held: int  # The number of values held, each with its negative.
    kind: str | None  # Its kind.
    latex: str | None  # The value in LaTeX, if it was requested.
    left_out: tuple[str, ...] | None  # The fields that are left out because they are much larger than the value.
    moves: tuple[ValuedMove, ...]  # The legal moves of both.
    number: str | None  # The number, if it is one.
    parts: tuple[Part, ...]  # The independent parts of the position, if there are several.
    position: str | None  # The position.
    scores: tuple[int, int] | None  # In a game of points: Left's points minus Right's if Left begins, and if Right begins.
    seconds: float  # Seconds that it took.
    sides: tuple[str, str] | None  # Onside and offside of a loopy value.
    stopped: StopReason | None  # The limit that stopped it early.
    uptimal: Expansion | None  # Its number, ups and nimber, if it is a sum of these.
    value: str | None  # The value in canonical form, or the outcome class, if the last to move loses and the players have different moves; `None` only when stopped early.
    values: Mapping[str, Sides]  # The options of values that are too long to write, by their numbers.
    visited: int  # The number of evaluated parts.


@record
class Guarantee(Record):
    """The result of always following a strategy, against the best replies to it."""
    holds: bool | None  # Whether it holds at all positions within the bounds; `None` if not all were tried.
    line: tuple[str, ...] | None  # The line of play that leads to it.
    position: str | None  # The first position with that result.
    promise: Promise
    worst: Union[int, Outcome] | None  # The worst result for the player who follows it: over all positions tried, or at the counterexample.


@record
class HeapValue(Record):
    """The value of a heap in a game of Left and Right."""
    class_: Class
    heap: int  # The size of the heap.
    mean: str  # The mean.
    temperature: str  # The temperature.
    value: str | None  # Its value in canonical form; `None` if it takes more than 2,000 bytes to write.


@record
class HeapValues(Record):
    """The values of heaps of Left and Right: the part of a [`Sequence`](crate::Sequence) that numbers cannot tell."""
    heaps: tuple[HeapValue, ...] | None  # The value of each heap from 0 on, if the values were requested.
    saltus: str | None  # The value added in each period; `None` if there is no period, or it takes more than 2,000 bytes to write.


@record
class Largest(Record):
    """The largest value of a sequence, and the first heap that has it."""
    heap: int  # The first heap that has it.
    value: int  # The value.


@record
class LawClaim(Record):
    """A claim that the rules make, decided."""
    error: str | None  # The reason why it was not decided.
    example: str | None  # Numbers that show it, like `a = 1, b = 2`.
    formula: str  # The formula.
    name: str  # Its name in the rules.
    truth: bool | None  # Whether it is true; `None` for a formula with free variables, or an undecided one.


@record
class LawSentence(Record):
    """A law in words, with the formulas that prove them."""
    formulas: tuple[str, ...]  # The formulas, each true of the law.
    words: str  # The sentence.


@record
class LawSet(Record):
    """A set of tuples of numbers, as an automaton."""
    automaton: str  # The automaton, a line a state.
    name: str  # Its name in formulas.
    states: int  # States of the smallest automaton.


@record
class LawTrial(Record):
    """The attempt in one numeration system."""
    growth: tuple[tuple[int, int, int], ...]  # For each size of table: the digits, the bound of the entries, and the least number of states of any automaton that agrees with it.
    refuted: int  # Hypotheses that fitted a full table and were refuted.
    stopped: str | None  # The reason why it ended.
    system: str  # The system.
    undecided: int  # Hypotheses that fitted a full table and were neither proved nor refuted.


@record
class MisereQuotient(Result):
    """The misère quotient of all sums of heaps, to a last one or of any size."""
    game: str  # The game, as named in the query.
    generator_heaps: tuple[int, ...]  # The heap of each generator.
    generators: tuple[str, ...]  # The generators.
    genus: tuple[str, ...]  # The genus of the first heaps, found by a search.
    heaps: int  # The last heap searched.
    order: int  # The number of elements of the quotient.
    p_order: int  # The number of lost elements.
    p_portion: tuple[str, ...]  # The elements that are lost, in their simplest form.
    parts: tuple[str, ...] | None  # The parts with the numbers 0, 1, 2, …, if the game is not one of heaps; the first is the empty one.
    period: int | None  # The least period of the pretending function.
    preperiod: int | None  # The first heap from which it holds.
    presentation: tuple[str, ...]  # The relations between them.
    pretending: tuple[str, ...]  # The element of each heap.
    proof: Proof | None  # Whether the pretending function repeats: `Proved` if a theorem says that it does forever, so that the quotient is that of all heaps; `None` if it does not among the heaps searched.
    seconds: float  # Seconds that it took.
    start: str | None  # The position whose parts are used, if the game is not one of heaps that follow a code.
    stopped: StopReason | None  # The limit that stopped it before the last heap.
    tame: bool  # Whether it is the quotient of some sums of nim-heaps; otherwise the game is wild.
    certificate: str | None  # The file that it was written to, where it was asked for


@record
class Move(Record):
    """A legal move with the value it leads to, for the player making it."""
    best: bool  # Whether no move is better.
    grundy: int | None  # The Grundy value of `to`.
    margin: int | None  # The margin of the player making it.
    move: str  # The move in the game's notation.
    outcome: Outcome
    remoteness: int | None  # Plies to the end, including this one.
    to: str | None  # The position as the next player faces it; `None` when longer than 10,000 characters.
    words: str | None  # The move in words, if its notation is hard to read.


@record
class Moves(Rows["Move"]):
    """Every legal move of a position, best first."""
    _rows: ClassVar[str] = "moves"
    game: str  # The game, as named in the query.
    moves: tuple[Move, ...]  # The moves, best first.
    position: str  # The position, as typed, or else in the game's notation.
    certificate: str | None  # The file that it was written to, where it was asked for


@record
class Order(Result):
    """Which of two positions is better for Left in every sum, where points decide or the last to move loses."""
    first: ScoredPosition
    game: str  # The game, as named in the query.
    relation: Relation | None  # The relation of the first to the second; `None` if the comparison was stopped.
    second: ScoredPosition
    seconds: float  # Seconds that it took.
    stopped: StopReason | None  # The limit that stopped it early.
    universe: str | None  # The other parts of the sums: `guaranteed` scoring games, or where the last to move loses, `dicot` or `dead-ending` games.
    visited: int  # Different games among the positions that play can reach.


@record
class OrthodoxLine(Record):
    """A line of orthodox play."""
    moves: tuple[str, ...]  # The moves.
    result: str  # The result.


@record
class OutcomeLaw(Result):
    """The law of a family of positions, or the attempts to find it."""
    _asked: ClassVar[str] = "law is not None"
    game: str  # The name that the rules give the game.
    law: ProvedLaw | None  # The law, if one was proved.
    mode: LawMode
    rules: tuple[str, ...]  # The moves, as the rules write them.
    seconds: float  # Seconds that it took.
    trials: tuple[LawTrial, ...]  # The attempts, one per system.
    certificate: str | None  # The file that it was written to, where it was asked for


@record
class Part(Record):
    """An independent part of a position."""
    mean: str | None  # Its mean value; missing where the last to move loses.
    position: str  # The part in the game's notation, with a minus before it if it is the negative.
    sente: Side | None  # If it is hot: the player whose move there is sente, answered at once; reverse sente for the other. Missing: gote, or not hot.
    temperature: str  # Its temperature: how much a first move there gains.
    value: str  # Its value.


@record
class Piece(Record):
    """A piece of what statements show."""
    plot: PiecePlot | None
    table: PieceTable | None
    value: GameValue | None
    line: str | None


@record
class PiecePlot(Record):
    points: tuple[tuple[str, str], ...]  # x and y of each point, as numbers.


@record
class PieceTable(Record):
    head: tuple[str, ...]  # The heads of its columns.
    rows: tuple[tuple[str, ...], ...]  # The cells of each row.


@record
class PricedMove(Record):
    """A move with the price of the position after it."""
    best: bool  # Whether it is a best move of this player: of Left's one with the lowest price, of Right's one with the highest.
    move: str  # The move.
    price: str  # The price after it.
    side: Side


@record
class Progress(Record):
    """How far a question got that a limit stopped, and what to try."""
    share: float | None  # The share of the work that was done, from 0 to 1; `None` if it is not known how much there is.
    try_: tuple[str, ...]  # Ways that would help: each an option to add, or a sentence.


@record
class ProvedLaw(Record):
    """A proved law."""
    claims: tuple[LawClaim, ...]  # The claims of the rules, decided.
    proved: tuple[str, ...]  # The proved conditions that make these sets the law.
    samples: tuple[str, ...]  # The smallest lost positions, or positions with their values, like `(1,2)`.
    sentences: tuple[LawSentence, ...]  # The law in words, if it has any.
    sets: tuple[LawSet, ...]  # Its sets.
    system: str  # The numeration system.


@record
class RareHeaps(Record):
    """The rare heaps of a sequence that splits into a sparse space and the rest."""
    alternating: bool  # Whether the parity alternates with the heap.
    count: int  # The number of rare heaps.
    heaps: tuple[int, ...]  # The first of them, up to a limit.
    last: int | None  # The last of them.
    mask: int  # The bits whose parity separates rare values from common ones.


@record
class Refutation(Result):
    """The result of a search for the smallest position where a strategy is not best."""
    _asked: ClassVar[str] = "refuted"
    by: By
    counterexample: Counterexample | None  # The smallest counterexample at which no allowed move is best; without one, the smallest.
    game: str  # The game, as named in the query.
    guarantee: Guarantee
    refuted: bool  # Whether the promise fails.
    stopped: StopReason | None  # The reason why the search stopped before its end; not in JSON if it did not.
    strategy: str  # The strategy.
    visited: int  # The number of positions at which the strategy was tried, including the counterexample.
    certificate: str | None  # The file that it was written to, where it was asked for


@record
class RemotenessRow(Record):
    """The positions won, lost and drawn in this many plies."""
    draw: int  # Drawn at the end of play.
    loss: int  # Lost for the player to move.
    remoteness: int  # Plies to the end.
    win: int  # Won for the player to move.


@record
class Review(Table):
    """A replayed line, shown as a table of its moves."""
    _rows: ClassVar[str] = "line"
    game: str  # The game, as named in the query.
    line: tuple[Step2, ...]  # The moves, in order.
    totals: tuple[int, int] | None  # Points of the first and of the second player, with best play from the end of the line.
    turning_point: int | None  # The last of them.
    turning_points: tuple[int, ...]  # The moves, counted from 1, after which their maker's outcome was worse than before them.


@record
class ScoredPosition(Record):
    """A position that is compared, with either player to move."""
    class_: Class | None  # The outcome class.
    position: str  # The position.
    scores: tuple[int, int] | None  # Left's points minus Right's if Left begins, and if Right begins, in a game of points.


@record
class Sequence(Heaps):
    """The Grundy sequence of a heap game, or the outcomes of single heaps when the last to move loses."""
    _rows: ClassVar[str] = "values"
    game: str  # The game, as named in the query.
    genus: tuple[str, ...] | None  # The genus of heaps 0, 1, 2 …, written like `4^146`; for fewer heaps, since it takes longer.
    heaps: int  # The last heap whose value is known.
    misere: bool  # Always false: the values are those of normal play.
    outcomes: tuple[Outcome, ...] | None  # The outcomes of heaps 0, 1, 2 ….
    seconds: float  # Seconds that it took.
    solver: str  # The last solver that was used.
    stopped: StopReason | None  # The limit that stopped it early.
    loony: tuple[int, ...] | None  # The loony heaps: a player who moves first wins them together with any others, so that they have no value.
    max: Largest | None  # The largest value.
    partizan: HeapValues | None  # In a game of Left and Right: the values, in place of `values`, `saltus` and `max`.
    period: int | None  # The smallest period.
    powers_of_two: tuple[tuple[int, int], ...] | None  # Heaps 1, 2, 4, 8 … with their values.
    preperiod: int | None  # The smallest heap from which it holds.
    proof: Proof | None  # The certainty of the period; `None` if the computed values do not repeat.
    rare: RareHeaps | None  # The rare heaps, if the sequence has a sparse space.
    saltus: int | None  # The growth per period.
    values: Any  # The values of heaps 0, 1, 2 …, if they were requested; `None` for a loony heap.
    why: str | None  # The theorem that proves it, with the heaps that it needs.


@record
class Sides(Record):
    """Values for Left and for Right."""
    left: tuple[str, ...]  # Left's.
    right: tuple[str, ...]  # Right's.


@record
class Step2(Record):
    """One move of a reviewed line. Both values are those of the player who made it, for the play from here on,
    including the points of the move; adding `lead` gives the value of the full game."""
    after: Union[int, Outcome]
    before: Union[int, Outcome]
    best: tuple[str, ...]  # The best moves of the position.
    best_in_words: tuple[str, ...] | None  # The best moves in words, if their notation is hard to read.
    lead: int | None  # In a game of points: the player's points before the move less those of the other.
    move: str  # The move.
    words: str | None  # The move in words, if its notation is hard to read.


@record
class Tabulated(Result):
    """A table that was made: every position of a space with its value."""
    bytes: int | None  # The length of the file in bytes.
    draw: int | None  # Drawn at the end of play, or even in points.
    endless: int | None  # Drawn because no player can force an end.
    file: str  # The file, as named in the query.
    game: str  # The game, as named in the query.
    longest: int | None  # The most plies of a win; `None` if plies are not counted.
    loss: int | None  # Lost for the player to move.
    position: str  # The position, as typed, or else in the game's notation.
    positions: int | None  # The number of positions in it; `None`, as for all counts, if a limit was reached.
    resumed: bool  # Whether earlier work was continued.
    seconds: float  # The time taken.
    stopped: StopReason | None  # The limit because of which there is no table, if one was reached.
    win: int | None  # Won for the player to move.


@record
class ValuedMove(Record):
    """A legal move of one of the players."""
    mean: str | None  # Its mean value; missing for loopy values.
    move: str  # The move.
    orthodox: bool  # Whether the move loses nothing at the temperature of the hottest part (E. R. Berlekamp, 1996); false if no part is hot, except in a game of points.
    part: int | None  # The part that it is made in, counted from 0, if there are several.
    sensible: bool  # Whether that value is an option of the canonical form; other moves are dominated or reversible.
    side: Side
    temperature: str  # Its temperature.
    value: str  # The value after the move; in a game of points, that of the part after it, with the points that the move earns.


@record
class Values(Grid):
    """The values of all positions with heaps up to a bound, shown as their table."""
    _rows: ClassVar[str] = "values"
    game: str  # The game, as named in the query.
    kind: CellKind
    misere: bool  # Whether it is misère play.
    proof: Proof
    solver: str | None  # The solver, if one found all.
    up_to: int  # The largest heap.
    values: Union[tuple[Union[Outcome, int, Literal["loony"]], ...], tuple[tuple[Union[Outcome, int, Literal["loony"]], ...], ...]]
    why: str | None  # The law of all sizes, in words, if one answered in place of a search.


@record
class Verified(Claim):
    """Of a certificate or of a table."""
    _claim: ClassVar[str] = "valid"
    checked: tuple[str, ...]  # The checked conditions, in order.
    claim: str | None  # The theorem, if it is proved.
    error: str | None  # The reason why nothing is proved.
    kind: str | None  # `table`.
    sampled: bool | None  # Whether the rules by which all values were checked were compared with the text of the game at some of its positions only.
    valid: bool  # Whether the certificate proves what it claims.
    wrong: tuple[WrongEntry, ...] | None  # The first positions with wrong values.


@record
class WrongEntry(Record):
    """A position with a wrong value."""
    fails: str  # The violated condition.
    is_: str | None  # The value by one step of the rules, if the rest of the table is correct; `None` if the rest does not decide it.
    position: str  # The position.
    says: str | None  # The table's value.
