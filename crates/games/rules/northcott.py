# Move a piece of your own any number of free cells along its row, to either side, without a jump; a player with no move loses, and
# play need not end.
#
# A position is rows, like L..R./.R..L, with L and R for the pieces of Left and Right, . for free cells, # for none. A move names the
# cells it leads from and to by column and row, like a1-c1.
# Source: Berlekamp, Conway, Guy, Winning Ways (1982), ch. 3.
start = "L..R/.R.L"

def letters(column):
    """The name of a column: a to z, then aa and so on."""
    return ("" if column < 26 else letters(column // 26 - 1)) + chr(97 + column % 26)

def cell_name(board, i):
    rows = board[:i].split("/")
    return letters(len(rows[-1])) + str(len(rows))

def slides(board, piece):
    found = []
    for i in range(len(board)):
        for step in (1, -1):
            to = i + step
            while board[i] == piece and 0 <= to < len(board) and board[to] == ".":
                marks = {i: ".", to: piece}
                moved = "".join(marks.get(cell, sign) for cell, sign in enumerate(board))
                found.append((cell_name(board, i) + "-" + cell_name(board, to), moved))
                to += step
    return found

def left(board):
    return slides(board, "L")

def right(board):
    return slides(board, "R")

def parse(text):
    rows = text.upper().split("/")
    is_known = rows[0] != "" and all(len(row) == len(rows[0]) and set(row) <= set("LR.#") for row in rows)
    return text.upper() if is_known else None

figures = "stones"
coordinates = "top"

def draw(board):
    return board.split("/")
