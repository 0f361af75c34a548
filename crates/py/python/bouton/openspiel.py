"""Games of OpenSpiel here, and games of here in OpenSpiel (`pip install bouton[openspiel]`)."""

from __future__ import annotations

from typing import Any

from .errors import Unfit
from .games import Game, Position
from .own import OwnGame


class _Theirs:
    """A game of OpenSpiel, by its lines of play: a position is what the rules tell apart."""

    def __init__(self, game: Any):
        import pyspiel

        kind, name = game.get_type(), game.get_type().short_name
        refused = (
            (game.num_players() != 2, f"it has {game.num_players()} players, and here there are two"),
            (kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL, "its players move at the same time"),
            (kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC, "chance has a part in it"),
            (kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION, "its players do not see everything"),
            (kind.utility not in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM), "it is not of strictly opposed aims"),
        )
        for is_so, why in refused:
            if is_so:
                raise Unfit(f"{name} of OpenSpiel cannot be asked about here: {why}")
        self.game, self.name = game, name
        self.rules = f"{kind.long_name}, as OpenSpiel plays it."
        self.states: dict[Any, Any] = {}
        self.start = self._key(game.new_initial_state())

    def _key(self, state: Any) -> Any:
        # Two states that show the same, with the same player to move and the same moves, are one: but where the text does not
        # tell all, the line of play does.
        key = (str(state), state.current_player())
        self.states.setdefault(key, state)
        return key

    def moves(self, at: Any) -> list[Any]:
        """The moves with their own strings."""
        state = self.states[at]
        if state.is_terminal():
            return []
        player = state.current_player()
        return [(state.action_to_string(player, action), self._key(state.child(action))) for action in state.legal_actions()]

    def outcome(self, at: Any) -> str | None:
        """Who has won, for the player who would be to move: the one who did not move last."""
        state = self.states[at]
        if not state.is_terminal():
            return None
        mine = state.returns()[self._mover(at)]
        return "win" if mine > 0 else "loss" if mine < 0 else "draw"

    def _mover(self, at: Any) -> int:
        return self._seats.get(at, 0)

    _seats: dict[Any, int]


def openspiel(game: Any) -> OwnGame:
    """A game of OpenSpiel as a game here: two players, sequential, without chance, everything seen; others are refused with
    a sentence. Its positions are its states' texts, its moves have its own names.

    >>> bouton.openspiel(pyspiel.load_game("tic_tac_toe")).start.outcome  # doctest: +SKIP
    'draw'
    """
    raise NotImplementedError
