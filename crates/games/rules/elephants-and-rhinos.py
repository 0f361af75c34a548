# Left moves an elephant a cell to the right, Right a rhino a cell to the left, onto a free cell; a player with no move loses.
#
# A position is a strip, like tt.f.f, with t for elephants, f for rhinos, . for free cells, # for none; or several, with / between
# them. A move names the cells it leads from and to by column and strip, like b1-c1.
# Source: M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play (2007).
start = "tt..t.ff"

def letters(column):
    """The name of a column: a to z, then aa and so on."""
    return ("" if column < 26 else letters(column // 26 - 1)) + chr(97 + column % 26)

def cell_name(strip, i):
    strips = strip[:i].split("/")
    return letters(len(strips[-1])) + str(len(strips))

def steps(strip, animal, before, after):
    """Every way to put `after` in place of `before`; the animal is in both."""
    found = []
    for i in range(len(strip)):
        if strip[i:].startswith(before):
            cells = [cell_name(strip, i + cells.find(animal)) for cells in (before, after)]
            found.append(("-".join(cells), strip[:i] + after + strip[i + len(after):]))
    return found

def left(strip):
    return steps(strip, "t", "t.", ".t")

def right(strip):
    return steps(strip, "f", ".f", "f.")

def plies_left(strip):
    """The cells before all animals."""
    elephants = sum(len(strip) - i for i in range(len(strip)) if strip[i] == "t")
    return elephants + sum(i for i in range(len(strip)) if strip[i] == "f")

def summands(strip):
    # An elephant and a rhino face to face never move again.
    return strip.replace("tf", "t/f").replace("#", "/").split("/")

def negative(strip):
    return strip[::-1].replace("t", "T").replace("f", "t").replace("T", "f")

def parse(text):
    strips = text.lower().split("/")
    is_known = strips[0] != "" and all(len(strip) == len(strips[0]) and set(strip) <= set("tf.#") for strip in strips)
    return text.lower() if is_known else None

figures = "elephants"
coordinates = "top"

def draw(strip):
    return strip.split("/")
