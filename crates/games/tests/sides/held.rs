//! The solvers of a game, held against its slow rules.

use std::collections::{HashMap, HashSet};

use bouton_core::partizan::Turn;
use bouton_core::{
    Disjunctive, Entry, Limits, Loopfree, Notation, Partizan, Side, Sided, Solver, WinLoss,
};
use bouton_solvers::{Components, Memo};

use super::slow;

/// The solvers that are held against the slow rules.
pub(crate) struct Held<G: Disjunctive + 'static> {
    pub(crate) game: Sided<G>,
    memo: Memo<Sided<G>>,
    parts: Components<Sided<G>>,
}

impl<G: Disjunctive + 'static> Held<G> {
    pub(crate) fn of(game: G) -> Self {
        Self {
            game: Sided(game),
            memo: Memo::default(),
            parts: Components::apart(),
        }
    }

    /// Whether `side` to move wins, as both solvers find, the position being whole or in parts, itself or its negative.
    pub(crate) fn wins(&mut self, at: &G::Position, side: Side) -> bool {
        let limits = Limits::default();
        let turn = Turn {
            side,
            at: at.clone(),
        };
        let found = self.memo.evaluate(&self.game, &turn, &limits).unwrap();
        let parts = self.parts.evaluate(&self.game, &turn, &limits).unwrap();
        assert_eq!(found.score, parts.score, "{turn:?}");
        if let Some(at) = self.game.0.negative(at) {
            let side = side.other();
            let turned = self.memo.evaluate(&self.game, &Turn { side, at }, &limits);
            assert_eq!(turned.unwrap().score, found.score, "{turn:?}");
        }
        found.score == WinLoss::Win
    }
}

/// Every position that play can reach has the value that the slow rules give its text, for either side to move.
pub(crate) fn against<E>(position: &str, options: slow::Options)
where
    E: Entry<Game: Disjunctive>,
{
    let (game, start) = E::open(None, Some(position)).unwrap_or_else(|e| panic!("{position}: {e}"));
    let mut held = Held::of(game);
    let mut todo = vec![start];
    let (mut seen, mut known) = (HashSet::new(), HashMap::new());
    while let Some(at) = todo.pop() {
        if !seen.insert(at.clone()) {
            continue;
        }
        let text = held.game.0.show(&at);
        assert_eq!(held.game.0.parse(&text).unwrap(), at);
        for side in Side::BOTH {
            let expected = slow::wins(&slow::board(&text), side, &options, &mut known);
            assert_eq!(held.wins(&at, side), expected, "{text} {side:?}");
            let game = &held.game.0;
            let next: Vec<_> = game
                .moves(&at, side)
                .map(|mv| game.play(&at, side, &mv))
                .collect();
            let mut found: Vec<_> = next.iter().map(|to| slow::board(&game.show(to))).collect();
            let mut expected = options(&slow::board(&text), side);
            for options in [&mut found, &mut expected] {
                options.sort();
                options.dedup();
            }
            assert_eq!(found, expected, "{text} {side:?}");
            for to in &next {
                assert!(game.height(to) < game.height(&at), "{text}");
            }
            todo.extend(next);
        }
    }
}

/// Every text of so many signs.
pub(crate) fn texts(signs: &str, length: usize) -> Vec<String> {
    let longer = |texts: Vec<String>| {
        let longer = texts
            .iter()
            .flat_map(|text| signs.chars().map(move |sign| format!("{text}{sign}")));
        longer.collect()
    };
    (0..length).fold(vec![String::new()], |texts, _| longer(texts))
}

/// A text in rows of so many signs.
pub(crate) fn rows(text: &str, columns: usize) -> String {
    let signs: Vec<char> = text.chars().collect();
    let rows: Vec<String> = signs
        .chunks(columns)
        .map(|row| row.iter().collect())
        .collect();
    rows.join("/")
}

pub(crate) fn all_rows<E: Entry<Game: Disjunctive>>(
    signs: &str,
    lengths: std::ops::RangeInclusive<usize>,
    options: slow::Options,
) {
    for text in lengths.flat_map(|length| texts(signs, length)) {
        against::<E>(&text, options);
    }
}

/// Every board of so many cells in every shape.
pub(crate) fn all_boards<E: Entry<Game: Disjunctive>>(
    signs: &str,
    cells: usize,
    options: slow::Options,
) {
    for text in texts(signs, cells) {
        for columns in (1..=cells).filter(|columns| cells.is_multiple_of(*columns)) {
            against::<E>(&rows(&text, columns), options);
        }
    }
}

/// A board is a position if, and only if, the rules allow it, and then it is one like any other.
pub(crate) fn allowed<E: Entry<Game: Disjunctive>>(
    text: &str,
    allows: fn(&slow::Board) -> bool,
    options: slow::Options,
) {
    let is_position = E::open(None, Some(text)).is_ok();
    assert_eq!(is_position, allows(&slow::board(text)), "{text}");
    if is_position {
        against::<E>(text, options);
    }
}

/// The same of every board of so many cells in every shape.
pub(crate) fn allowed_boards<E: Entry<Game: Disjunctive>>(
    signs: &str,
    cells: usize,
    allows: fn(&slow::Board) -> bool,
    options: slow::Options,
) {
    for text in texts(signs, cells) {
        for columns in (1..=cells).filter(|columns| cells.is_multiple_of(*columns)) {
            allowed::<E>(&rows(&text, columns), allows, options);
        }
    }
}

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % bound
    }

    /// A text of so many signs; those that come more than once come more often.
    pub(crate) fn text(&mut self, signs: &str, length: usize) -> String {
        let signs: Vec<char> = signs.chars().collect();
        (0..length)
            .map(|_| signs[self.below(signs.len() as u64) as usize])
            .collect()
    }
}

pub(crate) fn random_boards<E: Entry<Game: Disjunctive>>(
    signs: &str,
    [number, height, width]: [usize; 3],
    options: slow::Options,
) {
    let mut random = Random(4711);
    for _ in 0..number {
        against::<E>(&rows(&random.text(signs, height * width), width), options);
    }
}
