# Take the left or the right coin of a row and score it; most points win.
#
# A position is the values of the coins from left to right: 4,5,3,1,2.
# Source: P. Winkler, Mathematical Puzzles: A Connoisseur's Collection (2004), Coins in a Row
start = (4, 5, 3, 1, 2)
points = True

def moves(coins):
    left = [("L", coins[1:], coins[0])] if coins else []
    right = [("R", coins[:-1], coins[-1])] if len(coins) > 1 else []
    return left + right

def plies_left(coins):
    return len(coins)
