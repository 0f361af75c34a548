"""The notebook runs, and what notebooks show is there; the widget plays."""

from __future__ import annotations

import re
import xml.etree.ElementTree
from pathlib import Path

import pytest

import bouton

DOCS = Path(__file__).parents[3] / "docs"
NOTEBOOKS = [DOCS / "notebook.ipynb", *sorted((DOCS / "notebooks").glob("*.ipynb"))]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(cells) > 12 and all(cell.outputs for cell in cells if not cell.source.startswith(("import", "@bouton.game(")))


def test_each_notebook_of_the_course_leads_to_the_next():
    """In the order of their names; the page of the course lists them all, and every exercise has an answer that is checked."""
    course = NOTEBOOKS[1:]
    page = (DOCS / "classroom.md").read_text(encoding="utf-8")
    assert len(course) == 6
    for path, following in zip(course, [*course[1:], None], strict=True):
        text = path.read_text(encoding="utf-8")
        assert f"(notebooks/{path.name})" in page
        assert (f"]({following.name})" if following else "](../classroom.md)") in text
        exercises = re.findall(r'"\*\*\d+\.\*\* ', text)
        assert len(exercises) >= 4 and text.count("answer = ") == len(exercises)


def test_pictures_are_sound():
    at = bouton.game("tic-tac-toe").position("X.O/.X./..O")
    for picture in (at.draw(), at.draw("graph", most=20), bouton.game("wythoff").position("3,5").draw("grid", up_to=8)):
        assert xml.etree.ElementTree.fromstring(picture._repr_svg_()).tag.endswith("svg")
        assert "prefers-color-scheme" in picture


def test_a_title_is_set_or_left_out():
    at = bouton.game("nim").position("1,2")
    assert ">nim: 1,2</text>" in at.draw() and ">Who wins?</text>" in at.draw(title="Who wins?")
    assert ">nim: 1,2</text>" not in at.draw(title="") and ">nim: 1,2</text>" not in at.draw(title="Who wins?")


def test_a_picture_is_kept(tmp_path):
    picture = bouton.game("nim").position("1,2").draw("graph")
    picture.save(tmp_path / "nim.svg")
    assert (tmp_path / "nim.svg").read_text(encoding="utf-8") == picture
    with pytest.raises(ValueError, match="ends in .svg"):
        picture.save("nim.png")


def test_a_game_is_played():
    pytest.importorskip("anywidget")
    widget = bouton.play(bouton.game("nim").position("1,2"))
    assert [(move["move"], move["best"]) for move in widget.shown["moves"]][0] == ("take 1 from the second", True)
    assert "<svg" in widget.shown["picture"] and not widget.shown["can_undo"]
    widget.chosen = {"move": "take 1 from the second"}
    assert widget.shown["can_undo"] and widget.shown["words"] == "loss"
    widget.chosen = {"best": True}
    widget.chosen = {"best": True, "time": 1}
    assert widget.shown["moves"] == [] and "over" in widget.shown["words"]
    widget.chosen = {"undo": True}
    assert len(widget.shown["moves"]) == 1
    hidden = bouton.play("nim", "3,4", values=False)
    assert not any(move["worth"] or move["best"] for move in hidden.shown["moves"])
