# Subtract a positive multiple of the smaller of two heaps from the larger, staying at 0 or more; the player who makes a 0 wins.
#
# A position is the sizes of the two heaps: 34,12.
# Source: A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm, Math. Gazette 53 (1969)
start = (34, 12)
figures = "rectangle"

def moves(heaps):
    a, b = heaps
    if a == 0 or b == 0:
        return []
    first = [("subtract %d from the first" % k, (a - k, b)) for k in range(b, a + 1, b)]
    second = [("subtract %d from the second" % k, (a, b - k)) for k in range(a, b + 1, a)]
    return first + second

def plies_left(heaps):
    return sum(heaps)

def canonical(heaps):
    return tuple(sorted(heaps))

def positions(n):
    return [(a, b) for a in range(n + 1) for b in range(a, n + 1)]

def parse(text):
    sizes = [size.strip() for size in text.split(",")]
    are_two = len(sizes) == 2 and all(size.isdigit() for size in sizes)
    return tuple(int(size) for size in sizes) if are_two else None
