//! Random programs of the parts in `grammar.txt`, here and in CPython: the same value, or a refusal here of at most two in a
//! hundred. A program that fails in CPython fails here. `PROGRAMS=100000` runs more, `SEED=…` others.

use std::collections::HashMap;
use std::sync::LazyLock;

use bouton_language::Limits;

use crate::common::{Chance, here, in_python, number};

static PARTS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut parts: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in include_str!("grammar.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let (kind, part) = line.split_once(' ').expect("a kind is before a part");
        parts.entry(kind).or_default().push(part);
    }
    parts
});

/// The text before the first statement.
const HEAD: &str = "\
from functools import cache, partial, reduce
from itertools import accumulate, product, combinations, permutations, combinations_with_replacement, zip_longest, islice, chain, pairwise
from math import gcd, isqrt, comb
from collections import Counter, deque, defaultdict
@cache
def f0(n):
    return n if n < 2 else f0(n - 1) + f0(n - 2)
def f1(n, k=3):
    while n > k: n -= k
    return n
def g0(n):
    for k in range(n):
        if k == 4: return
        yield k * k
def g1(n, m=0):
    if n: yield m; yield from g1(n - 1, m + n)
def result():
    a, b, c, i, j = 3, -4, 0, 1, 2
    s, t = 'abcab', 'X.O'
    xs, ys = [3, 1, 2], [0, 5]
    d, e = {1: 2, 3: 4}, {}
    p, u = (1, 'z'), {1, 2, 3}
";

/// Writes programs. Each variable keeps its kind, so that most programs run to their end.
struct Writer {
    chance: Chance,
    text: String,
    indent: usize,
    /// Loops around, in which little is done.
    loops: usize,
    names: usize,
}

impl Writer {
    fn part(&mut self, kind: &str, depth: usize) {
        let atom = format!("{kind}0");
        let kind = if depth == 0 && PARTS.contains_key(&*atom) {
            &*atom
        } else {
            kind
        };
        let part = self.chance.one(&PARTS[kind]);
        self.names += 1;
        self.write(part, depth, self.names);
    }

    fn write(&mut self, part: &str, depth: usize, name: usize) {
        let mut rest = part.chars();
        while let Some(c) = rest.next() {
            match c {
                '⟨' => {
                    let (choice, after) = rest.as_str().split_once('⟩').expect("the choice ends");
                    let choice: Vec<&str> = choice.split('¦').collect();
                    let one = self.chance.one(&choice);
                    self.write(one, depth, name);
                    rest = after.chars();
                }
                '⏎' => self.line(),
                '$' => match rest.next() {
                    Some('N') => self.text += &name.to_string(),
                    Some('F') => self.text += self.chance.one(&["0", "1"]),
                    Some('B') => self.block(depth),
                    Some(kind) => self.part(&kind.to_string(), depth.saturating_sub(1)),
                    None => unreachable!("a kind is behind `$`"),
                },
                c => self.text.push(c),
            }
        }
    }

    fn line(&mut self) {
        self.text += "\n";
        self.text += &"    ".repeat(self.indent);
    }

    fn block(&mut self, depth: usize) {
        self.indent += 1;
        for _ in 0..1 + self.chance.below(3) {
            self.statement(depth.saturating_sub(1));
        }
        self.indent -= 1;
    }

    /// In a block of so many levels, expressions of two levels.
    fn statement(&mut self, depth: usize) {
        self.line();
        let kind = match self.chance.below(if depth == 0 { 9 } else { 14 }) {
            6 | 7 => "change",
            8 if self.loops > 0 => "leave",
            9 | 10 => "if",
            11 | 12 if self.loops < 2 => "for",
            13 => "def",
            _ => "set",
        };
        let is_block = matches!(kind, "if" | "for");
        self.loops += usize::from(kind == "for");
        self.part(kind, if is_block { depth } else { 3 });
        self.loops -= usize::from(kind == "for");
        if kind == "change" {
            for list in ["xs", "ys"] {
                self.line();
                self.text +=
                    &format!("{list}[:] = [z if -10**25 < z < 10**25 else 0 for z in {list}[:12]]");
            }
        }
    }
}

fn program(seed: u64) -> String {
    let (chance, text) = (Chance::new(seed), HEAD.trim_end().to_owned());
    let mut writer = Writer {
        chance,
        text,
        indent: 1,
        loops: 0,
        names: 1,
    };
    for _ in 0..3 + writer.chance.below(6) {
        writer.statement(2);
    }
    writer.text + "\n    return a, b, c, i, j, s, t, xs, ys, d, e, p, sorted(u)\n"
}

#[test]
fn random_programs_are_the_same_in_python() {
    let (count, seed) = (number("PROGRAMS", 1000), number("SEED", 1));
    let (mut refused, mut wrong, mut failed) = (Vec::new(), Vec::new(), 0);
    for from in (0..count).step_by(5000) {
        let seeds = from..count.min(from + 5000);
        let programs: Vec<String> = seeds.map(|n| program(seed * 1_000_003 + n)).collect();
        for (program, python) in programs.iter().zip(in_python(&programs)) {
            match here(program, &Limits::default()) {
                Ok(text) if text == python => {}
                Ok(text) => wrong.push(format!("{program}\n  here:   {text}\n  python: {python}")),
                Err(_) if python.starts_with('!') => failed += 1,
                Err(error) => {
                    refused.push(format!("{program}\n  here:   {error}\n  python: {python}"))
                }
            }
        }
    }
    let (wrongs, refusals) = (wrong.len() as u64, refused.len() as u64);
    println!("{count} programs: {wrongs} wrong, {refusals} refused, {failed} fail in both");
    wrong.truncate(4);
    refused.truncate(4);
    assert!(
        wrong.is_empty(),
        "{wrongs} of {count} differ:\n{}",
        wrong.join("\n")
    );
    assert!(
        refusals * 50 <= count,
        "{refusals} of {count} refused:\n{}",
        refused.join("\n")
    );
    assert!(failed * 4 <= count, "{failed} of {count} fail");
}
