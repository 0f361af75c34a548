# Move a piece of yours one cell to the left; it pushes the pieces in front of it, at the end of the strip off it; a player with
# no piece loses.
#
# A position is the strip, like .lr, with l for Left's pieces, r for Right's, . for free cells. A move names the cell of the piece,
# like b1.
# Source: Albert, Nowakowski, Wolfe, Lessons in Play (2007).
start = ".lr.rl"

def letters(column):
    """The name of a cell: a to z, then aa and so on."""
    return ("" if column < 26 else letters(column // 26 - 1)) + chr(97 + column % 26)

def pushes(strip, own):
    found = []
    for i in range(len(strip)):
        if strip[i] == own:
            free = max(strip.rfind(".", 0, i), 0)  # the cell that is filled: a free one or the end
            found.append((letters(i) + "1", strip[:free] + strip[free + 1:i + 1] + "." + strip[i + 1:]))
    return found

def left(strip):
    return pushes(strip, "l")

def right(strip):
    return pushes(strip, "r")

def plies_left(strip):
    return sum(i + 1 for i in range(len(strip)) if strip[i] != ".")

def negative(strip):
    return strip.replace("l", "L").replace("r", "l").replace("L", "r")

def parse(text):
    return text.lower() if text and set(text.lower()) <= set("lr.") else None

figures = "coins"
coordinates = "top"

def draw(strip):
    return [strip]
