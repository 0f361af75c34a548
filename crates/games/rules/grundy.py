# Split one heap into two unequal heaps; the last to move wins.
#
# A position is the sizes of the heaps: 10,7.
# Source: P. M. Grundy, Mathematics and games, Eureka 2 (1939)
start = (10, 7)
figures = "rows"

def place(i, heaps):
    """The name of a heap in a move; nothing if it is the only one."""
    if len(heaps) == 1:
        return ""
    if len(heaps) == 2:
        return " the first" if i == 0 else " the second"
    return " heap %d" % (i + 1)

def moves(heaps):
    found = []
    for i, heap in enumerate(heaps):
        for part in range(1, (heap + 1) // 2):
            label = "split" + place(i, heaps) + " into %d+%d" % (part, heap - part)
            found.append((label, heaps[:i] + (part, heap - part) + heaps[i + 1:]))
    return found

def plies_left(heaps):
    return sum(heap - 1 for heap in heaps if heap > 0)

def summands(heaps):
    return [(heap,) for heap in heaps if heap > 2]

def canonical(heaps):
    return tuple(sorted(heap for heap in heaps if heap > 2))

def positions(n):
    return [(heap,) for heap in range(n + 1)]

def parse(text):
    sizes = [size.strip() for size in text.split(",")]
    return tuple(int(size) for size in sizes) if all(size.isdigit() for size in sizes) else None
