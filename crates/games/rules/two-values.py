# Take any stone and score it by your own valuation; the other values it differently. Most points win.
#
# A position is the mover's values, a slash and the other's: 1,3/2,1. They change places with every move.
# Source: LeetCode problem 1686, Stone Game VI
start = ((5, 2, 3, 1, 4), (1, 5, 3, 4, 2))
seat = "mover"

def moves(position):
    own, other = position
    found = []
    for i, value in enumerate(own):
        after = (other[:i] + other[i + 1:], own[:i] + own[i + 1:])
        found.append(("take stone %d" % (i + 1), after, value))
    return found

def score(position):
    # All points are earned by moves.
    return None if position[0] else 0

def plies_left(position):
    return len(position[0])

def canonical(position):
    own, other = position
    stones = sorted(zip(own, other))
    return (tuple(stone[0] for stone in stones), tuple(stone[1] for stone in stones))

def show(position):
    return "/".join(",".join(str(value) for value in values) for values in position)

def parse(text):
    rows = [tuple(int(value) for value in row.split(",")) if row else () for row in text.split("/")]
    return tuple(rows) if len(rows) == 2 and len(rows[0]) == len(rows[1]) else None
