# Move a stone of your own onto one of the other above, below or beside it, which is removed; a player with no move loses.
#
# A position is the board by rows from the top, like XO/O., with X for Left's stones, O for Right's, . for none. A move names the
# cells it leads from and to by column and row, like a1-b1.
# The numbers of rows and columns follow the name: clobber:2,6.
# Source: Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber, Integers 5 (2005), A01.
from bouton.rules import parameter

rows = parameter("rows", 2)
columns = parameter("columns", 4)
start = "/".join("".join("XO"[(row + column) % 2] for column in range(columns)) for row in range(rows))

def width(board):
    """The length of a row and its slash: from a cell to the one below it."""
    return (board + "/").find("/") + 1

def letters(column):
    """The name of a column: a to z, then aa and so on."""
    return ("" if column < 26 else letters(column // 26 - 1)) + chr(97 + column % 26)

def cell_name(board, cell):
    row, column = divmod(cell, width(board))
    return letters(column) + str(row + 1)

def around(board, cell):
    below = width(board)
    return [to for to in (cell - below, cell - 1, cell + 1, cell + below) if 0 <= to < len(board)]

def takes(board, own, other):
    found = []
    for cell in range(len(board)):
        for to in around(board, cell):
            if board[cell] == own and board[to] == other:
                after = list(board)
                after[cell], after[to] = ".", own
                found.append((cell_name(board, cell) + "-" + cell_name(board, to), "".join(after)))
    return found

def left(board):
    return takes(board, "X", "O")

def right(board):
    return takes(board, "O", "X")

def plies_left(board):
    return len(board) - board.count(".")

def summands(board):
    """Each group of joined stones of both colours, with no others."""
    parts = []
    while "X" in board:
        cells, group = list(board), [board.find("X")]
        for cell in group:
            cells[cell] = cells[cell].lower()
            group += [to for to in around(board, cell) if cells[to] in "XO" and to not in group]
        if "o" in cells:
            parts.append("".join(cells).replace("X", ".").replace("O", ".").upper())
        board = "".join(cells).replace("x", ".").replace("o", ".")
    return parts

def negative(board):
    return board.replace("X", "x").replace("O", "X").replace("x", "O")

def trimmed(lines):
    """The lines without those at both ends where nothing can happen."""
    used = [i for i, line in enumerate(lines) if line.strip(".")]
    return lines[used[0]:used[-1] + 1] if used else lines[:1]

def canonical(board):
    lines = trimmed(board.split("/"))
    turned = trimmed(["".join(column) for column in zip(*lines)])
    lines = ["".join(column) for column in zip(*turned)]
    images = ["/".join(image) for image in (lines, lines[::-1], turned, turned[::-1])]
    return min(images + [image[::-1] for image in images])

def parse(text):
    lines = text.upper().split("/")
    is_board = lines[0] != "" and all(len(line) == len(lines[0]) and set(line) <= set("XO.") for line in lines)
    return "/".join(lines) if is_board else None

figures = "stones"
coordinates = "top"

def draw(board):
    return board.split("/")
