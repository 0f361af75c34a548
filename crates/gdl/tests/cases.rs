//! Every file of `testdata/kif` against the table there: positions, moves, ends, who wins and how soon, and how many
//! positions each player wins.

use std::collections::HashMap;

use bouton_core::{Limits, Side};
use bouton_external::{End, ExternalRules};
use bouton_gdl::{Gdl, Packed, open, with_opened};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/kif");
/// Larger games are looked at by the long test only.
const LARGE: u64 = 1_000_000;

/// The table's row for a game.
#[derive(Debug, PartialEq, Eq)]
struct Case {
    states: u64,
    edges: u64,
    ends: u64,
    value: String,
    remoteness: Option<u32>,
    /// Positions that the first role wins, draws and loses.
    counts: [u64; 3],
}

fn cases() -> Vec<(String, Case)> {
    let table = std::fs::read_to_string(format!("{FOLDER}/cases.csv")).expect("the table is there");
    let case = |line: &str| {
        let fields: Vec<_> = line.split(',').collect();
        let number = |n: usize| fields[n].parse().expect("a number");
        let counts: Vec<u64> = fields[7]
            .split(' ')
            .map(|n| n.parse().expect("a number"))
            .collect();
        let case = Case {
            states: number(2),
            value: fields[3].to_owned(),
            remoteness: fields[4].parse().ok(),
            edges: number(5),
            ends: number(6),
            counts: counts.try_into().expect("three numbers"),
        };
        (fields[0].to_owned(), case)
    };
    table.lines().skip(1).map(case).collect()
}

/// A position with who moves there, what it is worth to the first role if play is over, and where its moves lead.
struct Place {
    mover: usize,
    end: Option<i128>,
    after: Vec<usize>,
}

fn places<P: Packed>(game: &Gdl<P>) -> Vec<Place> {
    let mut numbers = HashMap::from([(game.first(), 0)]);
    let mut positions = vec![game.first()];
    let mut places = Vec::new();
    while places.len() < positions.len() {
        let at = positions[places.len()].clone();
        let mover = game.mover(&at);
        let sign = |end: End| {
            let End::Points(points) = end else {
                panic!("goals are numbers")
            };
            i128::from(if mover == 0 { points } else { -points })
        };
        let end = game.end(&at).map(sign);
        let mut after = Vec::new();
        if end.is_none() {
            for mv in game.moves(&at, Side::Left) {
                let to = game.play(&at, &mv);
                assert_eq!(game.keeps_turn(&at, &mv), game.mover(&to) == mover);
                after.push(*numbers.entry(to.clone()).or_insert_with(|| {
                    positions.push(to);
                    positions.len() - 1
                }));
            }
        }
        places.push(Place { mover, end, after });
    }
    places
}

/// By place: who wins (1 the first role, -1 the second) and in how many plies; none where play is drawn.
fn values(places: &[Place]) -> Vec<Option<(i128, u32)>> {
    let mut before = vec![Vec::new(); places.len()];
    for (n, place) in places.iter().enumerate() {
        place.after.iter().for_each(|to| before[*to].push(n));
    }
    let mut open: Vec<usize> = places.iter().map(|place| place.after.len()).collect();
    let ends = places
        .iter()
        .map(|place| place.end.map(i128::signum).filter(|sign| *sign != 0));
    let mut values: Vec<_> = ends.map(|end| end.map(|sign| (sign, 0))).collect();
    let mut queue: Vec<usize> = (0..places.len()).filter(|n| values[*n].is_some()).collect();
    let mut next = 0;
    while let Some(&n) = queue.get(next) {
        next += 1;
        let (winner, plies) = values[n].expect("what is queued has a value");
        for &from in &before[n] {
            let wins = (winner == 1) == (places[from].mover == 0);
            open[from] -= 1;
            if values[from].is_none() && (wins || open[from] == 0) {
                values[from] = Some((winner, plies + 1));
                queue.push(from);
            }
        }
    }
    values
}

fn found<P: Packed>(game: &Gdl<P>) -> Case {
    let places = places(game);
    let values = values(&places);
    let count = |sign: i128| {
        values
            .iter()
            .filter(|value| value.map_or(0, |value| value.0) == sign)
            .count() as u64
    };
    let value = values[0].map_or("draw", |value| if value.0 == 1 { "win" } else { "loss" });
    Case {
        states: places.len() as u64,
        edges: places.iter().map(|place| place.after.len() as u64).sum(),
        ends: places.iter().filter(|place| place.end.is_some()).count() as u64,
        value: value.to_owned(),
        remoteness: values[0].map(|value| value.1),
        counts: [count(1), count(0), count(-1)],
    }
}

fn check(large: bool) {
    let cases = cases();
    assert_eq!(cases.len(), 30);
    for (name, case) in cases
        .into_iter()
        .filter(|case| (case.1.states > LARGE) == large)
    {
        let text = std::fs::read_to_string(format!("{FOLDER}/{name}")).expect("the file is there");
        let opened = open(&name, &text, None, &Limits::default()).expect("the file is right");
        assert_eq!(with_opened!(&opened, game => found(game)), case, "{name}");
    }
}

#[test]
fn files_have_their_positions_and_values() {
    check(false);
}

/// Some minutes, and a few gigabytes.
#[test]
#[ignore = "long: games of millions of positions"]
fn large_files_have_their_positions_and_values() {
    check(true);
}
