# Put nine men each in turn on the points of three squares joined in the middle of their sides, then move them along the lines to
# the next point, or anywhere with three men left; three in a row along a line close a mill, which takes a man of the other's, out
# of a mill only if all are in mills. A player with two men left, or with no move, loses.
#
# A position is the board by rows from the top: X for the player to move, O for the other, . for an empty point; then the men that
# each has in hand, where there are any: .../.../.../....../.../.../... 9,9. Points are called by their column and their row from
# below.
# Source: R. Gasser, Solving Nine Men's Morris, Games of No Chance (1996)
MEN = 9
LINES = [
    "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1",
    "a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1",
]
PLACES = sorted({point for line in LINES for point in line.split()}, key = lambda point: (-int(point[1]), point[0]))
MILLS = [[PLACES.index(point) for point in line.split()] for line in LINES]
STEPS = [step for a, b, c in MILLS for step in ((a, b), (b, c))]
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
            for to in (empty if board.count("X") == 3 else NEAR[point])
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
    rows = [[board[i] for i in range(len(board)) if PLACES[i][1] == str(row)] for row in range(7, 0, -1)]
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
