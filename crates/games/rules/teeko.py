# Put four men each in turn on a board of 5 × 5, then move them to neighbouring empty cells, also diagonally; four side by side in
# a line (across, down or diagonal) or in a square of 2 × 2 win; endless play is a draw.
#
# A position is the board by rows from the top: X for the player to move, O for the other, . for an empty cell.
# Source: J. Scarne, Scarne on Teeko (1955); G. L. Steele (1998): a draw with best play
start = "...../...../...../...../....."
CELLS = [6 * row + column for row in range(5) for column in range(5)]  # their places in the text, where a slash follows each row
FOURS = [
    [cell + step for step in steps]
    for cell in CELLS
    for steps in ((0, 1, 2, 3), (0, 6, 12, 18), (0, 7, 14, 21), (0, 5, 10, 15), (0, 1, 6, 7))
    if all([cell + step in CELLS for step in steps])
]

def called(cell):
    return "abcde"[cell % 6] + str(cell // 6 + 1)

def has_four(board, man):
    return any([all([board[cell] == man for cell in four]) for four in FOURS])

def after(board, cell, to):
    """The board after a man was put on a cell, from another or from the hand, as the other player sees it."""
    cells = list(board)
    if cell is not None:
        cells[cell] = "."
    cells[to] = "X"
    return "".join(cells).replace("X", "x").replace("O", "X").replace("x", "O")

def moves(board):
    if has_four(board, "O"):
        return []
    if board.count("X") < 4:
        return [(called(to), after(board, None, to)) for to in CELLS if board[to] == "."]
    return [
        (called(cell) + "-" + called(to), after(board, cell, to))
        for cell in CELLS
        if board[cell] == "X"
        for to in [cell + step for step in (-7, -6, -5, -1, 1, 5, 6, 7)]
        if to in CELLS and board[to] == "."
    ]

def outcome(board):
    return None if moves(board) else "loss"

def canonical(board):
    lines = board.split("/")
    turned = ["".join(column) for column in zip(*lines)]
    images = ["/".join(image) for image in (lines, lines[::-1], turned, turned[::-1])]
    return min(images + [image[::-1] for image in images])

def parse(text):
    is_board = [len(row) for row in text.split("/")] == [5] * 5 and all([sign in "XO./" for sign in text])
    mine, other = text.count("X"), text.count("O")
    in_turn = other <= 4 and mine <= other <= mine + 1
    return text if is_board and in_turn and not has_four(text, "X") else None

figures = "stones"
coordinates = "top"
seat = "mover"

def draw(board):
    return board.split("/")
