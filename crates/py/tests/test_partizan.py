"""Values as objects: against the command line's calculator, the laws of the group, known numbers, and wrong operands."""

from __future__ import annotations

import json
import pickle
import random
import signal
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

import bouton
from bouton import PartizanValue as V
from bouton import child

DAY2 = bouton.born_by(2)


def told(expression):
    code, out, said = child.run(["calc", expression, "--json"])
    assert code == 0, said
    return json.loads(out)


CALCULATED = [
    ("({3||2|1}) + (*2)", lambda g, h: g + h, "{3||2|1}", "*2"),
    ("({3||2|1}) - (^)", lambda g, h: g - h, "{3||2|1}", "^"),
    ("3.({2|-1})", lambda g, h: 3 * g, "{2|-1}", "0"),
    ("(-2).({2|^})", lambda g, h: g * -2, "{2|^}", "0"),
    ("cool({3||2*|1*}, 1/2)", lambda g, h: g.cool(0.5), "{3||2*|1*}", "0"),
    ("heat(^, *2)", lambda g, h: g.heat(h), "^", "*2"),
    ("overheat(1/4, 1, *)", lambda g, h: g.overheat(1, h), "1/4", "*"),
    ("freeze({3|-2})", lambda g, h: g.freeze(), "{3|-2}", "0"),
    ("norton(2*, {1|0})", lambda g, h: g.norton(h), "2*", "{1|0}"),
    ("ordinal(*, ^)", lambda g, h: g.ordinal(h), "*", "^"),
    ("rcf({2^|-1*})", lambda g, h: g.reduced, "{2^|-1*}", "0"),
    ("aw(^^*)", lambda g, h: g.atomic_weight, "^^*", "0"),
    ("(over) + ({1|-1})", lambda g, h: g + h, "over", "{1|-1}"),
]


@pytest.mark.parametrize(("expression", "ask", "g", "h"), CALCULATED, ids=[row[0] for row in CALCULATED])
def test_the_same_as_the_calculator(expression, ask, g, h):
    assert str(ask(V(g), V(h))) == told(expression)["value"]


@pytest.mark.parametrize("text", ["{2|-1/2}", "{3||2|1}", "^*", "-5/8", "*3", "{4*|{1|-2}}"])
def test_what_is_asked_of_a_value(text):
    value, answer = V(text), told(text)
    for name in ("mean", "temperature"):
        assert getattr(value, name) == Fraction(answer[name])
    assert value.stops == (Fraction(answer["left_stop"]), Fraction(answer["right_stop"]))
    assert value.birthday == int(answer["birthday"]) and value.outcome == answer["class"]
    assert [list(map(str, side)) for side in value.options] == [answer["left"], answer["right"]]
    assert [value.left, value.right] == list(value.options)
    for side in ("left", "right"):
        corners = [[str(value), str(t)] for value, t in getattr(value.thermograph, side)]
        assert corners == answer["thermograph"][side]
    assert value.thermograph.mean == value.mean
    assert (value.is_number, value.is_nimber) == (answer["number"] is not None, text == "*3")


def test_the_values_of_the_first_days():
    assert [len(bouton.born_by(day)) for day in (0, 1)] == [1, 4] and len(DAY2) == 22
    third = bouton.born_by(3)
    assert len(third) == 1474 and set(DAY2) <= set(third)
    assert {value.birthday for value in random.Random(1).sample(third, 50)} <= {0, 1, 2, 3}
    # The values of a day are a lattice: one is least, one is most, and each edge is a step of the order.
    edges = bouton.covers(DAY2)
    assert all(low < high for low, high in edges)
    assert {value for value in DAY2 if value not in {high for _, high in edges}} == {V(-2)}
    assert {value for value in DAY2 if value not in {low for low, _ in edges}} == {V(2)}
    with pytest.raises(bouton.InputError, match="expected 0, 1, 2 or 3"):
        bouton.born_by(4)


def test_the_laws_of_a_group_with_an_order():
    for a in DAY2:
        assert a - a == 0 and -(-a) == a and a + 0 == a and hash(a + 0) == hash(a)
        for b in DAY2:
            assert a + b == b + a
            ways = [a < b, a > b, a == b, a.confused(b)]
            assert sum(ways) == 1 and (a <= b) == (ways[0] or ways[2]) and (a >= b) == (b <= a)
            assert (a <= b) == (a - b <= 0)
    pick = random.Random(2).choice
    for _ in range(200):
        a, b, c = (pick(DAY2) for _ in range(3))
        assert (a + b) + c == a + (b + c)
        assert (a + b).mean == a.mean + b.mean
        assert not a <= b or a + c <= b + c


def test_values_and_numbers():
    assert V("1/2") == Fraction(1, 2) == V(0.5) and hash(V(3)) == hash(3) and V("{1|}") == 2 and 1 + V("*") == V("1*")
    assert {V("1/2"): "half"}[Fraction(1, 2)] == "half" and sorted([V(3), 1, V("1/2")]) == [0.5, 1, 3]
    assert V("*") != "*" and V(2) != None  # noqa: E711
    assert V("1/2") != Fraction(1, 3) and V("*") not in [Fraction(1, 3), float("inf"), float("nan")] and V(True) == 1
    assert bouton.calc("1/2") != Fraction(1, 3) and bouton.calc("1/2") != float("inf")
    with pytest.raises(bouton.InputError, match="power of two"):
        V("^") + Fraction(1, 3)
    for wrong in ("{1|", None, [1], Fraction(1, 3), float("nan"), float("inf"), "^ > 0", "mean(^)"):
        with pytest.raises(ValueError):  # noqa: PT011
            V(wrong)
    for product in (lambda: V(2) * V(3), lambda: V("*") * 0.5, lambda: V("*") + "*", lambda: V("*") < "*"):
        with pytest.raises(TypeError):
            product()
    with pytest.raises(AttributeError):
        V(1)._exact = None


def test_answers_are_values():
    board, switch = bouton.value("domineering:2,3"), bouton.calc("{1/2|-2}")
    assert board + switch == 0 and board == V("{2|-1/2}") and board.mean == Fraction(3, 4) and board > V("-1")
    assert (board.value, board.to_dict()["mean"]) == ("{2|-1/2}", "3/4")
    assert board.left == (V(2),) and board.thermograph.temperature == Fraction(5, 4)
    assert sum([board, board, switch]) == board
    for shown in (board, V("{2|-1/2}"), board.thermograph.plot()):
        assert "<svg" in (shown._repr_svg_() if isinstance(shown, bouton.Picture) else shown._repr_html_())
    cut = bouton.value("domineering", "/".join(["." * 9] * 9), time=0.01)
    assert cut.stopped == "time" and cut.mean is None and cut != board
    with pytest.raises(TypeError):
        cut + board


def test_loopy_values():
    over = V("over")
    assert over > 0 and over < Fraction(1, 1024) and over + over == over and hash(over + over) == hash(over)
    assert pickle.loads(pickle.dumps(over)) == over and "over" in over._repr_html_()
    with pytest.raises(bouton.InputError, match="must end"):
        _ = over.mean
    with pytest.raises(bouton.Unfit, match="must end"):
        V.of([over], [0])


def test_threads_share_the_values():
    texts = [str(value) for value in DAY2]

    def added(thread):
        pick = random.Random(thread).choice
        return [(a, b, V(a) + V(b)) for a, b in ((pick(texts), pick(texts)) for _ in range(150))]

    with ThreadPoolExecutor(4) as threads:
        sums = sum(threads.map(added, range(4)), [])
    assert all(found == V(a) + V(b) and pickle.loads(pickle.dumps(found)) == found for a, b, found in sums)


def test_an_interruption_ends_a_calculation():
    # Sums of many different hot games have more followers than anybody can wait for.
    games = [V(f"{{{n}|-{n + 1}||-{3 * n + 7}}}") for n in range(20, 60)]
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    with pytest.raises(KeyboardInterrupt):
        sum(games)
    assert V(1) + V(2) == 3


def test_statements_are_calculated_in_a_process_of_their_own():
    answer = bouton.calc("def f(n): return {n|-n}\n[f(n) for n in range(1, 4)]")
    assert answer.lines == ("+-1", "+-2", "+-3") and str(answer) == "+-1\n+-2\n+-3"
    board = bouton.calc('game("domineering:2,3") + game("clobber", "XO.OX") - ^2')
    assert board == bouton.value("domineering:2,3") + bouton.value("clobber", "XO.OX") - V("^2")
    table = bouton.calc('table([[n, {n|0}] for n in range(2)], head=["n", "G"])')
    assert table.lines == ("n  G", "0  *", "1  {1|0}")
    with pytest.raises(bouton.InputError, match="line 2, column 1"):
        bouton.calc("x = 1\nnothing + x")
    with pytest.raises(bouton.Error):
        bouton.calc("[0] * 10000000000")
