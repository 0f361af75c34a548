# Bite off a square of a bar of chocolate and all below it or to the right; a player to whom only the poisoned upper left square
# is left loses.
#
# A position is the lengths of the rows from the top, like 5,5,3. A move names its square by column and row, like b2.
# The numbers of rows and columns follow the name: chomp:4,5. A third number is that of layers, which are written with / between
# them and drawn one below the other: chomp:2,3,4. A bite takes the same part of all later layers, too.
# Source: F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952); D. Gale, A curious Nim-type game, American
# Mathematical Monthly 81 (1974).
from bouton.rules import parameter

sizes = parameter("sizes", [4, 5])
rows, columns = sizes[0], sizes[1]
layers = sizes[2] if len(sizes) > 2 else 1
# The rows of a layer; a single one may have more, if rows and columns are exchanged.
height = rows if layers > 1 else rows + columns
start = (columns,) * (rows * layers)

def letters(column):
    """The name of a column: a to z, then aa and so on."""
    return ("" if column < 26 else letters(column // 26 - 1)) + chr(97 + column % 26)

def without_end(lengths):
    """The lengths without zeros at the end."""
    return lengths if lengths == () or lengths[-1] > 0 else without_end(lengths[:-1])

def moves(lengths):
    found = []
    for row, length in enumerate(lengths):
        # The rows that a bite takes: not above it, in its layer and later ones.
        taken = [other for other in range(row, len(lengths)) if other % height >= row % height]
        for column in range(length):
            if (row, column) != (0, 0):
                bitten = tuple(min(other, column) if i in taken else other for i, other in enumerate(lengths))
                found.append((letters(column) + str(row + 1), without_end(bitten)))
    return found

def plies_left(lengths):
    return sum(lengths)

def canonical(lengths):
    if layers > 1:
        return lengths
    heights = [len([length for length in lengths if length > column]) for column in range(lengths[0])]
    return min(lengths, tuple(heights))

def show(lengths):
    parts = [lengths[i:i + height] for i in range(0, len(lengths), height)]
    return "/".join([",".join([str(length) for length in part if length > 0]) for part in parts])

def parse(text):
    written = [[length.strip() for length in part.split(",")] for part in text.split("/")]
    if len(written) > layers or any(len(part) > rows or not all(length.isdigit() for length in part) for part in written):
        return None
    lengths = ()
    for part in written:
        full = tuple(int(length) for length in part) + (0,) * (rows - len(part))
        if not all(a >= b for a, b in zip((columns,) + full, full)) or 0 in full[:len(part)]:
            return None
        if not all(a >= b for a, b in zip(lengths[-rows:], full)):
            return None
        lengths = lengths + full
    return without_end(lengths)

figures = "chocolate"
coordinates = "top"

def draw(lengths):
    bar = ["#" * length + "." * (columns - length) for length in lengths + (0,) * (rows * layers - len(lengths))]
    return ["P" + bar[0][1:]] + bar[1:]

def caption(lengths):
    return "P is poisoned" if layers == 1 else "P is poisoned; the layers are one below the other"
