"""The pennies class over a game of one's own, against the class in plain Python."""

import sys
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


def test_all_to_100():
    plain = pennies.GameState.losing_states(100)
    built_in = sorted((row.position for row in bouton.losing("wythoff", 100)), key=lambda text: int(text.split(",")[0]))
    assert plain == pennies_game.GameState.losing_states(100) and [f"{a},{b}" for a, b in plain] == built_in
