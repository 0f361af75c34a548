# Take any positive number from each of one to k heaps; the last to move wins.
#
# A position is the sizes of the heaps: 3,5,6. The number k follows the name: moore:2.
# Source: E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910)
from bouton.rules import parameter

most = parameter("most", 2)
start = (3, 5, 6)

def from_heap(i, count):
    """The name of a heap in a move; nothing if it is the only one."""
    if count == 1:
        return ""
    if count == 2:
        return " from the first" if i == 0 else " from the second"
    return " from heap %d" % (i + 1)

def ways(heaps, count):
    """The numbers to take from each heap, at most `count` of them positive."""
    if heaps == ():
        return [()]
    numbers = range(heaps[0] + 1) if count > 0 else [0]
    return [(k,) + rest for k in numbers for rest in ways(heaps[1:], count - 1 if k > 0 else count)]

def moves(heaps):
    found = []
    for taken in ways(heaps, most):
        names = ["%d" % k + from_heap(i, len(heaps)) for i, k in enumerate(taken) if k > 0]
        if names:
            listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
            found.append(("take " + listed, tuple(heap - k for heap, k in zip(heaps, taken))))
    return found

def plies_left(heaps):
    return sum(heaps)

def canonical(heaps):
    return tuple(sorted(heap for heap in heaps if heap > 0))

def positions(n):
    return [(a, b, c) for a in range(n + 1) for b in range(a, n + 1) for c in range(b, n + 1)]

def parse(text):
    sizes = [size.strip() for size in text.split(",")]
    return tuple(int(size) for size in sizes) if all(size.isdigit() for size in sizes) else None
