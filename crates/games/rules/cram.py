# Lay a domino on two free neighbouring cells of a board; the last to move wins.
#
# A position is the board by rows from the top, like .../.#., with . for free cells and # for covered ones. A move names both cells
# by column and row, like a1b1.
# The numbers of rows and columns follow the name: cram:3,5.
# Source: M. Gardner, Mathematical Games, Scientific American, February 1974; Lemoine, Viennot, Nimbers are inevitable,
# Theoretical Computer Science 462 (2012).
from bouton.rules import parameter

rows = parameter("rows", 3)
columns = parameter("columns", 5)
start = "/".join(["." * columns] * rows)

def width(board):
    """The length of a row and its slash: from a cell to the one below it."""
    return (board + "/").find("/") + 1

def letters(column):
    """The name of a column: a to z, then aa and so on."""
    return ("" if column < 26 else letters(column // 26 - 1)) + chr(97 + column % 26)

def cell_name(board, cell):
    return letters(cell % width(board)) + str(cell // width(board) + 1)

def moves(board):
    found = []
    for step in (1, width(board)):
        for a in range(len(board) - step):
            b = a + step
            if board[a] == "." and board[b] == ".":
                after = board[:a] + "#" + board[a + 1:b] + "#" + board[b + 1:]
                found.append((cell_name(board, a) + cell_name(board, b), after))
    return found

def plies_left(board):
    return board.count(".")

def filled(board, cell):
    """The board with an o on all free cells that are joined to this one."""
    if 0 <= cell < len(board) and board[cell] == ".":
        board = board[:cell] + "o" + board[cell + 1:]
        for step in (1, -1, width(board), -width(board)):
            board = filled(board, cell + step)
    return board

def summands(board):
    parts = []
    while "." in board:
        marked = filled(board, board.find("."))
        parts.append(marked.replace(".", "#").replace("o", "."))
        board = marked.replace("o", "#")
    return parts

def canonical(board):
    lines = board.split("/")
    turned = ["".join(column) for column in zip(*lines)]
    images = ["/".join(image) for image in (lines, lines[::-1], turned, turned[::-1])]
    return min(images + [image[::-1] for image in images])

def parse(text):
    lines = text.split("/")
    is_board = lines[0] != "" and all(len(line) == len(lines[0]) and set(line) <= set(".#") for line in lines)
    return "/".join(lines) if is_board else None

figures = "dominoes"

def draw(board):
    return board.split("/")
