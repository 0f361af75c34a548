# Take 1 to k numbers from the left end of a row and score their sum; most points win.
#
# The number k follows the name: 3. A position is the numbers from left to right: 1,2,3,7.
# Source: LeetCode problem 1406, Stone Game III (k = 3)
from bouton.rules import parameter

most = parameter("most", 3)
start = (1, 2, 3, 7)
points = True

def moves(row):
    return [("take %d" % k, row[k:], sum(row[:k])) for k in range(1, min(most, len(row)) + 1)]

def plies_left(row):
    return len(row)
