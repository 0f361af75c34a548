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


def test_the_page():
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    # Fences end what is expected.
    text = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, "python.md", "docs/python.md", 0)
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
