"""The ten games of `testdata/sources` as classes in Python: a rule file is Python's text, so that each is read as both."""

from __future__ import annotations

from pathlib import Path

import pytest

import bouton

FOLDER = Path(__file__).parents[3] / "testdata" / "sources"
FILES = sorted(FOLDER.glob("*.star"))
MOST = 5


def written(path: Path) -> bouton.OwnGame:
    """The class that has the names of a rule file."""
    names: dict[str, object] = {}
    exec(path.read_text(), names)
    parts = {name: staticmethod(part) if callable(part) else part for name, part in names.items() if not name.startswith("__")}
    return bouton.game(type(path.stem, (), parts))


def seen(at):
    """All that is told of a position."""
    answer = at.solve()
    moves = [(move.move, move.to, move.outcome, move.margin, move.remoteness, move.grundy, move.best) for move in at.moves()]
    best = [(move.move, move.to) for move in answer.best]
    return answer.solver, answer.outcome, answer.margin, answer.remoteness, answer.grundy, best, sorted(moves, key=str)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("misere", [False, True])
def test_a_class_answers_as_the_rule_file_does(path, misere):
    own, file = written(path).played(misere=misere), bouton.game(str(path)).played(misere=misere)
    if misere and path.stem == "ends":
        for game in (own, file):
            with pytest.raises((bouton.Unfit, bouton.InputError), match="misère"):
                game.start.outcome  # noqa: B018
        return
    todo = [(own.start, file.start)]
    known = {str(file.start)}
    for one, other in todo:
        assert seen(one) == seen(other), str(other)
        for move in other.moves():
            after = one.play(move.move), other.play(move.move)
            if str(after[1]) not in known and len(known) < MOST:
                known.add(str(after[1]))
                todo.append(after)


def test_there_are_ten():
    assert len(FILES) == 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_is_wrong_with_them(path):
    own, file = bouton.check(written(path)), bouton.check(str(path))
    assert (own.mistakes, own.kind, own.positions, own.complete) == (file.mistakes, file.kind, file.positions, file.complete)
    assert not own.mistakes
