"""docs/python.md does what it says; the docstrings of every module, too; and the types are those of the stubs."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bouton

ROOT = Path(__file__).parents[3]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def page():
    """The examples of the page."""
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    # Fences end what is expected.
    text = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
    return doctest.DocTestParser().get_doctest(text, {}, "python.md", "docs/python.md", 0)


def test_the_page():
    test = page()
    assert len(test.examples) > 20
    failed, _ = doctest.DocTestRunner(optionflags=FLAGS).run(test)
    assert failed == 0


MODULES = [name for _, name, _ in pkgutil.iter_modules(bouton.__path__) if not name.startswith("_")]


@pytest.mark.parametrize("name", ["bouton", *(f"bouton.{name}" for name in MODULES)])
def test_docstrings(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert failed == 0


def test_every_function_has_an_example_or_is_told_by_the_page():
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    functions = [name for name in bouton.__all__ if inspect.isfunction(getattr(bouton, name))]
    assert len(functions) > 20
    for name in functions:
        told = getattr(bouton, name).__doc__ or ""
        assert ">>>" in told or name in page, name


def test_types():
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "-p", "bouton"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
    stubs = subprocess.run([sys.executable, "-m", "mypy.stubtest", "bouton._bouton"], capture_output=True, text=True, check=False)
    assert stubs.returncode == 0, stubs.stdout


#: What a reader may misspell, and each checker finds.
MISSPELT = [
    'bouton.solve("nim", "3").outcom',
    'bouton.solve("nim", "3").best[0].moves',
    'bouton.losing("nim", 3).position',
    'bouton.find("nim", "loss", up_to=3)[0].positions',
    'bouton.sequence("kayles").periods',
    'bouton.law("wythoff").laws',
    'bouton.law("clobber", "X^n O").case',
    'bouton.verify("nim.law").ok',
    'bouton.values("nim", 3, kind="margin")',
    'bouton.refute("nim", "any", promise="wins")',
    'bouton.solve("nim", "3", solvers="memo")',
    'bouton.losing("nim", 3, time=[5])',
    'bouton.game("nim").position("3").outcomes',
    'bouton.solve("nim", "3").outcome = "loss"',
]
CHECKERS = {
    # It ignores decorators of classes, which the page says.
    "mypy": (["-m", "mypy", "--strict", "--allow-untyped-defs", "--no-error-summary"], r"page\.py:(\d+): error", ("TicTacToe", "Coins")),
    "pyright": (["-m", "pyright", "--level", "error", "--pythonpath", sys.executable], r"page\.py:(\d+):\d+ - error", ()),
}


@pytest.mark.parametrize("checker", CHECKERS)
def test_types_of_the_examples(checker, tmp_path):
    pytest.importorskip(checker)
    command, error, without = CHECKERS[checker]
    asked = [example.source for example in page().examples if example.exc_msg is None and not any(name in example.source for name in without)]
    right = "".join(asked)
    (tmp_path / "page.py").write_text(right + "\n".join(MISSPELT), encoding="utf-8")
    checked = subprocess.run([sys.executable, *command, "page.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    first = right.count("\n") + 1
    assert sorted({int(line) for line in re.findall(error, checked.stdout)}) == list(range(first, first + len(MISSPELT))), checked.stdout
