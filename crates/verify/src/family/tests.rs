//! The moves of runs are those of the rules in this crate, and a word is worth what its parts are.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use super::linear::{Linear, Region};
use super::strips::{Run, STRIPS, Strip, normal, run};
use crate::Bounds;
use crate::bounds::Work;
use crate::position::Played;
use crate::reference::Reference;

fn runs(word: &str) -> Vec<Run> {
    word.bytes()
        .map(|letter| run(letter, Linear::number(1)))
        .collect()
}

fn text(runs: &[Run]) -> String {
    let letters = runs.iter().map(|run| {
        let count = usize::try_from(run.count.constant).unwrap();
        char::from(run.letter).to_string().repeat(count)
    });
    letters.collect()
}

fn within<T>(work: impl FnOnce(&Region<'_>) -> T) -> T {
    let bounds = RefCell::new(Work::begin(&Bounds::default()));
    work(&Region::from(0, 0, &bounds))
}

/// The words after the moves of a side, by the moves of runs.
fn options(strip: &Strip, word: &str, side: usize) -> BTreeSet<String> {
    within(|region| {
        let word = normal(&runs(word), region).unwrap();
        let mut after = BTreeSet::new();
        for a_move in strip.moves(&word, side) {
            let choices = a_move.choices(&word).map_or(1, |count| count.constant);
            for chosen in 0..choices {
                after.insert(text(&a_move.after(&word, &Linear::number(chosen))));
            }
        }
        after
    })
}

/// All words of this many letters.
fn words(strip: &Strip, length: usize) -> Vec<String> {
    let mut words = vec![String::new()];
    for _ in 0..length {
        let longer = |word: &String| {
            let word = word.clone();
            strip
                .letters
                .iter()
                .map(move |letter| format!("{word}{}", char::from(*letter)))
        };
        words = words.iter().flat_map(longer).collect();
    }
    words
}

/// The word; of dominoes what stands, with one letter for each gap.
fn standing(strip: &Strip, word: &str) -> String {
    if strip.name != "toppling-dominoes" {
        return word.to_owned();
    }
    let stretches = word.split('.').filter(|stretch| !stretch.is_empty());
    stretches.collect::<Vec<_>>().join(".")
}

#[test]
fn the_moves_of_runs_are_those_of_the_rules() {
    for strip in STRIPS {
        for word in (1..=6).flat_map(|length| words(strip, length)) {
            let rules = Reference::open(&Played::normal(strip.name), &word).unwrap();
            for (side, turn) in [(0, " L"), (1, " R")] {
                let at = rules.read(&format!("{word}{turn}")).unwrap();
                let shown = |to: &Vec<i64>| {
                    let shown = rules.show(to);
                    let shown = shown.strip_suffix(" R").unwrap_or(&shown);
                    standing(strip, shown)
                };
                let steps = rules.steps(&at).unwrap();
                let expected: BTreeSet<String> = steps.iter().map(|step| shown(&step.to)).collect();
                let found = options(strip, &word, side);
                let found = found.iter().map(|word| standing(strip, word));
                let found: BTreeSet<String> = found.collect();
                assert_eq!(found, expected, "{} {word} {side}", strip.name);
            }
        }
    }
}

/// A sum of words, and a whole number.
type Sum = (i128, Vec<String>);

/// Compares sums by the definition of the order.
struct Order<'s> {
    strip: &'s Strip,
    known: HashMap<(Sum, Sum), bool>,
}

impl Order<'_> {
    fn moves(&self, (number, words): &Sum, side: usize) -> Vec<Sum> {
        let mut moves = Vec::new();
        for (at, word) in words.iter().enumerate() {
            for option in options(self.strip, word, side) {
                let mut after = words.clone();
                after[at] = option;
                moves.push((*number, after));
            }
        }
        match side {
            0 if *number > 0 => moves.push((number - 1, words.clone())),
            1 if *number < 0 => moves.push((number + 1, words.clone())),
            _ => {}
        }
        moves
    }

    fn at_least(&mut self, a: &Sum, b: &Sum) -> bool {
        let pair = (a.clone(), b.clone());
        if let Some(known) = self.known.get(&pair) {
            return *known;
        }
        let holds = !self
            .moves(a, 1)
            .iter()
            .any(|option| self.at_least(b, option))
            && !self
                .moves(b, 0)
                .iter()
                .any(|option| self.at_least(option, a));
        self.known.insert(pair, holds);
        holds
    }
}

/// The words of the longest length are a part of all, other ones each time the step is changed.
#[test]
fn a_word_is_worth_what_its_parts_are() {
    const STEP: usize = 13;
    for strip in STRIPS {
        let mut order = Order {
            strip,
            known: HashMap::new(),
        };
        let all = (1..=5).flat_map(|length| words(strip, length));
        let some = words(strip, 7).into_iter().step_by(STEP);
        for word in all.chain(some) {
            let (number, parts) = within(|region| strip.parts(&runs(&word), region).unwrap());
            let parts = (
                number.constant,
                parts.iter().map(|part| text(part)).collect(),
            );
            let whole = (0, vec![word.clone()]);
            let is_equal = order.at_least(&whole, &parts) && order.at_least(&parts, &whole);
            assert!(is_equal, "{} {word}: {parts:?}", strip.name);
        }
    }
}
