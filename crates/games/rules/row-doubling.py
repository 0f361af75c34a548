# Take 1 to 2M numbers from the left end of a row and score their sum, M being the largest number taken at once so far (1 at
# first); most points win.
#
# A position is the numbers from left to right, 2,7,9,4,4, or these with M, 9,4,4/2.
# Source: LeetCode problem 1140, Stone Game II
start = ((2, 7, 9, 4, 4), 1)
points = True

def moves(position):
    row, largest = position
    most = min(2 * largest, len(row))
    return [("take %d" % k, (row[k:], max(largest, k)), sum(row[:k])) for k in range(1, most + 1)]

def plies_left(position):
    return len(position[0])

def canonical(position):
    # If everything may be taken, a larger M does not matter.
    row, largest = position
    return (row, min(largest, max((len(row) + 1) // 2, 1)))

def caption(position):
    row, largest = position
    return "at most %d may be taken" % min(2 * largest, len(row)) if row else ""

def show(position):
    row, largest = position
    return ",".join(str(number) for number in row) + "/" + str(largest)

def parse(text):
    row, slash, largest = text.partition("/")
    numbers = tuple(int(number) for number in row.split(",")) if row else ()
    largest = int(largest) if slash else 1
    return (numbers, largest) if largest >= 1 else None
