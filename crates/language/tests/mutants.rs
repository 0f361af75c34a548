//! Texts with random changes: whatever they are, there is a value, a mistake at a place in the text, or a limit; no panic.
//! `MUTANTS=100000` runs more, `SEED=…` others.

use bouton_language::{Limits, Machine, repr};

use crate::common::{Chance, Defaults, cases, number};
use crate::files::files;

/// Parts of programs, with `_` for a blank.
const PARTS: &str = "( ) [ ] { } , : ; = == + - * ** // % << >> | & ^ ~ . ' \" \\ # @ -> := += !r _ __ \n \n____ if_ else_ elif_ \
    for_x_in_ while_ def_f(a,_b=1,_*c,_**d):\n____ return_ yield_ yield_from_ lambda_x:_ not_ _in_ _is_ _and_ _or_ None True x f \
    moves start 0 1 -1 10**9 'ab' f'{x}' [] () {} (1,) range(3) .append(x) .sort() .pop() [0] [::-1] [1:2] del_ assert_ raise_ \
    global_x nonlocal_x break continue pass import_math from_math_import_gcd @cache next( iter( zip( map( sorted( é 日";

fn changed(chance: &mut Chance, text: &str, other: &str) -> String {
    let (mut text, other): (Vec<char>, Vec<char>) =
        (text.chars().collect(), other.chars().collect());
    for _ in 0..1 + chance.below(4) {
        let at = chance.below(text.len() + 1);
        let end = (at + chance.below(12)).min(text.len());
        match chance.below(5) {
            0 => drop(text.drain(at..end)),
            1 => {
                let from = chance.below(other.len() + 1);
                let to = (from + chance.below(40)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
            2 => {
                let part = text[at..end].to_vec();
                let to = chance.below(text.len() + 1);
                text.splice(to..to, part);
            }
            _ => {
                let part = chance
                    .one(&PARTS.split(' ').collect::<Vec<_>>())
                    .replace('_', " ");
                text.splice(at..end.min(at + 1), part.chars());
            }
        }
    }
    text.into_iter().collect()
}

/// Reads a text and calls all that it defines; whether it could be read.
fn run(text: &str) -> bool {
    let limits = Limits {
        steps: 50_000,
        memory: 4 << 20,
        depth: 100,
        ..Limits::default()
    };
    let mut machine = Machine::new(Box::new(Defaults));
    let check = |error: bouton_language::Error| {
        let span = error.span().unwrap_or_default();
        assert!(text.get(span).is_some(), "{error}: {text}");
    };
    if let Err(error) = machine.read(text, &limits) {
        check(error);
        return false;
    }
    let names: Vec<String> = machine.names().map(str::to_owned).collect();
    let start = machine.get("start").cloned().unwrap_or_default();
    for name in names {
        let value = machine.get(&name).expect("it has a value").clone();
        match machine.ask(&value, std::slice::from_ref(&start), &limits) {
            Ok(value) => drop(machine.within(&limits, |_| repr(&value))),
            Err(error) => check(error),
        }
    }
    true
}

#[test]
fn changed_texts_do_no_harm() {
    let mut texts: Vec<String> = files()
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect();
    let file = include_str!("cases.txt").to_owned() + include_str!("messages.txt");
    for (case, _) in cases(&file) {
        let body: String = case.lines().map(|line| format!("    {line}\n")).collect();
        texts.extend([
            format!("x = {case}"),
            format!("start = 5\ndef result(n):\n{body}"),
        ]);
    }
    let mut chance = Chance::new(number("SEED", 1));
    let mut read = 0;
    for _ in 0..number("MUTANTS", 3000) {
        let (one, other) = (chance.below(texts.len()), chance.below(texts.len()));
        read += usize::from(run(&changed(&mut chance, &texts[one], &texts[other])));
    }
    assert!(read > 100, "{read}");
}
