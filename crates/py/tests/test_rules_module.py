"""``bouton.rules``: rule files run in Python."""

import subprocess
import sys

import pytest

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


def test_the_names_of_rule_files():
    one = rules.struct(b=2, a=1)
    assert (repr(one), one.a, one == rules.struct(a=1, b=2), len({one, rules.struct(a=1, b=2)})) == ("struct(a=1, b=2)", 1, True, 1)
    with pytest.raises(AttributeError, match="stay as they are"):
        one.a = 2
    with pytest.raises(ValueError, match="no move 3"):
        rules.fail("no move", 3)
    assert rules.parameter("sizes", (1, 2)) == (1, 2)
