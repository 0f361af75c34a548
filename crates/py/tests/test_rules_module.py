"""``bouton.rules``: rule files run in Python."""

import subprocess
import sys
from pathlib import Path

import pytest

import bouton
from bouton import rules

FILE = """
from functools import cache
from bouton.rules import parameter, struct, fail

most = parameter("most", 3)
start = 7

def moves(n):
    if n < 0: fail("below", n)
    return [n - k for k in range(1, most + 1) if k <= n]
"""


def test_a_file_runs_in_python(tmp_path):
    path = tmp_path / "take away.py"
    path.write_text(FILE)
    for parameters, moves in ([], "[6, 5, 4]"), (["2"], "[6, 5]"):
        shown = subprocess.run([sys.executable, "-m", "bouton.rules", path, *parameters], check=True, capture_output=True, text=True)
        assert shown.stdout.startswith(f"7 {len(eval(moves))} moves: {moves}\n6 "), shown.stdout
        assert shown.stdout.endswith("0 0 moves: []\n")


TEXTS = sorted((Path(__file__).parents[2] / "games" / "rules").glob("*.py"))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_the_rules_of_every_game_run_in_python(path, capsys):
    rules._play(str(path), "")
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith(f"{bouton.game(str(path)).start.at} "), first


def test_the_rules_of_a_game_are_a_text():
    text = bouton.rules("nogo:3,4")
    assert 'parameter("rows", 3)' in text and 'parameter("columns", 4)' in text
    with pytest.raises(bouton.Unfit, match="catalogue"):
        bouton.rules("nim 1 + nim 2")


def test_the_names_of_rule_files():
    one = rules.struct(b=2, a=1)
    assert (repr(one), one.a, one == rules.struct(a=1, b=2), len({one, rules.struct(a=1, b=2)})) == ("struct(a=1, b=2)", 1, True, 1)
    with pytest.raises(AttributeError, match="stay as they are"):
        one.a = 2
    with pytest.raises(ValueError, match="no move 3"):
        rules.fail("no move", 3)
    assert rules.parameter("sizes", (1, 2)) == (1, 2)
