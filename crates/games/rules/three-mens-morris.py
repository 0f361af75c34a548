# Put three men each in turn on a board of 3 × 3, then move them along rows, columns and diagonals to the next point; three in a
# line win; a player with no move loses.
#
# A position is the board by rows from the top: X for the player to move, O for the other, . for an empty point: X.O/.O./..X.
# Source: H. J. R. Murray, A History of Board-Games Other Than Chess (1952)
start = ".../.../..."
ROWS = [["a1", "b1", "c1"], ["a2", "b2", "c2"], ["a3", "b3", "c3"]]
LINES = ROWS + [list(column) for column in zip(*ROWS)] + [["a1", "b2", "c3"], ["c1", "b2", "a3"]]
STEPS = [step for a, b, c in LINES for step in ((a, b), (b, a), (b, c), (c, b))]
PLACES = {ROWS[row][column]: 4 * row + column for row in range(3) for column in range(3)}

def has_line(board, man):
    return any([all([board[PLACES[point]] == man for point in line]) for line in LINES])

def after(board, point, to):
    """The board after a man was put on a point, from another or from the hand, as the other player sees it."""
    cells = list(board)
    if point:
        cells[PLACES[point]] = "."
    cells[PLACES[to]] = "X"
    return "".join(cells).replace("X", "x").replace("O", "X").replace("x", "O")

def moves(board):
    if has_line(board, "O"):
        return []
    if board.count("X") < 3:
        return [(to, after(board, None, to)) for to in PLACES if board[PLACES[to]] == "."]
    return [
        (point + "-" + to, after(board, point, to))
        for point, to in STEPS
        if board[PLACES[point]] == "X" and board[PLACES[to]] == "."
    ]

def outcome(board):
    return None if moves(board) else "loss"

def canonical(board):
    lines = board.split("/")
    turned = ["".join(column) for column in zip(*lines)]
    images = ["/".join(image) for image in (lines, lines[::-1], turned, turned[::-1])]
    return min(images + [image[::-1] for image in images])

def parse(text):
    is_board = [len(row) for row in text.split("/")] == [3, 3, 3] and all([sign in "XO./" for sign in text])
    mine, other = text.count("X"), text.count("O")
    in_turn = other <= 3 and mine <= other <= mine + 1
    return text if is_board and in_turn and not has_line(text, "X") else None

figures = "stones"
seat = "mover"

def draw(board):
    points = {point: (place % 4, place // 4, board[place]) for point, place in PLACES.items()}
    return {"points": points, "edges": STEPS[::2]}
