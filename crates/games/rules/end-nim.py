# Take any positive number from the first or the last heap of a row; the last to move wins.
#
# A position is the sizes of the heaps in the row: 3,5,4,2. An empty heap is passed over.
# Source: M. H. Albert, R. J. Nowakowski, The game of End-Nim, Electronic Journal of Combinatorics 8(2) (2001)
start = (3, 5, 4, 2)

def from_heap(i, heaps):
    """The name of a heap in a move; nothing if it is the only one."""
    if len(heaps) == 1:
        return ""
    if len(heaps) == 2:
        return " from the first" if i == 0 else " from the second"
    return " from heap %d" % (i + 1)

def moves(heaps):
    left = [i for i, heap in enumerate(heaps) if heap > 0]
    found = []
    for i in sorted(set(left[:1] + left[-1:])):
        for k in range(1, heaps[i] + 1):
            found.append(("take %d" % k + from_heap(i, heaps), heaps[:i] + (heaps[i] - k,) + heaps[i + 1:]))
    return found

def plies_left(heaps):
    return sum(heaps)

def canonical(heaps):
    row = tuple(heap for heap in heaps if heap > 0)
    return min(row, row[::-1])

def positions(n):
    return [(a, b, c) for a in range(n + 1) for b in range(n + 1) for c in range(n + 1)]

def parse(text):
    sizes = [size.strip() for size in text.split(",")]
    return tuple(int(size) for size in sizes) if all(size.isdigit() for size in sizes) else None
