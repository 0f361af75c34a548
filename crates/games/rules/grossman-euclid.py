# Subtract a positive multiple of the smaller of two heaps from the larger, so that it stays positive; the last to move wins.
#
# A position is the sizes of the two heaps, 1 or more: 34,12.
# Source: J. W. Grossman, A nim-type game, problem 1537, Mathematics Magazine 70 (1997); G. Nivasch, The Sprague–Grundy function of
# the game Euclid, Discrete Mathematics 306 (2006)
start = (34, 12)
figures = "rectangle"

def moves(heaps):
    a, b = heaps
    first = [("subtract %d from the first" % k, (a - k, b)) for k in range(b, a, b)]
    second = [("subtract %d from the second" % k, (a, b - k)) for k in range(a, b, a)]
    return first + second

def plies_left(heaps):
    return sum(heaps)

def canonical(heaps):
    return tuple(sorted(heaps))

def positions(n):
    return [(a, b) for a in range(1, n + 1) for b in range(a, n + 1)]

def parse(text):
    sizes = [size.strip() for size in text.split(",")]
    are_two = len(sizes) == 2 and all(size.isdigit() and int(size) > 0 for size in sizes)
    return tuple(int(size) for size in sizes) if are_two else None
