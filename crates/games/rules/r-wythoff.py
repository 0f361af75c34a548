# Take any positive number from the larger of two heaps, or the same number from both; the last to move wins.
#
# A position is the sizes of the two heaps: 5,8. Of equal heaps either one counts as the larger.
# Source: N. B. Ho, Two variants of Wythoff's game preserving its P-positions, Journal of Combinatorial Theory A 119 (2012)
start = (5, 8)

def moves(heaps):
    a, b = heaps
    first = [("take %d from the first" % k, (a - k, b)) for k in range(1, a + 1) if a >= b]
    second = [("take %d from the second" % k, (a, b - k)) for k in range(1, b + 1) if b >= a]
    both = [("take %d from both" % k, (a - k, b - k)) for k in range(1, min(a, b) + 1)]
    return first + second + both

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
