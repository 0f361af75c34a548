# Bite off a square of a bar of chocolate and all below it or to the right; a player to whom only the poisoned upper left square
# is left loses.
#
# A position is the lengths of the rows from the top, like 5,5,3. A move names its square by column and row, like b2.
# The numbers of rows and columns follow the name: chomp:4,5.
# Source: F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952); D. Gale, A curious Nim-type game, American
# Mathematical Monthly 81 (1974).
from bouton.rules import parameter

rows = parameter("rows", 4)
columns = parameter("columns", 5)
start = (columns,) * rows

def letters(column):
    """The name of a column: a to z, then aa and so on."""
    return ("" if column < 26 else letters(column // 26 - 1)) + chr(97 + column % 26)

def moves(lengths):
    found = []
    for row, length in enumerate(lengths):
        for column in range(length):
            if (row, column) != (0, 0):
                bitten = lengths[:row] + tuple(min(other, column) for other in lengths[row:])
                left = tuple(other for other in bitten if other > 0)
                found.append((letters(column) + str(row + 1), left))
    return found

def plies_left(lengths):
    return sum(lengths)

def canonical(lengths):
    heights = [len([length for length in lengths if length > column]) for column in range(lengths[0])]
    return min(lengths, tuple(heights))

def parse(text):
    lengths = tuple(int(length) for length in text.split(","))
    falls = all(a >= b for a, b in zip((columns,) + lengths, lengths + (1,)))
    return lengths if falls and len(lengths) <= rows else None

figures = "chocolate"
coordinates = "top"

def draw(lengths):
    bar = ["#" * length + "." * (columns - length) for length in lengths + (0,) * (rows - len(lengths))]
    return ["P" + bar[0][1:]] + bar[1:]

def caption(lengths):
    return "P is poisoned"
