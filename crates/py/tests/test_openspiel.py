"""Games of OpenSpiel here, against their own minimax and known counts; and games of here over there."""

from __future__ import annotations

import pytest

import bouton

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")

# With the value for the first player, as their own minimax has it where that ends soon (None: it is asked).
GAMES = {
    "tic_tac_toe": 0,
    "nim(pile_sizes=1;2;3,is_misere=false)": None,
    "nim(pile_sizes=1;2;3,is_misere=true)": None,
    "nim(pile_sizes=2;3;4)": None,
    "connect_four(rows=3,columns=3,x_in_row=3)": None,
    "connect_four(rows=4,columns=4,x_in_row=4)": 0,
    "dots_and_boxes(num_rows=1,num_cols=2)": None,
    "breakthrough(rows=4,columns=3)": None,
    "clobber(rows=3,columns=3)": None,
    "clobber(rows=2,columns=4)": None,
    "hex(board_size=3)": None,
    "hex(board_size=2)": None,
    "mnk(m=3,n=3,k=3)": 0,
    "pentago": "too large",
    "y(board_size=3)": None,
    "havannah(board_size=2)": None,
    "mancala": "too large",
    "oware": "too large",
}


@pytest.mark.parametrize("name", GAMES)
def test_worth_as_theirs(name):
    try:
        theirs = pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        pytest.skip(f"{name}: {str(error).splitlines()[0]}")
    game = bouton.openspiel(theirs)
    if GAMES[name] == "too large":
        # Opened, and stopped in time.
        assert game.start.solve(time=0.3).stopped == "time"
        return
    answer = game.start.solve()
    worth = answer.margin if answer.margin is not None else {"win": 1, "draw": 0, "loss": -1}[answer.outcome]
    value, _ = minimax.alpha_beta_search(theirs) if GAMES[name] is None else (GAMES[name], None)
    assert worth == value
    labels = {state.action_to_string(state.current_player(), action) for state in [theirs.new_initial_state()] for action in state.legal_actions()}
    assert {move.move for move in game.start.moves()} == labels


def test_positions_of_tic_tac_toe():
    assert bouton.analyze(bouton.openspiel(pyspiel.load_game("tic_tac_toe"))).positions == 5478


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("matrix_pd", "move at the same time|not strictly opposed"),
        ("kuhn_poker", "chance"),
        ("phantom_ttt", "do not see everything"),
        ("backgammon", "chance"),
        ("goofspiel(imp_info=False,points_order=descending)", "same time"),
    ],
)
def test_what_is_refused(name, why):
    with pytest.raises(bouton.Unfit, match=why):
        bouton.openspiel(pyspiel.load_game(name))


@pytest.mark.parametrize(("name", "position"), [("wythoff", "5,8"), ("wythoff", "4,7"), ("nim", "2,3"), ("row-ends", "4,5,3,1"), ("tic-tac-toe", "X.O/.X./..O")])
def test_their_algorithms_run_on_ours(name, position):
    ours = bouton.to_openspiel(name, position)
    value, _ = minimax.alpha_beta_search(ours)
    answer = bouton.solve(name, position)
    assert value == (answer.margin if answer.margin is not None else {"win": 1, "draw": 0, "loss": -1}[answer.outcome])


def test_one_of_ones_own_over_there_and_back():
    take = bouton.game(lambda n: [n - k for k in (1, 2, 3) if k <= n], start=7)
    assert minimax.alpha_beta_search(bouton.to_openspiel(take))[0] == 1
    back = bouton.openspiel(bouton.to_openspiel("nim", "1,2"))
    assert back.start.outcome == "win"
