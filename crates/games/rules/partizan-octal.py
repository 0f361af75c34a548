# Take d tokens from one heap and leave the rest of it as no heap, one or two, as digit d of your code allows; a player with no
# move loses.
#
# A position is the heaps: 8 or 8,5. A code for Left and one for Right follow the name: 0.3/0.07.
# Of a digit 1 allows no heap, 2 one heap, 4 two heaps, and their sums allow each; digits in brackets repeat forever: 0.[3].
# Source: Fraenkel, Kotzig, Partizan octal games: partizan subtraction games, Int. J. Game Theory 16 (1987)
from bouton.rules import fail, parameter

codes = parameter("codes", "0.3/0.07").split("/")
start = (5, 8)

def read(code):
    """The digits of a code, and how many of the last ones repeat."""
    before, _, again = code.replace(".", "").partition("[")
    again = again.replace("]", "")
    digits = [int(digit) if digit in "01234567" else -1 for digit in before + again]
    if not digits or min(digits) < 0 or digits[0] not in (0, 4):
        fail("expected an octal code like 0.3, found " + code)
    return digits, len(again)

if len(codes) != 2:
    fail("expected an octal code for Left and one for Right, like 0.3/0.07")
LEFT, RIGHT = [read(code) for code in codes]

def digit(code, taken):
    digits, again = code
    while taken >= len(digits) and again > 0:
        taken -= again
    return digits[taken] if taken < len(digits) else 0

def takings(heaps, code):
    found = []
    for heap in sorted(set(heaps)):
        others = list(heaps)
        others.remove(heap)
        for taken in range(heap + 1):
            allowed, rest = digit(code, taken), heap - taken
            parts = [[]] if rest == 0 and allowed & 1 else []
            if rest > 0 and allowed & 2:
                parts.append([rest])
            if allowed & 4:
                parts += [[k, rest - k] for k in range(1, rest // 2 + 1)]
            for into in parts:
                label = "%d>%s" % (heap, "+".join([str(n) for n in into]) or "0")
                found.append((label, tuple(sorted(others + into))))
    return found

def left(heaps):
    return takings(heaps, LEFT)

def right(heaps):
    return takings(heaps, RIGHT)

def plies_left(heaps):
    return sum([2 * heap - 1 for heap in heaps])

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
