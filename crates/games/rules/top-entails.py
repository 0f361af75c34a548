# Split a stack into two, or take the top coin of a stack, after which the opponent must move in that stack; the last to move
# wins.
#
# A position is the sizes of the stacks, 7,4, with ! after a stack that must be answered, 7,4!
# Sources: E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 12 (1982);
# J. West, New values for Top Entails, Games of No Chance (1996)
start = ((7, 4), None)
figures = "rows"

def place(word, i, stacks):
    """The name of a stack in a move, after a word; nothing if it is the only one."""
    if len(stacks) == 1:
        return ""
    if len(stacks) == 2:
        return word + (" the first" if i == 0 else " the second")
    return word + " heap %d" % (i + 1)

def moves(position):
    stacks, answered = position
    found = []
    for i, size in enumerate(stacks):
        if size > 0 and answered in (None, i):
            less = stacks[:i] + (size - 1,) + stacks[i + 1:]
            found.append(("take 1" + place(" from", i, stacks), (less, i)))
            for part in range(1, size // 2 + 1):
                label = "split" + place("", i, stacks) + " into %d+%d" % (part, size - part)
                found.append((label, (stacks[:i] + (part, size - part) + stacks[i + 1:], None)))
    return found

def outcome(position):
    # In a sum the duty to answer would not bind a player who moves elsewhere. An outcome keeps this game out of sums.
    return None if moves(position) else "loss"

def plies_left(position):
    return sum(2 * size - 1 for size in position[0] if size > 0)

def canonical(position):
    stacks, answered = position
    free = tuple(sorted(size for i, size in enumerate(stacks) if size > 0 and i != answered))
    return (free, None) if answered is None else (free + (stacks[answered],), len(free))

def show(position):
    stacks, answered = position
    return ",".join(str(size) + ("!" if i == answered else "") for i, size in enumerate(stacks)) or "0"

def parse(text):
    parts = [part.strip() for part in text.split(",")]
    marked = [i for i, part in enumerate(parts) if part.endswith("!")]
    sizes = [part[:-1] if part.endswith("!") else part for part in parts]
    if len(marked) > 1 or not all(size.isdigit() for size in sizes):
        return None
    return (tuple(int(size) for size in sizes), marked[0] if marked else None)

def positions(n):
    return [((size,), None) for size in range(n + 1)]

def draw(position):
    return {"heaps": position[0]}

def caption(position):
    return "" if position[1] is None else "stack %d must be answered" % (position[1] + 1)
