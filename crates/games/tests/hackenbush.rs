//! The theory of Hackenbush against plain recursion, and on figures too large to search.

use std::collections::BTreeSet;

use bouton_core::partizan::{Theorem, Valued};
use bouton_core::{Entry, Limits, Notation, Partizan, Side, Sided};
use bouton_games::graphs::Hackenbush;
use bouton_reference::{messages, of_checker};
use bouton_solvers::parts::{PartTable, PartsOf};
use bouton_solvers::values::Valuer;
use bouton_verify::position::Played;

type Edges = Vec<(u64, char, u64)>;

fn text(figure: &Edges) -> String {
    let edges: Vec<_> = figure
        .iter()
        .map(|(a, colour, b)| format!("{a}{colour}{b}"))
        .collect();
    edges.join(",")
}

/// The value of the theory is that of the options.
fn check_value(text: &str) {
    let (game, at) = Sided::<Hackenbush>::open(None, Some(text)).unwrap();
    let limits = Limits::default();
    let (meter, mut table, mut valuer) =
        (&mut limits.meter(), PartTable::apart(), Valuer::default());
    let sum = table.sum(&game, &at);
    let parts = &mut PartsOf {
        game: &game,
        table: &mut table,
    };
    let by_options = valuer.value(parts, &sum, meter).unwrap();
    let told = game.0.value(&at.at).unwrap();
    assert_eq!(
        valuer.arena.read(&told, meter).unwrap(),
        by_options,
        "{text}: {told}"
    );
}

/// Exactly the winning cuts are reported.
fn check(figure: &Edges) {
    let text = text(figure);
    let (game, at) = Hackenbush::open(None, Some(&text)).unwrap();
    assert_eq!(game.covers(&at), Ok(()), "{text}");
    check_value(&text);
    let (rules, mut slow) = of_checker(&Played::normal("hackenbush"), &text).unwrap();
    for side in Side::BOTH {
        let turn = ["", " R"][side as usize];
        let here = rules.read(&format!("{text}{turn}")).unwrap();
        let is_won = slow.value(&here).score > 0;
        let best = slow.best(&here).into_iter().filter(|_| is_won);
        let expected: BTreeSet<_> = best.collect();
        let told = game.winning(&at, side).0;
        let after = |mv| {
            let to = game.show(&game.play(&at, side, mv));
            let turn = ["", " R"][side.other() as usize];
            rules.read(&format!("{to}{turn}")).unwrap()
        };
        let found: BTreeSet<_> = told.iter().map(after).collect();
        assert_eq!(found, expected, "{text} {side:?}");
        let names: BTreeSet<_> = told.iter().map(|mv| game.show_move(&at, mv)).collect();
        assert_eq!(told.len(), names.len(), "{text}: no cut is named twice");
        let listed: Vec<_> = game
            .moves(&at, side)
            .filter(|mv| told.contains(mv))
            .collect();
        assert_eq!(listed, told, "{text}: in the order of the moves");
    }
}

/// A tree on the ground, or several, its points from `first` on.
fn tree(random: &mut fastrand::Rng, first: u64, points: u64, colours: &[char]) -> Edges {
    let edge = |point: u64| {
        let below = random.u64(..=point - first);
        let below = if below == 0 { 0 } else { first + below - 1 };
        (
            below,
            random.choice(colours.iter().copied()).unwrap(),
            point,
        )
    };
    (first..first + points).map(edge).collect()
}

#[test]
fn blue_and_red_trees() {
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..400 {
        let points = random.u64(1..=7);
        let mut figure = tree(&mut random, 1, points, &['b', 'r']);
        if random.u64(..3) == 0 {
            let (point, colour) = (random.u64(..=points), random.choice(['b', 'r']).unwrap());
            figure.push((point, colour, point));
        }
        check(&figure);
    }
}

#[test]
fn green_graphs() {
    let mut random = fastrand::Rng::with_seed(6);
    for _ in 0..400 {
        let points = random.u64(1..=5);
        let mut figure = tree(&mut random, 1, points, &['g']);
        for _ in 0..random.u64(..5) {
            figure.push((random.u64(..=points), 'g', random.u64(..=points)));
        }
        check(&figure);
    }
}

#[test]
fn green_graphs_beside_blue_and_red_trees() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..400 {
        let points = random.u64(1..=4);
        let mut figure = tree(&mut random, 1, points, &['b', 'r']);
        let more = random.u64(1..=3);
        figure.extend(tree(&mut random, points + 1, more, &['g']));
        for _ in 0..random.u64(..3) {
            let (a, b) = (random.u64(..=more), random.u64(..=more));
            let point = |n: u64| if n == 0 { 0 } else { points + n };
            figure.push((point(a), 'g', point(b)));
        }
        check(&figure);
    }
}

#[test]
fn where_theory_does_not_tell() {
    messages("figures beyond the theory of Hackenbush", |figure| {
        let (game, at) = Hackenbush::open(None, Some(figure)).unwrap();
        game.covers(&at).unwrap_err()
    });
}

fn told(figure: &str, side: Side) -> (usize, String) {
    let (game, at) = Hackenbush::open(None, Some(figure)).unwrap();
    game.covers(&at).unwrap();
    let (winning, reason) = game.winning(&at, side);
    (winning.len(), format!("{reason:?}"))
}

/// On a point the Fibonacci trees of the two orders before, each on an edge.
fn fibonacci(order: u32, point: u64, figure: &mut Edges) {
    for order in [order.saturating_sub(1), order.saturating_sub(2)] {
        if order > 0 {
            let next = figure.len() as u64 + 1;
            figure.push((point, 'g', next));
            fibonacci(order, next, figure);
        }
    }
}

#[test]
fn a_fibonacci_tree() {
    let mut figure = Edges::new();
    fibonacci(8, 0, &mut figure);
    assert_eq!(figure.len(), 53);
    // The colon principle, straight.
    let heap = |point: u64| {
        fn heap(figure: &Edges, point: u64) -> u64 {
            let above = figure.iter().filter(|edge| edge.0 == point);
            above.fold(0, |sum, edge| sum ^ (1 + heap(figure, edge.2)))
        }
        heap(&figure, point)
    };
    let (winning, reason) = told(&text(&figure), Side::Left);
    assert!(
        winning > 0 && reason.contains(&format!("a heap of {} ", heap(0))),
        "{reason}"
    );
}

/// Winning Ways, ch. 1: the colour of the first edge wins, and any cut above the first change of colours keeps it.
#[test]
fn long_chains() {
    for edges in [4_000u64, 20_000] {
        let one: Edges = (0..edges).map(|n| (n, 'b', n + 1)).collect();
        let (winning, reason) = told(&text(&one), Side::Left);
        assert!(
            winning as u64 == edges && reason.contains(&format!("worth {edges}")),
            "{reason}"
        );
        let green: Edges = (0..edges).map(|n| (n, 'g', n + 1)).collect();
        assert_eq!(told(&text(&green), Side::Right).0, 1);
        let turns: Edges = (0..edges)
            .map(|n| (n, ['b', 'r'][(n % 2) as usize], n + 1))
            .collect();
        assert_eq!(told(&text(&turns), Side::Left).0 as u64, edges / 2);
        assert_eq!(told(&text(&turns), Side::Right).0, 0);
    }
}

/// A cycle of an odd number of green edges is worth 1, its winning cut leaves two equal stalks: fusion (Winning Ways, ch. 7).
#[test]
fn a_long_green_cycle() {
    let last = 2_000u64;
    let mut ring: Edges = (0..last).map(|n| (n, 'g', n + 1)).collect();
    ring.push((last, 'g', 0));
    let (winning, reason) = told(&text(&ring), Side::Left);
    assert!(winning == 1 && reason.contains("a heap of 1 "), "{reason}");
}
