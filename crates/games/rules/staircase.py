# Move any positive number of chips from one step of a stair to the next lower one, from the first to the ground; the last to move
# wins.
#
# A position is the chips on steps 1, 2, 3 and so on: 2,0,3.
# Source: T. S. Ferguson, Game Theory, part I, section 2.4
start = (2, 0, 3)
figures = "stairs"

def moves(chips):
    found = []
    for i in range(len(chips)):
        for k in range(1, chips[i] + 1):
            after = list(chips)
            after[i] -= k
            if i > 0:
                after[i - 1] += k
            found.append(("move %d from step %d" % (k, i + 1), tuple(after)))
    return found

def plies_left(chips):
    return sum((i + 1) * chips[i] for i in range(len(chips)))

def parse(text):
    numbers = [number.strip() for number in text.split(",")]
    return tuple(int(number) for number in numbers) if all(number.isdigit() for number in numbers) else None
