# Draw a line between neighbouring dots; a player who completes a box draws again; a player with no line left to draw loses.
#
# A position is the rows of lines from the top, horizontal and upright in turn, . where none is drawn: -./|.|/../.../..
# The rows and the columns of boxes follow the name: 2,2.
# Source: E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 16 (1982)
from bouton.rules import parameter

rows = parameter("rows", 2)
columns = parameter("columns", 2)
start = "/".join((["." * columns, "." * (columns + 1)] * rows) + ["." * columns])

def across(row, column):
    """The place of a horizontal line in the text of a board, where a slash follows each row of lines."""
    return row * (2 * columns + 3) + column

def upright(row, column):
    return across(row, column) + columns + 1

BOXES = [
    (across(row, column), upright(row, column), upright(row, column + 1), across(row + 1, column))
    for row in range(rows)
    for column in range(columns)
]

def completed(board):
    return len([box for box in BOXES if all([board[line] != "." for line in box])])

def called(row, column):
    """The name of a line, by its place in a row of lines."""
    return "%s%d,%d" % ("hv"[row % 2], row // 2 + 1, column + 1)

def moves(board):
    found = []
    for i in range(len(board)):
        if board[i] == ".":
            row, column = board[:i].count("/"), len(board[:i].split("/")[-1])
            after = board[:i] + "-|"[row % 2] + board[i + 1:]
            found.append((called(row, column), after))
    return found

def turn(before, after):
    return "same" if completed(after) > completed(before) else "other"

def outcome(board):
    return None if "." in board else "loss"

def plies_left(board):
    return board.count(".")

def canonical(board):
    lines = board.split("/")
    mirrored = [line[::-1] for line in lines]
    return min(["/".join(image) for image in (lines, lines[::-1], mirrored, mirrored[::-1])])

def parse(text):
    lines, like = text.split("/"), start.split("/")
    if [len(line) for line in lines] != [len(line) for line in like]:
        return None
    return text if all([sign in (".", "-|"[i % 2]) for i, line in enumerate(lines) for sign in line]) else None

figures = "boxes"

def draw(board):
    wide = columns + 1
    edges = []
    for row, line in enumerate(board.split("/")):
        for column, sign in enumerate(line):
            dot = row // 2 * wide + column
            edges.append((dot, dot + [1, wide][row % 2], sign, called(row, column) if sign == "." else ""))
    return {"points": {dot: (dot % wide, dot // wide) for dot in range(wide * (rows + 1))}, "edges": edges}
