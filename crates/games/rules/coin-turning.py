# Turn coins in a row, as many as the parameter says; the one furthest to the right goes from heads to tails, the others either
# way. On a board the coins are those where the rows of a move of the first kind meet the columns of a move of the second, and the
# one furthest down and to the right goes from heads to tails. The last to move wins.
#
# A position is the coins by rows from the top, H for heads and T for tails: THHTTH. A move names its coins, the last one first.
# Sources: H. W. Lenstra, Nim multiplication, IHES (1978);
# Berlekamp, Conway, Guy, Winning Ways (1982), ch. 14
from itertools import combinations

from bouton.rules import fail, parameter

OTHER = {"H": "T", "T": "H"}
SIZES = {"turtles": [1, 2], "mock-turtles": [1, 2, 3], "moebius": [1, 2, 3, 4, 5], "twins": [2], "triplets": [3], "ruler": []}
kinds = parameter("kinds", ["turtles"])
if len(kinds) > 2 or any(kind not in SIZES for kind in kinds):
    fail("expected one or two of " + ", ".join(SIZES))
start = "THHTTH" if len(kinds) == 1 else "TTT/THT/TTH"
figures = "faces"
coordinates = "top"

def together(last, kind):
    """The places in a line that can be turned together if this is the last of them."""
    if kind == "ruler":
        return [tuple(range(first, last + 1)) for first in range(last + 1)]
    return [others + (last,) for size in SIZES[kind] for others in combinations(range(last), size - 1)]

def cell(row, column):
    """a to z, aa to az, ba to bz and so on, with the number of the row."""
    letters = ("" if column < 26 else chr(96 + column // 26)) + chr(97 + column % 26)
    return letters + str(row + 1)

def turned(coins, down, across):
    return "/".join(
        "".join(OTHER[coin] if y in down and x in across else coin for x, coin in enumerate(row))
        for y, row in enumerate(coins.split("/"))
    )

def moves(coins):
    found = []
    for y, row in enumerate(coins.split("/")):
        for x, coin in enumerate(row):
            if coin == "H":
                rows = together(y, kinds[0]) if len(kinds) == 2 else [(y,)]
                for down in rows:
                    for across in together(x, kinds[-1]):
                        label = "-".join(cell(i, j) for i in reversed(down) for j in reversed(across))
                        found.append((label, turned(coins, down, across)))
    return found

def plies_left(coins):
    # The last coin turned counts more than all before it.
    return sum(2 ** i for i, coin in enumerate(coins.replace("/", "")) if coin == "H")

def summands(coins):
    # Each head counts for itself.
    tails = coins.replace("H", "T")
    return [tails[:i] + "H" + tails[i + 1:] for i, coin in enumerate(coins) if coin == "H"]

def draw(coins):
    return coins.split("/")

def parse(text):
    rows = text.split("/")
    is_board = all(len(row) == len(rows[0]) and set(row) <= {"H", "T"} for row in rows)
    return text if is_board and text and (len(rows) == 1 or len(kinds) == 2) else None
