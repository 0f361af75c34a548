#!/usr/bin/env python3
"""Writes a two-player game of OpenSpiel (pip install open_spiel) as a graph that bouton solves.

    python3 openspiel_graph.py tic_tac_toe > tic_tac_toe.jsonl
    python3 openspiel_graph.py 'connect_four(rows=4,columns=4,x_in_row=4)' | bouton solve graph:-

A position is known by OpenSpiel's own text of it, its lines joined by /, and by the player who moves."""
import json
import sys

import pyspiel

def name(state):
    text = "/".join(str(state).splitlines())
    return text if state.is_terminal() else f"{text} {state.current_player()}"

def worth(state, of_points):
    """The winner, or player 0's points minus player 1's."""
    first, second = state.returns()
    return {"points": int(first - second)} if of_points else {"win": None if first == second else int(second > first)}

def line(state, of_points):
    """The line of a position, and the positions that its moves lead to."""
    if state.is_terminal():
        return {"id": name(state), **worth(state, of_points)}, []
    player, actions = state.current_player(), state.legal_actions()
    after = [state.child(action) for action in actions]
    to = [[state.action_to_string(player, action), name(child)] for action, child in zip(actions, after)]
    return {"id": name(state), "to": to, "turn": player}, after

def main(game):
    kind = game.get_type()
    fit = (kind.dynamics == kind.Dynamics.SEQUENTIAL, kind.chance_mode == kind.ChanceMode.DETERMINISTIC,
           kind.information == kind.Information.PERFECT_INFORMATION, kind.utility != kind.Utility.GENERAL_SUM)
    if game.num_players() != 2 or not all(fit):
        sys.exit(f"{game}: not a game of two strictly opposed players who take turns and see everything, without chance")
    of_points = max(game.max_utility(), -game.min_utility()) > 1
    states = [game.new_initial_state()]
    seen = {name(states[0]): states[0].returns()}
    for state in states:
        told, after = line(state, of_points)
        print(json.dumps(told))
        for child in after:
            if name(child) not in seen:
                states.append(child)
            if seen.setdefault(name(child), child.returns()) != child.returns():
                sys.exit(f"{game}: {name(child)!r} is the text of positions that are worth different points")

main(pyspiel.load_game(sys.argv[1]))
