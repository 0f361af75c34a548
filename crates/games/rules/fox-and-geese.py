# Left moves a goose to a free square diagonally below it, Right the fox to any diagonally next to it; nothing is taken. Once the
# fox is in a row above all geese, and they can never stop it, they leave the board; a player with no move loses.
#
# A position is the board by rows from the top, like G.G./..../F..., with G for geese, F for the fox, . for no piece. A move names
# the squares it leads from and to by column and row, like a1-b2.
# The numbers of rows and columns follow the name: fox-and-geese:4,6. At the start the geese are in the top row.
# Source: Berlekamp, Conway, Guy, Winning Ways (1982), ch. 20; A. N. Siegel, Coping with Cycles, Games of No Chance 3 (2009).
from bouton.rules import parameter

rows = parameter("rows", 5)
columns = parameter("columns", 8)
geese = "".join("G."[column % 2] for column in range(columns))
fox = "".join("F" if column == (rows - 1) % 2 else "." for column in range(columns))
start = "/".join([geese] + ["." * columns] * (rows - 2) + [fox])

def width(board):
    """The length of a row and its slash: from a square to the one below it."""
    return (board + "/").find("/") + 1

def letters(column):
    """The name of a column: a to z, then aa and so on."""
    return ("" if column < 26 else letters(column // 26 - 1)) + chr(97 + column % 26)

def square_name(board, square):
    return letters(square % width(board)) + str(square // width(board) + 1)

def settled(board):
    """The board without geese if they can never stop the fox, which is above them and can go up, or come back down to them."""
    fox, goose = board.find("F") // width(board), board.find("G") // width(board)
    return board.replace("G", ".") if goose > fox and (fox > 0 or goose > 1) else board

def steps(board, piece, ways):
    found = []
    for square in range(len(board)):
        for to in [square + way for way in ways]:
            if board[square] == piece and 0 <= to < len(board) and board[to] == ".":
                after = list(board)
                after[square], after[to] = ".", piece
                label = square_name(board, square) + "-" + square_name(board, to)
                found.append((label, settled("".join(after))))
    return found

def left(board):
    return steps(board, "G", [width(board) - 1, width(board) + 1])

def right(board):
    down_left, down_right = width(board) - 1, width(board) + 1
    return steps(board, "F", [down_left, down_right, -down_right, -down_left])

def canonical(board):
    return min(board, "/".join(line[::-1] for line in board.split("/")))

def parse(text):
    board = text.upper()
    lines = board.split("/")
    is_board = lines[0] != "" and all(len(line) == len(lines[0]) and set(line) <= set("GF.") for line in lines)
    pieces = [divmod(square, width(board)) for square in range(len(board)) if board[square] in "GF"]
    colours = {(row + column) % 2 for row, column in pieces}
    return board if is_board and board.count("F") == 1 and len(colours) == 1 else None

figures = "geese"
coordinates = "top"

def draw(board):
    return board.split("/")
