//! Small programs with the values that Python gives: `cases.txt`. A case is an expression behind `> `, or lines of a function
//! behind `> `; below stands its value. `WRITE_GOLDEN=1` writes the values of CPython.

use crate::common::{here, in_python};
use bouton_language::Limits;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases.txt");

struct Case {
    lines: Vec<String>,
    expected: String,
}

fn cases(text: &str) -> Vec<Case> {
    let mut found: Vec<Case> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        if let Some(line) = line.strip_prefix("> ").or((line == ">").then_some("")) {
            if !is_open {
                found.push(Case {
                    lines: Vec::new(),
                    expected: String::new(),
                });
            }
            found.last_mut().unwrap().lines.push(line.to_owned());
            is_open = true;
        } else if !line.is_empty() && !line.starts_with('#') {
            if let Some(case) = found.last_mut() {
                case.expected = line.to_owned();
            }
            is_open = false;
        } else {
            is_open = false;
        }
    }
    found
}

fn program(case: &Case) -> String {
    let named = "from functools import cache, lru_cache, partial, reduce\nfrom itertools import product, combinations, permutations, chain, accumulate, repeat, combinations_with_replacement, zip_longest, islice, pairwise\nfrom math import gcd, lcm, isqrt, comb, factorial, perm, prod\nfrom collections import Counter, deque, defaultdict\n";
    match &case.lines[..] {
        [only] if !only.contains("return ") => format!("{named}def result():\n    return {only}\n"),
        lines => {
            let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
            format!("{named}def result():\n{body}")
        }
    }
}

#[test]
fn values_are_those_of_python() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let cases = cases(&text);
    let programs: Vec<String> = cases.iter().map(program).collect();
    let python = in_python(&programs);
    let mut wrong = Vec::new();
    for ((case, program), python) in cases.iter().zip(&programs).zip(&python) {
        let limits = Limits {
            garbage: 0,
            ..Limits::default()
        };
        let here = here(program, &limits);
        let shown = match &here {
            Ok(text) => text.clone(),
            Err(error) => format!("!{error}"),
        };
        if shown != *python || *python != case.expected {
            wrong.push(format!(
                "{}\n  here:     {shown}\n  python:   {python}\n  expected: {}",
                case.lines.join("\n"),
                case.expected
            ));
        }
    }
    if std::env::var("WRITE_GOLDEN").is_ok() {
        write(&cases, &python);
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

fn write(cases: &[Case], python: &[String]) {
    let mut text = String::new();
    for (case, value) in cases.iter().zip(python) {
        for line in &case.lines {
            text.push_str(&format!("> {line}\n"));
        }
        text.push_str(&format!("{value}\n\n"));
    }
    std::fs::write(FILE, text).unwrap();
}
