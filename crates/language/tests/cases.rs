//! Small programs with the values that Python gives, `cases.txt`, and mistakes with what is said about them, `messages.txt`. A
//! case is an expression, or the lines of a function.

use bouton_language::{Limits, Machine, Value};

use crate::common::{Defaults, cases, compare, here, in_python};

const IMPORTS: &str = "\
from functools import cache, lru_cache, partial, reduce
from itertools import accumulate, chain, combinations, combinations_with_replacement, islice
from itertools import pairwise, permutations, product, repeat, zip_longest
from math import comb, factorial, gcd, isqrt, lcm, perm, prod
from collections import Counter, defaultdict, deque
";

fn program(case: &str) -> String {
    let body = match case.lines().count() {
        1 if !case.contains("return ") => format!("    return {case}"),
        _ => case.lines().map(|line| format!("    {line}\n")).collect(),
    };
    format!("{IMPORTS}def result():\n{body}")
}

#[test]
fn values_are_those_of_python() {
    let cases = cases(include_str!("cases.txt"));
    let programs: Vec<String> = cases.iter().map(|case| program(&case.0)).collect();
    let python = in_python(&programs);
    let mut found = Vec::new();
    for (program, python) in programs.iter().zip(&python) {
        found.push(match here(program, &Limits::default()) {
            Ok(text) if text == *python => text,
            Ok(text) => format!("{text} / {python}"),
            Err(error) => format!("!{error} / {python}"),
        });
    }
    compare("cases.txt", &cases, &found);
}

/// The message about a file, and about `moves(5)` if it has these.
fn told(text: &str) -> String {
    let limits = Limits::default();
    let mut machine = Machine::new(Box::new(Defaults));
    let done = machine
        .read(text, &limits)
        .and_then(|()| match machine.get("moves").cloned() {
            Some(moves) => machine.ask(&moves, &[Value::Int(5)], &limits).map(|_| ()),
            None => Ok(()),
        });
    let Err(error) = done else {
        return "fine".into();
    };
    let span = error.span().unwrap_or_default();
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    let callers = error
        .callers()
        .iter()
        .map(|(name, span)| format!(" in {name}:{}", line(span.start)));
    let callers: String = callers.collect();
    let marked = text[span.clone()].lines().next().unwrap_or_default();
    format!("{}: {error}  [{marked}]{callers}", line(span.start))
}

#[test]
fn mistakes_are_told_at_their_places() {
    let cases = cases(include_str!("messages.txt"));
    let found = cases
        .iter()
        .map(|(case, _)| match case.strip_prefix("FILE\n") {
            Some(text) => told(text),
            None => told(&format!(
                "def moves(n):\n{}",
                case.lines()
                    .map(|line| format!("    {line}\n"))
                    .collect::<String>()
            )),
        });
    compare("messages.txt", &cases, &found.collect::<Vec<_>>());
}
