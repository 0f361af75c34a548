# Topple a domino of yours or a grey one to the left or right: it falls with all that stand on that side, up to the next gap; a
# player with no domino to topple loses.
#
# A position is the row, like lrrl.e, with l for Left's dominoes, r for Right's, e for either's, . for a gap. A move names the domino
# and the last one to fall, like b1-d1.
# Source: Fink, Nowakowski, Siegel, Wolfe, Toppling conjectures, Games of No Chance 4 (2015).
start = "lrrlelr"

def letters(column):
    """The name of a place: a to z, then aa and so on."""
    return ("" if column < 26 else letters(column // 26 - 1)) + chr(97 + column % 26)

def topples(row, own):
    found = []
    for i in range(len(row)):
        if row[i] in own:
            first = row.rfind(".", 0, i) + 1
            last = (row + ".").find(".", i) - 1
            ways = [(first, row[:first] + "." * (i + 1 - first) + row[i + 1:])]
            if first < last:
                ways.append((last, row[:i] + "." * (last + 1 - i) + row[last + 1:]))
            found += [("%s1-%s1" % (letters(i), letters(end)), after) for end, after in ways]
    return found

def left(row):
    return topples(row, "le")

def right(row):
    return topples(row, "re")

def plies_left(row):
    return len(row) - row.count(".")

def summands(row):
    return [run for run in row.split(".") if run]

def negative(row):
    return row.replace("l", "L").replace("r", "l").replace("L", "r")

def canonical(row):
    return min(row, row[::-1])

def parse(text):
    return text.lower() if text and set(text.lower()) <= set("lre.") else None

figures = "standing"
coordinates = "top"

def draw(row):
    return [row]
