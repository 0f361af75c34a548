# Move a man to the empty point next to it in the ring of eight, or from the middle, or to the middle if a man of the other player
# is next to it; a player with no move loses.
#
# A position is the middle, then the ring: X for the player to move, O for the other, . for the empty point: ./XXXXOOOO.
# Points are called m and 1 to 8.
# Source: M. Ascher, Mu Torere: an analysis of a Maori game, Mathematics Magazine 60 (1987)
start = "./XXXXOOOO"

def exchanged(board):
    """The board as the other player sees it."""
    return board.replace("X", "x").replace("O", "X").replace("x", "O")

def moves(board):
    middle, ring = board[0], board[2:]
    found = []
    for i in range(8):
        near = [(i - 1) % 8, (i + 1) % 8]
        if ring[i] == "X" and middle == "." and "O" in [ring[to] for to in near]:
            found.append(("%d-m" % (i + 1), exchanged("X/" + ring[:i] + "." + ring[i + 1:])))
        if ring[i] == "." and middle == "X":
            found.append(("m-%d" % (i + 1), exchanged("./" + ring[:i] + "X" + ring[i + 1:])))
        for to in near:
            if ring[i] == "X" and ring[to] == ".":
                after = list(ring)
                after[i], after[to] = ".", "X"
                found.append(("%d-%d" % (i + 1, to + 1), exchanged(middle + "/" + "".join(after))))
    return found

def outcome(board):
    return None if moves(board) else "loss"

def canonical(board):
    ring = board[2:]
    return min([board[:2] + way[i:] + way[:i] for way in (ring, ring[::-1]) for i in range(8)])

def parse(text):
    is_board = [len(line) for line in text.split("/")] == [1, 8] and all([sign in "XO./" for sign in text])
    return text if is_board and text.count("X") == 4 and text.count("O") == 4 else None

figures = "stones"
seat = "mover"
AROUND = [(500, 500), (500, 0), (854, 146), (1000, 500), (854, 854), (500, 1000), (146, 854), (0, 500), (146, 146)]

def draw(board):
    points = {name: (x, y, man) for name, (x, y), man in zip("m12345678", AROUND, board.replace("/", ""))}
    return {"points": points, "edges": list(zip("mmmmmmmm", "12345678")) + list(zip("12345678", "23456781"))}
