# King and rook against king, as in chess: checkmate wins; stalemate, or the rook taken, is a draw.
#
# A position is the pieces with their squares, and b if Black is to move: Kc3 Rh1 ka1 b.
# Source: K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986); M. Bain, Chess (king-rook vs. king), UCI (1994)
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]

def ray(square, step):
    """The squares in one direction, the nearest first. Squares are numbers, row by row from a1."""
    row, column = square // 8 + step[0], square % 8 + step[1]
    found = []
    while 0 <= row < 8 and 0 <= column < 8:
        found.append(8 * row + column)
        row, column = row + step[0], column + step[1]
    return found

NEAR = [[to for step in STEPS for to in ray(square, step)[:1]] for square in range(64)]
RAYS = [[ray(square, step) for step in STEPS[:4]] for square in range(64)]
start = (0, 9, 18, "w")

def seen(rook, pieces):
    """The squares that a rook attacks: on each line up to the first of the pieces."""
    found = []
    for line in RAYS[rook]:
        for square in line:
            found.append(square)
            if square in pieces:
                break
    return found

def flights(king, rook, black):
    """Where Black's king can go: to squares that White does not attack."""
    barred = NEAR[king] + [king] + seen(rook, [king])
    return [to for to in NEAR[black] if to not in barred]

def moves(position):
    king, rook, black, turn = position
    if rook == black:  # the rook was taken
        return []
    if turn == "b":
        return [("k" + called(to), (king, rook, to, "w")) for to in flights(king, rook, black)]
    walks = [to for to in NEAR[king] if to not in NEAR[black] and to != rook]
    rides = [to for to in seen(rook, [king, black]) if to not in (king, black)]
    found = [("K" + called(to), (to, rook, black, "b")) for to in walks]
    return found + [("R" + called(to), (king, to, black, "b")) for to in rides]

def outcome(position):
    king, rook, black, turn = position
    if rook == black:
        return "draw"
    if turn == "b" and not flights(king, rook, black):
        return "loss" if black in seen(rook, [king]) else "draw"
    return None

def canonical(position):
    flipped = [[square ^ flip for square in position[:3]] for flip in (0, 7, 56, 63)]
    turned = [[square % 8 * 8 + square // 8 for square in image] for image in flipped]
    return tuple(min(flipped + turned)) + position[3:]

def called(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)

def show(position):
    king, rook, black, turn = position
    pieces = [("K", king), ("R", rook), ("k", black)]
    words = [piece + called(square) for piece, square in pieces if piece != "R" or rook != black]
    return " ".join(words + ["b"] * (turn == "b"))

def parse(text):
    words = text.split()
    turn = words.pop() if words and words[-1] in ("b", "w") else "w"
    squares = {word[:1]: square for word in words for square in range(64) if word[1:] == called(square)}
    if len(squares) != len(words) or sorted(squares) not in (["K", "R", "k"], ["K", "k"]):
        return None
    king, black = squares["K"], squares["k"]
    rook = squares.get("R", black)
    wrong = king in (rook, black) or king in NEAR[black] or rook == black and ("R" in squares or turn == "b")
    check = rook != black and black in seen(rook, [king])
    return None if wrong or check and turn == "w" else (king, rook, black, turn)

figures = "chess"
coordinates = "bottom"

def draw(position):
    marks = {position[0]: "K", position[1]: "R", position[2]: "k"}
    return ["".join([marks.get(8 * row + column, ".") for column in range(8)]) for row in range(7, -1, -1)]

def caption(position):
    return "" if outcome(position) else ("White" if position[3] == "w" else "Black") + " is to move"
