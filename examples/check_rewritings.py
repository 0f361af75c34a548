#!/usr/bin/env python3
"""check_family.py for certificates with rewritings or cuts: python3 examples/check_rewritings.py FILE
Rewritings are those of a file; a cut is of a word that is no better for a player than two, since that player never crosses the place.
It shares nothing with the program but docs/certificates.md."""
import functools, itertools, re, sys
import check_family as family
from check_family import GAMES, LETTERS, expect, normal, num, pattern, plus
GAMES["domineering"] = [". #", ".. bb .. tt tt ## bb ## .t b# t. #b .b t# b. #t"]
LETTERS["domineering"] = "#bt."
OWN = {"toads-and-frogs": ["t. .t tf. .ft", ".f f. .tf ft."], "elephants-and-rhinos": ["t. .t", ".f f."], "clobber": ["XO .X OX X.", "XO O. OX .O"]}
def less(run, by): return (run[0], plus(run[1], by, -1))
def replaced(at, last, first, end, after, w, n):  # letters of one run, or the last of one, whole ones, and the first of another
    before = less(w[at], first) if at < last else (w[at][0], n)
    return w[:at] + [before] + [(letter, num(1)) for letter in after] + [less(less(w[last], n), end)] + w[last + 1:]
def settled(v, region):  # lists that are numbers as these numbers: both stops are x, and no option is as good as x, so x alone fits
    if v[0] == "sum" or family.fits(v, region): return v
    v = ("list", *([settled(option, region) for option in side] for side in v[1:]))
    stops = [family.stop(v, left, region) for left in (True, False)]
    is_one = all(family.fits(option, region) for option in v[1] + v[2]) and not region.sign(plus(*stops, -1))
    return family.number(stops[0]) if is_one and not family.fits(v, region) else v
class Certificate(family.Certificate):
    added = staticmethod(lambda v, w, region: settled(family.add(v, w, region), region))
    def __init__(self, text):
        self.letters, self.cuts, moves, kept = [], {}, {"left": "", "right": ""}, []
        for line in family.lines_of(text):
            word, _, rest = line.partition(" ")
            if word == "letter": self.letters.append(rest.split(" "))
            elif word in moves:
                expect(re.fullmatch(r"\S+ \S+", rest), "two words")
                moves[word] += f" {rest}"
            else:
                line, _, cut = line.partition(" cut ")
                if cut: self.cuts[len(kept)] = cut
                kept.append(line)
        name = kept[1].removeprefix("game ")
        sides = [*moves.values()] if self.letters else OWN.get(name, GAMES.get(name, [" ", " "]))
        self.rules = [[*zip(own.split()[::2], own.split()[1::2])] for own in sides]
        self.is_brought = bool(self.letters) or name == "domineering"
        if self.letters: self.check(name)
        super().__init__("\n".join([kept[0], "game domineering" if self.letters else kept[1], *kept[2:]]))
        self.game, at = name, 2
        for names, _, cases, _ in self.statements:  # the lines are a statement, and its cases
            for nth, case in enumerate(cases, at + 1):
                words = [pattern(word) for word in self.cuts[nth].split("|")] if nth in self.cuts else None
                for own, _ in words or []: expect(not {*own} - {*names}, "variables of the lemma")
                cases[nth - at - 1] = (*case, words and [self.renamed(word, names) for word in words])
            at += 1 + len(cases)
    def alphabet(self): return [letter for letter, _ in self.letters] or super().alphabet()
    def renamed(self, word, names):  # a pattern in the variables of another
        own, runs = word
        values = [family.par(names.index(name)) for name in own]
        return [(letter, family.put(count, values)) for letter, count in runs]
    def check(self, name):  # the name of a file, as many letters before and after a move, and an order of words by which play ends
        expect(re.fullmatch(r"[\w./-]*\.star", name, re.ASCII) and len(dict(self.letters)) == len(self.letters), "a file, and letters")
        order = [letter for letter, _ in self.letters]
        height = lambda word: (sum(int(dict(self.letters)[c]) for c in word), [*map(order.index, word)])
        for before, after in sum(self.rules, []):
            expect(len(before) == len(after) and height(after) < height(before), f"play ends, with {before} {after}")
    def reached(self, letters):  # what can ever stand where these stand
        more = letters | {b for own in self.rules for pair in own for a, b in zip(*pair) if a in letters}
        return letters if more == letters else self.reached(more)
    @functools.cache
    def crosses(self, a, b, side):  # whether a move can ever replace these neighbours, both at once
        lefts, rights = self.reached({a}), self.reached({b})
        return any(x in lefts and y in rights for before, _ in self.rules[side] for x, y in zip(before, before[1:]))
    def is_mirrored(self):
        all_backwards = all({(a[::-1], b[::-1]) for a, b in own} == {*own} for own in self.rules)
        return all_backwards if self.is_brought else super().is_mirrored()
    def moves(self, word, side, region):
        if not self.is_brought: return super().moves(word, side, region)
        found = []
        for before, after in self.rules[side]:
            groups = [(letter, num(len([*group]))) for letter, group in itertools.groupby(before)]
            (_, first), (_, end), more = groups[0], groups[-1], len(groups) - 1
            for at in range(len(word) - more):
                runs = [*zip(word[at:], groups)]
                if any(run[0] != letter for run, (letter, _) in runs): continue
                signs = [region.sign(plus(run[1], n, -1)) for run, (_, n) in runs]
                if min(signs) < 0 or any(signs[1:-1]): continue
                count = num(1) if more else plus(plus(word[at][1], num(1)), first, -1)
                found.append((count, functools.partial(replaced, at, at + more, first, end, after)))
        return found
    def parts(self, word, region):  # the stretches between places that no move crosses, without those in which there is none
        if not self.is_brought: return super().parts(word, region)
        letters = [run[0] for run in word]
        pairs = enumerate(zip(letters, letters[1:]), 1)
        ends = [0] + [at for at, pair in pairs if not any(self.crosses(*pair, side) for side in (0, 1))] + [len(word)]
        stretches = [word[a:b] for a, b in zip(ends, ends[1:])]
        return num(0), [each for each in stretches if any(self.moves(each, side, region) for side in (0, 1))]
    def lemma(self, names, runs, cases, text):
        super().lemma(names, runs, [case for case in cases if not case[3]], text)
        for conditions, claims, formula, words in (case for case in cases if case[3]):
            def holds(region):
                if not family.applies(conditions, region.variables, region): return
                value, word = family.placed(formula, region.variables), self.word(runs, region)
                family.no_number(value, region)
                left, right = (self.word(own, region) for own in words)
                joined, same = normal(left + right, region), lambda a, b: a[0] == b[0] and not region.sign(plus(a[1], b[1], -1))
                expect(len(joined) == len(word) and all(map(same, joined, word)), "two words that make up " + text)
                expect(left and right and self.rules[0] + self.rules[1], "two words with letters, of a game of rewritings: " + text)
                for at in (at for at in range(4) if claims[at]):
                    is_crossed = self.crosses(left[-1][0], right[0][0], 1 - at % 2)
                    expect(not is_crossed, "a place that the other player never crosses: " + text)
                    expect(self.shows(left, at % 2, at // 2, value, region, right), "what is claimed of " + text)
            family.Region([plus(family.par(at), num(2)) for at in range(len(names))], [], len(names)).prove(holds)
if __name__ == "__main__": family.main(Certificate, sys.argv[1])
