#!/usr/bin/env python3
"""A second checker of `bouton law certificate 1`, in plain Python: python3 examples/check_law.py FILE

It shares nothing with the program but docs/certificates.md, whose steps are named here. Formulas become automata that read the digits
of all their variables at once, the highest first; a sentence holds for all sizes if that of its counterexamples accepts nothing."""
import collections, functools, itertools, re, sys
def expect(condition, message):
    if not condition:
        raise ValueError(message)

class System:
    """Step 1: words, place values, and which words are valid."""
    def __init__(self, t):
        expect(t and t != [1] and all(1 <= x <= 63 for x in t), "coefficients from 1 to 63")
        expect(all(a >= b for a, b in zip(t, t[1:])), "coefficients that do not increase")
        self.t, self.m = t, len(t)
        self.digits, self.places = range(t[0] + (len(t) > 1)), []
        while len(self.places) < 3 * self.m or self.places[-1] < 1 << 62:
            self.places.append(sum(map(int.__mul__, t, reversed(self.places))) + (len(self.places) < self.m))
    def valid(self, state, digit):
        bound = self.t[state] - (state == self.m - 1)
        return 0 if digit < bound else (state + 1) % self.m if digit == bound else None
    def positive(self, r, least, constant):
        """Step 2: is Σ r[i]·U(n+i) + least·(U(n)-1) + constant > 0 for every n?"""
        c, row = constant - least, 0
        for n in range(len(self.places) - self.m + 1):
            g = least * self.places[n] + sum(x * u for x, u in zip(r, self.places[n:]))
            row = row + 1 if g >= max(0, 1 - c) else 0
            if g + c <= 0 or row == self.m:
                return g + c > 0
        return False
# Which words over `vars` are accepted: the successors of each state (None: never), 0 first, and the accepting states.
Automaton = collections.namedtuple("Automaton", "vars rows accepting")

class Logic:
    """Step 3: formulas as automata."""
    def __init__(self, system):
        self.system, self.sets, self.new = system, {}, itertools.count(1).__next__
        self.columns = lambda count: list(itertools.product(system.digits, repeat=count))
    def build(self, vars, start, step, accepts):
        """The smallest automaton of all states that valid words reach."""
        first = (start, (0,) * len(vars))
        names, order, rows, columns = {first: 0}, [first], [], self.columns(len(vars))
        for state, words in order:
            rows.append([])
            for column in columns:
                after = tuple(map(self.system.valid, words, column))
                to = None if None in after else step(state, column)
                if to is not None and (to, after) not in names:
                    names[to, after] = len(order)
                    order.append((to, after))
                rows[-1].append(None if to is None else names[to, after])
            expect(len(rows) < 200_000, "undecided: too many states for this checker")
        return smallest(Automaton(vars, rows, {n for n, (state, _) in enumerate(order) if accepts(state)}))
    def linear(self, parts, constant, kind):
        system, vars = self.system, sorted(parts)
        least, most = (sum(end(parts[v], 0) for v in vars) for end in (min, max))
        def step(r, column):
            if r is True:
                return r
            moved = (sum(parts[v] * d for v, d in zip(vars, column)), *r[:-1])
            r = tuple(x + t * r[-1] for x, t in zip(moved, reversed(system.t)))
            if isinstance(kind, int):
                return tuple(x % kind for x in r)
            elif system.positive(r, least, constant):
                return None
            return (True if kind == "<" else None) if system.positive([-x for x in r], -most, -constant) else r
        def accepts(r):
            value = -1 if r is True else sum(x * u for x, u in zip(r, system.places)) + constant
            return value % kind == 0 if isinstance(kind, int) else value < 0 if kind == "<" else value == 0
        return self.build(vars, (0,) * system.m, step, accepts)
    def combine(self, automata, accepts, vars=()):
        """The words on which `accepts` holds of the states of the automata."""
        vars = sorted(set(vars).union(*[a.vars for a in automata]))
        places = [[vars.index(v) for v in a.vars] for a in automata]
        index = {c: n for k in {len(a.vars) for a in automata} for n, c in enumerate(self.columns(k))}
        def step(states, column):
            read = (index[tuple(column[place] for place in at)] for at in places)
            return tuple(None if s is None else a.rows[s][c] for a, s, c in zip(automata, states, read))
        said = lambda states: accepts([s in a.accepting for a, s in zip(automata, states)])
        return self.build(vars, (0,) * len(automata), step, said)
    def some(self, var, a):
        if var not in a.vars:
            return a
        at, vars = a.vars.index(var), [v for v in a.vars if v != var]
        index = {c: n for n, c in enumerate(self.columns(len(a.vars)))}
        def step(states, column):
            reached = {a.rows[s][index[column[:at] + (d,) + column[at:]]] for s in states for d in self.system.digits}
            return frozenset(reached - {None}) or None
        # The variable may be longer than all others, which then have leading zeros.
        start, more = None, frozenset([0])
        while start != more:
            start = more
            more = start | (step(start, (0,) * len(vars)) or frozenset())
        return self.build(vars, start, step, lambda states: bool(states & a.accepting))
    def automaton(self, f):
        kind = f[0]
        if kind in ("<", "=", "mod"):
            return self.linear(f[1], f[2], f[3] if kind == "mod" else kind)
        if kind == "not":
            return self.combine([self.automaton(f[1])], lambda says: not says[0])
        if kind in ("and", "or"):
            return self.combine(list(map(self.automaton, f[1])), all if kind == "and" else any)
        if kind == "some":
            return functools.reduce(lambda a, var: self.some(var, a), f[1], self.automaton(f[2]))
        _, name, sums = f
        expect(name in self.sets, f"{name} is not defined here")
        arity, rows, accepting = self.sets[name]
        expect(arity == len(sums), f"{name} has {arity} numbers")
        vars = [self.new() for _ in sums]
        a = self.build(vars, 0, lambda s, c: rows[s][self.columns(arity).index(c)], lambda s: s in accepting)
        for var, linear in zip(vars, sums):
            a = self.some(var, self.combine([a, self.linear(*plus(linear, ({var: 1}, 0), -1), "=")], all))
        return a
    def never(self, *parts):
        return not self.automaton(("and", list(parts))).accepting
def smallest(a):
    """Moore's algorithm; states from which nothing is accepted are the same as None."""
    states = range(len(a.rows))
    cls, count = {None: 0, **{s: int(s in a.accepting) for s in states}}, 0
    while len(set(cls.values())) != count:
        count = len(set(cls.values()))
        keys = {None: (0,), **{s: (cls[s], *(cls[to] for to in a.rows[s])) for s in states}}
        keys = {s: (0,) if key == (0,) * len(key) else key for s, key in keys.items()}
        names = {key: n for n, key in enumerate(dict.fromkeys(keys.values()))}
        cls = {s: names[key] for s, key in keys.items()}
    if not cls[0]:
        return Automaton(a.vars, [[None] * len(a.rows[0])], set())
    number = {c: n for n, c in enumerate(dict.fromkeys(c for s, c in cls.items() if c))}
    rows = {number[cls[s]]: [number.get(cls[to]) for to in a.rows[s]] for s in states if cls[s]}
    return Automaton(a.vars, [rows[n] for n in range(len(rows))], {number[cls[s]] for s in a.accepting})
def plus(a, b, times=1):
    parts = {v: a[0].get(v, 0) + times * b[0].get(v, 0) for v in {**a[0], **b[0]}}
    return {v: c for v, c in parts.items() if c}, a[1] + times * b[1]

less = lambda a, b: ("<", *plus(a, b, -1))
equal = lambda a, b: ("=", *plus(a, b, -1))
variable = lambda var: ({var: 1}, 0)
no = lambda f: ("not", f)
every = lambda parts: ("and", list(parts))
is_ = lambda name, sums: ("is", name, sums)

class Rules:
    """Step 5: the rules, read again."""
    def __init__(self, lines, logic):
        self.logic, self.scope, self.shown, self.moves = logic, {}, [], []
        self.vars, self.domain, self.rank, self.mode, self.system = [], [], [], "normal", None
        text = "\n".join(line.split("#")[0].rstrip() for line in lines)
        for statement in re.sub(r"\n+[ \t]+", " ", text).split("\n"):
            keyword, _, rest = statement.partition(" ")
            if keyword not in ("", "game", "claim"):
                self.tokens = re.findall(r"<=>|=>|<=|>=|!=|->|\d+|[^\W\d][\w']*|\S", rest) + [""]
                self.at, outer = 0, dict(self.scope)
                self.statement(keyword, rest.strip())
                if keyword not in ("system", "mode"):
                    self.need("")
                if keyword not in ("variables", "finite"):
                    self.scope = outer
                self.shown += [statement] if keyword != "witness" else []
        expect(self.vars and self.rank and self.moves, "variables, a rank and a move")
    def peek(self):
        return self.tokens[self.at]
    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]
    def take(self, *tokens):
        return self.next() if self.peek() in tokens else None
    def need(self, token):
        expect(self.peek() == token, f"expected {token or 'the end'}, found {self.peek()}")
        self.at += 1
    def several(self, one, sign=","):
        found = [one()]
        while self.take(sign):
            found.append(one())
        return found
    def name(self):
        name = self.next()
        expect(re.match(r"[^\W\d]", name), f"expected a name, found {name}")
        self.scope[name] = self.logic.new()
        return self.scope[name]
    def statement(self, keyword, rest):
        if keyword == "system":
            self.system = rest
        elif keyword == "mode":
            self.mode = rest.replace("è", "e")
            expect(self.mode in ("normal", "misere", "grundy"), "a mode")
        elif keyword in ("variables", "finite"):
            self.vars += self.several(self.name) if keyword == "variables" else [self.name()]
            if keyword == "finite":
                self.need("<")
                self.domain.append(less(variable(self.vars[-1]), self.sum()))
        elif keyword == "domain":
            self.domain.append(self.formula())
        elif keyword == "rank":
            self.rank = self.several(self.sum)
        elif keyword == "witness":
            self.scope = dict(self.moves[-1]["scope"])
            self.moves[-1]["witness"] = self.formula()
        else:
            expect(keyword in ("move", "repeat"), f"unknown statement {keyword}")
            chosen = [] if self.peek() == "|" else self.several(self.name)
            guard = self.need("|") or self.formula()
            self.need("->")
            targets = self.several(lambda: self.several(self.sum), ";")
            expect(all(len(t) == len(self.vars) for t in targets), "as many numbers as variables")
            self.moves.append(dict(chosen=chosen, guard=guard, targets=targets, repeated=keyword == "repeat",
                                   scope=dict(self.scope), witness=None, text=rest))
    def formula(self):
        left = self.implication()
        while self.take("<=>"):
            right = self.implication()
            left = ("or", [("and", [left, right]), ("and", [("not", left), ("not", right)])])
        return left
    def implication(self):
        left = ("or", self.several(lambda: ("and", self.several(self.literal, "&")), "|"))
        return ("or", [("not", left), self.implication()]) if self.take("=>") else left
    def literal(self):
        if self.take("~"):
            return ("not", self.literal())
        if quantifier := self.take("A", "E"):
            outer, vars = dict(self.scope), self.several(self.name)
            self.need(":")
            body, self.scope = self.formula(), outer
            return ("some", vars, body) if quantifier == "E" else ("not", ("some", vars, ("not", body)))
        if constant := self.take("true", "false"):
            return ("and" if constant == "true" else "or", [])
        if name := self.take("xor", "place", "lowest", "shift"):
            return is_(name, self.inside(lambda: self.several(self.sum)))
        start = self.at
        try:
            return self.comparison()
        except ValueError:
            self.at = start
            return self.inside(self.formula)
    def inside(self, part):
        self.need("(")
        inner = part()
        self.need(")")
        return inner
    def comparison(self):
        left, parts = self.sum(), []
        while sign := self.take("<", ">", "<=", ">=", "=", "!="):
            right = self.sum()
            part = less(left, right) if sign in ("<", ">=") else less(right, left)
            if sign in ("=", "!="):
                part = equal(left, right)
                if self.take("mod"):
                    part = ("mod", *part[1:], int(self.next()))
                    expect(part[3] > 0, "a modulus")
            parts.append(("not", part) if sign in ("!=", "<=", ">=") else part)
            left = right
        expect(parts, "expected a comparison")
        return ("and", parts)
    def sum(self):
        total = plus(({}, 0), self.product(), -1) if self.take("-") else self.product()
        while sign := self.take("+", "-"):
            total = plus(total, self.product(), 1 if sign == "+" else -1)
        return total
    def product(self):
        value = self.factor()
        while self.take("*") or (not value[0] and re.match(r"[^\W\d]", self.peek()) and self.peek() != "mod"):
            number, other = sorted((value, self.factor()), key=lambda linear: len(linear[0]))
            expect(not number[0], "a product of variables")
            value = plus(({}, 0), other, number[1])
        return value
    def factor(self):
        if self.peek() == "(":
            return self.inside(self.sum)
        token = self.next()
        expect(token.isdigit() or token in self.scope, f"expected a known name, found {token}")
        return ({}, int(token)) if token.isdigit() else variable(self.scope[token])
def put(linear, by):
    parts = (plus(({}, 0), by.get(var, variable(var)), times) for var, times in linear[0].items())
    return functools.reduce(plus, parts, ({}, linear[1]))
def replaced(f, by):
    """The formula with variables replaced by sums."""
    if f[0] in ("<", "=", "mod"):
        return (f[0], *put((f[1], f[2]), by), *f[3:])
    if f[0] == "is":
        return ("is", f[1], [put(s, by) for s in f[2]])
    if f[0] in ("and", "or"):
        return (f[0], [replaced(part, by) for part in f[1]])
    return (*f[:-1], replaced(f[-1], by))
def digit_sets(logic, rules, name):
    base = len(logic.system.digits)
    table = lambda arity, accepting, step: (arity, [[step(s, c) for c in logic.columns(arity)] for s in range(len(accepting))],
                                            {s for s, yes in enumerate(accepting) if yes})
    logic.sets["before"] = table(2, [0, 1], lambda s, c: 1 if s else 0 if c[0] == c[1] else 1 if c[0] < c[1] else None)
    if len(logic.system.t) == 1 and base & (base - 1) == 0 and (rules.mode == "grundy" or rules.system):
        logic.sets["xor"] = table(3, [1], lambda s, c: 0 if c[0] ^ c[1] == c[2] else None)
    if rules.system:
        stated = re.sub(r"base|[() ]", "", rules.system.lower())
        stated = {"zeckendorf": "1,1", "fibonacci": "1,1", "tribonacci": "1,1,1"}.get(stated, stated)
        expect(stated == name, f"the rules are stated in the system {stated}")
        logic.sets["place"] = table(1, [0, 1], lambda s, c: s + c[0] if s + c[0] <= 1 else None)
        logic.sets["lowest"] = table(2, [0, 1], lambda s, c: 1 if s == 0 and c[0] > 0 and c[1] == 1 else
                                     s if c[1] == 0 and (s == 0 or c[0] == 0) else None)
        logic.sets["shift"] = table(2, [d == 0 for d in range(base)], lambda due, c: c[1] if c[0] == due else None)
def check(text):
    lines = iter(text.replace("\r\n", "\n").removesuffix("\n").split("\n"))  # no other sign ends a line
    expect(next(lines, "") == "bouton law certificate 1", "no certificate of a law")
    name = next(lines).removeprefix("system ")
    logic = Logic(System([int(t) for t in name.split(",")]))
    name = ",".join(str(t) for t in logic.system.t)
    rules = Rules([next(lines) for _ in range(int(next(lines).removeprefix("rules ")))], logic)
    digit_sets(logic, rules, name)
    main, vars = "G" if rules.mode == "grundy" else "P", rules.vars
    repeats = [m for m in rules.moves if m["repeated"]]
    for n, m in enumerate(repeats, 1):
        m["set"] = f"W{n}" if len(repeats) > 1 else "W"
    expected = [(main, len(vars) + (main == "G"))] + [(m["set"], len(vars) + len(m["chosen"])) for m in repeats]
    for set_name, arity in expected:
        header, _, states = next(lines).rpartition(" ")
        expect(header == f"set {set_name} {arity}", f"expected the set {set_name}")
        rows = [next(lines).split() for _ in range(int(states))]
        at = {row[0].rstrip("+"): n for n, row in enumerate(rows)}
        width = len(logic.columns(arity))
        table = [[None if to == "-" else at[to] for to in row[1:]] for row in rows] or [[None] * width]
        expect(all(len(row) == width for row in table), "rows as long as there are columns")
        expect(not rows or (at.get("0") == 0 and table[0][0] == 0), "a start that leading zeros do not leave")
        logic.sets[set_name] = (arity, table, {n for n, row in enumerate(rows) if row[0].endswith("+")})
    expect(list(lines) == ["end"], "an end")
    def holds(what, *counterexample):
        expect(logic.never(*counterexample), f"it does not hold that {what}")
    here, domain = [variable(v) for v in vars], rules.domain
    # Step 4: the automata add as numbers do.
    x, y, z, s, w, m, n = (logic.new() for _ in range(7))
    before = lambda a, b: is_("before", [variable(a), variable(b)])
    follows = lambda a, b, m: every([before(a, b), no(("some", [m], every([before(a, m), before(m, b)])))])
    total = lambda *parts: ("=", dict(parts), 0)
    holds("every word has a next one", no(("some", [y], follows(x, y, z))))
    below = ("<", {x: 1, y: -1}, 0)
    holds("words are ordered as their values", ("or", [every([before(x, y), no(below)]), every([below, no(before(x, y))])]))
    zero, same, added = total((y, 1)), total((x, 1), (z, -1)), total((x, 1), (y, 1), (z, -1))
    holds("x + 0 = x", zero, ("or", [every([added, no(same)]), every([same, no(added)])]))
    left, shorter = total((x, 1), (s, 1), (z, -1)), total((x, 1), (y, 1), (w, -1))
    holds("x + (y + 1) = (x + y) + 1", follows(y, s, m), left, no(("some", [w], every([shorter, follows(w, z, n)]))))
    holds("x + (y + 1) = (x + y) + 1", follows(y, s, m), shorter, follows(w, z, n), no(left))
    # Steps 5 and 6: there are positions, and play ends.
    expect(not logic.never(*domain), "it does not hold that the rules have a position")
    holds("no rank is negative", *domain, ("or", [less(rank, ({}, 0)) for rank in rules.rank]))
    for move in rules.moves:
        for target in move["targets"]:
            by = dict(zip(vars, target))
            ranks = [(put(rank, by), rank) for rank in rules.rank]
            falls = ("or", [every([equal(*pair) for pair in ranks[:at]] + [less(*ranks[at])]) for at in range(len(ranks))])
            arrives = every([replaced(part, by) for part in domain] + [no(less(t, ({}, 0))) for t in target])
            holds(f"{move['text']} lowers the rank", *domain, move["guard"], no(falls))
            holds(f"{move['text']} stays in the domain", *domain, move["guard"], no(arrives))
    (grundy if rules.mode == "grundy" else outcomes)(logic, rules, holds, here)
    return f"{main} is right for all sizes (system {name}) under these rules: {'; '.join(rules.shown)}"
def outcomes(logic, rules, holds, here):  # Step 7.
    domain, lost, wins = rules.domain, is_("P", here), []
    holds("lost positions are positions", lost, no(every(domain)))
    for move in rules.moves:
        target, chosen = move["targets"][0], [variable(v) for v in move["chosen"]]
        if move["repeated"]:
            reaches, legal = is_(move["set"], here + chosen), every(domain + [move["guard"]])
            onward = ("or", [is_("P", target), is_(move["set"], target + chosen)])
            what = f"{move['set']} holds exactly where repeating reaches a lost position"
            holds(what, reaches, no(every([legal, onward])))
            holds(what, legal, onward, no(reaches))
        else:
            reaches = every([move["guard"], is_("P", target)])
        holds(f"no lost position has the move {move['text']} to a lost one", lost, reaches)
        wins.append(("some", move["chosen"], reaches))
    if rules.mode == "misere":
        stuck = no(("or", [("some", move["chosen"], move["guard"]) for move in rules.moves]))
        holds("every lost position has a move", lost, stuck)
        wins.append(stuck)
    holds("every other position has a move to a lost one", *domain, no(lost), no(("or", wins)))
def grundy(logic, rules, holds, here):  # Step 8.
    v, w = logic.new(), logic.new()
    value = lambda x: is_("G", here + [variable(x)])
    holds("only positions have values", value(v), no(every(rules.domain)))
    holds("every position has a value", *rules.domain, no(("some", [v], value(v))))
    holds("no position has two values", value(v), value(w), less(variable(w), variable(v)))
    def option(move, x, witness):
        parts = [move["guard"]] + ([move["witness"]] if witness and move["witness"] else [])
        made, last = list(move["chosen"]), None
        for target in move["targets"]:
            part, both = logic.new(), logic.new()
            parts.append(is_("G", target + [variable(part)]))
            if last:
                parts.append(is_("xor", [variable(last), variable(part), variable(both)]))
            made += [part, both] if last else [part]
            last = both if last else part
        return ("some", made, every(parts + [equal(variable(last), variable(x))]))
    for move in rules.moves:
        holds(f"no option by {move['text']} has the same value", value(v), option(move, v, False))
    reached = ("or", [option(move, w, True) for move in rules.moves])
    holds("every smaller value is an option's", value(v), less(variable(w), variable(v)), no(reached))

if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    try:
        print("valid:", check(open(sys.argv[1], encoding="utf-8-sig", newline="").read()))
    except (ValueError, LookupError, StopIteration, ArithmeticError, RecursionError) as error:
        sys.exit(f"not valid: {error}")
