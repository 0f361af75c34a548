"""What is typed first and is not there is told where it is; what a notebook shows says what it leaves out."""

from __future__ import annotations

import subprocess
import sys

import pytest

import bouton
from bouton import html

HINTS = {
    "nim": "bouton.game('nim')",
    "tic_tac_toe": "bouton.game('tic-tac-toe')",
    "draw": ".draw()",
    "puzzles": "python -m bouton puzzles --help",
    "levels": "python -m bouton levels --help",
    "sovle": "bouton.solve",
}


@pytest.mark.parametrize("name", HINTS)
def test_what_is_not_here_is_told_where_it_is(name):
    """ "I typed bouton.draw, as on the command line." """
    with pytest.raises(AttributeError) as refused:
        getattr(bouton, name)
    assert HINTS[name] in str(refused.value)


def test_commands_that_are_named_are_commands():
    from bouton.elsewhere import COMMANDS

    for name in COMMANDS:
        assert not hasattr(bouton, name)
        found = subprocess.run([sys.executable, "-m", "bouton", name, "--help"], capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stderr


def test_a_notebook_shows_a_value_of_zero():
    """ "The table of a lost position has no Grundy value." """
    shown = bouton.solve("nim", [1, 2, 3])._repr_html_()
    assert "<th style='text-align:left'>grundy</th><td style='text-align:left'>0</td>" in shown
    assert "misere" not in shown


def test_a_notebook_says_what_it_leaves_out():
    assert "heaps 0 to 80" in bouton.values("wythoff", 80)._repr_html_()
    assert "heaps 0 to" not in bouton.values("wythoff", 9)._repr_html_()
    assert html.table([]) == "<p>no rows</p>"


def test_a_class_without_the_decorator_has_a_type(tmp_path):
    """ "mypy says that a tuple has no margin." """
    pytest.importorskip("mypy")
    text = """
import bouton

class Coins:
    points = True
    start = (4, 5, 3)

    def moves(self, coins: tuple[int, ...]) -> list[tuple[str, tuple[int, ...], int]]:
        return [("first", coins[1:], coins[0])] if coins else []

coins = bouton.game(Coins)
margin: int | None = coins.start.margin
bouton.sovle("nim")
"""
    (tmp_path / "mine.py").write_text(text)
    checked = subprocess.run([sys.executable, "-m", "mypy", "mine.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    errors = [line for line in checked.stdout.splitlines() if "error:" in line]
    assert len(errors) == 1 and "sovle" in errors[0], checked.stdout
