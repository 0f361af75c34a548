# Two men each on the corners and the middle of a square, joined by its diagonals and all sides but the upper one; move one along
# a line to the empty point; a player with no move loses.
#
# A position is the upper corners, the middle, the lower corners: X for the player to move, O for the other, . for the empty
# point: OO/./XX. Points are called a1, b1; m; a2, b2.
# Source: S. Culin, Games of the Orient (1895)
start = "OO/./XX"
PLACES = {"a1": 0, "b1": 1, "m": 3, "a2": 5, "b2": 6}
LINES = [("a1", "m"), ("b1", "m"), ("a2", "m"), ("b2", "m"), ("a1", "a2"), ("b1", "b2"), ("a2", "b2")]

def exchanged(board):
    """The board as the other player sees it."""
    return board.replace("X", "x").replace("O", "X").replace("x", "O")

def moves(board):
    found = []
    for a, b in LINES + [(b, a) for a, b in LINES]:
        if board[PLACES[a]] == "X" and board[PLACES[b]] == ".":
            after = list(board)
            after[PLACES[a]], after[PLACES[b]] = ".", "X"
            found.append((a + "-" + b, exchanged("".join(after))))
    return found

def outcome(board):
    return None if moves(board) else "loss"

def canonical(board):
    return min(board, "/".join([line[::-1] for line in board.split("/")]))

def parse(text):
    is_board = [len(line) for line in text.split("/")] == [2, 1, 2] and all([sign in "XO./" for sign in text])
    return text if is_board and text.count("X") == 2 and text.count("O") == 2 else None

figures = "stones"
seat = "mover"

def draw(board):
    square = {"a1": (0, 0), "b1": (2, 0), "m": (1, 1), "a2": (0, 2), "b2": (2, 2)}
    return {"points": {name: square[name] + (board[PLACES[name]],) for name in PLACES}, "edges": LINES}
