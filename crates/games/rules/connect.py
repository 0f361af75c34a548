# X and O drop one stone each in turn into a column, where it falls to the lowest free cell, X first; the first with k in a line,
# across, up or diagonally, wins, by half the cells (rounded up) and one, less the stones that the maker of the line has played; a
# full board is a draw; in misère play the maker of a line loses by as much.
#
# A position is the rows from the top, or the columns played so far: 4453. The rows, the columns and k follow the name: 6,7,4.
# Source: V. Allis, A knowledge-based approach of Connect-Four (1988)
from bouton.rules import parameter

rows = parameter("rows", 6)
columns = parameter("columns", 7)
k = parameter("k", 4)
start = "/".join(["." * columns] * rows)

width = columns + 1  # from a cell to the one below it: a slash follows each row

def has_line(board, mark):
    return any(mark * k in board[i::step] for step in (1, width - 1, width, width + 1) for i in range(step))

def score(board):
    last = "O" if board.count("X") == board.count("O") else "X"
    if has_line(board, last):
        return board.count(last) - (rows * columns + 1) // 2 - 1
    return None if "." in board else 0

def moves(board):
    mark = "X" if board.count("X") == board.count("O") else "O"
    found = []
    for column in range(columns):
        free = [cell for cell in range(column, len(board), width) if board[cell] == "."]
        if free:
            found.append((str(column + 1), board[:free[-1]] + mark + board[free[-1] + 1:]))
    return found

def plies_left(board):
    return board.count(".")

def canonical(board):
    return min(board, "/".join([line[::-1] for line in board.split("/")]))

def played(text):
    """The board after the moves of a text like 4453."""
    board = start
    for column in text:
        after = [to for label, to in moves(board) if label == column]
        if score(board) is not None or not after:
            return None
        board = after[0]
    return board

def parse(text):
    if all([sign.isdigit() for sign in text]):
        return played(text)
    shape = [len(row) for row in text.split("/")] == [columns] * rows and all([sign in "XO./" for sign in text])
    if not shape or text.count("X") - text.count("O") not in (0, 1):
        return None
    hanging = any([text[i] != "." and text[i + width] == "." for i in range(len(text) - width)])
    mover, last = ("X", "O") if text.count("X") == text.count("O") else ("O", "X")
    tops = [i for i in range(len(text)) if text[i] == last and (i <= columns or text[i - width] == ".")]
    before = [text[:i] + "." + text[i + 1:] for i in tops]
    over = has_line(text, mover) or has_line(text, last) and all([has_line(board, last) for board in before])
    return None if hanging or over else text

figures = "rack"
coordinates = "columns"

def draw(board):
    return board.split("/")

def caption(board):
    mover = "Red" if board.count("X") == board.count("O") else "Yellow"
    return mover + " is to move" if score(board) is None else ""
