# The mouse, first, and the cat go along an edge of a graph in turn; a player with no edge to go along stays. The cat wins when
# both are on one point, the mouse when it reaches the hole 0, which the cat may not enter; play without end is a draw.
#
# A position is the point of the mouse, that of the cat, and cat after it if the cat is to move: 1,2 cat.
# The edges of the graph, with points 0, 1 and 2, follow the name: 0-2,0-5,1-3.
# Source: LeetCode problem 913, Cat and Mouse
from bouton.rules import fail, parameter

edges = parameter("edges", ["0-2", "0-5", "1-3", "2-4", "2-5", "3-4", "3-5"])
start = ("1", "2", "mouse")
parts = [part.strip().split("-") for part in edges]
EDGES = [part for part in parts if len(part) == 2]
KNOWN = [point for part in parts for point in part]
if "0" not in KNOWN or max([len(part) for part in parts]) > 2:
    fail("expected the edges of a graph, like 0-2, with a point 0, the hole")

def near(point):
    return [b for a, b in EDGES if a == point] + [a for a, b in EDGES if b == point]

def moves(position):
    mouse, cat, turn = position
    if mouse == cat or mouse == "0":
        return []
    if turn == "mouse":
        return [(to, (to, cat, "cat")) for to in sorted(set(near(mouse) or [mouse]))]
    ways = [to for to in near(cat) if to != "0"]
    return [(to, (mouse, to, "mouse")) for to in sorted(set(ways or [cat]))]

def outcome(position):
    mouse, cat, turn = position
    if mouse == cat:
        return "win" if turn == "cat" else "loss"
    if mouse == "0":
        return "win" if turn == "mouse" else "loss"
    return None

def show(position):
    mouse, cat, turn = position
    return mouse + "," + cat + (" cat" if turn == "cat" else "")

def parse(text):
    points, _, turn = text.strip().partition(" ")
    both = points.split(",")
    if turn not in ("", "mouse", "cat") or len(both) != 2 or not all([point in KNOWN for point in both]) or both[1] == "0":
        return None
    return (both[0], both[1], turn or "mouse")

def caption(position):
    return "the hole is 0" + ("" if outcome(position) else "; the %s is to move" % position[2])

owners = {"M": "first", "C": "second"}

def draw(position):
    men = {position[0]: "M", position[1]: "C"}
    return {"points": {point: men.get(point, ".") for point in KNOWN}, "edges": EDGES}
