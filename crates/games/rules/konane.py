# Jump with a stone of yours over one of the other's onto a free cell, which takes it off, and on in the same direction if you
# like; a player with no move loses.
#
# A position is the board by rows from the top, like XO.O/OXOX, with X for Left's stones, O for Right's, . for free cells, # for
# none. A move names the cells it leads from and to by column and row, like a1-c1.
# The numbers of rows and columns follow the name: konane:4,4. At the start two stones in the middle are off.
# Source: M. D. Ernst, Playing Konane mathematically: a combinatorial game-theoretic analysis, UMAP Journal 16 (1995).
from bouton.rules import parameter

rows = parameter("rows", 4)
columns = parameter("columns", 5)

def opened(row, column):
    """The sign of a cell at the start."""
    is_middle = row == (rows - 1) // 2 and column in (columns // 2 - 1, columns // 2)
    return "." if is_middle else "OX"[(row + column) % 2]

start = "/".join("".join(opened(row, column) for column in range(columns)) for row in range(rows))

def letters(column):
    """The name of a column: a to z, then aa and so on."""
    return ("" if column < 26 else letters(column // 26 - 1)) + chr(97 + column % 26)

def cell_name(board, cell):
    before = board[:cell].split("/")
    return letters(len(before[-1])) + str(len(before))

def jumps(board, own, other):
    width = (board + "/").find("/") + 1  # from a cell to the one below it
    found = []
    for cell in range(len(board)):
        for step in (1, -1, width, -width):
            after, at = list(board), cell
            over, to = at + step, at + 2 * step
            while 0 <= to < len(board) and after[at] == own and after[over] == other and after[to] == ".":
                after[at], after[over], after[to] = ".", ".", own
                found.append((cell_name(board, cell) + "-" + cell_name(board, to), "".join(after)))
                at, over, to = to, to + step, to + 2 * step
    return found

def left(board):
    return jumps(board, "X", "O")

def right(board):
    return jumps(board, "O", "X")

def plies_left(board):
    return board.count("X") + board.count("O")

def negative(board):
    return board.replace("X", "x").replace("O", "X").replace("x", "O")

def canonical(board):
    lines = board.split("/")
    turned = ["".join(column) for column in zip(*lines)]
    images = ["/".join(image) for image in (lines, lines[::-1], turned, turned[::-1])]
    return min(images + [image[::-1] for image in images])

def parse(text):
    lines = text.upper().split("/")
    is_board = lines[0] != "" and all(len(line) == len(lines[0]) and set(line) <= set("XO.#") for line in lines)
    return "/".join(lines) if is_board else None

figures = "stones"
coordinates = "top"

def draw(board):
    return board.split("/")
