# Take any positive number from one heap; the last to move wins.
#
# A position is the sizes of the heaps: 3,4,5.
# Source: C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)
start = (3, 4, 5)

def from_heap(i, heaps):
    """The name of a heap in a move; nothing if it is the only one."""
    if len(heaps) == 1:
        return ""
    if len(heaps) == 2:
        return " from the first" if i == 0 else " from the second"
    return " from heap %d" % (i + 1)

def moves(heaps):
    found = []
    for i, heap in enumerate(heaps):
        for k in range(1, heap + 1):
            after = heaps[:i] + (heap - k,) + heaps[i + 1:]
            found.append(("take %d" % k + from_heap(i, heaps), after))
    return found

def plies_left(heaps):
    return sum(heaps)

def summands(heaps):
    return [(heap,) for heap in heaps if heap > 0]

def canonical(heaps):
    return tuple(sorted(heap for heap in heaps if heap > 0))

def positions(n):
    return [(heap,) for heap in range(n + 1)]

def parse(text):
    sizes = [size.strip() for size in text.split(",")]
    return tuple(int(size) for size in sizes) if all(size.isdigit() for size in sizes) else None
