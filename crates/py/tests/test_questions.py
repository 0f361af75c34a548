"""Built-in games: each function, its limits and its errors, against the command line."""

from __future__ import annotations

import dataclasses
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy
import pytest

import bouton
from bouton import answers, child

ROOT = Path(__file__).parents[3]
SUBTRACTION = str(ROOT / "docs" / "subtraction.star")
THIEF = str(ROOT / "docs" / "thief.game")
LASKER = str(ROOT / "examples" / "laskers-nim.star")

SAME = [
    (lambda: bouton.solve("wythoff", "75,90"), ["solve", "wythoff", "75,90"]),
    (lambda: bouton.solve("row-ends", "4,5,3,1,2"), ["solve", "row-ends", "4,5,3,1,2"]),
    (lambda: bouton.solve("domineering", ".../...", right=True), ["solve", "domineering", ".../... R"]),
    (lambda: bouton.moves("nim", "3,4,5"), ["moves", "nim", "3,4,5"]),
    (lambda: bouton.losing("wythoff", 20), ["losing", "wythoff", "--up-to", "20"]),
    (lambda: bouton.losing("wythoff", total=(5, 9)), ["losing", "wythoff", "--total", "5..9"]),
    (lambda: bouton.values("wythoff", 6), ["values", "wythoff", "--up-to", "6"]),
    (lambda: bouton.values("kayles", 20, kind="grundy"), ["values", "kayles", "--up-to", "20", "--kind", "grundy"]),
    (lambda: bouton.sequence("kayles", 200), ["sequence", "kayles", "--heaps", "200", "--values"]),
    (lambda: bouton.sequence("partizan-subtraction:1/2", 9), ["sequence", "partizan-subtraction:1/2", "--heaps", "9", "--values"]),
    (lambda: bouton.refute("row-ends", "larger-end"), ["refute", "row-ends", "larger-end"]),
    # A game without a usual start.
    (lambda: bouton.refute("expression", "hotstrat"), ["refute", "expression", "hotstrat"]),
    (lambda: bouton.review("nim", "3,5", ["0,5", "0,0"]), ["review", "nim", "3,5", "0,5", "0,0"]),
    (lambda: bouton.analyze("tic-tac-toe"), ["analyze", "tic-tac-toe"]),
    (lambda: bouton.value("domineering", "../.."), ["value", "domineering", "../.."]),
    (lambda: bouton.value("nim", [3, 4], misere=True), ["value", "nim", "3,4", "--misere"]),
    (lambda: bouton.bidding("domineering", "../.."), ["value", "domineering", "../..", "--bidding"]),
    (lambda: bouton.solve("top-entails", "3,5"), ["solve", "top-entails", "3,5"]),
    (lambda: bouton.calc("{2|-1/2} + 1"), ["calc", "{2|-1/2} + 1"]),
    (lambda: bouton.quotient("kayles", 60), ["quotient", "kayles", "--heaps", "60"]),
    (lambda: bouton.quotient("kayles", position="7"), ["quotient", "kayles", "7"]),
    (lambda: bouton.quotient("cram", position=".../.#."), ["quotient", "cram", ".../.#."]),
    (lambda: bouton.quotient(LASKER, 5, position="9"), ["quotient", LASKER, "9", "--heaps", "5"]),
    (lambda: bouton.find("nim", "loss", up_to=4, piles=2), ["find", "nim", "--where", "loss", "--up-to", "4", "--piles", "2"]),
    (lambda: bouton.atlas("^", ["clobber:1,1..4", "domineering:1..2,1..2"]), ["atlas", "^", "clobber:1,1..4", "domineering:1..2,1..2"]),
    (lambda: bouton.losing(THIEF, 20), ["losing", THIEF, "--up-to", "20"]),
    (lambda: bouton.ask("wythoff", "A a: E b: P(a,b)"), ["ask", "wythoff", "A a: E b: P(a,b)"]),
    (lambda: bouton.law("clobber", "X^n O"), ["law", "clobber", "X^n O"]),
    (lambda: bouton.ask("clobber", "A n: value(n) > 0", pattern="X^n O"), ["ask", "clobber", "X^n O", "A n: value(n) > 0"]),
    (lambda: bouton.check(SUBTRACTION), ["check", SUBTRACTION]),
    (lambda: bouton.solve(SUBTRACTION, "7"), ["solve", SUBTRACTION, "7"]),
    (lambda: bouton.losing(SUBTRACTION, 9), ["losing", SUBTRACTION, "--up-to", "9"]),
]


def test_an_error_of_a_command_has_its_parts():
    with pytest.raises(bouton.InputError) as caught:
        bouton.ask("wythoff", "a + = b")
    error = caught.value
    assert (error.where["what"], error.where["from"], error.expected) == ("formula", 4, "a number or a name")
    assert not str(error).count("{")


def test_a_table_of_a_proved_law_says_so():
    found = bouton.losing(THIEF, 20)
    assert (found.proof, found.solver) == ("proved", "law") and "proved for all sizes" in found.why
    searched = bouton.losing(THIEF, 20, solver="memo")
    assert (searched.solver, searched.why) == ("memo", None) and searched.positions == found.positions
    assert bouton.values(THIEF, 20).why == found.why and bouton.losing("nim", 20).solver == "closed-form"


def test_the_certificate_of_a_quotient(tmp_path):
    path = tmp_path / "cram.quotient"
    found = bouton.quotient("cram", position=".../...", certificate=path)
    assert found.start == ".../..." and len(found.parts) == found.heaps + 1
    assert bouton.verify(path).valid


def test_the_values_of_a_family_of_positions(tmp_path):
    path = tmp_path / "toads.family"
    found = bouton.law("toads-and-frogs", "t^a . . f", certificate=path)
    assert [str(case) for case in found.cases] == ["a = 0: -2", "a >= 1: a - 1"]
    assert (found.why, found.stopped) == (None, None) and bouton.verify(path).valid
    assert "toads-and-frogs: t^a . . f, a from 0 to 5" in found.draw(5)
    with pytest.raises(bouton.InputError, match="up to exponent 40"):
        found.draw(41)
    assert found.steps is None
    told = bouton.law("toads-and-frogs", "t^a . . f", explain=True).steps
    assert told[0].startswith("Lemma 1: ") and any("Left's option of the value" in line for line in told)
    # J. Erickson, New Toads and Frogs results (1996).
    erickson = bouton.law("toads-and-frogs", "t^a . f^b")
    assert str(erickson.cases[-1]) == "b >= 2, a >= 2: *"
    open_end = bouton.law("hackenbush", "g^n")
    assert open_end.cases == () and "were not proved" in open_end.why and open_end.stopped is None
    late = bouton.law("toads-and-frogs", "t^a . t^b . t^c . f", time=0.001)
    assert late.cases == () and late.stopped == "time"
    with pytest.raises(bouton.InputError, match="expected letters of clobber"):
        bouton.law("clobber", "t^n")
    with pytest.raises(bouton.Unfit, match="do not apply to the values of a pattern"):
        bouton.law("clobber", "X^n O", misere=True)


@pytest.mark.parametrize(("ask", "command"), SAME, ids=[" ".join(command[:2]) for _, command in SAME])
def test_the_same_as_the_command_line(ask, command):
    answer = ask()
    code, out, said = child.run([*command, "--json"])
    assert code in (0, 4), said
    told, here = json.loads(out), answer.to_dict()
    for fields in (told, here):
        fields.pop("seconds", None)
        fields.pop("visited", None)
        fields.pop("bytes", None)
    assert here == told
    # And it is a value: it comes through a pickle, has a hash and a look.
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and hash(again) == hash(answer)
    assert repr(answer).startswith(type(answer).__name__) and "<table" in answer._repr_html_()


NATURAL = [
    ("nim", [3, 4, 5], "3,4,5"),
    ("nim", (3, 4, 5), "3,4,5"),
    ("wythoff", (3, 5), "3,5"),
    ("kayles", 12, "12"),
    ("row-ends", [4, 5, 3], "4,5,3"),
    ("nim", numpy.array([3, 4, 5]), "3,4,5"),
    ("nim", [numpy.int64(3), numpy.uint8(4)], "3,4"),
    ("kayles", numpy.int32(12), "12"),
    ("nim", range(3, 6), "3,4,5"),
    ("tic-tac-toe", ["X.O", "...", "..."], "X.O/.../..."),
    ("tic-tac-toe", numpy.array([["X", ".", "O"], [".", ".", "."], [".", ".", "."]]), "X.O/.../..."),
    ("two-values", [[1, 3], [2, 1]], "1,3/2,1"),
    ("kalah:2,2", ([2, 2], [2, 2]), "2,2/2,2"),
    ("connect:4,4,4", [1, 2, 1], "121"),
    (SUBTRACTION, 7, "7"),
    (LASKER, [9], "9"),
]


@pytest.mark.parametrize(("game", "position", "text"), NATURAL, ids=[f"{Path(game).name} {at!r}" for game, at, _ in NATURAL])
def test_i_gave_it_the_numbers(game, position, text):
    """ "I gave it the heaps as a list, as I would to anything else." """
    assert bouton.solve(game, position) == bouton.solve(game, text)
    assert bouton.moves(game, position).moves == bouton.moves(game, text).moves
    assert bouton.game(game).position(position).outcome == bouton.game(game).position(text).outcome
    assert "<svg" in bouton.game(game).position(position).draw()
    first = bouton.moves(game, text)[0].move
    assert bouton.review(game, position, [first]).line == bouton.review(game, text, [first]).line


def test_every_function_takes_numbers():
    assert bouton.analyze("chomp:2,3", [3, 3]) == bouton.analyze("chomp:2,3", "3,3")
    assert bouton.value("domineering", ["..", ".."]).value == "+-1"
    assert bouton.find("nim", "loss", [1, 2]).positions == bouton.find("nim", "loss", "1,2").positions
    assert bouton.quotient("kayles", position=7) == bouton.quotient("kayles", position="7")
    assert bouton.check(SUBTRACTION, 7) == bouton.check(SUBTRACTION, "7")
    nim = bouton.game("nim")
    assert nim.position([3, 4]) == nim.position("3,4") == nim.position(nim.position("3,4"))
    pairs = bouton.game(lambda at: [(at[0] - 1, at[1])] if at[0] else [], start=(3, 4))
    assert pairs.position([2, 4]) == pairs.position(numpy.array([2, 4])) == pairs.position((2, 4))
    assert bouton.solve(pairs, [2, 4]).outcome == "loss"


@pytest.mark.parametrize(
    ("game", "position", "form"),
    [
        ("nim", [3, 1.5], "heap sizes, like 3,4,5"),
        ("nim", ["three"], "heap sizes, like 3,4,5"),
        ("wythoff", [1, 2, 3], 'two heap sizes, such as "75,90"'),
        ("wythoff", 5, "two heap sizes"),
        ("nim", True, "heap sizes"),
        ("nim", {"a": 3}, "heap sizes"),
        ("tic-tac-toe", [1, 2, 3], "rows from the top, X.O/.../..."),
        ("tic-tac-toe", ["X.O"], "rows from the top"),
        ("nim", numpy.array([0.5]), "heap sizes"),
        (SUBTRACTION, ["a", "b"], "like that of the start, '21'"),
        (str(ROOT / "docs" / "tic-tac-toe.star"), ["X.O", "...", "..."], "'.........'"),
    ],
)
def test_what_does_not_fit_shows_the_text_form(game, position, form):
    with pytest.raises(bouton.InputError) as raised:
        bouton.solve(game, position)
    assert form in str(raised.value) and "has no position" in str(raised.value)


def test_equal_answers_are_equal():
    """ "I asked the same twice and the answers were not equal." """
    for _, (ask, _command) in zip(range(17), SAME, strict=False):
        assert ask() == ask() and hash(ask()) == hash(ask())
    first, second = bouton.solve("nim", "3,4,5"), bouton.solve("nim", "3,4,5")
    assert first == second and len({first, second}) == 1
    slower = answers.Answer.of({**first.to_dict(), "seconds": 9.5, "visited": 12})
    assert slower == first and hash(slower) == hash(first) and slower.seconds == 9.5
    assert first != bouton.solve("nim", "3,4,6") and first != answers.Answer.of({**first.to_dict(), "outcome": "loss"})
    all_of_them = bouton.solve("nim", "3,4", solver="all")
    assert all_of_them == bouton.solve("nim", "3,4", solver="all")


def test_all_solvers():
    """ "On the command line `--solver all` works, here it says that there is no such solver." """
    code, out, said = child.run(["solve", "wythoff", "3,5", "--solver", "all", "--json"])
    assert code == 0, said
    told = [answers.Answer.of(json.loads(line)) for line in out.splitlines()]
    found = bouton.solve("wythoff", "3,5", solver="all")
    assert isinstance(found, answers.Comparison) and list(found) == told and len(found) > 3
    assert found.disagreement is None and found == bouton.game("wythoff").position([3, 5]).solve(solver="all")
    assert set(found.to_pandas().outcome) == {"loss"} and "<table" in found._repr_html_()
    assert bouton.solve("nim", "1,1,1", solver="all", misere=True)[0].outcome == "loss"
    of_file = bouton.solve(SUBTRACTION, 7, solver="all")
    assert len(of_file) > 1 and {row.outcome for row in of_file} == {"win"}
    own = bouton.game(lambda n: [n - k for k in (1, 2, 3) if k <= n], start=21, plies_left=lambda n: n)
    assert {row.outcome for row in bouton.solve(own, solver="all")} == {"win"} and len(own.position(8).solve(solver="all")) > 2


def test_a_review_from_the_usual_start():
    line = ["a1", "b1", "b2", "c1"]
    reviewed = bouton.review("tic-tac-toe", line)
    assert reviewed == bouton.review("tic-tac-toe", None, line) == bouton.review("tic-tac-toe", ".../.../...", line)


def test_positions_are_values():
    at = bouton.game("wythoff").position("75,90")
    assert at == bouton.game("wythoff").position(" 75, 90") and len({at, bouton.game("wythoff").position("75,90")}) == 1
    assert (at.outcome, at.best[1].move) == ("win", "take 44 from the second")
    assert str(at.play(at.best[0])) == "24,39" and at.play("24,39").outcome == "loss"
    assert pickle.loads(pickle.dumps(at)) == at
    assert bouton.game("row-ends").position("2,9").margin == 7
    assert bouton.game("nim", misere=True).position("1,1,1").outcome == "loss"
    assert bouton.game("domineering").position("../..").value.class_ == "N"
    assert bouton.game("nim").position("36893488147419103232,1").outcome == "win"


def test_a_rule_file_is_a_game_too():
    game = bouton.game(SUBTRACTION)
    assert (game.start.at, game.position("7").outcome, game.position("7").play("4").outcome) == ("21", "win", "loss")
    assert "<svg" in game.position("5").draw("graph")
    with pytest.raises(bouton.RulesError, match="cannot be read"):
        bouton.solve("missing.star", "7")


def test_i_asked_for_a_dark_picture_of_my_own_rules():
    for game in ("nim", SUBTRACTION):
        at = bouton.game(game).position("3")
        dark, light = (str(at.draw(theme=theme)) for theme in ("dark", "light"))
        assert dark != light and "prefers-color-scheme" not in dark + light
        for wrong in ({"theme": "drak"}, {"levels": "plies"}):
            with pytest.raises(bouton.InputError, match="expected one of"):
                at.draw(**wrong)


def test_arrays():
    values = bouton.sequence("kayles", 20_000).values
    assert isinstance(values, numpy.ndarray) and values.dtype == numpy.uint64 and len(values) == 20_001
    assert values.base is not None or values.flags.owndata is False
    assert bouton.values("wythoff", 4).array.shape == (5, 5)


def test_every_list_is_a_data_frame():
    polars, pandas, pyarrow = (pytest.importorskip(name) for name in ("polars", "pandas", "pyarrow"))
    lists = {
        bouton.moves("nim", "3,4"): 7,
        bouton.losing("nim", 2, piles=2): 3,
        bouton.values("wythoff", 2): 9,
        bouton.find("nim", "loss", up_to=2, piles=2): 3,
        bouton.atlas("^", ["clobber:1,1..4"]): 1,
        bouton.bidding("domineering", "../.."): 4,
        bouton.review("tic-tac-toe", ["a1", "b1"]): 2,
        bouton.analyze("tic-tac-toe"): 10,
        bouton.sequence("kayles", 9): 10,
        bouton.sequence("kayles", 9, misere=True): 10,
        bouton.sequence("partizan-subtraction:1/2", 9): 10,
        bouton.check(bouton.game(lambda n: n - 1, start=3)): 1,
        bouton.solve("wythoff", "3,5", solver="all"): None,
    }
    for answer, rows in lists.items():
        assert len(answer.to_polars()) == len(answer.to_pandas()) == (rows or len(answer)), answer
        assert isinstance(answer.to_polars(), polars.DataFrame) and isinstance(answer.to_pandas(), pandas.DataFrame)
        assert isinstance(answer.to_arrow(), pyarrow.Table) and answer.to_arrow().num_rows == len(answer.to_pandas())


def test_only_a_claim_is_true_or_false(tmp_path):
    """ "if bouton.solve(…): was always true." """
    assert bouton.ask("wythoff", "A a: E b: P(a,b)") and not bouton.ask("wythoff", "A a: E b: P(a,b) & b < a")
    assert int(bouton.ask("wythoff", "P(a,b)", count=7).count) == 7
    assert bouton.calc("^ > 0") and not bouton.calc("^ < 0")
    path = tmp_path / "wythoff.law"
    assert bouton.law("wythoff", certificate=path).law is not None
    assert bouton.verify(path)
    # Another game's rules with the same law.
    path.write_text(path.read_text().replace("1 <= k <= a", "2 <= k <= a"))
    assert not bouton.verify(path)
    for answer, asked in (
        (bouton.solve("nim", "3"), 'outcome == "win"'),
        (bouton.moves("nim", "0"), "len(…) > 0"),
        (bouton.check(SUBTRACTION), "len(…) > 0"),
        (bouton.ask("wythoff", "P(a,b)"), "examples"),
        (bouton.calc("^"), "value"),
        (bouton.value("domineering", "../.."), "one of its fields"),
        (bouton.law("wythoff"), "law is not None"),
        (bouton.refute("row-ends", "larger-end"), "refuted"),
    ):
        with pytest.raises(TypeError, match=rf"{type(answer).__name__} is no claim.*: ask for .*{re.escape(asked)}"):
            bool(answer)
    # A part of an answer is there, or it is None.
    assert bouton.solve("nim", "3").preferred and not bouton.solve("nim", "0").preferred


def test_answers_are_frozen_dataclasses():
    answer = bouton.solve("nim", "3")
    assert "outcome" in {field.name for field in dataclasses.fields(answer)}
    with pytest.raises(AttributeError):
        answer.outcome = "loss"
    with pytest.raises(AttributeError, match="outcom"):
        answer.outcom  # noqa: B018


def test_polars_takes_answers_as_they_are():
    polars = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    moves = polars.DataFrame(bouton.moves("nim", "3,4"))
    assert moves.shape == (7, len(moves.columns)) and moves.filter(polars.col("best"))["to"].to_list() == ["3,3"]
    assert polars.DataFrame(bouton.losing("nim", 2, piles=2))["position"].to_list() == ["0,0", "1,1", "2,2"]
    grid = polars.DataFrame(bouton.values("wythoff", 2))
    lost = grid.filter(polars.col("outcome") == "loss")
    assert lost.select("first", "second").rows() == [(0, 0), (1, 2), (2, 1)]
    assert polars.DataFrame(bouton.find("nim", "loss", up_to=2, piles=2))["position"].to_list() == ["0,0", "1,1", "2,2"]
    census = polars.DataFrame(bouton.census("octal", digits=1, heaps=100))
    assert census.height > 7 and "0.1" in census["code"]


def test_a_census(tmp_path):
    rows = bouton.census("octal", digits=1, heaps=100, output=tmp_path / "octal.json")
    assert len(rows) == len(rows.to_pandas()) > 7 and rows[0].code == "0.1"


@pytest.mark.parametrize(
    ("ask", "kind", "message"),
    [
        (lambda: bouton.solve("wythof", "1,2"), bouton.InputError, "wythof"),
        (lambda: bouton.solve("wythoff", "1,x"), bouton.InputError, "x"),
        (lambda: bouton.solve("wythoff", "1,2", solver="none"), bouton.Unfit, "no solver"),
        (lambda: bouton.game("wythoff").position("1,2").play("fly"), bouton.InputError, 'no legal move at 1,2 is called "fly"'),
        (lambda: bouton.solve("nim", "3", time="soon"), ValueError, "time: expected a time"),
        (lambda: bouton.solve("nim", "3", memory=[]), TypeError, "memory"),
        (lambda: bouton.solve("nim", "3", threads=0), ValueError, "threads: expected a number from 1 to 1023, found 0"),
        (lambda: bouton.solve("nim", "3", time=-1), ValueError, "time: expected a time that is not negative"),
        (lambda: bouton.solve("nim", "3", time=float("nan")), ValueError, "time: expected a time"),
        (lambda: bouton.solve("nim", "3", memory="much"), ValueError, "memory: expected a size"),
        (lambda: bouton.values("nim", 3, kind="margin"), bouton.InputError, "margin"),
        (lambda: bouton.calc("{1|"), bouton.InputError, "expected"),
        (lambda: bouton.solve(3), bouton.InputError, "name of a game"),
        (lambda: bouton.game("nim").position("3").draw("cake"), bouton.InputError, "expected one of"),
        (lambda: bouton.losing("nim"), bouton.Unfit, "up_to"),
    ],
)
def test_bad_input_is_one_clear_exception(ask, kind, message):
    with pytest.raises(kind, match=message):
        ask()


def test_limits():
    assert bouton.solve("connect:6,8,4", time=0).stopped == "time"
    answer = bouton.solve("connect:6,8,4", time=0.2)
    assert (answer.stopped, answer.outcome) == ("time", None)
    at = bouton.game("connect:6,8,4").position()
    at.__dict__["answer"] = answers.Answer.of({**answer.to_dict(), "bounds": [-1, 1]})
    with pytest.raises(bouton.Stopped, match="between -1 and 1") as raised:
        at.outcome  # noqa: B018
    assert raised.value.bounds == (-1, 1) and pickle.loads(pickle.dumps(raised.value)).reason == "time"
    with pytest.raises(bouton.Stopped):
        bouton.moves("connect:6,8,4", time=0.2)


def test_progress_is_told():
    heard = []
    bouton.solve("connect:6,8,4", time=0.3, progress=lambda done, total: heard.append(done))
    assert heard and max(heard) > 0


LONG = {
    "a check of one's own": "bouton.check(bouton.game(lambda n: [k for k in iter(int, 1)], start=0))",
    "rust": "bouton.solve('connect:6,8,4')",
    "a game of one's own": "bouton.game(lambda n: [n + 1, n + 2], start=0).start.solve()",
    "a function of one's own": "bouton.game(lambda n: [k for k in iter(int, 1)], start=0).start.solve()",
    "a rule file": f"bouton.solve({str(Path(__file__).with_name('data') / 'endless.star')!r})",
}


@pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")
@pytest.mark.parametrize("question", LONG.values(), ids=LONG.keys())
def test_an_interruption_ends_a_question(question):
    program = (
        f"import bouton\ntry:\n    print('ready', flush=True)\n    {question}\n"
        f"except KeyboardInterrupt:\n    print('interrupted')"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        # Uninterrupted it takes hours.
        assert process.stdout.read() == "interrupted\n"


def test_after_a_fork():
    if not hasattr(os, "fork"):
        pytest.skip("no fork here")
    child_ = os.fork()
    if child_ == 0:
        os._exit(0 if bouton.solve("nim", "3,4", solver="memo").outcome == "win" else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child_, 0)[1]) == 0


def test_a_position_in_many_threads():
    at = bouton.game("tic-tac-toe").position()
    with ThreadPoolExecutor(8) as threads:
        assert [*threads.map(lambda _: at.solve().outcome, range(8))] == ["draw"] * 8


def test_the_command():
    command = Path(sys.executable).with_name("bouton")
    told = subprocess.run([command, "solve", "wythoff", "75,90"], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("win: take 51 from both")
    assert bouton.__version__ in subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    wrong = subprocess.run([command, "solve", "wythof"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and "wythof" in wrong.stderr
    of_rules = subprocess.run([command, "solve", SUBTRACTION, "7"], capture_output=True, text=True, check=True)
    assert of_rules.stdout.startswith("win in 3 plies")


def test_mistakes_of_a_file_are_an_answer(tmp_path):
    path = tmp_path / "broken.star"
    path.write_text("start = 3\ndef moves(n):\n    return [n]\n", encoding="utf-8")
    checked = bouton.check(str(path))
    assert checked.mistakes and "changes nothing" in checked.mistakes[0]
    path.write_text("start = 3\ndef moves(n):\n    return [n - 1] if n else []\n", encoding="utf-8")
    assert bouton.check(str(path)).mistakes == ()


def test_a_verdict_is_shown_and_is_a_truth_value(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text("bouton position certificate 1\ngame nim\nplay normal\nclaim at least 1\nposition 0\n\nend\n", encoding="utf-8")
    refused = bouton.verify(path)
    assert not refused and "valid=False" in repr(refused)
    held = bouton.refute("row-ends", "folded-ends", values=(1, 2), length=(1, 3))
    assert "refuted=False" in repr(held)
    asked = bouton.ask("wythoff", "A a: P(a,a)")
    assert not asked and "truth=False" in repr(asked)
    tie = bouton.refute("row-ends", "larger-end", values=(1, 2), length=(1, 4)).counterexample
    assert tie.allowed == ("L", "R")
    assert bouton.refute("row-ends", "larger-end", values=(1, 2), length=(1, 4), strict=True).counterexample is None


def test_a_line_is_drawn_as_a_film():
    row = bouton.game("row-ends").position("1,2,4,3")
    film = str(row.draw("line", line=["R", "R", "L"]))
    assert "second player: take from the right end; first player ends level" in film
    with pytest.raises(bouton.InputError):
        row.draw("line", line=["R", "X"])


def test_tables_answer(tmp_path, monkeypatch):
    """ "How do I answer from the table that the program made?" """
    path = tmp_path / "mu-torere.tb"
    made = bouton.tabulate("mu-torere", file=path)
    assert (made.positions, made.stopped) == (630, None) and bouton.verify(path).valid
    by_search = bouton.solve("mu-torere")
    for answer in (bouton.solve("mu-torere", table=path), bouton.game("mu-torere").start.solve(table=[path])):
        assert (answer.solver, answer.outcome, answer.best) == ("table-file", by_search.outcome, by_search.best)
    assert "table-file" in [row.solver for row in bouton.solve("mu-torere", table=tmp_path, solver="all")]
    assert bouton.moves("mu-torere", table=path).moves == bouton.moves("mu-torere").moves
    with pytest.raises(bouton.Error, match="mu-torere"):
        bouton.solve("nim", "3,4", table=path)
    with pytest.raises(bouton.Unfit, match="total=3 does not apply to nim"):
        bouton.tabulate("nim", "3,4", total=3, file=path)
    monkeypatch.setenv("BOUTON_TABLES", str(tmp_path))
    assert bouton.game("mu-torere").start.answer.solver == "table-file"
    # A game of one's own has tables, too.
    own = bouton.game(lambda n: [n - k for k in (1, 2, 3) if k <= n], start=21, name="take")
    assert bouton.tabulate(own, file=tmp_path / "take.tb").positions == 22
    told = own.position(7).solve(table=tmp_path / "take.tb")
    assert (told.solver, told.outcome, own.position(7).outcome) == ("table-file", "win", "win")


def test_certificates_of_answers(tmp_path):
    asked = {
        "solve": lambda path: bouton.solve("clobber:2,3", certificate=path),
        "moves": lambda path: bouton.moves("nim", [3, 4], certificate=path),
        "value": lambda path: bouton.value("domineering", "../..", certificate=path),
        "refute": lambda path: bouton.refute("row-ends", "larger-end", length=(1, 5), certificate=path),
        "sequence": lambda path: bouton.sequence("kayles", 300, certificate=path),
    }
    for name, ask in asked.items():
        path = tmp_path / name
        ask(path)
        assert bouton.verify(path).valid, name
    with pytest.raises(bouton.Unfit, match="your own game"):
        bouton.solve(bouton.game(lambda n: [], start=1), certificate=tmp_path / "own")


def test_a_position_that_was_found_has_the_fields_of_the_condition():
    row = bouton.find("wythoff", "h1 = 7 & win & best_count > 1", up_to=30)[0]
    assert (row["h1"], row.outcome, row["best_count"], row.best_count) == (7, None, row.best_count, row["best_count"])


def test_a_condition_may_be_a_function():
    """ "I know what I look for, but not how to write it as a text." """
    found = bouton.find("nim", lambda at: at.grundy == sum(map(int, str(at).split(","))), up_to=3, piles=2)
    assert [row.position for row in found] == ["0,0", "0,1", "0,2", "0,3", "1,2"] and found.count == 5
    assert bouton.find("nim", lambda at: at.outcome == "loss", up_to=3, piles=2, count=True).count == 4
    assert [row.position for row in bouton.find("clobber:1,3", lambda at: at.outcome == "win", all=True, first=1)] != []
    named = bouton.find("subtraction:1..3", lambda at: at.outcome == "loss", up_to=4)
    assert {row.game for row in named} == {"subtraction:1", "subtraction:2", "subtraction:3"}
    with pytest.raises(ZeroDivisionError):
        bouton.find("nim", lambda at: 1 / 0, up_to=3)
    # No more are looked at than are wanted.
    looked = []
    assert bouton.find("nim", lambda at: looked.append(at) or len(looked) > 2, up_to=100_000, piles=1, first=1).count == 1
    assert len(looked) == 3


def test_find_has_what_the_command_has():
    assert bouton.find("nim", "loss & h1 <= h2", up_to=9, piles=2, ordered=True, count=True).count == 10
    assert [row["grundy"] for row in bouton.find("nim", "", up_to=2, piles=1, fields=["position", "grundy"])] == [0, 1, 2]
    grouped = bouton.find("nim", up_to=2, piles=2, group_by="outcome")
    assert {row.outcome: row["count"] for row in grouped.groups} == {"loss": 3, "win": 3}
    assert bouton.find("nim", "loss", up_to=3, piles=2, sum="total").sum == 12
    assert bouton.find("nim", position="1,1", reachable=True, count=True).count == 4
    assert [row["outcome"] for row in bouton.losing("nim", 2, piles=2, fields="outcome")] == ["loss"] * 3


def test_unknown_parameters_are_refused_by_the_name_of_the_function():
    with pytest.raises(TypeError, match="losing has no parameter 'up'; it has game, up_to, piles, total, ordered, fields, misere, time"):
        bouton.losing("nim", up=3)
