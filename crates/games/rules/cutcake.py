# Left cuts a cake in two between columns, Right between rows; a player with no move loses.
#
# A position is a list of cakes, rows and columns of each: 2x5,3x3, or 2,5 for one.
# Source: Berlekamp, Conway, Guy, Winning Ways (1982), ch. 2 and 8
start = ((3, 2), (4, 9))

def divide(cakes, cake, parts):
    """The move that puts the parts in place of the cake."""
    after = list(cakes)
    after.remove(cake)
    return (show([cake]) + ">" + "+".join([show([part]) for part in parts]), tuple(sorted(after + parts)))

def left(cakes):
    return [
        divide(cakes, (rows, columns), [(rows, k), (rows, columns - k)])
        for rows, columns in sorted(set(cakes))
        for k in range(1, columns // 2 + 1)
    ]

def right(cakes):
    return [
        divide(cakes, (rows, columns), [(k, columns), (rows - k, columns)])
        for rows, columns in sorted(set(cakes))
        for k in range(1, rows // 2 + 1)
    ]

def plies_left(cakes):
    return sum([rows * columns - 1 for rows, columns in cakes])

def summands(cakes):
    return [(cake,) for cake in cakes]

def negative(cakes):
    return tuple(sorted([(columns, rows) for rows, columns in cakes]))

def show(cakes):
    return ",".join(["%dx%d" % cake for cake in cakes])

def parse(text):
    sides = [cake.strip().split("x") for cake in text.split(",")] if text.strip() else []
    if len(sides) == 2 and "x" not in text:
        sides = [[sides[0][0], sides[1][0]]]  # 2,5 is one cake
    if not all([len(pair) == 2 and pair[0].isdigit() and pair[1].isdigit() for pair in sides]):
        return None
    cakes = tuple(sorted([(int(rows), int(columns)) for rows, columns in sides]))
    return cakes if all([min(cake) > 0 for cake in cakes]) else None

figures = "cake"

def draw(cakes):
    height = max([rows for rows, columns in cakes] + [1])
    return [" ".join(["#" * columns if row < rows else " " * columns for rows, columns in cakes]) for row in range(height)]
