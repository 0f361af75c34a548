"""Games of OpenSpiel here, and games of here in OpenSpiel (`pip install bouton[openspiel]`)."""

from __future__ import annotations

import json
from typing import Any

from .errors import RulesError, Unfit
from .games import Game
from .own import OwnGame
from .written import PositionLike


def openspiel(game: Any) -> OwnGame:
    """A game of OpenSpiel as a game here: of two players who take turns, see everything and are strictly opposed, without
    chance; others are refused with a sentence. A position is a state's own text with the player who moves, and moves have
    their own names: of a state whose text does not tell all that play depends on, the first that was met is meant.

    `bouton.openspiel(pyspiel.load_game("tic_tac_toe")).start.outcome` is `draw`.
    """
    return OwnGame(_parts(_Theirs(game)))


def _parts(theirs: _Theirs) -> dict[str, Any]:
    end = {"score": theirs.score} if theirs.of_points else {"outcome": theirs.outcome}
    return {
        "name": theirs.name, "rules": theirs.rules, "start": theirs.start, "moves": theirs.moves, "turn": theirs.turn,
        "show": lambda at: at[0], "parse": theirs.parse, **end,
    }  # fmt: skip


class _Theirs:
    """The states of a game of OpenSpiel. A position is the text of a state, its lines joined by /, and who moves there; where
    play is over, that is who did not move last."""

    def __init__(self, game: Any):
        kind = game.get_type()
        self.name = kind.short_name
        refused = (
            (game.num_players() != 2, f"it has {game.num_players()} players, and here there are two"),
            (kind.dynamics != kind.Dynamics.SEQUENTIAL, "its players move at the same time"),
            (kind.chance_mode != kind.ChanceMode.DETERMINISTIC, "chance has a part in it"),
            (kind.information != kind.Information.PERFECT_INFORMATION, "its players do not see everything"),
            (kind.utility == kind.Utility.GENERAL_SUM, "its players are not strictly opposed"),
        )
        for is_so, why in refused:
            if is_so:
                raise Unfit(f"{self.name} of OpenSpiel cannot be asked about here: {why}")
        self.rules = f"{kind.long_name}, as OpenSpiel plays it."
        self.of_points = max(game.max_utility(), -game.min_utility()) > 1
        self.states: dict[tuple[str, int], Any] = {}
        self.start = self.position(game.new_initial_state(), 0)

    def position(self, state: Any, mover: int) -> tuple[str, int]:
        """The position that a state is."""
        at = "/".join(str(state).splitlines()), mover if state.is_terminal() else state.current_player()
        known = self.states.setdefault(at, state)
        if known is not state and known.is_terminal() and known.returns() != state.returns():
            raise RulesError(f"{self.name} of OpenSpiel: {at[0]!r} is the text of positions that are worth different points")
        return at

    def moves(self, at: tuple[str, int]) -> list[Any]:
        state, player = self.states[at], at[1]
        actions = state.legal_actions() if not state.is_terminal() else []
        return [(state.action_to_string(player, action), self.position(state.child(action), 1 - player)) for action in actions]

    def turn(self, before: tuple[str, int], after: tuple[str, int]) -> str:
        return "same" if before[1] == after[1] else "other"

    def score(self, at: tuple[str, int]) -> int | None:
        state, mover = self.states[at], at[1]
        return int(state.returns()[mover] - state.returns()[1 - mover]) if state.is_terminal() else None

    def outcome(self, at: tuple[str, int]) -> str | None:
        margin = self.score(at)
        return margin if margin is None else "win" if margin > 0 else "loss" if margin < 0 else "draw"

    def parse(self, text: str) -> tuple[str, int] | None:
        named = [at for at in self.states if at[0] == text.strip()]
        return named[0] if named else None


def to_openspiel(game: Game | str, position: PositionLike = None) -> Any:
    """A game of here, from a position on, as a game that OpenSpiel's algorithms run on. All of its positions are made at once;
    an action is the place of a move among those of its position."""
    import pyspiel

    opened = Game(game) if isinstance(game, str) else game
    at = opened.position(position)
    lines = [json.loads(line) for line in opened.ask("graph", at.token, {}).splitlines()]
    nodes = {line["id"]: line for line in lines}
    name, first = f"bouton: {opened.name}", lines[0]["id"]
    gains = any(len(move) > 2 for node in lines for move in node.get("to", ()))
    points = [abs(node["points"]) for node in lines if "points" in node] + [len(lines) * gains * _largest_gain(lines)]
    utmost = float(max([1, *points]))
    kind = pyspiel.GameType(
        short_name="bouton",
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=max(1, *(len(node.get("to", ())) for node in lines)) if len(lines) > 1 else 1,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-utmost,
        max_utility=utmost,
        utility_sum=0.0,
        max_game_length=len(lines),
    )

    class State(pyspiel.State):  # type: ignore[misc]
        def __init__(self, game: Any):
            super().__init__(game)
            self.node, self.player, self.earned = nodes[first], nodes[first].get("turn", 0), 0

        def current_player(self) -> int:
            return self.player if self.node.get("to") else int(pyspiel.PlayerId.TERMINAL)

        def _legal_actions(self, player: int) -> list[int]:
            return list(range(len(self.node.get("to", ()))))

        def _apply_action(self, action: int) -> None:
            _, to, *gain = self.node["to"][action]
            self.earned += sum(gain) if self.player == 0 else -sum(gain)
            self.node = nodes[to]
            self.player = self.node.get("turn", 1 - self.player)

        def _action_to_string(self, player: int, action: int) -> str:
            return str(self.node["to"][action][0])

        def is_terminal(self) -> bool:
            return not self.node.get("to")

        def returns(self) -> list[float]:
            if not self.is_terminal():
                return [0.0, 0.0]
            mine = self.earned + self.node.get("points", 0)
            if "win" in self.node:
                mine = 0 if self.node["win"] is None else 1 if self.node["win"] == 0 else -1
            elif "points" not in self.node and not gains:
                # A player who cannot move loses.
                mine = -1 if self.player == 0 else 1
            return [float(mine), -float(mine)]

        def information_state_string(self, player: int = 0) -> str:
            return str(self)

        def observation_string(self, player: int = 0) -> str:
            return str(self)

        def __str__(self) -> str:
            return f"{self.node['id']} ({self.player})"

    class Ours(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None):
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> Any:
            return State(self)

    return Ours()


def _largest_gain(lines: list[dict[str, Any]]) -> int:
    return max((abs(move[2]) for node in lines for move in node.get("to", ()) if len(move) > 2), default=0)
