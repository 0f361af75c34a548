# Colour a point that has no neighbour of the other's colour; a player with no move loses.
#
# A position is a graph, then the points only Left may colour, then those only Right may, like 1-2,2-3/1/3; or a board by rows from
# the top, like L../..#, with . for cells that both may colour, L only Left, R only Right, # nobody; X and O are read as stones of
# Left and Right. A move names its point, or its cell by column and row, like b1.
# The numbers of rows and columns of a board follow the name: snort:3,4.
# Source: Berlekamp, Conway, Guy, Winning Ways (1982).
from bouton.rules import parameter

rows = parameter("rows", 3)
columns = parameter("columns", 4)
start = "/".join(["." * columns] * rows)
coordinates = "top"

def letters(column):
    """The name of a column: a to z, then aa and so on."""
    return ("" if column < 26 else letters(column // 26 - 1)) + chr(97 + column % 26)

def cell_name(board, cell):
    before = board[:cell].split("/")
    return letters(len(before[-1])) + str(len(before))

def is_board(position):
    return position != "" and set(position) <= set(".#LRXO/")

def read(position):
    """The points with their signs, and the pairs of neighbours."""
    if is_board(position):
        width = (position + "/").find("/") + 1  # from a cell to the one below it
        names = {cell: cell_name(position, cell) for cell in range(len(position)) if position[cell] != "/"}
        pairs = [(names[cell], names[to]) for cell in names for to in (cell + 1, cell + width) if to in names]
        return {names[cell]: position[cell] for cell in names}, pairs
    graph, only_left, only_right = (position + "//").split("/")[:3]
    names = sorted(set(graph.replace("-", ",").split(",")) - {""}, key=lambda name: (len(name), name))
    signs = {name: "L" if name in only_left.split(",") else "R" if name in only_right.split(",") else "." for name in names}
    edges = [edge.split("-") for edge in graph.split(",") if "-" in edge]
    return signs, [(a, b) for i, (a, b) in enumerate(edges) if [a, b] not in edges[:i] and [b, a] not in edges[:i]]

def written(position, signs):
    """The position with these signs."""
    if is_board(position):
        return "".join(sign if sign == "/" else signs[cell_name(position, cell)] for cell, sign in enumerate(position))
    edges = [pair for pair in read(position)[1] if signs[pair[0]] != "#" and signs[pair[1]] != "#"]
    lone = [name for name in signs if signs[name] != "#" and all(name not in edge for edge in edges)]
    only = [",".join(sorted(name for name in signs if signs[name] == player)) for player in "LR"]
    return "/".join([",".join(["-".join(edge) for edge in edges] + lone)] + only).rstrip("/")

def coloured(signs, pairs, point, player):
    """The signs after the player coloured a point: the other one can no longer colour its neighbours."""
    less = {"L": {".": "L", "R": "#"}, "R": {".": "R", "L": "#"}}[player]
    near = [b if a == point else a for a, b in pairs if point in (a, b)]
    return {name: "#" if name == point else less.get(sign, sign) if name in near else sign for name, sign in signs.items()}

def colours(position, player):
    signs, pairs = read(position)
    return [(name, written(position, coloured(signs, pairs, name, player))) for name, sign in signs.items() if sign in "." + player]

def left(position):
    return colours(position, "L")

def right(position):
    return colours(position, "R")

def plies_left(position):
    return len([sign for sign in read(position)[0].values() if sign != "#"])

def summands(position):
    signs, pairs = read(position)
    groups = [[name] for name in signs if signs[name] != "#"]
    for a, b in pairs:
        # Neighbours that one player alone may colour do not affect each other.
        if "#" not in signs[a] + signs[b] and signs[a] + signs[b] not in ("LL", "RR"):
            joined = [group for group in groups if a in group or b in group]
            groups = [group for group in groups if group not in joined] + [sum(joined, [])]
    return [written(position, {name: signs[name] if name in group else "#" for name in signs}) for group in groups]

def negative(position):
    return written(position, {name: {"L": "R", "R": "L"}.get(sign, sign) for name, sign in read(position)[0].items()})

def parse(text):
    text = text.replace(" ", "")
    return parsed_board(text.upper()) if is_board(text.upper()) else parsed_graph(text)

def parsed_board(board):
    signs, pairs = read(board)
    lengths = {len(line) for line in board.split("/")}
    if 0 in lengths or len(lengths) > 1 or any(signs[a] + signs[b] in ("XO", "OX") for a, b in pairs):
        return None
    for name, sign in read(board)[0].items():
        if sign in "XO":
            signs = coloured(signs, pairs, name, {"X": "L", "O": "R"}[sign])
    return written(board, signs)

def parsed_graph(text):
    graph, only_left, only_right = (text + "//").split("/")[:3]
    items = [item.split("-") for item in graph.split(",")] if graph else []
    is_graph = all(len(set(ends)) == len(ends) <= 2 and all(end.isalnum() for end in ends) for ends in items)
    only = [name for name in only_left.split(",") + only_right.split(",") if name]
    is_one = is_graph and text.count("/") <= 2 and len(set(only)) == len(only) and set(only) <= set(read(text)[0])
    return written(text, read(text)[0]) if is_one else None

def draw(position):
    signs, pairs = read(position)
    return position.split("/") if is_board(position) else {"points": signs, "edges": pairs}
