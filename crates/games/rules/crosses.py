# Write a cross in a cell that has no crossed neighbour; the last to move wins.
#
# A position is the lengths of the strips of cells that are still free to cross: 6 or 6,3.
# Source: Berlekamp, Conway and Guy, Winning Ways, chapter 4
start = (6, 3)
figures = "strips"

def place(i, strips):
    """The name of a strip in a move; nothing if it is the only one."""
    if len(strips) == 1:
        return ""
    if len(strips) == 2:
        return " in the first" if i == 0 else " in the second"
    return " in strip %d" % (i + 1)

def moves(strips):
    found = []
    for i, length in enumerate(strips):
        for cell in range(1, length + 1):
            # The cell and its neighbours are lost; what is left are the cells on its left and on its right.
            left = tuple(part for part in (cell - 2, length - cell - 1) if part > 0) or (0,)
            found.append(("cross %d" % cell + place(i, strips), strips[:i] + left + strips[i + 1:]))
    return found

def plies_left(strips):
    return sum(strips)

def summands(strips):
    return [(length,) for length in strips if length > 0]

def canonical(strips):
    return tuple(sorted(length for length in strips if length > 0))

def positions(n):
    return [(length,) for length in range(n + 1)]

def parse(text):
    lengths = [length.strip() for length in text.split(",")]
    return tuple(int(length) for length in lengths) if all(length.isdigit() for length in lengths) else None
