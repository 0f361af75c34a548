#!/usr/bin/env python3
"""A second checker of `bouton family certificate 1`, in plain Python: python3 examples/check_family.py FILE
It shares nothing with the program but docs/certificates.md, whose steps are named here. All exponents are looked at together."""
import bisect, functools, itertools, math, re, sys
from fractions import Fraction as F
def expect(condition, message):
    if not condition: raise ValueError(message)
# Step 1: linear expressions in parameters, (constant, coefficient of parameter 0, 1, ...), and regions of natural parameters.
class Linear(tuple): powers = ()  # of a number: each a factor, and the exponent e of 1/2^e
def with_powers(parts, powers): return setattr(of := Linear(parts), "powers", tuple(powers)) or of
def plus(a, b, factor=1):
    parts = (x + factor * y for x, y in itertools.zip_longest(a, b, fillvalue=F(0)))
    return with_powers(parts, [*a.powers, *((factor * f, e) for f, e in b.powers)])
def whole(of): return Linear(x * math.lcm(*(part.denominator for part in of)) for x in of)
def num(n): return Linear([F(n)])
def par(at): return Linear([F(0)] * (at + 1) + [F(1)])
def put(of, values):  # expressions in place of the parameters
    linear = functools.reduce(lambda total, term: plus(total, term[1], term[0]), zip(of[1:], values), num(of[0]))
    return with_powers(linear, [*linear.powers, *((f, put(e, values)) for f, e in of.powers)])
class Split(Exception): """A question has no one answer: the signs of an expression, or the remainders of a parameter, differ."""
class Region:
    def __init__(self, variables, limits, count): self.variables, self.limits, self.count = variables, limits, count
    def empty(self, also=()):  # whether no parameters keep all limits from being negative, by elimination; False if that is not proved
        rows = {(*map(int, of), *[0] * (self.count + 1 - len(of))) for of in map(whole, [*self.limits, *also, *map(par, range(self.count))])}
        left = set(range(1, self.count + 1))
        while True:
            rows = {tuple(part // (math.gcd(*row[1:]) or 1) for part in row) for row in rows}
            if any(row[0] < 0 and all(part <= 0 for part in row[1:]) for row in rows): return True
            if not left or len(rows) > 2000: return False
            made = lambda at: sum(row[at] > 0 for row in rows) * sum(row[at] < 0 for row in rows)
            at = min(left, key=lambda at: (any(abs(row[at]) > 1 for row in rows), made(at)))
            left.remove(at)
            pairs = ((a, b) for a in rows if a[at] > 0 for b in rows if b[at] < 0)
            rows = {r for r in rows if not r[at]} | {tuple(x * -b[at] + y * a[at] for x, y in zip(a, b)) for a, b in pairs}
    def least(self, of):  # the largest number that an expression is proved to be at least, and whether it is equal to it
        high = bisect.bisect(range(-64, 66), False, key=lambda n: not self.empty([plus(num(n - 1), of, -1)])) - 64
        expect(-64 < high < 66, "undecided: larger numbers in an exponent")
        return high - 1, self.empty([plus(of, num(-high))])
    def ordered(self, powers):
        order = functools.cmp_to_key(lambda a, b: self.sign(plus(a[1], b[1], -1)))
        groups = ([*same] for _, same in itertools.groupby(sorted(powers, key=order), order))
        return [(f, same[0][1]) for same in groups if (f := sum(f for f, _ in same))]
    def sign_of_powers(self, of, powers):  # the linear part is larger than all powers, or the largest power is one of a few
        powers = self.ordered(powers)
        least = [self.least(e) for _, e in powers]
        for at, (low, exact) in enumerate(least):
            if exact: return self.sign_of_powers(plus(of, num(powers.pop(at)[0] / F(2) ** low)), powers)
        own, (first, e), *rest = self.sign(of), *(powers or [(0, num(0))])
        others = self.sign_of_powers(num(first), [(f, plus(d, e, -1)) for f, d in rest]) if first else 0
        if not own or others in (0, own): return own or others
        bound = sum(abs(f) / F(2) ** low for (f, _), (low, _) in zip(powers, least))
        if self.empty([plus(num(bound), of, -own)]): return own
        raise Split(plus(e, num(-least[0][0])), None)
    def sign(self, of):
        if of.powers: return self.sign_of_powers(Linear(of), of.powers)
        of, minus = whole(of), plus(num(0), whole(of), -1)
        if not any(of[1:]): return (of[0] > 0) - (of[0] < 0)
        signs = [n for n, limits in ((0, [of, minus]), (1, [plus(of, num(-1))]), (-1, [plus(minus, num(-1))])) if not self.empty(limits)]
        if len(signs) > 1: raise Split(of, None)
        return signs[0] if signs else 0
    def remainder(self, of, by):
        for at, part in enumerate(of[1:]):
            if part % by: raise Split(at, by / STEP / math.gcd(int(part / STEP), int(by / STEP)))
        return of[0] % by
    def prove(self, statement, depth=0):
        try: return None if self.empty() else statement(self)
        except Split as split: of, by = split.args
        expect(depth < 64, "undecided: too many cases")
        at, *more = [of] if by else [at for at, part in enumerate(of[1:]) if part]
        value = 0 if by else -of[0] / of[1 + at]  # of a single parameter where the expression is 0: then it is this number
        new = [plus(num(n), par(at), by) for n in range(int(by or 0))] or [num(value)] * (not more and value >= 0 and value % 1 == 0)
        for limits in [] if by else [[plus(num(-1), of, sign)] for sign in (1, -1)] + [[of, plus(num(0), of, -1)]] * bool(more):
            Region(self.variables, self.limits + limits, self.count).prove(statement, depth + 1)
        for values in ([each if n == at else par(n) for n in range(self.count)] for each in new):
            both = ([put(each, values) for each in every] for every in (self.variables, self.limits))
            Region(*both, self.count).prove(statement, depth + 1)
STEP = F(1, 1024)
# Step 4: values. ("sum", number, ups, star) or ("list", left options, right options).
def number(of): return ("sum", of, num(0), 0)
def changed(v, change, way=1):
    return ("sum", *map(change, v[1:3]), v[3]) if v[0] == "sum" else ("list", *([changed(o, change, way) for o in s] for s in v[1:][::way]))
def minus(v): return changed(v, lambda of: plus(num(0), of, -1), -1)
def placed(v, values): return changed(v, lambda of: put(of, values))
def is_number(v, region): return v[0] == "sum" and v[3] == 0 and region.sign(v[2]) == 0
def lefts(v, region):
    if v[0] == "list": return v[1]
    _, x, ups, star, sign = *v, region.sign(v[2])
    if sign < 0: return [("sum", x, plus(ups, num(1)), star ^ 1)]
    if sign > 0: star = 2 if star == 1 and region.sign(plus(ups, num(-1))) == 0 else 1
    if star: return [("sum", x, num(0), m) for m in range(star)]
    of, powers = Linear(x), x.powers
    while True:  # odd multiples of different powers: the smallest one has the denominator
        powers, step = region.ordered((f / 2, plus(e, num(-1))) if f % 2 == 0 else (f, e) for f, e in powers), F(1)
        if any(f % 2 == 0 for f, _ in powers): continue
        while region.remainder(of, step): step /= 2
        order = region.sign(plus(powers[-1][1], num(1 - step.denominator.bit_length()))) if powers else -1
        if order > 0: return [number(plus(x, with_powers(num(0), [(1, powers[-1][1])]), -1))]
        if order < 0: return [] if step == 1 and region.sign(x) <= 0 else [number(plus(x, num(-step)))]
        of = plus(of, num(powers.pop()[0] * step))
def rights(v, region): return [minus(o) for o in lefts(minus(v), region)]
def hot(v, options, region): return [] if is_number(v, region) else options(v, region)
def at_least(v, w, region):
    if v[0] == w[0] == "sum":
        if sign := region.sign(plus(v[1], w[1], -1)): return sign > 0
        ups, star, sign = plus(v[2], w[2], -1), v[3] ^ w[3], region.sign(plus(v[2], w[2], -1))
        return sign > 0 and (star != 1 or region.sign(plus(ups, num(-1))) > 0) or sign == 0 and star == 0
    if any(at_least(w, o, region) for o in hot(v, rights, region)): return False
    return not any(at_least(o, v, region) for o in hot(w, lefts, region))
def some(items, question):  # whether one has the answer True; then it does not matter that the region must be split for another
    splits = []
    for item in items:
        try:
            if question(item): return True
        except Split as split: splits.append(split)
    if splits: raise splits[0]
def stop(v, left, region):
    order = functools.cmp_to_key(lambda a, b: region.sign(plus(a, b, -1)))
    return v[1] if v[0] == "sum" else (max if left else min)([stop(o, not left, region) for o in v[1 if left else 2]], key=order)
def fits(v, region):  # whether no list of options is equal to a number: its stops differ, or an option is as good as the stop
    if v[0] == "sum": return expect(all(region.sign(e) >= 0 for _, e in v[1].powers), "no negative exponents") or True
    if not all([fits(option, region) for option in v[1] + v[2]]): return False
    sign, at = region.sign(plus(stop(v, True, region), stop(v, False, region), -1)), number(stop(v, True, region))
    return sign > 0 or sign == 0 and (some(v[1], lambda o: at_least(o, at, region)) or some(v[2], lambda o: at_least(at, o, region)))
def no_number(v, region): expect(fits(v, region), "a formula that lists options is no number")
def add(v, w, region, depth=0):
    expect(depth < 16, "undecided: a sum with too many options")
    if v[0] == w[0] == "sum": return ("sum", plus(v[1], w[1]), plus(v[2], w[2]), v[3] ^ w[3])
    both = lambda of: [add(o, w, region, depth + 1) for o in hot(v, of, region)] + [add(v, o, region, depth + 1) for o in hot(w, of, region)]
    return ("list", both(lefts), both(rights))
# Step 2: words are lists of (letter, count); after `normal`, (letter, count, whether it is longer than one letter).
GAMES = {"toads-and-frogs": [["t.", ".t", "tf.", ".ft"], [".f", "f.", ".tf", "ft."]],
         "elephants-and-rhinos": [["t.", ".t"], [".f", "f."]],
         "clobber": [["XO", ".X", "OX", "X."], ["XO", "O.", "OX", ".O"]], "toppling-dominoes": ["le", "re"], "hackenbush": ["bg", "rg"]}
LETTERS = {"toads-and-frogs": "tf.", "elephants-and-rhinos": "tf.", "clobber": "XO.", "toppling-dominoes": "lre.", "hackenbush": "brg"}
def total(counts): return functools.reduce(plus, counts, num(0))
def normal(word, region):
    signs = [region.sign(run[1]) for run in word]
    expect(-1 not in signs, "no negative exponents")
    groups = itertools.groupby(itertools.compress(word, signs), lambda run: run[0])
    joined = [(letter, total(run[1] for run in group)) for letter, group in groups]
    return [(letter, count, region.sign(plus(count, num(-1))) > 0) for letter, count in joined]
def moves(game, word, side):  # pairs: the number of letters of which one is chosen, and the word after that move
    own, found, less = GAMES[game][side], [], lambda run: (run[0], plus(run[1], num(-1)))
    for at, (letter, count, _) in enumerate(word if game in ("toppling-dominoes", "hackenbush") else []):
        if letter in own: found.append((count, lambda w, n, at=at: w[:at] + [(w[at][0], n)]))
        if letter in own and game != "hackenbush": found.append((count, lambda w, n, at=at: [less((w[at][0], plus(w[at][1], n, -1)))] + w[at + 1:]))
    for before, after in zip(own[::2], own[1::2]) if game not in ("toppling-dominoes", "hackenbush") else []:
        for at in range(len(word) - len(before) + 1):
            runs, last = word[at:at + len(before)], at + len(before) - 1
            if "".join(run[0] for run in runs) == before and not any(run[2] for run in runs[1:-1]):
                found.append((num(1), lambda w, n, at=at, last=last, after=after:
                              w[:at] + [less(w[at])] + [(c, num(1)) for c in after] + [less(w[last])] + w[last + 1:]))
    return found
def places(count, ends): return ends if any(count[1:]) else [*map(num, range(int(count[0])))]  # of those in one run the ones to try
def times(a, b):
    expect(not (any(a[1:]) and any(b[1:])), "undecided: a number of moves that is not linear")
    return plus(num(0), a, b[0]) if any(a[1:]) else plus(num(0), b, a[0])
def walks(word):
    of = lambda runs, letter: total(run[1] for run in runs if run[0] == letter)
    return total(times(run[1], plus(of(word[:at], "t"), of(word[at:], "f"), -1)) for at, run in enumerate(word) if run[0] == ".")
def parts(game, word):  # a number, and words in normal form, whose sum the word is
    letters, jumps = "".join(run[0] for run in word), game == "toads-and-frogs"
    cut = lambda a, b: (lambda l, r: (plus(l[0], r[0]), l[1] + r[1]))(parts(game, word[:a]), parts(game, word[b:]))
    if game in ("clobber", "toppling-dominoes", "hackenbush"):
        return num(0), [word[m.start():m.end()] for m in re.finditer(r"[^.][^.]+" if game == "clobber" else r"[^.]+", letters)]
    for m in re.finditer("tf", letters):
        if not jumps or word[m.start()][2] and word[m.start() + 1][2]: return cut(*m.span())
    for m in re.finditer(r"[^.]+" if jumps else r"(?<=f)(?=\.?t)", letters):
        held = m.start() == 0 or word[m.start()][0] == "t" and word[m.start()][2]
        if not jumps or held and (m.end() == len(word) or word[m.end() - 1][0] == "f" and word[m.end() - 1][2]): return cut(*m.span())
    if letters[:1] == "f" or letters[-1:] == "t": return parts(game, word[letters[0] == "f":len(word) - (letters[-1] == "t")])
    if jumps and letters[:2] == "tf" and word[1][2]: return parts(game, word[2:])
    if jumps and letters[-2:] == "tf" and word[-2][2]: return parts(game, word[:-2])
    if not re.search("t.*f", letters): return walks(word), []
    leaps = not re.search(r"t\.|\.f", letters) and not any(run[0] == "." and run[2] for run in word)
    if jumps: return num(0), [] if leaps else [word]
    front, back = letters.rindex("t") + 1, letters.index("f")
    bare = lambda runs: [run for run in runs if run[0] != "."]
    return plus(walks(word[:front]), walks(word[back:])), [bare(word[:front]) + word[front:back] + bare(word[back:])]
class Reader:  # of patterns, conditions and values
    def __init__(self, text, names): self.tokens, self.names = re.findall(r"up\(|[0-9]+|[a-z]|\S", text), names
    def take(self, *tokens):
        if self.tokens and (self.tokens[0] in tokens or not tokens): return self.tokens.pop(0)
    def value(self):
        if not self.take("{"): return self.sum()
        sides = []
        for end in "|}":
            sides.append([self.value()])
            while self.take(","): sides[-1].append(self.value())
            expect(self.take(end), "the end of the options")
        return ("list", *sides)
    def sum(self):
        x, ups, star, factor = num(0), num(0), 0, -1 if self.take("-") else 1
        while True:
            if self.take("*"): star ^= int(self.take()) if self.tokens and self.tokens[0].isdigit() else 1
            elif self.take("up("): ups = plus(ups, self.linear(")"), factor)
            else:
                digits = self.take() if self.tokens[0].isdigit() else None
                expect(digits or self.tokens[0] in self.names, "a number or a variable")
                n, under = F(digits or 1), F(self.take()) if digits and self.take("/") else F(1)
                expect(under, "a denominator")
                if under == 2 and self.take("^"):
                    term = with_powers(num(0), [(n, self.linear(")") if self.take("(") else linear(self.take(), self.names))])
                else: term = plus(num(0), par(self.names.index(self.take())) if {*self.tokens[:1]} & {*self.names} else num(1), n / under)
                expect(all(part % STEP == 0 for part in term), "units of 1/1024")
                x = plus(x, term, factor)
            factor = {"+": 1, "-": -1}.get(self.take("+", "-"))
            if not factor: return ("sum", x, ups, star)
    def linear(self, end=None):
        (_, x, ups, star), last = self.sum(), self.take(end) if end else not self.tokens
        expect(last and not (any(ups) or star or any(part % 1 for part in x) or x.powers), "a whole linear expression")
        return x
def linear(text, names): return Reader(text, names).linear()
def condition(text, names):  # whether it holds for exponents
    of, kind, rest = re.fullmatch(r"(.*?)(>=|mod|=)(.*)", text).groups()
    signs, number = {"=": [0], ">=": [0, 1]}.get(kind), re.fullmatch(r" *([0-9]+) *= *([0-9]+) *", rest)
    expect(signs or number and 2 <= int(number[1]) <= 64 and int(number[2]) < int(number[1]), "a remainder from 0 to the number less 1")
    of, by = plus(linear(of, names), num(int(number[2])) if not signs else linear(rest, names), -1), 0 if signs else int(number[1])
    return lambda values, region: region.sign(put(of, values)) in signs if signs else not region.remainder(put(of, values), by)
def applies(conditions, exponents, region): return all(holds(exponents, region) for holds in conditions)
def pattern(text):
    names, runs = [], []
    for letter, exponent in re.findall(r"(\S)(?:\^(\([^)]*\)|[0-9]+|[a-z]))?", text):
        names += [name for name in re.findall("[a-z]", exponent) if name not in names]
        runs.append((letter, linear(exponent.strip("()"), names) if exponent else num(1)))
    return names, runs
# Claims about the players that win a word less a value: Left if Right begins, Right if Left begins, Left after beginning, Right after beginning.
CLAIMS = {"": (1, 1, 0, 0), ">=": (1, 0, 0, 0), "<=": (0, 1, 0, 0), "|>": (0, 0, 1, 0), "<|": (0, 0, 0, 1),
          ">": (1, 0, 1, 0), "<": (0, 1, 0, 1), "<>": (0, 0, 1, 1)}
def both(a, b): return (a[0] & b[0], a[1] & b[1], a[2] & b[0] | a[0] & b[2], a[3] & b[1] | a[1] & b[3])  # of sums
def lines_of(text):
    expect(text.isascii(), "a text without other letters and digits")
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n")  # no other sign ends a line
class Certificate:
    def __init__(self, text):
        head, game, *lines, end = lines_of(text)
        self.game, self.statements = game.removeprefix("game "), []
        expect((head, end) == ("bouton family certificate 1", "end") and self.game in GAMES, "a certificate of a family on a strip")
        for word, rest in (line.split(" ", 1) for line in lines):
            if word == "case":
                guard, value = (" " + rest).split("-> ")
                names, _, cases, _ = self.statements[-1]
                sign, value = re.match(r" *(\|>|<\||<>|[<>]=?|)(.*)", value).groups()
                reader = Reader(value, names)
                cases.append(([condition(each, names) for each in guard.split(",") if each.strip()], CLAIMS[sign], reader.value()))
                expect(not reader.tokens, "a value: " + value)
            else:
                expect(word == ("lemma" if self.statements else "theorem"), "a theorem, and lemmas")
                self.statements.append((*pattern(rest), [], rest))
                expect(all(letter in self.alphabet() for letter, _ in self.statements[-1][1]), "letters of the game")
    def alphabet(self): return LETTERS[self.game]
    added = staticmethod(lambda v, w, region: add(v, w, region))
    def moves(self, word, side, region): return moves(self.game, word, side)
    def parts(self, word, region): return parts(self.game, word)
    def is_mirrored(self): return self.game in ("clobber", "toppling-dominoes")
    def word(self, runs, region): return normal([(letter, put(count, region.variables)) for letter, count in runs], region)
    def part(self, word, region):  # all that the lemmas claim of it
        for way in (word, word[::-1])[:1 + self.is_mirrored()]:
            for names, runs, cases, text in self.statements[1:]:
                same = lambda own, run: own[0] == run[0] and (run[2] if any(own[1][1:]) else not run[2] if own[1] == num(1) else
                                                              not any(run[1][1:]) and run[1][0] == own[1][0])
                if len(runs) != len(way) or not all(map(same, runs, way)): continue
                exponents = [run[1] for own, run in zip(runs, way) if any(own[1][1:])]
                applying = (case for case in cases if applies(case[0], exponents, region))
                yield from ((case[1], placed(case[2], exponents)) for case in itertools.islice(applying, 1))
    def shows(self, word, side, begins, value, region, *more):  # whether the lemmas show that a player wins the words less the value
        numbers, words = zip(*(self.parts(normal(each, region), region) for each in (word, *more)))
        sums = [(CLAIMS[""], number(total(numbers)))]
        for word in sum(words, []):
            sums = [(both(a, b), self.added(v, w, region)) for a, v in sums for b, w in self.part(normal(word, region), region)]
            sums = [(claims, of) for claims, of in sums if fits(of, region)]
        good = lambda side, of: at_least(*((of, value) if side == 0 else (value, of)), region)
        return some(sums, lambda of: begins and of[0][side] and not good(1 - side, of[1]) or of[0][2 * begins + side] and good(side, of[1]))
    def lemma(self, names, runs, cases, text):  # step 3: what is claimed follows from the options
        first = [par(at) for at in range(len(names))]
        expect([count for _, count in runs if any(count[1:])] == first, "a variable of its own for each exponent of " + text)
        for conditions, claims, formula, *_ in cases:
            def holds(region):
                if not applies(conditions, region.variables, region): return
                value, word = placed(formula, region.variables), self.word(runs, region)
                no_number(value, region)
                for side, options in enumerate((lefts, rights)):
                    own = self.moves(word, side, region)
                    tried = [(made, at) for count, made in own for at in places(count, [num(0), plus(count, num(-1))])]
                    has_move = lambda than: some(tried, lambda move: self.shows(move[0](word, move[1]), side, False, than, region))
                    wanted = [value] * claims[2 + side] + options(value, region) * claims[side]
                    expect(all(map(has_move, wanted)), "a move as good as the value, or as each of its options: " + text)
                    for count, made in self.moves(word, 1 - side, region) * claims[side]:
                        def no_better(inner, at=None):
                            option = made(self.word(runs, inner), at or inner.variables[-1])
                            expect(self.shows(option, side, True, placed(formula, inner.variables), inner), "no better move from " + text)
                        new, limit = par(region.count), plus(count, plus(num(1), par(region.count)), -1)
                        every = Region(region.variables + [new], region.limits + [limit], region.count + 1)
                        for at in places(count, [None]): (region if at else every).prove(lambda inner: no_better(inner, at))
            Region([plus(variable, num(2)) for variable in first], [], len(names)).prove(holds)
    def theorem(self, names, runs, cases, text):  # step 5: the theorem follows, for all exponents from 0 on
        def holds(region):
            case = next((case for case in cases if applies(case[0], region.variables, region)), None)
            expect(case, "all cases of " + text)
            value, word = placed(case[2], region.variables), self.word(runs, region)
            no_number(value, region)
            expect(all(self.shows(word, at % 2, at // 2, value, region) for at in range(4) if case[1][at]), "what is claimed of " + text)
        Region([par(at) for at in range(len(names))], [], len(names)).prove(holds)
def main(certificate, path):
    try:
        proved = certificate(open(path, encoding="utf-8-sig", newline="").read())
        for lemma in proved.statements[1:]: proved.lemma(*lemma)
        proved.theorem(*proved.statements[0])
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
        sys.exit(f"not proved: expected {error}")
    print(f"valid: {proved.game}, {proved.statements[0][3]!r}, {len(proved.statements) - 1} lemmas")
if __name__ == "__main__": main(Certificate, sys.argv[1])
