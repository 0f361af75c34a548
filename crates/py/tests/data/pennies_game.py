"""Two heaps of pennies, as in pennies.py: the same class over a game of one's own."""

from __future__ import annotations

import bouton


def up_to(n):
    return [(a, b) for a in range(n + 1) for b in range(a, n + 1)]


@bouton.game(start=(5, 10), plies_left=sum, positions=up_to)
def pennies(heaps):
    a, b = heaps
    smaller = [(a - k, b) for k in range(1, a + 1)]
    both = [(a - k, b - k) for k in range(1, a + 1)]
    return smaller + both + [(a, c) if a < c else (c, a) for c in range(b)]


class GameState:
    def __init__(self, a: int, b: int):
        self.a, self.b = min(a, b), max(a, b)
        self.position = pennies.position((self.a, self.b))

    def expected_value(self) -> int:
        """1 for a win of the player to move, -1 for a loss."""
        return 1 if self.position.outcome == "win" else -1

    def best_move(self):
        """The winning move that takes most pennies."""
        if self.position.outcome == "loss":
            raise ValueError("a lost position has no winning move")
        after = [pennies.read(best.to).at for best in self.position.best]
        c, d = min(after, key=sum)
        return (self.a - c, self.b - d) if c <= self.a and d <= self.b else (self.a - d, self.b - c)

    @classmethod
    def losing_states(cls, max_coins: int):
        """All lost positions with at most so many pennies in each heap, the smaller heap first."""
        return [pennies.read(row.position).at for row in bouton.losing(pennies, max_coins)]
