# Take from one heap a number of tokens that is in your set; a player with no move loses.
#
# A position is the heaps: 8 or 8,5. The numbers that Left may take, and those that Right may, follow the name: 1,3/2,3.
# Source: Fraenkel, Kotzig, Partizan octal games: partizan subtraction games, Int. J. Game Theory 16 (1987)
from bouton.rules import fail, parameter

sets = ",".join(parameter("sets", ["1", "3/2", "3"])).split("/")
if len(sets) != 2 or not all([n.strip().isdigit() and int(n) > 0 for side in sets if side for n in side.split(",")]):
    fail("expected the numbers that Left may take, and those that Right may, like 1,3/2,3")
LEFT, RIGHT = [sorted({int(n) for n in side.split(",") if side}) for side in sets]
start = (5, 8)

def takings(heaps, numbers):
    found = []
    for heap in sorted(set(heaps)):
        others = list(heaps)
        others.remove(heap)
        for n in numbers:
            if n <= heap:
                after = others + [heap - n] if n < heap else others
                found.append(("%d>%d" % (heap, heap - n), tuple(sorted(after))))
    return found

def left(heaps):
    return takings(heaps, LEFT)

def right(heaps):
    return takings(heaps, RIGHT)

def plies_left(heaps):
    return sum(heaps)

def summands(heaps):
    return [(heap,) for heap in heaps if heap > 0]

def show(heaps):
    return ",".join([str(heap) for heap in heaps])

def parse(text):
    items = [item.strip() for item in text.split(",")] if text.strip() else []
    if not all([item.isdigit() for item in items]):
        return None
    return tuple(sorted([int(item) for item in items if int(item) > 0]))

figures = "rows"
