# Empty the box with fewer balls, then divide the balls of the other over both, at least one in each; a player to whom only one
# ball in each is left loses.
#
# A position is the balls in the two boxes, each at least 1: 12,4.
start = (12, 4)
figures = "balls"

def moves(balls):
    most = max(balls)
    return [("divide into %d+%d" % (first, most - first), (first, most - first)) for first in range(1, most)]

def plies_left(balls):
    return sum(balls)

def canonical(balls):
    # The smaller number does not matter.
    return (1, max(balls))

def positions(n):
    return [(a, b) for a in range(1, n + 1) for b in range(a, n + 1)]

def parse(text):
    numbers = [number.strip() for number in text.split(",")]
    if len(numbers) != 2 or not all(number.isdigit() and int(number) > 0 for number in numbers):
        return None
    return tuple(int(number) for number in numbers)
