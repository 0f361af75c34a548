"""Every option over every way to name a game: the answer is the same, or it is refused."""

from __future__ import annotations

import inspect
import pickle
import re
from pathlib import Path

import pytest

import bouton
from bouton import child

AIMS = Path(__file__).parents[3] / "testdata" / "kif" / "breakthrough_2x4.kif"
TAKE = "start = 5\ndef moves(n): return [n - k for k in (1, 2, 3) if k <= n]\ndef plies_left(n): return n\n"
LOSES = TAKE + 'last = "loses"\n'
GRAPH = "".join(
    '{"id":"%d","to":[%s]}\n' % (n, ",".join('["%d","%d"]' % (k, n - k) for k in (1, 2, 3) if k <= n)) for n in range(5, -1, -1)
)
ROW = "start = 4\ndef left(n): return []\ndef right(n): return [n - 2] if n > 1 else []\ndef plies_left(n): return n\n"


@bouton.game(start=5)
def take(n):
    return [n - k for k in (1, 2, 3) if k <= n]


@bouton.game(start=5, last="loses", name="avoid")
def avoid(n):
    return [n - k for k in (1, 2, 3) if k <= n]


Take = bouton.game(type("Take", (), {"start": 5, "moves": lambda self, n: [n - k for k in (1, 2, 3) if k <= n], "plies_left": lambda self, n: n}))
# Right has dominoes for a row of four; Left has none.
SIDES = {"left": lambda self, n: [], "right": lambda self, n: [n - 2] if n > 1 else []}
Row = bouton.game(type("Row", (), {"start": 4, **SIDES, "plies_left": lambda self, n: n}))


@bouton.game(start=4, points=True)
def points(n):
    return [("one", n - 1, 1)] if n else []


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("forms")
    for name, text in (("take.star", TAKE), ("loses.star", LOSES), ("take.jsonl", GRAPH), ("row.star", ROW)):
        (folder / name).write_text(text)
    return folder


# One to three from five: a game, a position, and whether its own rules say that the last to move loses.
WAYS = {
    "name": lambda folder: ("subtraction:1,2,3", "5", False),
    "object": lambda folder: (bouton.game("subtraction:1,2,3"), "5", False),
    "position": lambda folder: (bouton.game("subtraction:1,2,3"), bouton.game("subtraction:1,2,3").position("5"), False),
    "sum": lambda folder: ("sum", "subtraction:1,2,3 5 + nim 0", False),
    "object of a sum": lambda folder: (bouton.game("subtraction:1,2,3 5 + nim 0"), None, False),
    "rule file": lambda folder: (str(folder / "take.star"), "5", False),
    "object of a rule file": lambda folder: (bouton.game(str(folder / "take.star")), "5", False),
    "rule file where the last loses": lambda folder: (bouton.game(str(folder / "loses.star")), "5", True),
    "graph": lambda folder: (str(folder / "take.jsonl"), "5", False),
    "object of a graph": lambda folder: (bouton.game(str(folder / "take.jsonl")), None, False),
    "function": lambda folder: (take, 5, False),
    "position of a function": lambda folder: (take, take.position(5), False),
    "function where the last loses": lambda folder: (avoid, 5, True),
    "class": lambda folder: (Take, None, False),
}

# What is asked beside the game, and whether it can be heeded: who plays for the last move, and what solves it.
OPTIONS = [
    ({}, True),
    ({"misere": True}, True),
    ({"right": True}, False),
    ({"solver": "memo"}, True),
    ({"solver": "memo", "misere": True}, True),
    ({"solver": "no-such"}, False),
]


def expected(misere: bool, loses: bool) -> str:
    """Who wins from five: to take the last is to leave multiples of four, to avoid it is to leave one more."""
    return "loss" if misere != loses else "win"


@pytest.mark.parametrize("way", WAYS)
def test_the_same_answer_or_a_refusal(way, files):
    game, position, loses = WAYS[way](files)
    answered = 0
    for options, can_be_heeded in OPTIONS:
        for ask, outcome in ((bouton.solve, lambda answer: answer.outcome), (bouton.moves, lambda answer: list(answer)[0].outcome)):
            try:
                found = outcome(ask(game, position, **options))
            except bouton.Error:
                continue
            assert can_be_heeded, (way, options)
            assert found == expected(options.get("misere", False), loses), (way, options)
            answered += 1
    assert answered >= 4


@pytest.mark.parametrize("way", WAYS)
def test_lists_are_of_the_form_that_is_asked_for(way, files):
    game, _, loses = WAYS[way](files)
    for misere in (False, True):
        try:
            lost = [row.position for row in bouton.losing(game, 9, misere=misere)]
            first = bouton.values(game, 1, misere=misere).array.tolist()[0]
        except bouton.Error:
            continue
        start = 1 if misere != loses else 0
        assert [int(at) for at in lost] == list(range(start, 10, 4)), (way, misere)
        assert first == ("win" if start else "loss"), (way, misere)


@pytest.mark.parametrize("way", WAYS)
def test_every_question_hears_of_the_form(way, files):
    game, position, loses = WAYS[way](files)
    for misere in (False, True):
        try:
            counted = bouton.analyze(game, position, misere=misere)
            reviewed = bouton.review(game, position, [], misere=misere)
        except bouton.Error:
            continue
        # Of 0 to 5 two are lost either way: 0 and 4, or 1 and 5.
        assert counted.positions >= 6 and reviewed.line == ()
        ended = counted.by_remoteness[0]
        is_lost = misere == loses
        assert (ended.loss > 0) == is_lost, (way, misere)


RIGHT = {
    "name": lambda folder: ("domineering", "...."),
    "object": lambda folder: (bouton.game("domineering"), "...."),
    "rule file": lambda folder: (str(folder / "row.star"), "4"),
    "object of a rule file": lambda folder: (bouton.game(str(folder / "row.star")), "4"),
    "class": lambda folder: (Row, None),
    "position of a class": lambda folder: (Row, Row.position(4)),
}


@pytest.mark.parametrize("way", RIGHT)
def test_right_moves_first_where_that_is_asked_for(way, files):
    game, position = RIGHT[way](files)
    assert bouton.solve(game, position).outcome == "loss"
    assert bouton.solve(game, position, right=True).outcome == "win"
    assert len(bouton.moves(game, position, right=True)) > 0 == len(bouton.moves(game, position))
    assert bouton.solve(game, position, misere=True).outcome == "win"


def test_a_position_after_a_move_says_who_moves_there():
    first = bouton.game("domineering", right=True).position("....")
    after = first.play(first.best[0])
    assert after.outcome == "loss" and after.game.form == (False, False)
    first = Row.played(right=True).position(4)
    after = first.play(2)
    assert (first.outcome, after.outcome, after.right) == ("win", "loss", False)


def test_forms_of_a_game():
    plain = bouton.game("nim")
    assert plain.played(misere=True) is plain.played(misere=True) and plain.played() is plain
    assert plain.played(misere=True) == bouton.game("nim", misere=True)
    assert plain.played(misere=True).position("1,1,1").outcome == "loss"
    assert bouton.game("nim", misere=True).played().form == (True, False)
    turned = take.played(misere=True)
    assert (turned.misere, avoid.played(misere=True).misere, take.misere) == (True, False, False)
    assert turned.position(5).outcome == "loss" and turned.start.outcome == "loss" and take.start.outcome == "win"
    assert repr(turned) == "take.played(misere=True)"
    assert pickle.loads(pickle.dumps(turned)) is turned
    with pytest.raises(bouton.Unfit, match="no misère form: misere=True"):
        bouton.solve(points, misere=True)
    with pytest.raises(bouton.Unfit, match="right"):
        bouton.solve(take, right=True)


def test_a_position_of_another_game_is_refused():
    with pytest.raises(bouton.InputError, match="position: expected one of"):
        bouton.solve("nim", bouton.game("wythoff").position("1,2"))
    with pytest.raises(bouton.InputError, match="position: expected one of"):
        bouton.solve(take, Take.position(5))
    at = bouton.game("nim", misere=True).position("1,1,1")
    assert bouton.solve("nim", at).outcome == "loss"


def test_questions_about_no_position_refuse_what_means_nothing():
    kayles = bouton.game("kayles", misere=True)
    assert bouton.sequence(kayles, 9).misere and bouton.sequence("kayles", 9, misere=True).misere
    assert bouton.quotient(kayles, 9).order == bouton.quotient("kayles", 9).order
    assert bouton.law(bouton.game("nim", misere=True)).mode == "misere"
    right = bouton.game("kayles", right=True)
    for ask in (bouton.sequence, bouton.quotient, bouton.law, bouton.check):
        with pytest.raises(bouton.Unfit, match="right=True"):
            ask(right)
    with pytest.raises(bouton.Unfit, match="misere=True"):
        bouton.check(take.played(misere=True))


def test_a_game_of_ones_own_does_not_pass_for_one_by_its_name():
    @bouton.game(start=3)
    def kayles(n):
        return [n - 1] if n else []

    for ask in (bouton.sequence, bouton.quotient, bouton.law, lambda game: bouton.find(game, "loss")):
        with pytest.raises(bouton.Unfit, match="your own game"):
            ask(kayles)


LONG = "ж" * 1_000_000
WORDS = "ж " * 500_000


@pytest.mark.parametrize("given", [LONG, WORDS])
def test_a_refusal_repeats_little(given):
    for ask in (
        lambda: bouton.solve(given),
        lambda: bouton.solve("nim", given),
        lambda: bouton.solve("nim", "3", solver=given),
        lambda: bouton.solve("nim", "3", time=given),
        lambda: bouton.solve("nim", "3", memory=given),
        lambda: bouton.solve("sum", given),
        lambda: bouton.solve("nim 3 + " + given),
        lambda: bouton.moves(bouton.game("tic-tac-toe"), given),
        lambda: bouton.find("nim", given, up_to=3),
        lambda: bouton.calc(given),
        lambda: bouton.sequence(given),
        lambda: bouton.quotient(given),
        lambda: bouton.refute("row-ends", given),
        lambda: bouton.review("nim", "3", [given]),
        lambda: bouton.values("nim", 3, kind=given),
        lambda: bouton.game("nim").position("3").play(given),
        lambda: bouton.game("nim").position("3").draw(given),
        lambda: take.position(5).play(given),
        lambda: take.read(given),
        lambda: take.position([given]),
    ):
        with pytest.raises((bouton.Error, ValueError, TypeError)) as caught:
            ask()
        assert str(caught.value).count("ж") <= 200


def test_the_program_and_the_module_say_the_same(files):
    for name in ("take.star", "loses.star", "take.jsonl"):
        path = str(files / name)
        for misere in (False, True):
            code, out, _ = child.run(["solve", path, *["--misere"] * misere])
            outcome = out.split()[0].strip(":,")
            assert code == 0 and outcome in ("win", "loss")
            assert bouton.solve(bouton.game(path), misere=misere).outcome == outcome


#: Options of commands that a function has by another name, as another function, or not at all: files and pages that a command writes.
TERMINAL = {
    "": {"json", "csv", "help", "fields", "lines", "aim"},  # `game` has the aim, and an answer all its fields.
    "losing": {"right"}, "values": {"right"}, "refute": {"right"}, "value": {"right", "sizes", "show", "bidding"},
    "compare": {"misere", "right"}, "tabulate": {"output"}, "census": {"misere"},
    "sequence": {"values", "solver", "stream", "output", "checkpoint", "interval"}, "law": {"sweep", "seed", "svg", "scatter"},
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name in bouton.__all__ if hasattr(getattr(bouton, name), "__signature__")])
def test_a_function_has_the_options_of_its_command(name):
    if name == "bidding":
        return
    code, out, _ = child.run([name, "--help"])
    assert code == 0
    options = {option.replace("-", "_") for option in re.findall(r"^ +(?:-\w, )?--([a-z-]+)", out, re.MULTILINE)}
    missing = options - set(inspect.signature(getattr(bouton, name)).parameters) - TERMINAL[""]
    assert missing == TERMINAL.get(name, set())


def test_the_aim_of_a_game_that_is_not_zero_sum():
    path = str(AIMS)
    more, own = (bouton.game(path, aim=aim) for aim in ("more", "own"))
    assert more != own and pickle.loads(pickle.dumps(own)) == own and repr(own).endswith("aim='own')")
    assert [bouton.solve(game).outcome for game in (more, own)] == [child_outcome(path, aim) for aim in ("more", "own")]
    assert own.played(right=False).aim == "own"
    with pytest.raises(bouton.InputError, match="aim: expected one of more, own, found"):
        bouton.solve(bouton.game(path, aim="all"))


def child_outcome(path, aim):
    return child.ask("solve", path, aim=aim)["outcome"]
