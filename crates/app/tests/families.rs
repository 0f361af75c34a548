//! The rules as formulas and the rules in Rust lead from every small position to the same positions.

use std::collections::BTreeSet;

use bouton::Limits;
use bouton_laws::{Choice, Referee, family, read};

/// The form in which positions of a game are compared.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    /// Heaps in any order, empty ones left out.
    Any,
    /// Each number in its place.
    Kept,
}

/// A game: its name as formulas and in the catalogue, its numbers, and how they are written.
struct Pair {
    formulas: &'static str,
    catalogued: &'static str,
    numbers: usize,
    separator: &'static str,
    order: Order,
    from: u64,
    below: u64,
}

const fn heaps(formulas: &'static str, numbers: usize, below: u64) -> Pair {
    Pair {
        formulas,
        catalogued: formulas,
        numbers,
        separator: ",",
        order: Order::Any,
        from: 0,
        below,
    }
}

const PAIRS: [Pair; 14] = [
    heaps("nim", 3, 6),
    heaps("wythoff", 2, 14),
    heaps("subtraction:1,2,3", 1, 30),
    heaps("subtraction:2,5,7", 1, 30),
    heaps("octal:0.77", 1, 25),
    heaps("octal:0.137", 1, 25),
    heaps("octal:0.07", 1, 25),
    heaps("hex:0.3F", 1, 16),
    Pair {
        formulas: "ruler",
        ..heaps("hex:0.2048", 1, 25)
    },
    heaps("crosses", 1, 25),
    heaps("grundy", 1, 25),
    heaps("euclid", 2, 16),
    Pair {
        order: Order::Kept,
        ..heaps("staircase", 3, 6)
    },
    Pair {
        from: 1,
        ..heaps("box", 2, 14)
    },
];

const FIBONACCI_NIM: Pair = Pair {
    separator: "/",
    order: Order::Kept,
    ..heaps("fibonacci-nim", 2, 14)
};

fn compared(mut numbers: Vec<u64>, order: Order) -> Vec<u64> {
    if order == Order::Any {
        numbers.retain(|&n| n > 0);
        numbers.sort_unstable();
    }
    numbers
}

fn by_formulas(referee: &Referee, position: &[u64], order: Order) -> BTreeSet<Vec<u64>> {
    let position = position.iter().map(|&n| n.into()).collect();
    let numbers = |choice: Choice| -> Vec<u64> {
        let numbers = choice.targets.concat();
        numbers.iter().map(|n| n.try_into().unwrap()).collect()
    };
    let choices = referee.moves(0, position).map(numbers);
    choices.map(|numbers| compared(numbers, order)).collect()
}

fn by_rust(pair: &Pair, position: &[u64]) -> BTreeSet<Vec<u64>> {
    let text: Vec<String> = position.iter().map(u64::to_string).collect();
    let session = bouton::open(pair.catalogued, &text.join(pair.separator));
    let session = session.unwrap_or_else(|error| panic!("{} {text:?}: {error}", pair.catalogued));
    let numbers = |to: &str| -> Vec<u64> {
        let parts = to.split([',', '/']).filter(|part| !part.is_empty());
        parts.map(|part| part.parse().unwrap()).collect()
    };
    let choices = session.choices(1_000_000).unwrap().into_iter();
    choices
        .map(|choice| compared(numbers(&choice.to), pair.order))
        .collect()
}

fn compare(pair: &Pair) {
    let rules = read(&family(pair.formulas, pair.numbers, false).unwrap()).unwrap();
    let referee = Referee::new(rules, Limits::default()).unwrap();
    let mut position = vec![pair.from; pair.numbers];
    loop {
        let (formulas, rust) = (
            by_formulas(&referee, &position, pair.order),
            by_rust(pair, &position),
        );
        assert_eq!(formulas, rust, "{} at {position:?}", pair.formulas);
        let Some(at) = (0..pair.numbers)
            .rev()
            .find(|&at| position[at] + 1 < pair.below)
        else {
            return;
        };
        position[at] += 1;
        position[at + 1..].fill(pair.from);
    }
}

#[test]
fn formulas_and_rust_make_the_same_moves() {
    PAIRS.iter().for_each(compare);
}

#[test]
fn fibonacci_nim_makes_the_same_moves() {
    compare(&FIBONACCI_NIM);
}
