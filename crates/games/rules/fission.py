# Take a stone off and put one on each side of its cell, Left above and below, Right at the left and the right, where both are
# free; a player with no move loses.
#
# A position is the board by rows from the top, like .../.X./..., with X for a stone, . for free cells, # for none. A move names the
# cells where stones are put by column and row, like b1-b3.
# The numbers of rows and columns follow the name: fission:5,5. At the start there is a stone in the middle.
# Source: Fission as in CGSuite 2.2, cgsuite.org.
from bouton.rules import parameter

rows = parameter("rows", 5)
columns = parameter("columns", 5)
free = "." * columns
middle = free[:columns // 2] + "X" + free[columns // 2 + 1:]
start = "/".join([free] * (rows // 2) + [middle] + [free] * ((rows - 1) // 2))

def letters(column):
    """The name of a column: a to z, then aa and so on."""
    return ("" if column < 26 else letters(column // 26 - 1)) + chr(97 + column % 26)

def cell_name(board, cell):
    before = board[:cell].split("/")
    return letters(len(before[-1])) + str(len(before))

def splits(board, step):
    found = []
    for cell in range(step, len(board) - step):
        a, b = cell - step, cell + step
        if board[a] == "." and board[cell] == "X" and board[b] == ".":
            after = list(board)
            after[a], after[cell], after[b] = "X", ".", "X"
            found.append((cell_name(board, a) + "-" + cell_name(board, b), "".join(after)))
    return found

def left(board):
    return splits(board, (board + "/").find("/") + 1)  # from a cell to the one below it

def right(board):
    return splits(board, 1)

def plies_left(board):
    return board.count(".")

def negative(board):
    return "/".join("".join(column) for column in zip(*board.split("/")))

def canonical(board):
    upside_down = "/".join(board.split("/")[::-1])
    return min(board, board[::-1], upside_down, upside_down[::-1])

def parse(text):
    lines = text.upper().split("/")
    is_board = lines[0] != "" and all(len(line) == len(lines[0]) and set(line) <= set("X.#") for line in lines)
    return "/".join(lines) if is_board else None

figures = "stones"
owners = {"X": "both"}
coordinates = "top"

def draw(board):
    return board.split("/")
