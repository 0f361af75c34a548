#!/usr/bin/env python3
"""A second checker of `bouton family certificate 1`, in plain Python: python3 examples/check_family.py FILE

It shares nothing with the program but docs/certificates.md, whose steps are named here. Values are sums of numbers, multiples of up
and nimbers, and games that list such options; all are compared for all exponents at once."""
import functools, math, re, sys
from fractions import Fraction as F

def expect(condition, message):
    if not condition: raise ValueError(message)
# Step 1: linear expressions in parameters, (constant, coefficient of parameter 0, 1, ...), and regions of natural parameters.
def plus(a, b, factor=1):
    size = max(len(a), len(b))
    a, b = (tuple(x) + (F(0),) * (size - len(x)) for x in (a, b))
    return tuple(x + factor * y for x, y in zip(a, b))
def num(n): return (F(n),)
def par(at): return (F(0),) * (at + 1) + (F(1),)
def put(of, values):  # expressions in place of the parameters
    return functools.reduce(lambda total, term: plus(total, term[1], term[0]), zip(of[1:], values), num(of[0]))

class Split(Exception): """A question has no one answer: the signs of an expression, or the remainders of a parameter, differ."""
class Region:
    def __init__(self, variables, limits, count): self.variables, self.limits, self.count = variables, limits, count
    def empty(self, also=()):
        """Whether no parameters keep all limits from being negative, by elimination; False if that is not proved."""
        every = [*self.limits, *also, *(par(at) for at in range(self.count))]
        rows = {tuple(int(x / STEP) for x in (*of, *num(0) * (self.count + 1 - len(of)))) for of in every}
        left = set(range(1, self.count + 1))
        while True:
            divided = ((row, math.gcd(*row[1:]) or 1) for row in rows)
            rows = {tuple(part // divisor for part in row) for row, divisor in divided}
            if any(row[0] < 0 and all(part <= 0 for part in row[1:]) for row in rows): return True
            if not left or len(rows) > 2000: return False
            made = lambda at: sum(row[at] > 0 for row in rows) * sum(row[at] < 0 for row in rows)
            at = min(left, key=lambda at: (any(abs(row[at]) > 1 for row in rows), made(at)))
            left.remove(at)
            pairs = ((a, b) for a in rows if a[at] > 0 for b in rows if b[at] < 0)
            rows = {r for r in rows if not r[at]} | {tuple(x * -b[at] + y * a[at] for x, y in zip(a, b)) for a, b in pairs}
    def sign(self, of):
        if not any(of[1:]): return (of[0] > 0) - (of[0] < 0)
        of = tuple(x / STEP for x in of)  # whole numbers
        minus = plus(num(0), of, -1)
        no_more, no_less = self.empty([plus(of, num(-1))]), self.empty([plus(minus, num(-1))])
        if no_more and no_less: return 0
        if (no_more or no_less) and self.empty([of, minus]): return 1 if no_less else -1
        raise Split(of, None)
    def remainder(self, of, by):
        for at, part in enumerate(of[1:]):
            if part % by: raise Split(at, by / STEP / math.gcd(int(part / STEP), int(by / STEP)))
        return of[0] % by
    def prove(self, statement, depth=0):
        try: return None if self.empty() else statement(self)
        except Split as split: of, by = split.args
        expect(depth < 64, "undecided: too many cases")
        minus = by or plus(num(0), of, -1)
        for limits in [] if by else ([of, minus], [plus(of, num(-1))], [plus(minus, num(-1))]):
            Region(self.variables, self.limits + limits, self.count).prove(statement, depth + 1)
        for rest in range(int(by or 0)):
            values = [plus(num(rest), par(n), by) if n == of else par(n) for n in range(self.count)]
            both = ([put(each, values) for each in every] for every in (self.variables, self.limits))
            Region(*both, self.count).prove(statement, depth + 1)
STEP = F(1, 1024)
# Step 4: values. ("sum", number, ups, star) or ("list", left options, right options).
def number(of): return ("sum", of, num(0), 0)
def changed(v, change, order=1):
    if v[0] == "sum": return ("sum", change(v[1]), change(v[2]), v[3])
    return ("list", *([changed(o, change, order) for o in side] for side in v[1:][::order]))
def minus(v): return changed(v, lambda of: plus(num(0), of, -1), -1)
def placed(v, values): return changed(v, lambda of: put(of, values))
def is_number(v, region): return v[0] == "sum" and v[3] == 0 and region.sign(v[2]) == 0
def lefts(v, region):
    if v[0] == "list": return v[1]
    _, x, ups, star = v
    sign = region.sign(ups)
    if sign < 0: return [("sum", x, plus(ups, num(1)), star ^ 1)]
    if sign > 0: star = 2 if star == 1 and region.sign(plus(ups, num(-1))) == 0 else 1
    if star: return [("sum", x, num(0), m) for m in range(star)]
    step = F(1)
    while region.remainder(x, step): step /= 2
    return [] if step == 1 and region.sign(x) <= 0 else [number(plus(x, num(-step)))]
def rights(v, region): return [minus(o) for o in lefts(minus(v), region)]
def at_least(v, w, region):
    if v[0] == w[0] == "sum":
        sign = region.sign(plus(v[1], w[1], -1))
        if sign: return sign > 0
        ups, star = plus(v[2], w[2], -1), v[3] ^ w[3]
        sign = region.sign(ups)
        return sign > 0 and (star != 1 or region.sign(plus(ups, num(-1))) > 0) or sign == 0 and star == 0
    if not is_number(v, region) and any(at_least(w, o, region) for o in rights(v, region)): return False
    return is_number(w, region) or not any(at_least(o, v, region) for o in lefts(w, region))
def some(items, question):
    """Whether one item has the answer True; then it does not matter that the region must be split for another."""
    split = None
    for item in items:
        try:
            if question(item): return True
        except Split as found: split = split or found
    if split: raise split
def stop(v, left, region):
    if v[0] == "sum": return v[1]
    better = lambda a, b: a if (region.sign(plus(a, b, -1)) > 0) == left else b
    return functools.reduce(better, [stop(o, not left, region) for o in v[1 if left else 2]])
def no_number(v, region):
    """A list of options is equal to no number: its stops differ, or an option is as good as the stop."""
    if v[0] == "sum": return
    for option in v[1] + v[2]: no_number(option, region)
    expect(v[1] and v[2], "a list has options of both sides")
    high, low = stop(v, True, region), stop(v, False, region)
    sign, at = region.sign(plus(high, low, -1)), number(high)
    hot = sign > 0 or sign == 0 and (some(v[1], lambda o: at_least(o, at, region)) or some(v[2], lambda o: at_least(at, o, region)))
    expect(hot, "a formula that lists options is no number")
def add(v, w, region, depth=0):
    expect(depth < 16, "undecided: a sum with too many options")
    if v[0] == w[0] == "sum": return ("sum", plus(v[1], w[1]), plus(v[2], w[2]), v[3] ^ w[3])
    sides = []
    for options in (lefts, rights):
        mine = [] if is_number(v, region) else [add(o, w, region, depth + 1) for o in options(v, region)]
        sides.append(mine + ([] if is_number(w, region) else [add(v, o, region, depth + 1) for o in options(w, region)]))
    return ("list", *sides)
# Step 2: words are lists of (letter, count); after `normal`, (letter, count, whether it is longer than one letter).
GAMES = {"toads-and-frogs": [["t.", ".t", "tf.", ".ft"], [".f", "f.", ".tf", "ft."]],
         "elephants-and-rhinos": [["t.", ".t"], [".f", "f."]],
         "clobber": [["XO", ".X", "OX", "X."], ["XO", "O.", "OX", ".O"]], "toppling-dominoes": ["l", "r"]}
def normal(word, region):
    runs = []
    for letter, count, *_ in word:
        sign = region.sign(count)
        expect(sign >= 0, "no negative exponents")
        if sign and runs and runs[-1][0] == letter: runs[-1] = (letter, plus(runs[-1][1], count))
        elif sign: runs.append((letter, count))
    return [(letter, count, region.sign(plus(count, num(-1))) > 0) for letter, count in runs]
def moves(game, word, side):
    """Pairs: the number of letters of which one is chosen, and the word after that move."""
    own, found, less = GAMES[game][side], [], lambda run: (run[0], plus(run[1], num(-1)))
    for at, (letter, count, _) in enumerate(word if game == "toppling-dominoes" else []):
        if letter == own:
            found.append((count, lambda w, n, at=at: w[:at] + [(w[at][0], n)]))
            found.append((count, lambda w, n, at=at: [less((w[at][0], plus(w[at][1], n, -1)))] + w[at + 1:]))
    for before, after in zip(own[::2], own[1::2]):
        for at in range(len(word) - len(before) + 1):
            runs, last = word[at:at + len(before)], at + len(before) - 1
            if "".join(run[0] for run in runs) == before and not any(run[2] for run in runs[1:-1]):
                found.append((num(1), lambda w, n, at=at, last=last, after=after:
                              w[:at] + [less(w[at])] + [(c, num(1)) for c in after] + [less(w[last])] + w[last + 1:]))
    return found
def times(a, b):
    expect(not any(a[1:]) or not any(b[1:]), "undecided: a number of moves that is not linear")
    return plus(num(0), b, a[0]) if not any(a[1:]) else plus(num(0), a, b[0])
def total(runs, letter): return put((F(0), *(F(run[0] == letter) for run in runs)), [run[1] for run in runs])
def walks(word):
    over = lambda at: times(word[at][1], plus(total(word[:at], "t"), total(word[at:], "f"), -1))
    return functools.reduce(plus, (over(at) for at, run in enumerate(word) if run[0] == "."), num(0))
def parts(game, word):
    """A number, and words in normal form, whose sum the word is."""
    letters = "".join(run[0] for run in word)
    cut = lambda a, b: (lambda l, r: (plus(l[0], r[0]), l[1] + r[1]))(parts(game, word[:a]), parts(game, word[b:]))
    if game in ("clobber", "toppling-dominoes"):
        stretches = re.finditer(r"[^.]+", letters)
        return num(0), [word[m.start():m.end()] for m in stretches if game != "clobber" or m.end() - m.start() > 1]
    jumps = game == "toads-and-frogs"
    for m in re.finditer("tf", letters):
        if not jumps or word[m.start()][2] and word[m.start() + 1][2]: return cut(*m.span())
    for m in re.finditer(r"[^.]+" if jumps else r"(?<=f)(?=\.?t)", letters):
        held = m.start() == 0 or word[m.start()][0] == "t" and word[m.start()][2]
        if not jumps or held and (m.end() == len(word) or word[m.end() - 1][0] == "f" and word[m.end() - 1][2]): return cut(*m.span())
    if letters[:1] == "f": return parts(game, word[1:])
    if letters[-1:] == "t": return parts(game, word[:-1])
    if jumps and letters[:2] == "tf" and word[1][2]: return parts(game, word[2:])
    if jumps and letters[-2:] == "tf" and word[-2][2]: return parts(game, word[:-2])
    if not re.search("t.*f", letters): return walks(word), []
    if jumps:
        leaps = not re.search(r"t\.|\.f", letters) and not any(run[0] == "." and run[2] for run in word)
        return num(0), [] if leaps else [word]
    front, back = letters.rindex("t") + 1, letters.index("f")
    bare = [run for run in word[:front] if run[0] != "."] + word[front:back] + [run for run in word[back:] if run[0] != "."]
    return plus(walks(word[:front]), walks(word[back:])), [bare]
class Reader:
    """Patterns, conditions and values as text."""
    def __init__(self, text, names): self.tokens, self.names = re.findall(r"up\(|\d+|[a-z]|\S", text), names
    def take(self, *tokens):
        if self.tokens and (self.tokens[0] in tokens or not tokens): return self.tokens.pop(0)
    def value(self):
        if not self.take("{"): return self.sum()
        sides = []
        for end in "|}":
            sides.append([self.value()])
            while not self.take(end):
                expect(self.take(","), "a comma between options")
                sides[-1].append(self.value())
        return ("list", *sides)
    def sum(self):
        x, ups, star, factor = num(0), num(0), 0, -1 if self.take("-") else 1
        while True:
            if self.take("*"): star ^= int(self.take()) if self.tokens and self.tokens[0].isdigit() else 1
            elif self.take("up("):
                ups = plus(ups, self.sum()[1], factor)
                expect(self.take(")") and not any(part % 1 for part in ups), "whole multiples of up")
            else:
                n = F(self.take() if self.tokens[0].isdigit() else 1)
                n /= F(self.take()) if self.take("/") else 1
                expect(n % STEP == 0, "units of 1/1024")
                named = self.tokens and self.tokens[0] in self.names
                x = plus(x, par(self.names.index(self.take())) if named else num(1), factor * n)
            sign = self.take("+", "-")
            if not sign: return ("sum", x, ups, star)
            factor = 1 if sign == "+" else -1
def linear(text, names):
    reader = Reader(text, names)
    _, x, ups, star = reader.sum()
    expect(not (reader.tokens or any(ups) or star or any(part % 1 for part in x)), "a whole linear expression: " + text)
    return x
def condition(text, names):
    of, kind, to = re.fullmatch(r"(.*?)(>=|mod|=)(.*)", text).groups()
    by, _, rest = to.partition("=") if kind == "mod" else (0, 0, to)
    return kind, linear(of, names), int(by), linear(rest, names)
def applies(conditions, exponents, region):
    tests = {"mod": lambda of, by: region.remainder(of, by) == 0, ">=": lambda of, _: region.sign(of) >= 0, "=": lambda of, _: region.sign(of) == 0}
    return all(tests[kind](put(plus(of, rest, -1), exponents), by) for kind, of, by, rest in conditions)
def pattern(text):
    names, runs = [], []
    for letter, exponent in re.findall(r"(\S)(?:\^(\([^)]*\)|\d+|[a-z]))?", text):
        names += [name for name in re.findall("[a-z]", exponent) if name not in names]
        runs.append((letter, linear(exponent.strip("()"), names) if exponent else num(1)))
    return names, runs
class Certificate:
    def __init__(self, text):
        head, game, *lines, end = text.splitlines()
        expect(head == "bouton family certificate 1" and end == "end", "a certificate of a family")
        self.game, self.statements = game.removeprefix("game "), []
        expect(self.game in GAMES, "a game on a strip")
        for word, rest in (line.split(" ", 1) for line in lines):
            if word == "case":
                guard, value = (" " + rest).split("-> ")
                names, _, cases, _ = self.statements[-1]
                reader = Reader(value, names)
                cases.append(([condition(each, names) for each in guard.split(",") if each.strip()], reader.value()))
                expect(not reader.tokens, "a value: " + value)
            else:
                expect(word == ("lemma" if self.statements else "theorem"), "a theorem, and lemmas")
                self.statements.append((*pattern(rest), [], rest))
    def word(self, runs, region): return normal([(letter, put(count, region.variables)) for letter, count in runs], region)
    def part(self, word, region):
        for way in (word, word[::-1])[:2 if self.game in ("clobber", "toppling-dominoes") else 1]:
            for names, runs, cases, text in self.statements[1:]:
                same = lambda own, run: own[0] == run[0] and (run[2] if any(own[1][1:]) else not run[2] if own[1] == num(1) else
                                                              not any(run[1][1:]) and run[1][0] == own[1][0])
                if len(runs) != len(way) or not all(map(same, runs, way)): continue
                exponents = [run[1] for own, run in zip(runs, way) if any(own[1][1:])]
                for conditions, value in cases:
                    if applies(conditions, exponents, region): return placed(value, exponents)
                raise ValueError("a case of " + text)
        raise ValueError("a lemma for " + " ".join(run[0] + "^n" * run[2] for run in word))
    def value(self, word, region):
        x, words = parts(self.game, normal(word, region))
        result = number(x)
        for word in words:
            result = add(result, self.part(normal(word, region), region), region)
            no_number(result, region)
        return result
    def lemma(self, names, runs, cases, text):
        """Step 3: the options are no better than those of the value, and as good."""
        own, first = [count for _, count in runs if any(count[1:])], [par(at) for at in range(len(names))]
        expect(own == first, "a variable of its own for each exponent of " + text)
        for conditions, formula in cases:
            def holds(region):
                if not applies(conditions, region.variables, region): return
                value, word = placed(formula, region.variables), self.word(runs, region)
                no_number(value, region)
                for side, options in enumerate((lefts, rights)):
                    better = lambda a, b, region: at_least(*((a, b) if side == 0 else (b, a)), region)
                    tried = []
                    for count, made in moves(self.game, word, side):
                        new, most = par(region.count), plus(count, num(-1))
                        tried += [(made, num(0)), (made, most)]
                        def no_better(inner):
                            option = self.value(made(self.word(runs, inner), inner.variables[-1]), inner)
                            expect(not better(option, placed(formula, inner.variables), inner), "no better move from " + text)
                        Region(region.variables + [new], region.limits + [plus(most, new, -1)], region.count + 1).prove(no_better)
                    for wanted in options(value, region):
                        met = some(tried, lambda move: better(self.value(move[0](word, move[1]), region), wanted, region))
                        expect(met, "a move as good as each option of the value of " + text)
            Region([plus(variable, num(2)) for variable in first], [], len(names)).prove(holds)
    def theorem(self, names, runs, cases, text):
        """Step 5: the theorem follows, for all exponents from 0 on."""
        def holds(region):
            formula = next((formula for conditions, formula in cases if applies(conditions, region.variables, region)), None)
            expect(formula, "all cases of " + text)
            claimed, value = placed(formula, region.variables), self.value(self.word(runs, region), region)
            no_number(claimed, region)
            expect(at_least(claimed, value, region) and at_least(value, claimed, region), "the value of " + text)
        Region([par(at) for at in range(len(names))], [], len(names)).prove(holds)

if __name__ == "__main__":
    try:
        certificate = Certificate(open(sys.argv[1]).read())
        for lemma in certificate.statements[1:]: certificate.lemma(*lemma)
        certificate.theorem(*certificate.statements[0])
    except (ValueError, TypeError, IndexError, AttributeError) as error:
        sys.exit(f"not proved: expected {error}")
    print(f"valid: {certificate.game}, {certificate.statements[0][3]}, {len(certificate.statements) - 1} lemmas")
