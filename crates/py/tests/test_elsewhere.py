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


def test_what_is_asked_of_a_position_is_told_so():
    """ "I have the game: game.solve([3, 4, 5])." """
    with pytest.raises(AttributeError, match=r"asked of a position, as \.position\(…\)\.solve\(\)"):
        bouton.game("nim").solve([3, 4, 5])
    assert not hasattr(bouton.game("nim"), "xyzzy")


@pytest.mark.parametrize("question", [bouton.solve, bouton.moves, bouton.analyze, bouton.value])
def test_a_position_in_several_words_is_one_argument(question):
    """ "Three heaps are three numbers: solve("nim", 3, 4, 5)." """
    with pytest.raises(TypeError, match=rf"the position is one argument: {question.__name__}\('nim', \[3, 4, 5\]\)"):
        question("nim", 3, 4, 5)


def test_positions_are_added_up():
    """ "Can I not write a + b?" """
    nim, rows = bouton.game("nim").position([3, 4]), bouton.game("domineering").position("../..")
    at = nim + rows + nim
    assert at == bouton.game("sum").position("nim 3,4 + domineering ../.. + nim 3,4") and at.outcome == rows.outcome
    right = bouton.game("domineering").position("../.. R")
    own = bouton.game(lambda n: [n - 1] if n else [], start=3, name="own").start
    for other in [right, own, bouton.game("nim", misere=True).position([1])]:
        with pytest.raises(bouton.Unfit, match="cannot be part of a sum"):
            nim + other
    with pytest.raises(TypeError):
        nim + 3


def test_a_picture_says_how_a_png_is_drawn(tmp_path):
    with pytest.raises(ValueError, match="draws a PNG"):
        bouton.game("nim").position([3]).draw().save(tmp_path / "nim.png")


def test_records_in_an_answer_are_a_table():
    """ "by_remoteness is one line of braces." """
    shown = bouton.analyze("tic-tac-toe")._repr_html_()
    assert "<th>remoteness</th>" in shown and "{" not in shown


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
