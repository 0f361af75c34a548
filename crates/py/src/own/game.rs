//! [`Own`]: a game that is written in Python, with the traits that its kind may have.

use std::marker::PhantomData;
use std::sync::Arc;

use bouton_core::game::{HeapGame, ImpartialScoring, Shared};
use bouton_core::scene::{Cell, Figure, Look, Owner, Scene};
use bouton_core::strategy::{Strategies, StrategyCard};
use bouton_core::{
    Alternating, Declares, Game, Impartial, InputError, Loopfree, Margin, Mishap, Notation, Oracle,
    Outcome, Powers, Score, Side, WinDrawLoss, WinLoss,
};
use pyo3::prelude::*;
use smallvec::SmallVec;

use super::reading::{End, Reader};
use super::rules::Kind;
use super::space::Space;
use super::table::{Move, Node};

/// A game that is written in Python, with the score `S`. A position is its number.
pub(crate) struct Own<S> {
    pub(crate) space: Arc<Space>,
    pub(crate) score: PhantomData<fn() -> S>,
}

/// A score that such a game can speak of.
pub(crate) trait Worth: Score {
    fn of_outcome(outcome: Outcome) -> Self;
    fn of_points(points: i32) -> Self;
    fn gain(points: i64) -> Self::Gain;
}

impl Worth for WinLoss {
    fn of_outcome(outcome: Outcome) -> Self {
        outcome.into()
    }
    fn of_points(points: i32) -> Self {
        Outcome::of_margin(points.into()).into()
    }
    fn gain(_: i64) {}
}

impl Worth for WinDrawLoss {
    fn of_outcome(outcome: Outcome) -> Self {
        outcome.into()
    }
    fn of_points(points: i32) -> Self {
        Outcome::of_margin(points.into()).into()
    }
    fn gain(_: i64) {}
}

impl Worth for Margin<i64> {
    fn of_outcome(_: Outcome) -> Self {
        Self(0)
    }
    fn of_points(points: i32) -> Self {
        Self(points.into())
    }
    fn gain(points: i64) -> i64 {
        points
    }
}

impl<S> Own<S> {
    pub(crate) fn of(space: Arc<Space>) -> Self {
        Self {
            space,
            score: PhantomData,
        }
    }
}

/// The same rules are those of the same definition.
impl<S> PartialEq for Own<S> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.space, &other.space)
    }
}

/// What is wrong when a position comes back in a game whose plays must end.
pub(crate) fn endless(space: &Space, at: u32) -> Mishap {
    let message = format!(
        "{}: play need not end: {} can come back, and here every line of play must come to an end",
        space.rules.name,
        show(space, at)
    );
    Mishap::Broken(message)
}

impl<S: Worth> Game for Own<S> {
    type Position = u32;
    type Move = Move;
    fn canonical(&self, at: u32) -> u32 {
        self.space.canonical(at)
    }
    fn key(&self, at: &u32) -> Option<u64> {
        Some((*at).into())
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        Some(&*self.space)
    }
    fn endless(&self, at: &u32) -> Mishap {
        endless(&self.space, *at)
    }
}

impl<S: Worth> Alternating for Own<S> {
    type Score = S;
    fn moves<'g>(&'g self, at: &u32) -> impl Iterator<Item = Move> + use<'g, S> {
        self.space.moves(*at, Side::Left)
    }
    fn play(&self, _at: &u32, mv: &Move) -> u32 {
        mv.to
    }
    fn gain(&self, _at: &u32, mv: &Move) -> S::Gain {
        S::gain(mv.gain.into())
    }
    fn keeps_turn(&self, _at: &u32, mv: &Move) -> bool {
        mv.keeps_turn
    }
    fn score(&self, at: &u32) -> Option<S> {
        match self.space.look(*at, Side::Left) {
            Node::Over(End::Stuck) if self.space.rules.last_wins => {
                Some(S::of_outcome(Outcome::Loss))
            }
            Node::Over(End::Stuck) => Some(S::of_outcome(Outcome::Win)),
            Node::Over(End::Outcome(outcome)) => Some(S::of_outcome(outcome)),
            Node::Over(End::Points(points)) => Some(S::of_points(points)),
            Node::Unseen | Node::Moves { .. } => None,
        }
    }
}

/// What `plies_left` tells.
pub(crate) fn height(space: &Space, at: u32) -> i64 {
    space.told(at, |rules, object| Reader(rules).plies(object))
}

/// Where the game has `plies_left`; it is not declared of others.
impl<S: Worth> Loopfree for Own<S> {
    type Height = i64;
    fn height(&self, at: &u32) -> i64 {
        height(&self.space, *at)
    }
}

impl Impartial for Own<WinLoss> {
    fn summands(&self, at: &u32) -> SmallVec<[u32; 2]> {
        SmallVec::from(&*self.space.summands(*at))
    }
}

/// Where both players share every move and the last to move wins; it is not declared of others.
impl Shared for Own<WinDrawLoss> {
    fn parts(&self, at: &u32) -> SmallVec<[u32; 2]> {
        SmallVec::from(&*self.space.summands(*at))
    }
}

/// Where the game has no `score`; it is not declared of others.
impl ImpartialScoring for Own<Margin<i64>> {}

/// What every such game has.
fn common<S: Worth>(powers: &mut impl Powers<Own<S>>) {
    powers.look();
    powers.strategies();
    powers.heaps();
}

impl Declares for Own<WinLoss> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.loopfree();
        powers.impartial();
        common(powers);
    }
}

impl Declares for Own<WinDrawLoss> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        match (self.space.rules.is_loopfree(), self.space.rules.kind) {
            (true, _) => powers.loopfree(),
            (false, Kind::Impartial) => {
                powers.loopy();
                powers.shared();
            }
            (false, _) => powers.loopy(),
        }
        powers.misere();
        common(powers);
    }
}

impl Declares for Own<Margin<i64>> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        match self.space.rules.is_loopfree() {
            true => powers.points(),
            false => powers.ending(),
        }
        if self.space.rules.end.is_none() {
            powers.impartial_scoring();
        }
        common(powers);
    }
}

/// What a text begins with that names a position by its number: nobody types it.
pub(crate) const NUMBERED: char = '\0';

/// Reads a position, or the number of one.
pub(crate) fn parse(space: &Space, text: &str) -> Result<u32, InputError> {
    let wrong = |message: String| InputError::new(message, text, 0..text.len());
    if let Some(number) = text.strip_prefix(NUMBERED) {
        let number: Option<u32> = number.parse().ok();
        let known = number.filter(|number| (*number as usize) < space.size().0);
        return known.ok_or_else(|| wrong("expected the number of a position".into()));
    }
    Python::attach(|py| {
        let read = space.rules.parse(py, text).and_then(|at| match at {
            Some(at) => space.number(&at).map(Some),
            None => Ok(None),
        });
        match read {
            Ok(Some(number)) => Ok(number),
            Ok(None) => Err(wrong(format!("{} has no such position", space.rules.name))),
            Err(error) => Err(wrong(error.value(py).to_string())),
        }
    })
}

/// A position as its game writes it.
pub(crate) fn show(space: &Space, at: u32) -> String {
    space.told(at, |rules, object| rules.show(object))
}

impl<S: Worth> Notation for Own<S> {
    fn parse(&self, text: &str) -> Result<u32, InputError> {
        parse(&self.space, text)
    }
    fn show(&self, at: &u32) -> String {
        show(&self.space, *at)
    }
    fn show_move(&self, _at: &u32, mv: &Move) -> String {
        let label = self.space.label(mv.place);
        label.unwrap_or_else(|| show(&self.space, mv.to))
    }
}

/// The rows that `draw` gives as a board, or what can be read off the notation.
pub(crate) fn scene(space: &Space, at: u32) -> Scene {
    if space.rules.draw.is_none() {
        return Scene::of_notation(&show(space, at), space.rules.heaps.is_some());
    }
    let rows = space.told(at, |rules, object| {
        let draw = rules.draw.as_ref().expect("invariant: just seen");
        let reader = Reader(rules);
        let rows = reader.list("draw", object, &draw.bind(object.py()).call1((object,))?)?;
        rows.iter_borrowed()
            .map(|row| cells(&reader, object, &row))
            .collect::<PyResult<Vec<_>>>()
    });
    Scene::of(Figure::Board(rows))
}

/// A row: a string, or a list of strings.
fn cells(
    reader: &Reader<'_>,
    at: &Bound<'_, PyAny>,
    row: &Bound<'_, PyAny>,
) -> PyResult<Vec<Cell>> {
    if let Ok(text) = row.extract::<String>() {
        return Ok(text.chars().map(|mark| cell(mark.to_string())).collect());
    }
    let cells = reader.list("draw", at, row)?;
    cells
        .iter()
        .map(|text| Ok(cell(text.str()?.extract()?)))
        .collect()
}

/// A cell as rule files write it.
fn cell(text: String) -> Cell {
    match text.as_str() {
        "" | " " | "." | "_" => Cell::Empty,
        "X" | "x" | "L" | "B" => Cell::Piece(Owner::First, text),
        "O" | "o" | "R" | "W" => Cell::Piece(Owner::Second, text),
        _ => Cell::Piece(Owner::Neutral, text),
    }
}

impl<S: Worth> Look for Own<S> {
    fn scene(&self, at: &u32) -> Scene {
        scene(&self.space, *at)
    }
}

impl<S: Worth> Strategies for Own<S> {
    type Strategy = usize;
    const STRATEGIES: &'static [StrategyCard<'static>] = &[];
    fn cards(&self) -> Vec<StrategyCard<'_>> {
        let strategies = self.space.rules.strategies.iter();
        strategies
            .map(|(name, _)| StrategyCard {
                name,
                plays: "as its function says",
            })
            .collect()
    }
    fn strategy(&self, name: &str) -> Result<usize, InputError> {
        let strategies = &self.space.rules.strategies;
        let place = strategies.iter().position(|(known, _)| known == name);
        place.ok_or_else(|| {
            let names: Vec<_> = strategies.iter().map(|(name, _)| name.as_str()).collect();
            let message = match names.is_empty() {
                true => "the game has no strategies".into(),
                false => format!("expected one of {}", names.join(", ")),
            };
            InputError::new(message, name, 0..name.len())
        })
    }
    fn allowed(&self, strategy: &usize, at: &u32) -> Vec<Move> {
        let moves: Vec<_> = self.space.moves(*at, Side::Left).collect();
        let strategy = &self.space.rules.strategies[*strategy].1;
        self.space.allowed(*at, strategy, &moves)
    }
}

impl<S: Worth> HeapGame for Own<S> {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = false;
    fn shape(&self) -> Option<(Option<usize>, bool)> {
        self.space
            .rules
            .heaps
            .map(|(count, _)| (Some(count), false))
    }
    fn listed(&self, up_to: u64) -> Option<Vec<u32>> {
        self.space.listed(up_to)
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<u32> {
        let (count, is_alone) = self.space.rules.heaps?;
        if heaps.len() != count {
            return None;
        }
        Python::attach(|py| {
            let object = match is_alone {
                true => heaps[0].into_pyobject(py).ok()?.into_any(),
                false => pyo3::types::PyTuple::new(py, heaps).ok()?.into_any(),
            };
            self.space.number(&object).ok()
        })
    }
}
