# X and O set one stone each in turn, X first; the first with k in a line, across, down or diagonally, wins, a full board is a
# draw; in misère play the maker of a line loses.
#
# A position is the rows from the top: X.O/.../... The rows, the columns and k follow the name: 3,3,3.
# Source: J. W. H. M. Uiterwijk and H. J. van den Herik, The advantage of the initiative, Information Sciences 122 (2000)
from bouton.rules import parameter

rows = parameter("rows", 3)
columns = parameter("columns", 3)
k = parameter("k", 3)
start = "/".join(["." * columns] * rows)

width = columns + 1  # from a cell to the one below it: a slash follows each row

def has_line(board, mark):
    return any(mark * k in board[i::step] for step in (1, width - 1, width, width + 1) for i in range(step))

def outcome(board):
    last = "O" if board.count("X") == board.count("O") else "X"
    if has_line(board, last):
        return "loss"
    return None if "." in board else "draw"

def moves(board):
    mark = "X" if board.count("X") == board.count("O") else "O"
    return [
        ("%s%d" % ("abcdefghijklmnopqrstuvwxyz"[i % width], i // width + 1), board[:i] + mark + board[i + 1:])
        for i in range(len(board))
        if board[i] == "."
    ]

def plies_left(board):
    return board.count(".")

def canonical(board):
    lines = board.split("/")
    turned = ["".join(column) for column in zip(*lines)] if rows == columns else lines
    images = ["/".join(image) for image in (lines, lines[::-1], turned, turned[::-1])]
    return min(images + [image[::-1] for image in images])

def parse(text):
    shape = [len(row) for row in text.split("/")] == [columns] * rows and all([sign in "XO./" for sign in text])
    if not shape or text.count("X") - text.count("O") not in (0, 1):
        return None
    mover = "X" if text.count("X") == text.count("O") else "O"
    return None if has_line(text, mover) else text

figures = "marks"
coordinates = "top"

def draw(board):
    return board.split("/")

def caption(board):
    return "" if outcome(board) else ("X" if board.count("X") == board.count("O") else "O") + " is to move"
