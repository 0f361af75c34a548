# Take d tokens from one heap and leave the rest of it as no heap, one or two, as digit d of the code allows by its bits 1, 2 and
# 4; the last to move wins.
#
# The code follows the name: 0.77 is Kayles; digits in brackets repeat, as in 0.[7]. A position is the sizes of the heaps: 10,7.
# Source: R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Camb. Phil. Soc. 52 (1956)
from bouton.rules import fail, parameter

code = parameter("code", "0.77")
start = (10, 7)
figures = "pins"

before, _, after = code.partition(".")
listed, bracket, rest = after.partition("[")
repeated = rest[:-1]
is_closed = repeated != "" and rest[-1] == "]" if bracket else listed != ""
# A move that takes nothing must divide a heap, or play would not end.
if len(before) != 1 or before not in "04" or not is_closed or not all(sign in "01234567" for sign in listed + repeated):
    fail("expected an octal code, like 0.77 or 0.[7]")
digits = [int(digit, 8) for digit in before + listed]
cycle = [int(digit, 8) for digit in repeated]

def digit_for(taken):
    if taken < len(digits):
        return digits[taken]
    return cycle[(taken - len(digits)) % len(cycle)] if cycle else 0

def rests(rest, digit):
    """The heaps that may be left of so many tokens."""
    found = []
    if digit & 1 and rest == 0:
        found.append(())
    if digit & 2 and rest > 0:
        found.append((rest,))
    if digit & 4:
        found += [(part, rest - part) for part in range(1, rest // 2 + 1)]
    return found

def place(word, i, heaps):
    """The name of a heap in a move, after a word; nothing if it is the only one."""
    if len(heaps) == 1:
        return ""
    return word + ([" the first", " the second"][i] if len(heaps) == 2 else " heap %d" % (i + 1))

def label(taken, left, i, heaps):
    parts = "+".join(str(part) for part in left)
    if taken == 0:
        return "split" + place("", i, heaps) + " into " + parts
    return "take %d" % taken + place(" from", i, heaps) + (" leave " + parts if len(left) > 1 else "")

def moves(heaps):
    found = []
    for i, heap in enumerate(heaps):
        for taken in range(heap + 1):
            for left in rests(heap - taken, digit_for(taken)):
                found.append((label(taken, left, i, heaps), heaps[:i] + (left or (0,)) + heaps[i + 1:]))
    return found

def plies_left(heaps):
    return sum(2 * heap - 1 for heap in heaps if heap > 0)

def summands(heaps):
    return [(heap,) for heap in heaps if heap > 0]

def canonical(heaps):
    return tuple(sorted(heap for heap in heaps if heap > 0))

def positions(n):
    return [(heap,) for heap in range(n + 1)]

def parse(text):
    sizes = [size.strip() for size in text.split(",")]
    return tuple(int(size) for size in sizes) if all(size.isdigit() for size in sizes) else None
