"""Tables as notebooks show them; colours are the notebook's own, light or dark, and outcomes have those of the pages."""

from __future__ import annotations

from html import escape
from typing import Any

MOST = 60
"""Rows that are shown; of longer tables the first."""

OUTCOMES = {"win": ("W", "#0b5c8f", "#d3e8f7"), "loss": ("L", "#ad4400", "#f9dcc8"), "draw": ("D", "#58626d", "#ececec")}
"""The letter of each outcome, its colour, and that of its ground, as the pages and pictures have them."""
SIGNS = {"win": "▲", "loss": "▼", "draw": "◆"}
"""What tells outcomes apart without colours."""


def outcome(word: str, text: str) -> str:
    """An outcome in its colours.

    >>> outcome("win", "W")
    "<b style='color:#0b5c8f;background:#d3e8f7;padding:0 .3em'>W</b>"
    """
    _, colour, ground = OUTCOMES[word]
    return f"<b style='color:{colour};background:{ground};padding:0 .3em'>{escape(text)}</b>"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str) and value in OUTCOMES:
        return outcome(value, f"{SIGNS[value]} {value}")
    if isinstance(value, dict):
        told = {name: part for name, part in value.items() if part is not None}
        if "move" in told and set(told) <= {"move", "to", "component"}:
            return _cell(told["move"])
        if any(map(_has_rows, told.values())):
            return fields(told)
        return ", ".join(f"{escape(n)}: {_cell(v)}" for n, v in told.items())
    if _has_rows(value):
        return table(value)
    if isinstance(value, list):
        shown = [str(item["move"] if isinstance(item, dict) and "move" in item else item) for item in value[:12]]
        value = ", ".join(shown) + (", …" if len(value) > 12 else "")
    return escape(str(value))


def _has_rows(value: Any) -> bool:
    """Whether it is a list of records that is shown as a table of its own; moves are shown by their names alone."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) and "move" not in row for row in value)


def _says_something(value: Any) -> bool:
    """Whether a value is shown: 0 is, as a Grundy value or a margin."""
    return value is not None and value is not False and value != []


def fields(record: dict[str, Any]) -> str:
    """A row a field that says something; records in a field are a table in it.

    >>> "grundy" in fields({"grundy": 0}), "misere" in fields({"misere": False, "best": []})
    (True, False)
    >>> fields({"rows": [{"n": 1}]}).count("<table>"), fields({"best": [{"move": "a1"}]}).count("<table>")
    (2, 1)
    """
    told = ((name, value) for name, value in record.items() if _says_something(value))
    rows = "".join(f"<tr><th style='text-align:left'>{escape(n)}</th><td style='text-align:left'>{_cell(v)}</td></tr>" for n, v in told)
    return f"<table>{rows}</table>"


def table(rows: list[dict[str, Any]]) -> str:
    """A row a dict, with the columns that say something.

    >>> table([])
    '<p>no rows</p>'
    """
    if not rows:
        return "<p>no rows</p>"
    names = [name for name in rows[0] if any(row.get(name) is not None for row in rows)]
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    shown = ("".join(f"<td>{_cell(row.get(name))}</td>" for name in names) for row in rows[:MOST])
    body = "".join(f"<tr>{cells}</tr>" for cells in shown)
    more = f"<p>… {len(rows)} rows</p>" if len(rows) > MOST else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def grid(values: list[Any]) -> str:
    """A line or a grid of cells, the heaps beside them; outcomes as letters. A grid that is not shown whole says so.

    >>> "<p>… heaps 0 to 99" in grid([0] * 100), "<p>" in grid([["win", "loss"]])
    (True, False)
    """
    lines = values if values and isinstance(values[0], list) else [values]
    letter = {word: outcome(word, letter) for word, (letter, _, _) in OUTCOMES.items()}
    longest = max(map(len, lines), default=0)
    width, largest = min(longest, MOST), max(longest, len(lines)) - 1
    head = "".join(f"<th>{n}</th>" for n in range(width))
    rows = (
        f"<tr><th>{n if len(lines) > 1 else ''}</th>"
        + "".join(f"<td>{letter.get(str(cell), _cell(cell))}</td>" for cell in line[:MOST])
        + "</tr>"
        for n, line in enumerate(lines[:MOST])
    )
    more = f"<p>… heaps 0 to {largest}</p>" if largest >= MOST else ""
    return f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table>{more}"
