//! [`Ruled`]: a rule file as a game, with the traits that its kind may have.

use std::marker::PhantomData;

use bouton_core::game::{HeapGame, ImpartialScoring, Shared};
use bouton_core::scene::{Cell, Figure, Look, Owner, Scene};
use bouton_core::strategy::{Strategies, StrategyCard};
use bouton_core::{
    Alternating, Game, Impartial, InputError, Loopfree, Margin, Mishap, Notation, Oracle, Origin,
    Outcome, Score, Side, WinDrawLoss, WinLoss,
};
use smallvec::SmallVec;

use crate::function::Function;
use crate::notation::Shape;
use crate::plain::Plain;
use crate::request::Move;
use crate::rules::Rules;

/// A rule file as a game, with the score `S`.
#[derive(Debug)]
pub struct Ruled<S> {
    pub(crate) rules: Rules,
    pub(crate) score: PhantomData<fn() -> S>,
}

/// A score that a rule file can speak of.
pub trait Worth: Score {
    /// What the file's `outcome` or `score` said.
    fn told(told: &Plain) -> Self;
    /// What it is worth to be without a move, if the last to move wins or loses.
    fn stuck(last_wins: bool) -> Self;
    /// A move's gain.
    fn gain(points: i64) -> Self::Gain;
}

fn outcome(told: &Plain) -> Outcome {
    match told.as_str() {
        Some("win") => Outcome::Win,
        Some("draw") => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

impl Worth for WinLoss {
    fn told(told: &Plain) -> Self {
        outcome(told).into()
    }
    fn stuck(last_wins: bool) -> Self {
        if last_wins { Self::Loss } else { Self::Win }
    }
    fn gain(_: i64) {}
}

impl Worth for WinDrawLoss {
    fn told(told: &Plain) -> Self {
        outcome(told).into()
    }
    fn stuck(last_wins: bool) -> Self {
        if last_wins { Self::Loss } else { Self::Win }
    }
    fn gain(_: i64) {}
}

impl Worth for Margin<i64> {
    fn told(told: &Plain) -> Self {
        let points = told.as_int().and_then(|n| i64::try_from(n).ok());
        Self(points.unwrap_or_default())
    }
    fn stuck(_: bool) -> Self {
        Self(0)
    }
    fn gain(points: i64) -> i64 {
        points
    }
}

impl<S> Clone for Ruled<S> {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            score: PhantomData,
        }
    }
}

impl<S> PartialEq for Ruled<S> {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl<S: Worth> Game for Ruled<S> {
    type Position = Plain;
    type Move = Move;
    fn spilled(&self, at: &Plain) -> usize {
        at.spilled()
    }
    fn canonical(&self, at: Plain) -> Plain {
        self.rules.canonical(at)
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        Some(&*self.rules.0)
    }
    fn origins(&self) -> Vec<Origin> {
        vec![self.rules.0.origin()]
    }
    fn endless(&self, at: &Plain) -> Mishap {
        self.rules.endless(at)
    }
}

impl<S: Worth> Alternating for Ruled<S> {
    type Score = S;
    fn moves<'g>(&'g self, at: &Plain) -> impl Iterator<Item = Move> + use<'g, S> {
        self.rules.moves(at, Side::Left)
    }
    fn play(&self, _at: &Plain, mv: &Move) -> Plain {
        mv.to.clone()
    }
    fn gain(&self, _at: &Plain, mv: &Move) -> S::Gain {
        S::gain(mv.gain)
    }
    fn keeps_turn(&self, _at: &Plain, mv: &Move) -> bool {
        mv.keeps_turn
    }
    fn score(&self, at: &Plain) -> Option<S> {
        let look = self.rules.look(at, Side::Left);
        match &look.end {
            Some(end) => Some(S::told(end)),
            None if look.moves.is_empty() => Some(S::stuck(self.rules.0.last_wins())),
            None => None,
        }
    }
}

/// Where the file has `plies_left`; it is not declared of others.
impl<S: Worth> Loopfree for Ruled<S> {
    type Height = i128;
    fn height(&self, at: &Plain) -> i128 {
        self.rules.plies_left(at)
    }
}

impl Impartial for Ruled<WinLoss> {
    fn summands(&self, at: &Plain) -> SmallVec<[Plain; 2]> {
        self.rules.summands(at)
    }
}

/// Where both players share every move and the last to move wins; it is not declared of others.
impl Shared for Ruled<WinDrawLoss> {
    fn parts(&self, at: &Plain) -> SmallVec<[Plain; 2]> {
        self.rules.summands(at)
    }
}

/// Where the file has no `score`: see [`RuleFile::scores_the_end`](crate::RuleFile::scores_the_end).
impl ImpartialScoring for Ruled<Margin<i64>> {}

impl<S: Worth> Notation for Ruled<S> {
    fn parse(&self, text: &str) -> Result<Plain, InputError> {
        self.rules.parse(text)
    }
    fn show(&self, at: &Plain) -> String {
        self.rules.show(at)
    }
    fn show_move(&self, at: &Plain, mv: &Move) -> String {
        self.rules.show_move(at, Side::Left, mv)
    }
}

impl<S: Worth> Look for Ruled<S> {
    fn scene(&self, at: &Plain) -> Scene {
        scene(&self.rules, at)
    }
}

impl<S: Worth> Strategies for Ruled<S> {
    type Strategy = u8;
    const STRATEGIES: &'static [StrategyCard<'static>] = &[];
    fn cards(&self) -> Vec<StrategyCard<'_>> {
        let card = |name| StrategyCard {
            name,
            plays: "as the rule file says",
        };
        self.rules
            .0
            .strategies()
            .iter()
            .map(|name| card(name.as_str()))
            .collect()
    }
    fn strategy(&self, name: &str) -> Result<u8, InputError> {
        let names = self.rules.0.strategies();
        let place = names.iter().position(|known| known == name);
        place.map(|place| place as u8).ok_or_else(|| {
            let message = if names.is_empty() {
                "the rule file has no strategies".into()
            } else {
                format!("expected one of {}", names.join(", "))
            };
            InputError::new(message, name, 0..name.len())
        })
    }
    fn allowed(&self, strategy: &u8, at: &Plain) -> Vec<Move> {
        self.rules.allowed(Function::Strategy(*strategy), at)
    }
}

impl<S: Worth> HeapGame for Ruled<S> {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = false;
    fn shape(&self) -> Option<(Option<usize>, bool)> {
        heaps(&self.rules)
    }
    fn listed(&self, up_to: u64) -> Option<Vec<Plain>> {
        if !self.rules.0.has(Function::Positions) {
            return None;
        }
        let up_to = Plain::int(i64::try_from(up_to).unwrap_or(i64::MAX));
        Some(self.rules.list(Function::Positions, &up_to))
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<Plain> {
        with_heaps(&self.rules, heaps)
    }
}

/// How many numbers a position is, if it is made of numbers.
fn heaps(rules: &Rules) -> Option<(Option<usize>, bool)> {
    match rules.0.shape() {
        Shape::Int => Some((Some(1), false)),
        Shape::Ints(count) => Some((Some(count), false)),
        Shape::Str | Shape::Other => None,
    }
}

fn with_heaps(rules: &Rules, heaps: &[u64]) -> Option<Plain> {
    let ints: Option<Vec<_>> = heaps.iter().map(|heap| i64::try_from(*heap).ok()).collect();
    let ints = ints?;
    match (rules.0.shape(), &ints[..]) {
        (Shape::Int, [n]) => Some(Plain::int(*n)),
        (Shape::Ints(count), ints) if ints.len() == count => Some(Plain::ints(ints)),
        _ => None,
    }
}

/// The rows that `draw` gives as a board, or what can be read off the notation.
pub(crate) fn scene(rules: &Rules, at: &Plain) -> Scene {
    let scene = match rules.rows(at) {
        Some(rows) => Scene::of(Figure::Board(
            rows.into_iter()
                .map(|row| row.into_iter().map(cell).collect())
                .collect(),
        )),
        None => Scene::of_notation(&rules.show(at), heaps(rules).is_some()),
    };
    scene.with(rules.0.figures())
}

fn cell(text: String) -> Cell {
    match text.as_str() {
        "" | " " | "." | "_" => Cell::Empty,
        "X" | "x" | "L" | "B" => Cell::Piece(Owner::First, text),
        "O" | "o" | "R" | "W" => Cell::Piece(Owner::Second, text),
        _ => Cell::Piece(Owner::Neutral, text),
    }
}
