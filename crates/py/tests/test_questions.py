"""Built-in games: each function, its limits and its errors, against the command line."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy
import pytest

import bouton
from bouton import answers, child

ROOT = Path(__file__).parents[3]
SUBTRACTION = str(ROOT / "docs" / "subtraction.star")
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
    (lambda: bouton.refute("row-ends", "larger-end"), ["refute", "row-ends", "larger-end"]),
    (lambda: bouton.review("nim", "3,5", ["0,5", "0,0"]), ["review", "nim", "3,5", "0,5", "0,0"]),
    (lambda: bouton.analyze("tic-tac-toe"), ["analyze", "tic-tac-toe"]),
    (lambda: bouton.value("domineering", "../.."), ["value", "domineering", "../.."]),
    (lambda: bouton.calc("{2|-1/2} + 1"), ["calc", "{2|-1/2} + 1"]),
    (lambda: bouton.quotient("kayles", 60), ["quotient", "kayles", "--heaps", "60"]),
    (lambda: bouton.quotient("kayles", position="7"), ["quotient", "kayles", "7"]),
    (lambda: bouton.quotient("cram", position=".../.#."), ["quotient", "cram", ".../.#."]),
    (lambda: bouton.quotient(LASKER, 5, position="9"), ["quotient", LASKER, "9", "--heaps", "5"]),
    (lambda: bouton.find("nim", "loss", up_to=4, piles=2), ["find", "nim", "--where", "loss", "--up-to", "4", "--piles", "2"]),
    (lambda: bouton.ask("wythoff", "A a: E b: P(a,b)"), ["ask", "wythoff", "A a: E b: P(a,b)"]),
    (lambda: bouton.check(SUBTRACTION), ["check", SUBTRACTION]),
    (lambda: bouton.solve(SUBTRACTION, "7"), ["solve", SUBTRACTION, "7"]),
    (lambda: bouton.losing(SUBTRACTION, 9), ["losing", SUBTRACTION, "--up-to", "9"]),
]


def test_the_certificate_of_a_quotient(tmp_path):
    path = tmp_path / "cram.quotient"
    found = bouton.quotient("cram", position=".../...", certificate=path)
    assert found.start == ".../..." and len(found.parts) == found.heaps + 1
    assert bouton.verify(path).valid


@pytest.mark.parametrize(("ask", "command"), SAME, ids=[" ".join(command[:2]) for _, command in SAME])
def test_the_same_as_the_command_line(ask, command):
    answer = ask()
    code, out, said = child.run([*command, "--json"])
    assert code in (0, 4), said
    told, here = json.loads(out), answer.to_dict()
    for fields in (told, here):
        fields.pop("seconds", None)
        fields.pop("visited", None)
        fields.get("cost", {}).pop("seconds", None)
    assert here == told
    # And it is a value: it comes through a pickle, has a hash and a look.
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and hash(again) == hash(answer)
    assert repr(answer).startswith(type(answer).__name__) and "<table" in answer._repr_html_()


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
    with pytest.raises(bouton.InputError, match="hasty|no such file|cannot be read"):
        bouton.solve("missing.star", "7")


def test_arrays():
    values = bouton.sequence("kayles", 20_000).values
    assert isinstance(values, numpy.ndarray) and values.dtype == numpy.uint64 and len(values) == 20_001
    assert values.base is not None or values.flags.owndata is False
    assert bouton.values("wythoff", 4).array.shape == (5, 5)


def test_data_frames():
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    moves = bouton.moves("nim", "3,4")
    assert isinstance(moves.to_pandas(), pandas.DataFrame) and list(moves.to_pandas().outcome)[0] == "win"
    assert isinstance(moves.to_arrow(), pyarrow.Table) and len(moves) == moves.to_arrow().num_rows == 7
    assert list(bouton.losing("nim", 2, piles=2).to_pandas().position) == ["0,0", "1,1", "2,2"]
    assert list(bouton.values("wythoff", 1).to_pandas().columns) == ["first", "second", "outcome"]


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


def test_a_law_its_certificate_and_the_checker(tmp_path):
    certificate = tmp_path / "wythoff.law"
    assert bouton.law("wythoff", certificate=certificate).law is not None
    assert bouton.verify(certificate).valid
    # Another game's rules with the same law.
    certificate.write_text(certificate.read_text().replace("1 <= k <= a", "2 <= k <= a"))
    assert not bouton.verify(certificate).valid


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
        (lambda: bouton.solve("nim", "3", time="soon"), ValueError, "time"),
        (lambda: bouton.solve("nim", "3", memory=[]), TypeError, "memory"),
        (lambda: bouton.values("nim", 3, kind="margin"), bouton.InputError, "margin"),
        (lambda: bouton.calc("{1|"), bouton.InputError, "expected"),
        (lambda: bouton.solve(3), bouton.InputError, "name of a game"),
        (lambda: bouton.game("nim").position("3").draw("cake"), bouton.InputError, "expected one of"),
        (lambda: bouton.losing("nim"), bouton.InputError, "up_to"),
    ],
)
def test_bad_input_is_one_clear_exception(ask, kind, message):
    with pytest.raises(kind, match=message):
        ask()


def test_limits():
    answer = bouton.solve("connect:6,7,4", time=0.2)
    assert (answer.stopped, answer.outcome) == ("time", None)
    at = bouton.game("connect:6,7,4").position()
    at.__dict__["answer"] = answers.Answer.of({**answer.to_dict(), "bounds": [-1, 1]})
    with pytest.raises(bouton.Stopped, match="between -1 and 1") as raised:
        at.outcome  # noqa: B018
    assert raised.value.bounds == (-1, 1) and pickle.loads(pickle.dumps(raised.value)).reason == "time"
    with pytest.raises(bouton.Stopped):
        bouton.moves("connect:6,7,4", time=0.2)


def test_progress_is_told():
    heard = []
    bouton.solve("connect:6,7,4", time=0.3, progress=lambda done, total: heard.append(done))
    assert heard and max(heard) > 0


LONG = {
    "rust": "bouton.solve('connect:6,7,4')",
    "a game of one's own": "bouton.game(lambda n: [n + 1, n + 2], start=0).start.solve()",
    "a function of one's own": "bouton.game(lambda n: [k for k in iter(int, 1)], start=0).start.solve()",
    "a rule file": f"bouton.solve({str(Path(__file__).with_name('data') / 'endless.star')!r})",
}


@pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")
@pytest.mark.parametrize("question", LONG.values(), ids=LONG.keys())
def test_an_interruption_ends_a_question(question):
    program = (
        f"import bouton, time\nprint('ready', flush=True)\n"
        f"try:\n    {question}\nexcept KeyboardInterrupt:\n    print(time.time())"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        sent = time.time()
        took = float(process.stdout.read()) - sent
    print(f"interrupted after {took:.3f} s")
    assert took < 10  # A tenth of a second is meant: the machine may be busy; uninterrupted it takes hours.


def test_after_a_fork():
    if not hasattr(os, "fork"):
        pytest.skip("no fork here")
    child_ = os.fork()
    if child_ == 0:
        os._exit(0 if bouton.solve("nim", "3,4", solver="memo").outcome == "win" else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child_, 0)[1]) == 0


def test_a_position_in_many_threads():
    at = bouton.game("tic-tac-toe").position()
    found = []
    threads = [threading.Thread(target=lambda: found.append(at.solve().outcome)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["draw"] * 8


def test_the_command():
    command = Path(sys.executable).with_name("bouton")
    told = subprocess.run([command, "solve", "wythoff", "75,90"], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("win: take 51 from both")
    assert bouton.__version__ in subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    wrong = subprocess.run([command, "solve", "wythof"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and "wythof" in wrong.stderr
    confined = subprocess.run([command, "solve", SUBTRACTION, "7"], capture_output=True, text=True, check=True)
    assert confined.stdout.startswith("win in 3")
