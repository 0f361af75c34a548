#!/usr/bin/env python3
"""A second checker of certificates of positions, as docs/certificates.md describes them, for any game whose rules are in Python.

bouton rules mnk:3,3,3 > mnk.py
python3 examples/check_certificate.py FILE mnk.py: prints the claim that is proved, or the error, with exit code 4.
It shares nothing with the program: Python itself evaluates the rules. Grundy values, and sums of parts, it does not check.
"""
import gzip, sys, types

class Wrong(Exception): ...

class Game:
    """The rules of a text. A place is the side to move (0, or 1 for Right) and a position."""
    def __init__(self, text):
        rules = types.ModuleType("bouton.rules")
        rules.parameter, rules.fail = lambda name, default: default, refuse
        sys.modules.update({"bouton": types.ModuleType("bouton"), "bouton.rules": rules})
        self.own = {}
        exec(compile(text, "the rules", "exec"), self.own)
        self.start, self.sided, self.score = self.own.get("start"), "left" in self.own, self.own.get("score")
        self.points = bool(self.own.get("points") or self.score)
        # Whether play may be endless, which is a draw.
        self.lasts = not ("plies_left" in self.own or self.sided or self.points)
        last = not self.sided and not self.points and "outcome" not in self.own and "turn" not in self.own
        self.splits = last and "summands" in self.own

    def read(self, text):
        side, text = (1, text[:-2]) if self.sided and text.endswith(" R") else (0, text)
        parse = self.own.get("parse", str if isinstance(self.start, str) else numbers)
        if (at := parse(text)) is None:
            raise Wrong(f"no position of the game: {text}")
        return side, at

    def key(self, place):
        return place[0], self.own.get("canonical", lambda at: at)(place[1])

    def end(self, place):
        """The value of a finished game for the player to move, or None."""
        side, at = place
        if "outcome" in self.own and (end := self.own["outcome"](at)):
            return {"win": 1, "draw": 0, "loss": -1}[end]
        if self.score and not self.sided and (end := self.score(at)) is not None:
            return end
        if self.moves(place):
            return None
        if self.score and self.sided:
            end = self.score(at)
            return (-1) ** side * (end if isinstance(end, int) else end[side])
        return 0 if self.points else 1 if self.own.get("last") == "loses" else -1

    def moves(self, place):
        """Of each move the place after it, what it earns, and whether the same player moves again."""
        side, at = place
        found = []
        for entry in self.own[("left", "right")[side] if self.sided else "moves"](at):
            is_labelled = isinstance(entry, tuple) and len(entry) in (2, 3) and isinstance(entry[0], str)
            is_labelled = self.own.get("labelled", is_labelled and type(entry[1]) is type(self.start))
            to, gain = (entry[1], entry[2] if len(entry) > 2 else 0) if is_labelled else (entry, 0)
            again = "turn" in self.own and self.own["turn"](at, to) == "same"
            found.append(((1 - side if self.sided else 0, to), gain, again))
        return found

def refuse(why):
    raise Wrong(why)

def numbers(text):
    return tuple(int(number) for number in text.split(",")) if text else ()

def prove(game, aim, start, low, bound, answers, known, timed):
    """The player to move at `start` gets at least (low) or at most `bound`; `known`: the proved claim, or None. Returns its plies."""
    holding = not timed and game.lasts and (bound <= 0 if low else bound >= 0)
    stack, plies = [], [0]
    done = lambda longest: plies.append(max(plies.pop(), longest + 1))
    def begin(at, low, bound):
        end = game.end(at)
        if end is not None:
            if aim * end < bound if low else aim * end > bound:
                raise Wrong(f"play ends with {aim * end} at {at[1]}, not {'at least' if low else 'at most'} {bound}")
            return done(0)
        proved = known.setdefault((game.key(at), low, timed), [])
        enough = [longest for b, longest in filter(None, proved) if (b >= bound if low else b <= bound)]
        if enough or None in proved and holding:
            return done(min(enough, default=0))
        if None in proved:
            raise Wrong(f"play comes back to {at[1]}")
        moves = game.moves(at)
        if low:
            move = next(answers)
            if not move.isdigit() or int(move) >= len(moves):
                raise Wrong(f"no move {move} at {at[1]}")
            moves = [moves[int(move)]]
        proved.append(None)
        plies.append(0)
        stack.append((proved, low, bound, iter(moves)))

    begin(start, low, bound)
    while stack:
        proved, low, bound, moves = stack[-1]
        if move := next(moves, None):
            to, gain, again = move
            begin(to, low if again else not low, bound - gain if again else gain - bound)
        else:
            proved[proved.index(None)] = bound, plies[-1]
            done(plies.pop())
            stack.pop()
    return plies[0] - 1

def check(lines, game, rules):
    if next(lines) != "bouton position certificate 1":
        raise Wrong("no certificate of positions")
    next(lines)  # the game by its name: the rules are given
    play = next(lines)
    while play.startswith("by "):
        play = next(lines)
    if play not in ("play normal", "play misere"):
        raise Wrong("rules in the certificate are not read here")
    aim, known, line, proved = -1 if play == "play misere" else 1, {}, next(lines), []
    if aim < 0 and game.points:
        raise Wrong("misère play of points is not checked here")
    while line != "end":
        claim, position = line.split(" "), next(lines).removeprefix("position").removeprefix(" ")
        value = {"at least": 1, "at most": 0, "won within": 1, "lost within": 0}.get(" ".join(claim[1:3]))
        if value is None or len(claim) != 4 or str(int(claim[3])) != claim[3]:
            raise Wrong(f"no claim that is checked here: {line}")
        tokens, line = [], next(lines)
        while not line or line[0].isdigit():
            tokens.extend(line.split())
            line = next(lines)
        answers, timed = iter(tokens), claim[2] == "within"
        if game.splits and aim == 1 and not timed:
            raise Wrong("sums of parts are not checked here")
        bound = (2 * value - 1) if timed else int(claim[3])
        plies = prove(game, aim, game.read(position), value == 1, bound, answers, known, timed)
        if list(answers) or timed and (plies > int(claim[3]) or game.points):
            raise Wrong("more moves than are needed, or more plies than are claimed")
        proved.append(f"valid: by {rules!r}, {play}: who moves at {position!r}: {' '.join(claim[1:])}")
    if not proved or next(lines, None) is not None:
        raise Wrong("expected claims, and nothing after the end")
    print("\n".join(proved))

if __name__ == "__main__":
    data = open(sys.argv[1], "rb").read()
    data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    try:
        lines = iter(data.decode("utf-8-sig").replace("\r\n", "\n").removesuffix("\n").split("\n"))
        check(lines, Game(open(sys.argv[2], encoding="utf-8").read()), sys.argv[2])
    except (Wrong, StopIteration, ValueError, LookupError) as error:
        print(f"refuted: {error}")
        sys.exit(4)
