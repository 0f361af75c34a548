"""Games of one's own: every kind, against plain recursion; bad input; limits; threads."""

from __future__ import annotations

import pickle
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest

import bouton


@bouton.game(start=21)
def take(n):
    return [n - k for k in (1, 2, 3) if k <= n]


@bouton.game
class TicTacToe:
    """Three in a row."""

    start = "." * 9
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def moves(self, board):
        mark = "XO"[board.count("X") - board.count("O")]
        return [(str(i + 1), board[:i] + mark + board[i + 1 :]) for i in range(9) if board[i] == "."]

    def outcome(self, board):
        if any(board[a] == board[b] == board[c] != "." for a, b, c in self.lines):
            return "loss"
        return None if "." in board else "draw"

    def plies_left(self, board):
        return board.count(".")

    def draw(self, board):
        return [board[:3], board[3:6], board[6:]]


class Row:
    """Coins in a row; who has more in the end wins."""

    def __init__(self, row=(4, 5, 3, 1, 2)):
        self.start = tuple(row)

    points = True

    def moves(self, coins):
        return [("first", coins[1:], coins[0]), ("last", coins[:-1], coins[-1])] if coins else []

    def plies_left(self, coins):
        return len(coins)


Coins = bouton.game(Row)


def test_a_bare_function():
    assert [n for n in range(21) if take.position(n).outcome == "loss"] == [0, 4, 8, 12, 16, 20]
    at = take.position(7)
    assert (at.outcome, at.best[0].to, at.remoteness, at.at) == ("win", "4", 3, 7)
    assert at.play(4) == take.position(4) == at.play("4")
    assert [move.to for move in at.moves() if move.best] == ["4"]
    assert take.start.at == 21 and take(5) == [4, 3, 2]
    assert [row.position for row in bouton.losing(take, 12)] == ["0", "4", "8", "12"]
    assert take.position(7).grundy == 3


def test_a_board():
    counted = bouton.analyze(TicTacToe)
    assert (counted.positions, counted.win, counted.loss, counted.draw) == (5478, 2836, 1574, 1068)
    assert TicTacToe.start.outcome == "draw"
    at = TicTacToe.position("XO.......")
    for solver in ("memo", "alpha-beta", "minimax", "proof-number", "retrograde"):
        assert at.solve(solver=solver).outcome == "win"
    assert "<svg" in at.draw() and "<svg" in TicTacToe.position("XOX.O..X.").draw("graph")


def test_points_against_plain_recursion():
    @cache
    def margin(coins):
        return max((coins[0] - margin(coins[1:]), coins[-1] - margin(coins[:-1]))) if coins else 0

    assert (Coins.start.margin, Coins.start.outcome) == (1, "win")
    for row in ((2, 9, 2), (3,), (7, 1, 1, 7), (5, 3, 1, 4, 2, 8)):
        for solver in ("memo", "alpha-beta", "minimax"):
            assert Coins.position(row).solve(solver=solver).margin == margin(row)


def test_left_and_right():
    @bouton.game
    class Nogo:
        start = "...."

        def places(self, strip, stone):
            found = []
            for i, cell in enumerate(strip):
                after = strip[:i] + stone + strip[i + 1 :]
                if cell == "." and all(self.breathes(after, j) for j in range(len(strip)) if after[j] != "."):
                    found.append((f"{stone}{i + 1}", after))
            return found

        def breathes(self, strip, i):
            left = strip[:i].rstrip(strip[i])[-1:]
            return left == "." or strip[i:].lstrip(strip[i])[:1] == "."

        def left(self, strip):
            return self.places(strip, "X")

        def right(self, strip):
            return self.places(strip, "O")

        def plies_left(self, strip):
            return strip.count(".")

        def negative(self, strip):
            return strip.translate(str.maketrans("XO", "OX"))

        def summands(self, strip):
            return strip.replace("XO", "X|O").replace("OX", "O|X").split("|")

    # The values that docs/your-own-game.md shows for the same rules.
    assert Nogo.position("X...O").value.value == "+-1"
    answer = Nogo.position("." * 10).answer
    assert (answer.outcome, answer.class_, answer.preferred.move) == ("win", "N", "X2")
    after = Nogo.position("....").play("X2")
    assert after.right and after.at == ".X.." and after != Nogo.position(".X..")
    assert bouton.check(Nogo).mistakes == ()


def test_endless_play_is_a_draw():
    def walk(at):
        return [at - 1, at + 1] if 0 < at < 6 else []

    walked = bouton.game(walk, start=3, outcome={0: "loss"}.get)
    assert walked.position(1).outcome == "win"
    # From 5 one may step to 6, where no move is left.
    assert walked.position(5).outcome == "win"
    assert bouton.game(lambda n: [1 - n], start=0).position(0).outcome == "draw"


def test_misere_and_summands_and_canonical():
    last_loses = bouton.game(lambda n: [n - k for k in (1, 2, 3) if k <= n], start=9, last="loses")
    assert [n for n in range(10) if last_loses.position(n).outcome == "loss"] == [1, 5, 9]

    def nim(heaps):
        return [heaps[:i] + (k,) + heaps[i + 1 :] for i, heap in enumerate(heaps) for k in range(heap)]

    apart = {"summands": lambda heaps: [(heap,) for heap in heaps], "canonical": lambda heaps: tuple(sorted(heaps))}
    piles = bouton.game(nim, start=(3, 4, 5), plies_left=sum, **apart)
    assert (piles.start.grundy, piles.start.outcome) == (2, "win")
    # Positions that are no numbers: a row of pins, of which one or two neighbours are knocked down.
    kayles = bouton.game(
        lambda pins: [pins[:i] + "." * n + pins[i + n :] for n in (1, 2) for i in range(len(pins)) if pins[i : i + n] == "|" * n],
        start="|" * 9,
        plies_left=lambda pins: pins.count("|"),
        summands=lambda pins: pins.split("."),
    )
    assert kayles.start.solve(solver="nimber").outcome == "win"
    assert kayles.start.grundy == bouton.game("kayles").position("9").grundy == 4
    assert bouton.check(piles).mistakes == ()
    wrong = bouton.game(nim, start=(1, 2), plies_left=sum, canonical=lambda heaps: (1, 1))
    assert "canonical" in bouton.check(wrong).mistakes[0]


def test_turns_that_are_kept_and_strategies():
    def moves(at):
        left, _ = at
        return [(left - k, k) for k in (1, 2) if k <= left]

    # Who takes one moves again.
    again = bouton.game(moves, start=(5, 0), turn=lambda before, after: "same" if after[1] == 1 else "other", plies_left=lambda at: at[0])

    @cache
    def wins(left):
        return any(not wins(left - k) if k == 2 else wins(left - k) for k in (1, 2) if k <= left)

    assert [again.position((n, 0)).outcome == "win" for n in range(8)] == [wins(n) for n in range(8)]
    greedy = bouton.game(lambda n: [n - k for k in (1, 2, 3) if k <= n], start=9, strategies={"most": lambda n: max(0, n - 3)})
    assert bouton.refute(greedy, "most").counterexample is not None


def test_no_position_is_looked_at_twice():
    calls = []

    def moves(n):
        calls.append(n)
        return [n - k for k in (1, 2, 3) if k <= n]

    game = bouton.game(moves, start=100)
    assert game.position(100).outcome == "loss"
    for n in range(101):
        game.position(n).moves()
        game.position(n).solve()
    assert sorted(calls) == list(range(101))
    assert game.size[:2] == (101, sum(min(n, 3) for n in range(101)))


def test_200_000_plies_deep():
    deep = bouton.game(lambda n: [n - 1] if n else [], start=200_000, plies_left=lambda n: n)
    assert deep.start.outcome == "loss"
    assert deep.start.solve(solver="memo").remoteness == 200_000
    open_ended = bouton.game(lambda n: [n - 1] if n else [], start=200_001)
    assert open_ended.start.solve(solver="proof-number").outcome == "win"
    assert open_ended.start.solve(solver="retrograde").remoteness == 200_001
    assert open_ended.start.solve().outcome == "win"


def test_an_exception_comes_back_with_traceback_and_position():
    def moves(n):
        return [n - 1, 10 // (n - 3)]

    with pytest.raises(ZeroDivisionError) as raised:
        bouton.game(moves, start=9, name="broken").start.solve()
    assert raised.traceback[-1].name == "moves"
    if hasattr(raised.value, "__notes__"):
        assert raised.value.__notes__ == ["at position 3 of broken"]
    # And the game can be asked again.
    game = bouton.game(lambda n: [n - 1] if n else [], start=3)
    assert game.start.outcome == "win"


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (lambda n: "abc", "must return a list, found str"),
        (lambda n: (m for m in ()), "found generator: write"),
        (lambda n: None, "found NoneType: is a return missing"),
        (lambda n: {1: 2}, "found dict: write list"),
        (lambda n: [[1, 2]], "names the position \\[1, 2\\]: a position must be hashable"),
        (lambda n: list(range(1_000_000)), "a list of 1000000; at most 65536"),
        (lambda n: [("take", n - 1, "two")], "a gain is an int"),
        (lambda n: [("take", n - 1, 2)], "no game of points"),
    ],
)
def test_what_moves_may_not_return(moves, message):
    with pytest.raises(bouton.RulesError, match=message) as raised:
        bouton.game(moves, start=5, name="wrong").start.solve()
    assert "wrong: moves(5)" in str(raised.value)


def test_other_bad_input():
    with pytest.raises(TypeError, match="found an instance of Heap: give the class, bouton.game\\(Heap\\)"):
        bouton.game(type("Heap", (), {"moves": lambda self, n: []})())
    with pytest.raises(TypeError, match="'strat' does not apply to a game; is 'start' meant?"):
        bouton.game(lambda n: [], strat=5)
    with pytest.raises(TypeError, match="has no moves.*is 'move' meant"):
        bouton.game(type("Other", (), {"move": lambda self, n: []}))
    with pytest.raises(TypeError, match="outcome is a function"):
        bouton.game(lambda n: [], start=1, outcome="win")
    with pytest.raises(bouton.RulesError, match=r"the position \[3\] must be hashable"):
        take.position([3])
    with pytest.raises(bouton.RulesError, match="outcome\\(0\\) must return"):
        bouton.game(lambda n: [n - 1], start=2, outcome=lambda n: None if n else "won").start.solve()
    with pytest.raises(bouton.RulesError, match="every move must lower it"):
        bouton.game(lambda n: [n + 1], start=2, plies_left=lambda n: 7).start.solve()
    with pytest.raises(bouton.InputError, match="no legal move at 7 is called 12"):
        take.position(7).play(12)
    with pytest.raises(bouton.Unfit, match="has no start"):
        bouton.game(lambda n: []).start  # noqa: B018


def test_a_position_that_changes():
    class Heap:
        def __init__(self, n):
            self.n = n

        def __hash__(self):
            return hash(self.n)

        def __eq__(self, other):
            return self.n == other.n

    def moves(heap):
        heap.n -= 1
        return [Heap(heap.n)] if heap.n else []

    with pytest.raises(bouton.RulesError, match="changed the position"):
        bouton.game(moves, start=Heap(5)).start.solve()


def test_positions_that_are_equal_are_one():
    # An int, what equals it and is none, what only looks like it; and strings, tuples, None and all else side by side.
    after = {
        0: [1, True, 1.0, "1", (1,), (True,), ((1,),), None, "", ()],
        1: [frozenset({2}), 2**70],
        (1,): [(1, None), (1, "x"), (1, 0), "x" * 400, "é" * 9, tuple(range(40)), -1, "\udc80"],
        -1: [float(2**70), frozenset({2.0})],
    }
    game = bouton.game(lambda at: after.get(at, []), start=0, labelled=False)
    game.start.solve(solver="retrograde")
    reached, left = {0}, [0]
    while left:
        for to in after.get(left.pop(), []):
            if to not in reached:
                reached.add(to)
                left.append(to)
    assert game.size[0] == len(reached) == 18
    assert game.position(True) != game.position("1") and game.position(1.0).outcome == game.position(1).outcome == "win"
    many = bouton.game(lambda at: [(at[0] - k, at[1], (at[2], "ab"[k % 2] * at[0])) for k in range(1, at[0] + 1)], start=(9, None, ("", "")), labelled=False)
    assert many.start.outcome == "win" and many.size[0] > 100


def test_endless_games_stop_at_limits():
    with pytest.raises(bouton.Stopped) as raised:
        bouton.game(lambda n: [n + 1, n + 2], start=0).start.moves(memory="5M")
    assert raised.value.reason == "memory"
    answer = bouton.game(lambda n: [n + 1, n + 2], start=0).start.solve(time=0.2)
    assert (answer.stopped, answer.outcome) == ("time", None)


def test_rules_that_ask_about_themselves():
    def moves(n):
        return [n - 1] if n and game.position(n - 1).outcome else []

    game = bouton.game(moves, start=3)
    with pytest.raises(bouton.RulesError, match="ask about their own game"):
        game.start.solve()


def test_many_threads():
    game = bouton.game(lambda n: [n - k for k in (1, 2, 3) if k <= n], start=3000)
    with ThreadPoolExecutor(10) as threads:
        found = [*threads.map(lambda n: game.position(n).outcome, range(2990, 3000))]
    assert [n for n, outcome in enumerate(found, 2990) if outcome == "loss"] == [2992, 2996]


def test_python_goes_on_while_rust_works():
    ticks, is_over = 0, threading.Event()

    def tick():
        nonlocal ticks
        while not is_over.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    before = ticks
    bouton.solve("connect:6,8,4", time=1)
    between = ticks - before
    is_over.set()
    thread.join()
    # Held back, it would tick once or twice.
    assert between > 10


def test_pickles_by_name():
    assert pickle.loads(pickle.dumps(take.position(7))) == take.position(7)
    assert pickle.loads(pickle.dumps(take)) is take


def test_a_sound_game_has_no_mistakes():
    for game in (take, TicTacToe, Coins):
        checked = bouton.check(game)
        assert (checked.mistakes, checked.complete) == ((), game is not TicTacToe)


def mistakes(moves, start, **names):
    return " / ".join(bouton.check(bouton.game(moves, start=start, **names)).mistakes)


def test_each_mistake_is_found():
    def some(n):
        return [n - k for k in (1, 2, 3) if k <= n]

    hasty = bouton.check(bouton.game(lambda n: [n - k for k in range(n // 2 + 1)], start=9, plies_left=lambda n: n))
    assert [told.split(":")[0] for told in hasty.mistakes] == [
        "plies_left does not fall with every move, so that play might never end", "the move \"9\" at 9 changes nothing",
    ]  # fmt: skip
    assert "plies_left is -1 at 0" in mistakes(some, 9, plies_left=lambda n: n - 1)
    assert "play is over at the start, 0" in mistakes(some, 0)
    assert "nothing earns any" in mistakes(some, 5, points=True, plies_left=lambda n: n)
    assert "two moves are called alike at 5: x" in mistakes(lambda n: [("x", n - k) for k in (1, 2) if k <= n], 5)
    assert "parse does not undo show: 5 is shown as \"5\", and parse reads that as 6" in mistakes(some, 5, parse=lambda text: int(text) + 1)
    assert "positions change their look" in mistakes(lambda n: ["over"] if n == 5 else [], 5)
    assert "from 5 a move leads to 2.5; `/` makes a number with a fraction, use `//`" in mistakes(lambda n: [n / 2] if n == 5 else [], 5)
    assert "canonical is not settled" in mistakes(some, 5, canonical=lambda n: max(n - 1, 0))
    assert "canonical is unsound" in mistakes(some, 5, canonical=lambda n: n and 1)
    assert "summands are unsound" in mistakes(some, 5, summands=lambda n: [n, 1] if n > 1 else [n])
    assert "must return a list, found int" in mistakes(lambda n: n, 5)
    assert "can come back to 0,0, and a game of points" in mistakes(lambda at: [(1 - at[0], 0)], (0, 0), score=lambda at: None)
    assert "a strategy" in mistakes(some, 5, strategies={"odd": lambda n: 99})
    with pytest.raises(ZeroDivisionError):
        bouton.check(bouton.game(lambda n: [1 // n], start=5))
    checked = bouton.check(bouton.game(lambda n: [], name="nowhere"))
    assert checked.notes[0].startswith("there is no start")
    assert bouton.check(bouton.game(some), 5).positions == 6
    endless = bouton.check(bouton.game(lambda n: [1 - n], start=0))
    assert "play can come back to 0: endless play is a draw" in endless.notes
    assert any("faster solvers serve the game" in note for note in bouton.check(take).notes)
    assert bouton.check(Coins).kind == "a game of points" and len(bouton.check(Coins).line) == 5


def test_check_finds_how_positions_fall_into_parts():
    def dominoes(row):
        return [row[:i] + "##" + row[i + 2 :] for i in range(len(row) - 1) if row[i : i + 2] == ".."]

    def heaps(at):
        return [at[:i] + (k,) + at[i + 1 :] for i in range(len(at)) for k in range(at[i])]

    def three(at):
        one, _, _ = at  # fails for a heap alone
        return [at[:i] + (k,) + at[i + 1 :] for i in range(3) for k in range(at[i])]

    for moves, start, written in [
        (dominoes, "." * 9, 'def summands(position): return [part for part in position.split("#") if part]'),
        (heaps, (2, 3, 4), "def summands(position): return [(item,) for item in position]"),
        (three, (2, 3, 4), None),
    ]:
        names = {}
        if written:
            exec(written, names)
        notes = [note for note in bouton.check(bouton.game(moves, start=start)).notes if "independent parts" in note]
        assert len(notes) == (1 if written else 0)
        if written:
            assert written in notes[0]
            split = bouton.check(bouton.game(moves, start=start, summands=names["summands"]))
            assert (split.mistakes, [note for note in split.notes if "independent" in note]) == ((), [])


def test_i_forgot_a_bound():
    """ "It computed until my machine was full, and check found no mistake." """
    forgot = bouton.game(lambda n: [n - 1, n - 2], start=3, name="forgot")
    checked = bouton.check(forgot)
    note = next(note for note in checked.notes if "is a bound missing?" in note)
    assert note.startswith("numbers become smaller and smaller: after 2,000 moves: -") and "(the line: 3; " in note
    assert checked.mistakes == () and not any("endless play" in note for note in checked.notes)
    for moves, start, grows in (
        (lambda n: [n + 1, 2 * n], 1, "larger"),
        (lambda at: [(at[0] - 1, at[1]), (at[0], at[1] - 1)] if at[0] else [], (2, 3), "smaller"),
        (lambda word: [word + "a", word[1:]] if word else [], "ab", "longer"),
        (lambda at: [(*at, 0), at[1:]] if at else [], (1, 2), "longer"),
    ):
        notes = bouton.check(bouton.game(moves, start=start)).notes
        assert any(grows in note and "is a bound missing?" in note for note in notes), (start, notes)
    ends = bouton.game(lambda n: [n - k for k in (1, 2, 3) if k <= n], start=100_000)
    race = bouton.game(lambda n: [n + k for k in (1, 2, 3) if n + k <= 5000], start=0)
    rounds = bouton.game(lambda n: [(n + 1) % 3000], start=0)
    for game in (ends, race, rounds, take, TicTacToe, Coins):
        assert not any("is a bound missing?" in note for note in bouton.check(game).notes), game
    # What stops at a limit names what it saw.
    answer = forgot.start.solve(memory="5M")
    assert answer.stopped == "memory" and "numbers went down to -" in answer.why
    assert "from 3: is a bound missing? `bouton.check(game)`" in answer.why
    for ask in (lambda: forgot.start.moves(memory="5M"), lambda: bouton.solve(forgot, memory="5M").stopped and forgot.position(3).moves(memory="5M")):
        with pytest.raises(bouton.Stopped, match="is a bound missing"):
            ask()


def test_rules_of_ones_own_have_limits(capsys):
    def slow(n):
        time.sleep(0.05)
        return [n - 1] if n else []

    slowly = bouton.game(slow, start=40)
    assert slowly.start.outcome == "loss"
    said = capsys.readouterr().err
    assert said.startswith("bouton: ") and "at most 2.0 GB" in said and 'memory="8G" gives more' in said and said.count("\n") == 1
    bouton.solve(bouton.game(slow, start=40), progress=False)
    assert capsys.readouterr().err == ""
    heard = []
    bouton.solve(bouton.game(slow, start=40), progress=lambda done, total: heard.append(done))
    assert capsys.readouterr().err == "" and heard


def test_a_start_given_with_a_class():
    """ "`@bouton.game(start=21)` works on a function, on a class it says that the class takes no arguments." """

    @bouton.game(start=21, last="loses")
    class Take:
        start = 5

        def moves(self, n):
            return [n - k for k in (1, 2, 3) if k <= n]

    assert Take.start.at == 21 and Take.start.outcome == "loss" and Take.position(22).outcome == "win"

    assert bouton.game(row=[2, 9, 2])(Row).start.margin == -5
    with pytest.raises(TypeError, match="'rwo' does not apply to a game; is 'row' meant?"):
        bouton.game(rwo=[1])(type("Other", (), {"__init__": lambda self, row: None, "moves": lambda self, n: []}))
    with pytest.raises(TypeError, match="'strat' does not apply to a game; is 'start' meant?"):
        bouton.game(strat=5)(lambda n: [])


def test_names_that_are_nearly_names():
    slow = bouton.game(type("Slow", (), {"start": 5, "moves": lambda self, n: [n - 1] if n else [], "plies_lef": lambda self, n: n}))
    assert "plies_lef means nothing to the program; is plies_left meant?" in bouton.check(slow).notes


def test_what_left_and_right_are_checked_for():
    def moves(strip, n):
        return [strip[:i] + "#" * n + strip[i + n :] for i in range(len(strip)) if strip[i : i + n] == "." * n]

    sides = {"left": lambda self, strip: moves(strip, 1), "right": lambda self, strip: moves(strip, 2)}
    strip = bouton.game(type("Strip", (), {"start": "...", **sides, "plies_left": lambda self, at: at.count("."), "negative": lambda self, at: at}))
    assert any("negative is unsound" in mistake for mistake in bouton.check(strip).mistakes)


@bouton.game
class Rest:
    """Left takes 1 or 4 tokens, Right 2 or 3; a player who cannot take leaves the rest to the other."""

    start = 10

    def left(self, n):
        return [(f"take {k}", n - k, k) for k in (1, 4) if k <= n]

    def right(self, n):
        return [(f"take {k}", n - k, k) for k in (2, 3) if k <= n]

    def score(self, n):
        return (-n, n)


def test_left_and_right_with_points():
    @cache
    def score(n, begins):
        sign, steps = ((1, (1, 4)), (-1, (2, 3)))[begins]
        scores = [score(n - k, 1 - begins) + sign * k for k in steps if k <= n]
        return (max if begins == 0 else min)(scores, default=(-n, n)[begins])

    for n in range(30):
        answer = Rest.position(n).solve()
        assert answer.scores == (score(n, 0), score(n, 1))
        assert answer.margin == score(n, 0)
        assert bouton.solve(Rest, n, right=True).margin == -score(n, 1)
    assert [Rest.position(n).answer.class_ for n in range(5)] == ["T", "L", "N", "R", "N"]
    assert Rest.start.moves().moves[0].margin == Rest.start.margin
    assert bouton.check(Rest).mistakes == ()
    assert bouton.compare(Rest, 4, 4).relation == "="
    assert bouton.compare(Rest, 1, 0).relation == ">"
    assert bouton.solve("nim", "3").scores is None


def test_what_does_not_go_with_points_of_left_and_right():
    def sided(**parts):
        named = {"left": Rest.parts["left"], "right": Rest.parts["right"], **parts}
        held = {name: staticmethod(part) if callable(part) else part for name, part in named.items()}
        return bouton.game(type("Sided", (), held))

    with pytest.raises(TypeError, match="negative needs a game in which the last to move wins"):
        sided(points=True, negative=lambda n: n)
    with pytest.raises(TypeError, match="turn goes with moves only, not with left and right"):
        sided(points=True, turn=lambda a, b: "same")
    with pytest.raises(TypeError, match="last = 'loses' goes with moves only"):
        sided(points=True, last="loses")
    with pytest.raises(bouton.RulesError, match="lists a move that earns 1, but this is no game of points"):
        sided(start=5).start.solve()
    for wrong in (None, "win", (1, 2, 3), (0, None), 1 << 40):
        with pytest.raises(bouton.RulesError, match="must return Left's points minus Right's"):
            sided(score=lambda n: wrong, start=5).start.solve()
    with pytest.raises(bouton.Unfit, match="no misère form"):
        bouton.solve(Rest, 5, misere=True)
    with pytest.raises(bouton.Unfit, match="either player to move"):
        bouton.compare(Rest.played(right=True), 5, 4)
    with pytest.raises(bouton.Unfit, match="no game of points of Left and Right"):
        bouton.compare("nim", "3", "4")
    merit = sided(left=lambda n: [], right=lambda n: [("take", 0, n)] if n else [], points=True)
    with pytest.raises(bouton.Unfit, match="at 3 a player gains by being unable to move"):
        bouton.compare(merit, 3, 0)
