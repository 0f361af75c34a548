# Take from the heap at least one token and at most twice what was taken just before (the first move must leave some); the last to
# move wins.
#
# A position is the heap, 20, or the heap with the most that may be taken now, 12/16.
# Source: M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963)
start = (20, 19)

def moves(position):
    heap, limit = position
    return [("take %d" % k, (heap - k, 2 * k)) for k in range(1, min(heap, limit) + 1)]

def plies_left(position):
    return position[0]

def canonical(position):
    heap, limit = position
    return (heap, min(heap, limit))

def show(position):
    return "%d/%d" % position

def parse(text):
    heap, slash, limit = text.partition("/")
    if not heap.isdigit() or (slash and not limit.isdigit()):
        return None
    return (int(heap), int(limit) if slash else max(int(heap) - 1, 0))

def positions(n):
    return [(heap, max(heap - 1, 0)) for heap in range(n + 1)]

def caption(position):
    return "at most %d may be taken" % min(position)
