# Left lays dominoes upright, Right level, on free cells of a board; a player with no move loses.
#
# A position is the board by rows from the top, like .../.#., with . for free cells and # for covered ones. A move names both cells
# by column and row, like a1a2.
# The numbers of rows and columns follow the name: domineering:4,4.
# Source: J. H. Conway, On Numbers and Games (1976), ch. 10; Breuker, Uiterwijk, van den Herik, Solving 8×8 Domineering,
# Theoretical Computer Science 230 (2000).
from bouton.rules import parameter

rows = parameter("rows", 8)
columns = parameter("columns", 8)
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

def dominoes(board, step):
    found = []
    for a in range(len(board) - step):
        b = a + step
        if board[a] == "." and board[b] == ".":
            after = board[:a] + "#" + board[a + 1:b] + "#" + board[b + 1:]
            found.append((cell_name(board, a) + cell_name(board, b), after))
    return found

def left(board):
    return dominoes(board, width(board))

def right(board):
    return dominoes(board, 1)

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

def negative(board):
    return "/".join("".join(column) for column in zip(*board.split("/")))

def trimmed(lines):
    """The lines without those at both ends where nothing can happen, as columns."""
    used = [i for i, line in enumerate(lines) if line.strip("#")]
    return ["".join(column) for column in zip(*(lines[used[0]:used[-1] + 1] if used else lines[:1]))]

def canonical(board):
    lines = trimmed(trimmed(board.split("/")))
    board, upside_down = "/".join(lines), "/".join(lines[::-1])
    return min(board, board[::-1], upside_down, upside_down[::-1])

def parse(text):
    lines = text.split("/")
    is_board = lines[0] != "" and all(len(line) == len(lines[0]) and set(line) <= set(".#") for line in lines)
    return "/".join(lines) if is_board else None

figures = "dominoes"
coordinates = "top"

def draw(board):
    return board.split("/")
