# On 3 × 4 cells a lion goes one step in all directions, an elephant diagonally, a giraffe along rows and columns, a chick forward;
# on the far row a chick becomes a hen, which goes one step anywhere but diagonally back. A captured piece is held in hand (a hen as
# a chick) and can be put on any empty cell instead of a move. A player wins by taking the lion, which must be done where it can be,
# or with a lion that reaches the far row and cannot be taken there; endless play is a draw.
#
# A position is the rows from the top as the player to move faces them, own pieces in capitals, and what is in hand:
# .le/.../gC./EL. Gc. Where a lion was taken only the other one is written.
# Source: T. Tanaka, An Analysis of a Board Game "Doubutsu Shogi", IPSJ SIG Technical Report 2009-GI-22 (2009); R. Clausecker, dobutsu (2016–2022)
start = "gle/.c./.C./ELG"
ALONG, ACROSS = [-4, -1, 1, 4], [-5, -3, 3, 5]  # steps in the text of the board, where a slash follows each row
STEPS = {"L": ALONG + ACROSS, "E": ACROSS, "G": ALONG, "C": [-4], "H": ALONG + [-5, -3]}

def called(cell):
    return "abc"[cell % 4] + str(cell // 4 + 1)

def put(board, cell, piece):
    return board[:cell] + piece + board[cell + 1:]

def position_of(board, hand):
    held = "".join([piece * hand.count(piece) for piece in "EGCegc"])
    return board + " " + held if held else board

def after(board, hand):
    """The position as the other player sees it."""
    return position_of(board[::-1].swapcase(), hand.swapcase())

def step(board, hand, cell, to):
    """The position after a piece went from a cell to another."""
    piece, taken = board[cell], board[to]
    if taken == "l":
        lion = to if piece == "L" else board.index("L")
        return after("".join(["L" if i == lion else "/" if i % 4 == 3 else "." for i in range(len(board))]), "")
    if taken != ".":
        hand += taken.upper().replace("H", "C")
    if piece == "C" and to < 3:
        piece = "H"
    return after(put(put(board, cell, "."), to, piece), hand)

def moves(position):
    board, _, hand = position.partition(" ")
    if "L" not in board:
        return []
    ways = [
        (cell, cell + way)
        for cell in range(len(board))
        for way in STEPS.get(board[cell], [])
        if 0 <= cell + way < len(board) and board[cell + way] in ".legch"
    ]
    lion = board.index("l")
    takes = [(cell, to) for cell, to in ways if to == lion]
    if takes or lion > 11:  # the lion is taken, or it has come to its far row and is safe
        ways, hand = takes, ""
    found = []
    for cell, to in ways:
        label = called(cell) + ("-" if board[to] == "." else "x") + called(to)
        found.append((label, step(board, hand, cell, to)))
    for piece in "EGC":
        for to in range(len(board)):
            if piece in hand and board[to] == ".":
                found.append((piece + "*" + called(to), after(put(board, to, piece), hand.replace(piece, "", 1))))
    return found

def outcome(position):
    if moves(position):
        return None
    board = position.partition(" ")[0]
    return "loss" if "L" not in board or board.index("l") > 11 else "draw"

def canonical(position):
    board, _, hand = position.partition(" ")
    return min(position, position_of("/".join([row[::-1] for row in board.split("/")]), hand))

def parse(text):
    board, _, hand = text.partition(" ")
    is_board = [len(row) for row in board.split("/")] == [3] * 4 and all([sign in "LEGCHlegch./" for sign in board])
    if not is_board or not all([piece in "EGCegc" for piece in hand]) or board.count("l") != 1:
        return None
    pieces = (board + hand).upper().replace("H", "C")
    whole = [pieces.count(piece) for piece in "EGC"] == [2, 2, 2] and board.count("L") == 1 and "L" not in board[:3]
    over = pieces.count("L") == 1 and "L" not in board and set(text) == {"l", ".", "/"}
    return position_of(board, hand) if whole or over else None

figures = "tiles"
coordinates = "top"
seat = "below"

def draw(position):
    board, _, hand = position.partition(" ")
    hands = [{piece: hand.count(sign) for piece, sign in zip("EGC", signs)} for signs in ("EGC", "egc")]
    return {"rows": board.split("/"), "hands": hands}
