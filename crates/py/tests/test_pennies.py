"""The pennies class over a game of one's own, against the class in plain Python."""

import sys
import time
from pathlib import Path

import bouton

sys.path.insert(0, str(Path(__file__).with_name("data")))
import pennies
import pennies_game


def test_the_same_answers():
    for a in range(13):
        for b in range(13):
            plain, ours = pennies.GameState(a, b), pennies_game.GameState(a, b)
            assert plain.expected_value() == ours.expected_value()
            if plain.expected_value() == 1:
                assert sum(plain.best_move()) == sum(ours.best_move())
    assert pennies.GameState.losing_states(40) == pennies_game.GameState.losing_states(40)


def test_how_long_all_to_100_takes():
    def timed(ask):
        start = time.perf_counter()
        return ask(), time.perf_counter() - start

    pennies.GameState.known.clear()
    plain, plain_time = timed(lambda: pennies.GameState.losing_states(100))
    ours, our_time = timed(lambda: pennies_game.GameState.losing_states(100))
    built_in, built_in_time = timed(lambda: [row.position for row in bouton.losing("wythoff", 100)])
    assert plain == ours and [f"{a},{b}" for a, b in plain] == sorted(built_in, key=lambda text: int(text.split(",")[0]))
    print(f"plain Python {plain_time:.3f} s, a game of one's own {our_time:.3f} s, built in {built_in_time:.5f} s")
