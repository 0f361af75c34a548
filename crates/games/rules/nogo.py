# Put a stone of yours on a free cell so that every block of stones (stones of one player joined above, below or beside each
# other) has a free neighbour; a player with no move loses.
#
# A position is the board by rows from the top, like X.O/..., with X for Left's stones, O for Right's, . for free cells, # for none.
# A move names its cell by column and row, like b1.
# The numbers of rows and columns follow the name: nogo:3,3.
# Source: Chou, Teytaud, Yen, Revisiting Monte-Carlo tree search on a normal form game: NoGo, LNCS 6624 (2011).
from bouton.rules import parameter

rows = parameter("rows", 3)
columns = parameter("columns", 3)
start = "/".join(["." * columns] * rows)

def letters(column):
    """The name of a column: a to z, then aa and so on."""
    return ("" if column < 26 else letters(column // 26 - 1)) + chr(97 + column % 26)

def cell_name(board, cell):
    before = board[:cell].split("/")
    return letters(len(before[-1])) + str(len(before))

def around(board, cell):
    width = (board + "/").find("/") + 1  # from a cell to the one below it
    return [to for to in (cell - width, cell - 1, cell + 1, cell + width) if 0 <= to < len(board)]

def breathes(board, cell):
    """Whether the block of the stone on this cell has a free neighbour."""
    block, todo = {cell}, [cell]
    while todo:
        for to in around(board, todo.pop()):
            if board[to] == ".":
                return True
            if board[to] == board[cell] and to not in block:
                block.add(to)
                todo.append(to)
    return False

def is_allowed(board):
    return all(breathes(board, cell) for cell, sign in enumerate(board) if sign in "XO")

def puts(board, stone):
    boards = [(cell, board[:cell] + stone + board[cell + 1:]) for cell in range(len(board)) if board[cell] == "."]
    return [(cell_name(board, cell), after) for cell, after in boards if is_allowed(after)]

def left(board):
    return puts(board, "X")

def right(board):
    return puts(board, "O")

def plies_left(board):
    return board.count(".")

def marked(board, cell):
    """The board with small letters for the stones of the part of this cell, and commas for its free cells."""
    sign = board[cell]
    board = board[:cell] + {".": ",", "X": "x", "O": "o"}[sign] + board[cell + 1:]
    for to in around(board, cell):
        if board[to] in "XO." and sign + board[to] not in ("XO", "OX"):
            board = marked(board, to)
    return board

def summands(board):
    # For a block a stone of the other player is what the edge of the board is: never free again.
    parts = []
    while "." in board:
        one = marked(board, board.find("."))
        parts.append("".join(sign if sign == "/" else {",": ".", "x": "X", "o": "O"}.get(sign, "#") for sign in one))
        board = one.replace(",", "#").replace("x", "#").replace("o", "#")
    return parts

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
    return "/".join(lines) if is_board and is_allowed("/".join(lines)) else None

figures = "go"
coordinates = "top"

def draw(board):
    return board.split("/")
