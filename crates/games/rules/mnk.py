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

def lines():
    """The lines of k cells, by their places in the text of a board, where a slash follows each row."""
    found = []
    for row, column in [(row, column) for row in range(rows) for column in range(columns)]:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if row + (k - 1) * down < rows and 0 <= column + (k - 1) * right < columns:
                found.append([(row + i * down) * (columns + 1) + column + i * right for i in range(k)])
    return found

LINES = lines()

def has_line(board, mark):
    return any([all([board[cell] == mark for cell in line]) for line in LINES])

def outcome(board):
    last = "O" if board.count("X") == board.count("O") else "X"
    if has_line(board, last):
        return "loss"
    return None if "." in board else "draw"

def moves(board):
    mark = "X" if board.count("X") == board.count("O") else "O"
    return [
        ("%s%d" % ("abcdefghijklmnopqrstuvwxyz"[i % (columns + 1)], i // (columns + 1) + 1), board[:i] + mark + board[i + 1:])
        for i in range(len(board))
        if board[i] == "."
    ]

def plies_left(board):
    return board.count(".")

def parse(text):
    shape = [len(row) for row in text.split("/")] == [columns] * rows and all([sign in "XO./" for sign in text])
    if not shape or text.count("X") - text.count("O") not in (0, 1):
        return None
    mover = "X" if text.count("X") == text.count("O") else "O"
    return None if has_line(text, mover) else text

figures = "marks"

def draw(board):
    return board.split("/")
