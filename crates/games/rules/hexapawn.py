# A pawn steps forward onto a free cell or takes diagonally forward; a player who reaches the far edge or leaves the other no move
# wins.
#
# A position is the rows from the top as the player to move faces them, own pawns X going up: OOO/.../XXX.
# The rows and the columns follow the name: 3,3.
# Source: M. Gardner, Mathematical Games, Scientific American 206, March 1962
from bouton.rules import parameter

rows = parameter("rows", 3)
columns = parameter("columns", 3)
start = "/".join(["O" * columns] + ["." * columns] * (rows - 2) + ["X" * columns])

def called(cell):
    return "abcdefghijklmnopqrstuvwxyz"[cell % (columns + 1)] + str(cell // (columns + 1) + 1)

def after(board, cell, to):
    """The board after a move, turned round to face the other player."""
    board = board[:cell] + "." + board[cell + 1:]
    board = board[:to] + "X" + board[to + 1:]
    return board[::-1].replace("X", "x").replace("O", "X").replace("x", "O")

def moves(board):
    if "O" in board[-columns:]:
        return []
    found = []
    for cell in range(columns + 1, len(board)):
        ahead = cell - columns - 1
        if board[cell] == "X":
            for to, sign in ((ahead - 1, "O"), (ahead, "."), (ahead + 1, "O")):
                if to >= 0 and board[to] == sign:
                    label = called(cell) + ("-" if to == ahead else "x") + called(to)
                    found.append((label, after(board, cell, to)))
    return found

def outcome(board):
    return None if moves(board) else "loss"

def canonical(board):
    return min(board, "/".join([row[::-1] for row in board.split("/")]))

def plies_left(board):
    """The rows before all pawns, and the pawns."""
    lines = board.split("/")
    return sum([(i + 1) * line.count("X") + (rows - i) * line.count("O") for i, line in enumerate(lines)])

def parse(text):
    lines = text.split("/")
    if [len(line) for line in lines] != [columns] * rows or not all([sign in "XO./" for sign in text]):
        return None
    reached = "X" in lines[0] or lines[-1].count("O") > 1
    return None if reached or max(text.count("X"), text.count("O")) > columns else text

figures = "pawns"
coordinates = "top"
seat = "below"

def draw(board):
    return board.split("/")
