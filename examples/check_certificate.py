#!/usr/bin/env python3
"""A second checker of certificates of positions, as docs/certificates.md describes them, for the games whose rules are below.

python3 examples/check_certificate.py FILE: prints the claim that is proved, or the error, with exit code 4.
It shares nothing with the program. Another game is a class with the same functions, its moves in the order of that page.
"""
import gzip, sys

class Wrong(Exception): ...
class Game:
    lasts = False  # Whether play may be endless, which is a draw.
    def __init__(self, parameters):
        self.sizes = [int(size) for size in parameters.split(",") if size]
    def key(self, at):
        return at

class Mnk(Game):
    """X and O set a stone in turn. The first with k in a line wins; a full board is a draw. Moves: cells by rows."""
    def read(self, text):
        cells, (rows, columns, _) = text.replace("/", ""), self.sizes
        shape = list(map(len, text.split("/"))) == [columns] * rows and not set(cells) - set(".XO")
        if not shape or cells.count("X") - cells.count("O") not in (0, 1) or self.line(cells, self.mover(cells)):
            raise Wrong(f"no position of the game: {text}")
        return cells
    def mover(self, cells):
        return "XO"[(cells.count("X") + cells.count("O")) % 2]

    def line(self, cells, stone):
        rows, columns, k = self.sizes
        lines = ([(row + n * down, column + n * right) for n in range(k)] for row in range(rows)
                 for column in range(columns) for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)))
        return any(all(r < rows and 0 <= c < columns and cells[r * columns + c] == stone for r, c in line) for line in lines)

    def end(self, cells):
        return -1 if self.line(cells, "OX"["XO".index(self.mover(cells))]) else None if "." in cells else 0

    def moves(self, cells):
        return [(cells[:n] + self.mover(cells) + cells[n + 1:], 0) for n, cell in enumerate(cells) if cell == "."]

    def key(self, cells):
        columns, images = self.sizes[1], []
        rows = [cells[n:n + columns] for n in range(0, len(cells), columns)]
        for _ in range(4):
            images += [rows, [row[::-1] for row in rows]]
            rows = ["".join(column) for column in zip(*rows[::-1])]
        return min("".join(image) for image in images if len(image[0]) == columns)

class RowEnds(Game):
    """Take the left or the right number of a row and score it; most points win. Moves: left, right."""
    def read(self, text):
        if text and ",".join(str(int(number)) for number in text.split(",")) != text:
            raise Wrong(f"no row: {text}")
        return tuple(map(int, text.split(","))) if text else ()

    def end(self, row):
        return None if row else 0

    def moves(self, row):
        return [(row[1:], row[0]), (row[:-1], row[-1])]

class PongHauKi(Game):
    """Two pieces each on five points; move one along a line to the free point. A player with no move loses. Moves: pieces by points."""
    lasts = True
    lines = {(0, 2), (1, 2), (3, 2), (4, 2), (0, 3), (1, 4), (3, 4)}
    def read(self, text):
        if list(map(len, text.split("/"))) != [2, 1, 2] or sorted(text.replace("/", "")) != list(".OOXX"):
            raise Wrong(f"no position of the game: {text}")
        return text.replace("/", "")

    def end(self, men):
        return None if self.moves(men) else -1

    def moves(self, men):
        free = men.index(".")
        ways = [n for n in range(5) if men[n] == "X" and {(n, free), (free, n)} & self.lines]
        # The piece "m" leaves its point free; the pieces of the next player are X.
        return [((men[:n] + "m" + men[n + 1:]).translate(str.maketrans("XO.m", "OXO.")), 0) for n in ways]

GAMES = {"mnk": Mnk, "row-ends": RowEnds, "pong-hau-k-i": PongHauKi}

def prove(game, aim, start, low, bound, answers, known, timed):
    """The player to move at `start` gets at least (low) or at most `bound`; `known`: the proved claim, or None. Returns its plies."""
    holding = not timed and game.lasts and (bound <= 0 if low else bound >= 0)
    stack, plies = [], [0]
    done = lambda longest: plies.append(max(plies.pop(), longest + 1))
    def begin(at, low, bound):
        end = game.end(at)
        if end is not None:
            if aim * end < bound if low else aim * end > bound:
                raise Wrong(f"play ends with {aim * end} at {at}, not {'at least' if low else 'at most'} {bound}")
            return done(0)
        proved = known.setdefault((game.key(at), low, timed), [])
        enough = [longest for b, longest in filter(None, proved) if (b >= bound if low else b <= bound)]
        if enough or None in proved and holding:
            return done(min(enough, default=0))
        if None in proved:
            raise Wrong(f"play comes back to {at}")
        moves = game.moves(at)
        if low:
            move = next(answers)
            if not move.isdigit() or int(move) >= len(moves):
                raise Wrong(f"no move {move} at {at}")
            moves = [moves[int(move)]]
        proved.append(None)
        plies.append(0)
        stack.append((proved, low, bound, iter(moves)))

    begin(start, low, bound)
    while stack:
        proved, low, bound, moves = stack[-1]
        if move := next(moves, None):
            begin(move[0], not low, move[1] - bound)
        else:
            proved[proved.index(None)] = bound, plies[-1]
            done(plies.pop())
            stack.pop()
    return plies[0] - 1

def check(lines):
    if next(lines) != "bouton position certificate 1":
        raise Wrong("no certificate of positions")
    name, play = next(lines).removeprefix("game "), next(lines)
    kind, _, parameters = name.partition(":")
    if kind not in GAMES or play not in ("play normal", "play misere"):
        raise Wrong(f"no rules of {name} here")
    game, aim, known, line = GAMES[kind](parameters), -1 if play == "play misere" else 1, {}, next(lines)
    while line != "end":
        claim, position = line.split(" "), next(lines).removeprefix("position").removeprefix(" ")
        value = {"at least": 1, "at most": 0, "won within": 1, "lost within": 0}.get(" ".join(claim[1:3]))
        if value is None or len(claim) != 4 or str(int(claim[3])) != claim[3]:
            raise Wrong(f"no claim: {line}")
        tokens, line = [], next(lines)
        while line and line[0].isdigit():
            tokens.extend(line.split())
            line = next(lines)
        answers, timed = iter(tokens), claim[2] == "within"
        bound = (2 * value - 1) if timed else int(claim[3])
        plies = prove(game, aim, game.read(position), value == 1, bound, answers, known, timed)
        if list(answers) or timed and (plies > int(claim[3]) or kind == "row-ends"):
            raise Wrong("more moves than are needed, or more plies than are claimed")
        print(f"valid: {name}, {play}: who moves at {position!r}: {' '.join(claim[1:])}")

if __name__ == "__main__":
    data = open(sys.argv[1], "rb").read()
    data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    try:
        check(iter(data.decode("utf-8-sig").replace("\r\n", "\n").removesuffix("\n").split("\n")))
    except (Wrong, StopIteration, ValueError, LookupError) as error:
        print(f"refuted: {error}")
        sys.exit(4)
