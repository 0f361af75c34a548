# Put six men each in turn on the points of two squares joined in the middle of their sides, then move them along the lines to the
# next point; three in a row along a line close a mill, which takes a man of the other's, out of a mill only if all are in mills.
# A player with two men left, or with no move, loses.
#
# A position is the board by rows from the top: X for the player to move, O for the other, . for an empty point; then the men that
# each has in hand, where there are any: .../.../..../.../... 6,6. Points are called by their column and their row from below.
# Source: H. J. R. Murray, A History of Board-Games Other Than Chess (1952)
MEN = 6
LINES = [
    "a5 c5 e5", "b4 c4 d4", "b2 c2 d2", "a1 c1 e1",
    "a5 a3 a1", "b4 b3 b2", "d4 d3 d2", "e5 e3 e1",
]
JOINED = ["c5 c4", "a3 b3", "d3 e3", "c2 c1"]
PLACES = sorted({point for line in LINES for point in line.split()}, key = lambda point: (-int(point[1]), point[0]))
MILLS = [[PLACES.index(point) for point in line.split()] for line in LINES]
STEPS = [step for a, b, c in MILLS for step in ((a, b), (b, c))]
STEPS += [tuple([PLACES.index(point) for point in pair.split()]) for pair in JOINED]
NEAR = [[b for a, b in STEPS if a == point] + [a for a, b in STEPS if b == point] for point in range(len(PLACES))]
start = ("." * len(PLACES), MEN, MEN)  # the board, and the men in hand of the player to move and of the other

def in_mill(board, point):
    return any([point in mill and all([board[other] == board[point] for other in mill]) for mill in MILLS])

def put(board, point, man):
    return board[:point] + man + board[point + 1:]

def exchanged(board):
    """The board as the other player sees it."""
    return board.replace("X", "x").replace("O", "X").replace("x", "O")

def takeable(board):
    """The men of the other player that are in no mill, or all."""
    men = [point for point in range(len(board)) if board[point] == "O"]
    return [point for point in men if not in_mill(board, point)] or men

def moves(position):
    board, mine, other = position
    if board.count("X") + mine < 3:
        return []
    empty = [point for point in range(len(board)) if board[point] == "."]
    if mine > 0:
        ways = [(PLACES[to], to, put(board, to, "X")) for to in empty]
    else:
        ways = [
            (PLACES[point] + "-" + PLACES[to], to, put(put(board, point, "."), to, "X"))
            for point in range(len(board))
            if board[point] == "X"
            for to in NEAR[point]
            if to in empty
        ]
    found = []
    for label, to, moved in ways:
        taken = takeable(moved) if in_mill(moved, to) else []
        captures = [(label + "x" + PLACES[point], put(moved, point, ".")) for point in taken]
        for called, after in captures or [(label, moved)]:
            found.append((called, (exchanged(after), other, max(mine - 1, 0))))
    return found

def outcome(position):
    return None if moves(position) else "loss"

def show(position):
    board, mine, other = position
    rows = [[board[i] for i in range(len(board)) if PLACES[i][1] == str(row)] for row in range(5, 0, -1)]
    return "/".join(["".join(row) for row in rows]) + (" %d,%d" % (mine, other) if mine + other > 0 else "")

def parse(text):
    lines, _, hands = text.strip().partition(" ")
    board = lines.replace("/", "")
    hand = [item.strip() for item in (hands or "0,0").split(",")]
    if len(hand) != 2 or not all([item.isdigit() for item in hand]) or not all([sign in "XO." for sign in board]):
        return None
    mine, other = int(hand[0]), int(hand[1])
    if len(board) != len(PLACES) or lines != show((board, 0, 0)) or mine - other not in (0, 1):
        return None
    men, others = board.count("X") + mine, board.count("O") + other
    return (board, mine, other) if 2 <= men <= MEN and 3 <= others <= MEN else None

figures = "stones"
seat = "mover"

def draw(position):
    board, mine, other = position
    return {
        "points": {point: ("abcdefg".index(point[0]), -int(point[1]), man) for point, man in zip(PLACES, board)},
        "edges": [(PLACES[a], PLACES[b]) for a, b in STEPS],
        "hands": [{"X": mine}, {"O": other}] if mine + other > 0 else [],
    }
