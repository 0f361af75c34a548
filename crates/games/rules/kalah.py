# Sow the seeds of a house of your own, one by one, over the houses after it, your store, the other's houses and round again, past
# the other's store; a last seed in your store gives another move, one in an empty house of your own, seeds lying opposite, takes
# both to your store. When either has no seed left in the houses, the other keeps those that are there; the margin of seeds stored
# counts.
#
# A position is the houses of the player to move / of the other, each towards its owner's store: 4,4,4/4,4,4.
# The houses of a player and the seeds in each follow the name: 6,4.
# Source: G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000)
from bouton.rules import parameter

houses = parameter("houses", 6)
seeds = parameter("seeds", 4)
start = ((seeds,) * houses, (seeds,) * houses)

def sow(position, house):
    """The houses of both after the move, the seeds stored, and whether the player moves again."""
    ring = list(position[0]) + [0] + list(position[1])  # the 0 is the store
    hand, ring[house], last = ring[house], 0, house
    for _ in range(hand):
        last = (last + 1) % len(ring)
        ring[last] += 1
    opposite = 2 * houses - last
    if last < houses and ring[last] == 1 and ring[opposite] > 0:
        ring[houses] += 1 + ring[opposite]
        ring[last], ring[opposite] = 0, 0
    return tuple(ring[:houses]), tuple(ring[houses + 1:]), ring[houses], last == houses

def is_over(position):
    return sum(position[0]) == 0 or sum(position[1]) == 0

def moves(position):
    found = []
    for house in range(houses):
        if position[0][house] > 0 and not is_over(position):
            mine, other, stored, again = sow(position, house)
            found.append((str(house + 1), (mine, other) if again else (other, mine), stored))
    return found

def turn(before, after):
    """Whether the sides are exchanged in `after`."""
    sown = [sow(before, house) for house in range(houses) if before[0][house] > 0]
    return "same" if any([again and (mine, other) == after for mine, other, stored, again in sown]) else "other"

def score(position):
    return sum(position[0]) - sum(position[1]) if is_over(position) else None

def plies_left(position):
    """A move stores seeds, or brings seeds nearer to the store."""
    ways = [side[house] * (houses - house) for side in position for house in range(houses)]
    left = sum(position[0]) + sum(position[1])
    return left * (2 * houses * houses * seeds + 1) + sum(ways)

def show(position):
    return "/".join([",".join([str(n) for n in side]) for side in position])

def parse(text):
    sides = [[item.strip() for item in side.split(",")] for side in text.split("/")]
    if [len(side) for side in sides] != [houses, houses] or not all([item.isdigit() for side in sides for item in side]):
        return None
    mine, other = [tuple([int(item) for item in side]) for side in sides]
    return (mine, other) if sum(mine) + sum(other) <= 2 * houses * seeds else None

figures = "pits"
coordinates = "columns"
seat = "below"

def draw(position):
    return [[str(n) for n in position[1][::-1]], [str(n) for n in position[0]]]
