# Take the left or the right number of a row and score the sum of what remains; most points win.
#
# A position is the numbers from left to right: 5,3,1,4,2.
# Source: LeetCode problem 1690, Stone Game VII
start = (5, 3, 1, 4, 2)
points = True

def moves(row):
    left = [("L", row[1:], sum(row[1:]))] if row else []
    right = [("R", row[:-1], sum(row[:-1]))] if len(row) > 1 else []
    return left + right

def plies_left(row):
    return len(row)
