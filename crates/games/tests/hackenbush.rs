//! What theory tells of Hackenbush, against plain recursion, and on figures that no search gets to the end of.

use std::collections::{BTreeSet, HashMap};

use bouton_core::partizan::{Theorem, Valued};
use bouton_core::{Entry, Limits, Notation, Partizan, Side, Sided};
use bouton_games::graphs::Hackenbush;
use bouton_solvers::parts::{PartTable, PartsOf};
use bouton_solvers::values::Valuer;

type Edges = Vec<(u64, char, u64)>;

/// What is left when an edge is cut.
fn cut(figure: &Edges, n: usize) -> Edges {
    let mut left = figure.clone();
    left.remove(n);
    let mut points = BTreeSet::from([0]);
    for _ in 0..=left.len() {
        let touching = left
            .iter()
            .filter(|e| points.contains(&e.0) || points.contains(&e.2));
        let ends: Vec<u64> = touching.flat_map(|e| [e.0, e.2]).collect();
        points.extend(ends);
    }
    left.retain(|e| points.contains(&e.0));
    left
}

fn may_cut(colour: char, side: Side) -> bool {
    colour == 'g' || (colour == 'b') == (side == Side::Left)
}

fn wins(figure: &Edges, side: Side, known: &mut HashMap<(Edges, Side), bool>) -> bool {
    let key = (figure.clone(), side);
    if let Some(known) = known.get(&key) {
        return *known;
    }
    let mut own = (0..figure.len()).filter(|n| may_cut(figure[*n].1, side));
    let found = own.any(|n| !wins(&cut(figure, n), side.other(), known));
    known.insert(key, found);
    found
}

fn text(figure: &Edges) -> String {
    let edges: Vec<_> = figure
        .iter()
        .map(|(a, colour, b)| format!("{a}{colour}{b}"))
        .collect();
    edges.join(",")
}

/// The value that theory tells is that of the options.
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

/// Exactly the winning cuts are told.
fn check(figure: &Edges) {
    let text = text(figure);
    let (game, at) = Hackenbush::open(None, Some(&text)).unwrap();
    assert_eq!(game.covers(&at), Ok(()), "{text}");
    check_value(&text);
    let mut known = HashMap::new();
    for side in Side::BOTH {
        let winning = (0..figure.len()).filter(|n| may_cut(figure[*n].1, side));
        let winning = winning.filter(|n| !wins(&cut(figure, *n), side.other(), &mut known));
        let shown = |n: usize| {
            let (a, colour, b) = figure[n];
            format!("{}{colour}{}", a.min(b), a.max(b))
        };
        let expected: BTreeSet<String> = winning.map(shown).collect();
        let told = game.winning(&at, side).0;
        let found: BTreeSet<_> = told.iter().map(|mv| game.show_move(&at, mv)).collect();
        assert_eq!(found, expected, "{text} {side:?}");
        assert_eq!(told.len(), found.len(), "{text}: no cut is told twice");
        let listed: Vec<_> = game
            .moves(&at, side)
            .filter(|mv| told.contains(mv))
            .collect();
        assert_eq!(listed, told, "{text}: in the order of the moves");
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % bound
    }

    /// A tree on the ground, or several, its points from `first` on.
    fn tree(&mut self, first: u64, points: u64, colours: &[char]) -> Edges {
        let edge = |point: u64| {
            let below = self.below(point - first + 1);
            let below = if below == 0 { 0 } else { first + below - 1 };
            let colour = colours[self.below(colours.len() as u64) as usize];
            (below, colour, point)
        };
        (first..first + points).map(edge).collect()
    }
}

#[test]
fn blue_and_red_trees() {
    let mut random = Random(5);
    for _ in 0..400 {
        let points = 1 + random.below(7);
        let mut figure = random.tree(1, points, &['b', 'r']);
        if random.below(3) == 0 {
            let (point, colour) = (
                random.below(points + 1),
                ['b', 'r'][random.below(2) as usize],
            );
            figure.push((point, colour, point));
        }
        check(&figure);
    }
}

#[test]
fn green_graphs() {
    let mut random = Random(6);
    for _ in 0..400 {
        let points = 1 + random.below(5);
        let mut figure = random.tree(1, points, &['g']);
        for _ in 0..random.below(5) {
            figure.push((random.below(points + 1), 'g', random.below(points + 1)));
        }
        check(&figure);
    }
}

#[test]
fn green_graphs_beside_blue_and_red_trees() {
    let mut random = Random(7);
    for _ in 0..400 {
        let points = 1 + random.below(4);
        let mut figure = random.tree(1, points, &['b', 'r']);
        let more = 1 + random.below(3);
        figure.extend(random.tree(points + 1, more, &['g']));
        for _ in 0..random.below(3) {
            let (a, b) = (random.below(more + 1), random.below(more + 1));
            let point = |n: u64| if n == 0 { 0 } else { points + n };
            figure.push((point(a), 'g', point(b)));
        }
        check(&figure);
    }
}

#[test]
fn where_theory_does_not_tell() {
    for (figure, why) in [
        ("0b1,1g2", "green edges beside"),
        ("0b1,1r2,0r2", "has a cycle"),
        ("0b1,0r1", "has a cycle"),
    ] {
        let (game, at) = Hackenbush::open(None, Some(figure)).unwrap();
        let fault = game.covers(&at).unwrap_err();
        assert!(fault.contains(why), "{figure}: {fault}");
    }
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
