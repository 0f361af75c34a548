"""Texts of the catalogue with one number changed, as people fork them: the answers are those of a brute force over the same text."""

from functools import cache
from types import SimpleNamespace

import bouton
import pytest

FORKS = [
    ("nim", "range(1, heap + 1)", "range(2, heap + 1)", "3,4,5"),
    ("subtraction", "[1, 2, 3]", "[1, 2, 4]", "9,7"),
    ("wythoff", "range(1, min(a, b) + 1)", "range(2, min(a, b) + 1)", "4,6"),
    ("euclid", "range(b, a + 1, b)", "range(b, a + 0, b)", "5,12"),
    ("fibonacci-nim", "2 * k", "3 * k", "13"),
    ("box", "range(1, most)", "range(2, most)", "5,8"),
    ("crosses", "(cell - 2,", "(cell - 3,", "7,4"),
    ("grundy", "range(1, (heap + 1) // 2)", "range(2, (heap + 1) // 2)", "12,5"),
    ("staircase", "after[i - 1] += k", "after[i - 1] += 1", "2,1,3"),
    ("row-ends", "coins[1:], coins[0]", "coins[1:], coins[0] + 1", "4,5,3,1,2"),
    ("row-front", '"most", 3', '"most", 2', "1,2,3,-7,5"),
    ("row-doubling", "2 * largest", "3 * largest", "2,7,9,4,4,1"),
    ("thirty-one", "<= 31", "<= 26", "6655"),
    ("octal", '"0.77"', '"0.137"', "9,4"),
    ("mnk", '"k", 3', '"k", 2', "X../.O./..."),
    ("dots-and-boxes", '"rows", 2', '"rows", 1', "../.../.."),
    ("kalah", '"houses", 6', '"houses", 2', "4,4/4,4"),
    ("hexapawn", '"rows", 3', '"rows", 4', "OOO/.../.../XXX"),
    ("divisors", '"number", 72', '"number", 36', "2,3,4,6,9,12,18,36"),
    ("row-rest", "sum(row[1:])", "sum(row[2:])", "5,3,1,4,2"),
    ("cram", "(1, width(board))", "(2, width(board))", ".../.../..."),
    ("partizan-subtraction", '"3/2"', '"4/2"', "5,8"),
]


def brute_force(text, position):
    """The value for the player to move: points, or 1, 0, -1 for won, drawn, lost."""
    own = {}
    exec(text, own)
    rules = SimpleNamespace(**own)
    start = own.get("start")
    parse = own.get("parse", lambda text: tuple(map(int, text.split(","))))
    sided = "left" in own

    @cache
    def value(at, right):
        if "outcome" in own and (end := rules.outcome(at)):
            return {"win": 1, "draw": 0, "loss": -1}[end]
        if "score" in own and (end := rules.score(at)) is not None:
            return end
        moves = (rules.right if right else rules.left)(at) if sided else rules.moves(at)
        values = []
        for entry in moves:
            to, gain = (entry[1], entry[2] if len(entry) > 2 else 0) if type(entry[1]) is type(start) else (entry, 0)
            again = "turn" in own and rules.turn(at, to) == "same"
            after = value(to, right if again else sided and not right)
            values.append(gain + (after if again else -after))
        return max(values, default=0 if own.get("points") else -1)

    return value(parse(position), False)


@pytest.mark.parametrize(("name", "old", "new", "position"), FORKS, ids=[fork[0] for fork in FORKS])
def test_a_fork_is_answered_as_by_a_brute_force(name, old, new, position, tmp_path):
    text = bouton.rules(name)
    assert text.count(old) >= 1
    forked = text.replace(old, new)
    path = tmp_path / "mine.py"
    path.write_text(forked, encoding="utf-8")
    answer = bouton.solve(str(path), position)
    found = answer.margin if answer.margin is not None else {"win": 1, "draw": 0, "loss": -1}[answer.outcome]
    assert found == brute_force(forked, position)
