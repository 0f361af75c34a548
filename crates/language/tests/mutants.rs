//! Texts with random changes: whatever they are, there is a value, a mistake at a place in the text, or a limit; no panic.
//! `MUTANTS=100000` runs more, `SEED=…` others.

use bouton_language::{Limits, Module, NoHost, Program, Words};

use crate::common::Defaults;
use crate::files::files;

struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % most.max(1)
    }
}

const PARTS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ";",
    "=",
    "==",
    "+",
    "-",
    "*",
    "**",
    "//",
    "%",
    "<<",
    ">>",
    "|",
    "&",
    "^",
    "~",
    ".",
    "'",
    "\"",
    "\n",
    "\n    ",
    " ",
    "if ",
    "else ",
    "for x in ",
    "while ",
    "def f(a, b=1, *c):\n    ",
    "return ",
    "yield ",
    "lambda x: ",
    "not ",
    " in ",
    " is ",
    "None",
    "True",
    "x",
    "y",
    "0",
    "-1",
    "10**9",
    "'a'",
    "f'{x:>{y}}'",
    "[1, 2]",
    "(1, 2)",
    "{1, 2}",
    "{1: 2}",
    "range(10)",
    "sorted(",
    "key=",
    "len(",
    "str(",
    "map(",
    "zip(",
    "sum(",
    "min(",
    ".append(",
    ".join(",
    ".split(",
    ".sort(",
    "[::-1]",
    "[1:",
    "del ",
    "global x\n",
    "nonlocal x\n",
    ":=",
    "@cache\n",
    "from functools import cache\n",
    "é",
    "\u{0}",
    "\t",
    "\\",
    "#",
    "1 << 99",
    "*x, y = ",
    "break\n",
    "continue\n",
    "assert ",
    "raise ValueError(",
    "x += 1\n",
    "{x|-x}",
    "1/2",
    "^*",
    "+-",
    "n.",
    "0.5",
    "struct(a=1)",
    ".a",
    "_",
];

fn mutated(chance: &mut Chance, text: &str, other: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + chance.below(4) {
        let at = chance.below(chars.len() + 1);
        let end = (at + chance.below(12)).min(chars.len());
        match chance.below(5) {
            0 => {
                chars.drain(at..end);
            }
            1 => {
                let part: Vec<char> = other
                    .chars()
                    .skip(chance.below(other.len()))
                    .take(chance.below(60))
                    .collect();
                chars.splice(at..at, part);
            }
            2 => {
                let part: Vec<char> = chars[at..end].to_vec();
                let to = chance.below(chars.len() + 1);
                chars.splice(to..to, part);
            }
            _ => {
                chars.splice(at..at, PARTS[chance.below(PARTS.len())].chars());
            }
        }
    }
    chars.into_iter().collect()
}

/// Whether there was a result.
fn run(text: &str) -> bool {
    let limits = Limits {
        steps: 50_000,
        memory: 4 << 20,
        depth: 100,
        garbage: 1 << 10,
        ask: None,
    };
    let Ok(module) = Module::parse(text, &["parameter"]) else {
        return false;
    };
    let Ok(program) = module.run(&mut Defaults, &limits) else {
        return false;
    };
    let mut machine = program.machine();
    let names: Vec<String> = program.names().map(str::to_owned).collect();
    for name in names {
        let Some(value) = program.global(&name) else {
            continue;
        };
        machine.begin(&limits);
        let start = program.global("start").unwrap_or_default();
        match machine.call(value, &[start], &mut Defaults) {
            Ok(value) => {
                let mut shown = String::new();
                let _ = machine.heap().write_repr(value, &mut shown);
            }
            Err(error) => assert!(
                error.span().end <= text.len() && text.is_char_boundary(error.span().start),
                "{error}"
            ),
        }
    }
    true
}

#[test]
fn changed_texts_do_no_harm() {
    let number = |name: &str, default: u64| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let mut texts: Vec<String> = files()
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect();
    let cases = include_str!("cases.txt");
    texts.extend(cases.split("\n\n").map(|case| {
        case.lines()
            .filter_map(|line| line.strip_prefix("> "))
            .collect::<Vec<_>>()
            .join("\n")
    }));
    let mut chance = Chance(number("SEED", 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut done = 0;
    for _ in 0..number("MUTANTS", 3000) {
        let (one, other) = (chance.below(texts.len()), chance.below(texts.len()));
        let mut text = mutated(&mut chance, &texts[one], &texts[other]);
        if chance.below(3) == 0 {
            text = text.replace("return ", "x = ");
        }
        done += usize::from(run(&text));
        let is_literal = |word: &str| matches!(word, "v" | "on" | "up" | "Tiny");
        let words = Words::of(&text, &is_literal, &|_| false);
        if let Ok(module) = Module::parse_values(&text, &[], &words) {
            let limits = Limits {
                steps: 10_000,
                memory: 1 << 20,
                depth: 50,
                ask: None,
                garbage: 1 << 10,
            };
            let _ = module.run_after(&Program::default(), &mut NoHost, &limits);
        }
    }
    assert!(done > 100, "{done}");
}
