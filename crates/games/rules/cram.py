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
    row, column = divmod(cell, width(board))
    return letters(column) + str(row + 1)

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

def summands(board):
    """Each group of joined free cells, all others covered."""
    parts, below = [], width(board)
    while "." in board:
        cells, group = list(board), [board.find(".")]
        for cell in group:
            cells[cell] = "o"
            for to in (cell + 1, cell - 1, cell + below, cell - below):
                if 0 <= to < len(board) and cells[to] == "." and to not in group:
                    group.append(to)
        if len(group) > 1:
            parts.append("".join(cells).replace(".", "#").replace("o", "."))
        board = "".join(cells).replace("o", "#")
    return parts

def trimmed(lines):
    """The lines without those at both ends where nothing can happen."""
    used = [i for i, line in enumerate(lines) if line.strip("#")]
    return lines[used[0]:used[-1] + 1] if used else lines[:1]

def canonical(board):
    lines = trimmed(board.split("/"))
    turned = trimmed(["".join(column) for column in zip(*lines)])
    lines = ["".join(column) for column in zip(*turned)]
    images = ["/".join(image) for image in (lines, lines[::-1], turned, turned[::-1])]
    return min(images + [image[::-1] for image in images])

def parse(text):
    lines = text.split("/")
    is_board = lines[0] != "" and all(len(line) == len(lines[0]) and set(line) <= set(".#") for line in lines)
    return "/".join(lines) if is_board else None

figures = "dominoes"
coordinates = "top"

def draw(board):
    return board.split("/")
