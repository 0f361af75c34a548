# Move an amazon of yours like a queen over free cells, then shoot from there like a queen: the cell is burnt; a player with no
# move loses.
#
# A position is the board by rows from the top: X for Left's amazons, O for Right's, . for free, # for burnt.
# The rows and columns of the start follow the name: 3,4. Other positions may have another size.
# Source: E. R. Berlekamp, Sums of N × 2 Amazons, Lecture Notes – Monograph Series 35 (2000)
from bouton.rules import parameter

rows = parameter("rows", 2)
columns = parameter("columns", 3)
cells = "X" + "." * (rows * columns - 2) + "O"
start = "/".join([cells[i:i + columns] for i in range(0, rows * columns, columns)])

def steps(board):
    """The eight steps of a queen, in the text of the board, where one beyond the edge meets a slash or the end."""
    width = len(board.split("/")[0]) + 1
    return [1, width + 1, width, width - 1, -1, -width - 1, -width, 1 - width]

def reached(board, cell):
    found = []
    for step in steps(board):
        to = cell + step
        while 0 <= to < len(board) and board[to] == ".":
            found.append(to)
            to += step
    return found

def put(board, cell, sign):
    return board[:cell] + sign + board[cell + 1:]

def called(board, cell):
    width = len(board.split("/")[0]) + 1
    return "abcdefghijklmnopqrstuvwxyz"[cell % width] + str(cell // width + 1)

def shots(board, amazon):
    found = []
    for cell in range(len(board)):
        if board[cell] == amazon:
            without = put(board, cell, ".")
            for to in reached(without, cell):
                moved = put(without, to, amazon)
                for shot in reached(moved, to):
                    label = called(board, cell) + "-" + called(board, to) + "/" + called(board, shot)
                    found.append((label, put(moved, shot, "#")))
    return found

def left(board):
    return shots(board, "X")

def right(board):
    return shots(board, "O")

def plies_left(board):
    return board.count(".")

def part(board, cell):
    """The board with all burnt but the cells that are joined to this one."""
    found = [cell]
    for near in found:
        for to in [near + step for step in steps(board)]:
            if 0 <= to < len(board) and board[to] in "XO." and to not in found:
                found.append(to)
    return "".join([sign if i in found or sign == "/" else "#" for i, sign in enumerate(board)])

def summands(board):
    """Parts that do not touch, even at a corner. Where an amazon or a free cell is missing there is no move."""
    parts = sorted({part(board, cell) for cell in range(len(board)) if board[cell] in "XO."})
    return [one for one in parts if "." in one and ("X" in one or "O" in one)]

def negative(board):
    return board.replace("X", "x").replace("O", "X").replace("x", "O")

def parse(text):
    lines = text.split("/")
    is_board = all([len(line) == len(lines[0]) > 0 for line in lines]) and all([sign in "XO.#/" for sign in text])
    return text if is_board else None

figures = "amazons"
coordinates = "top"

def draw(board):
    return board.split("/")
