# Take a divisor, other than 1, of a number and all that are divisible by it; the last to move wins.
#
# The number follows the name: 72. A position is the divisors that are left: 2,3,4,6.
# Source: F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952)
from bouton.rules import parameter

number = parameter("number", 72)
start = tuple(d for d in range(2, number + 1) if number % d == 0)

def moves(left):
    return [(str(d), tuple(other for other in left if other % d != 0)) for d in left]

def plies_left(left):
    return len(left)

def summands(left):
    """Sets of divisors of which none divides one of another set."""
    parts = []
    for d in left:
        joined = [part for part in parts if any(d % other == 0 for other in part)]
        parts = [part for part in parts if part not in joined] + [sum(joined, ()) + (d,)]
    return [tuple(sorted(part)) for part in parts]

def parse(text):
    left = tuple(sorted(int(d) for d in text.split(","))) if text else ()
    with_their_divisors = tuple(d for d in start if any(other % d == 0 for other in left))
    return left if left == with_their_divisors else None

def draw(left):
    """A number has a line to each that it is a prime times."""
    def is_prime(n):
        return n > 1 and not any(n % other == 0 for other in left if other < n)
    return {"points": left, "edges": [(a, b, ">") for a in left for b in left if a % b == 0 and is_prime(a // b)]}
