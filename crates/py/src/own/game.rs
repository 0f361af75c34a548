//! [`Own`]: a Python class as the rules of a game.

use std::sync::Arc;

use bouton_core::scene::{Scene, Set};
use bouton_core::strategy::StrategyCard;
use bouton_core::{InputError, Margin, Oracle, Side};
use bouton_external::{End, ExternalRules, Height, Opens, Promises, Step, board};
use bouton_rules::is_turned;
use pyo3::prelude::*;
use smallvec::SmallVec;

use super::reading::{End as StatedEnd, Reader};
use super::rules::Function;
use super::space::{Moves, Space};
use super::table::Node;

/// A game written in Python. A position is its number.
#[derive(Clone)]
pub(crate) struct Own {
    pub(crate) space: Arc<Space>,
    pub(crate) start: Option<u32>,
    /// Names without a meaning, and known names that are missing.
    pub(crate) names: Arc<(Vec<String>, Vec<String>)>,
}

impl Own {
    pub(crate) fn of(space: Arc<Space>) -> Self {
        Self {
            space,
            start: None,
            names: Arc::default(),
        }
    }

    /// The note about the end of play, if there is one.
    pub(crate) fn told(&self, at: u32, side: Side) -> Option<End> {
        match self.space.look(at, side) {
            Node::Over(StatedEnd::Outcome(outcome)) => Some(End::Outcome(outcome)),
            Node::Over(StatedEnd::Points(points)) => Some(End::Points(points.into())),
            Node::Over(StatedEnd::Stuck) | Node::Unseen | Node::Moves { .. } => None,
        }
    }
}

/// Two games are equal if they have the same definition.
impl PartialEq for Own {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.space, &other.space)
    }
}

/// The prefix of a text that names a position by its number; users do not type it.
pub(crate) const NUMBERED: char = '\0';

impl ExternalRules for Own {
    type Position = u32;
    type Move = Step<u32>;
    type Moves = Moves;

    fn name(&self) -> &str {
        &self.space.rules.name
    }
    fn promises(&self) -> Promises {
        let rules = &self.space.rules;
        Promises {
            bounded: rules.has_any(&[Function::PliesLeft]),
            same_points: rules.end().is_none(),
            disjunctive: rules.has_any(&[Function::Summands, Function::Negative]),
            ..Promises::of(rules.kind)
        }
    }
    fn start(&self) -> Result<u32, InputError> {
        self.start
            .ok_or_else(|| InputError::new("the game has no start: give a position", "", 0..0))
    }

    fn end(&self, at: &u32) -> Option<End> {
        match self.space.look(*at, Side::Left) {
            Node::Over(StatedEnd::Stuck) => Some(End::stuck(self.space.rules.last_wins)),
            _ => self.told(*at, Side::Left),
        }
    }
    fn moves(&self, at: &u32, side: Side) -> Moves {
        Moves::of(&self.space, *at, side)
    }
    fn play(&self, _at: &u32, mv: &Step<u32>) -> u32 {
        mv.to
    }
    fn gain(&self, mv: &Step<u32>) -> i64 {
        mv.gain
    }
    fn stuck(&self, at: &u32, side: Side) -> i64 {
        self.told(*at, side).map_or(0, End::rank)
    }
    fn keeps_turn(&self, _at: &u32, mv: &Step<u32>) -> bool {
        mv.keeps_turn
    }
    /// The result of `plies_left`.
    fn height(&self, at: &u32) -> Height {
        self.space
            .told(*at, |rules, object| Reader(rules).plies(object))
    }

    /// Reads a position, or the number of one.
    fn read(&self, text: &str) -> Result<u32, InputError> {
        let wrong = |message: String| InputError::whole(message, text);
        let space = &self.space;
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
    fn show(&self, at: &u32) -> String {
        self.space.told(*at, |rules, object| {
            let text = rules.show(object)?;
            // Such a text would be read as another position.
            if rules.kind.has_sides() && is_turned(&text) {
                let message = "is a position that ends like one with a player to move: a game of Left and Right cannot write it so";
                return Err(Reader(rules).wrong("show", object, message));
            }
            Ok(text)
        })
    }
    fn label(&self, _at: &u32, mv: &Step<u32>) -> String {
        let label = self.space.label(mv.place);
        label.unwrap_or_else(|| self.show(&mv.to))
    }
    /// The rows returned by `draw` as a board, or the scene of the notation.
    fn scene(&self, at: &u32) -> Scene {
        if !self.space.rules.has_any(&[Function::Draw]) {
            return Scene::of_notation(&self.show(at), self.heaps().is_some());
        }
        let rows: Vec<_> = self.space.told(*at, |rules, object| {
            let reader = Reader(rules);
            let told = rules.call(Function::Draw, object)?;
            let rows = reader.list("draw", object, &told)?;
            let row = |row: Borrowed<'_, '_, PyAny>| marks(&reader, object, &row);
            rows.iter_borrowed().map(row).collect()
        });
        let set = Set::default();
        Scene::of(board(&rows, |mark| set.owner(mark), set))
    }

    fn canonical(&self, at: u32) -> u32 {
        self.space
            .named(Function::Canonical, at)
            .map_or(at, |named| named[0])
    }
    fn summands(&self, at: &u32) -> SmallVec<[u32; 2]> {
        let named = self.space.named(Function::Summands, *at);
        named.unwrap_or_else(|| SmallVec::from_slice(&[*at]))
    }
    fn negative(&self, at: &u32) -> Option<u32> {
        self.space
            .named(Function::Negative, *at)
            .map(|named| named[0])
    }
    fn key(&self, at: &u32) -> Option<u64> {
        Some((*at).into())
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        Some(&*self.space)
    }

    fn heaps(&self) -> Option<usize> {
        self.space.rules.heaps.map(|(count, _)| count)
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
    fn listed(&self, up_to: u64) -> Option<Vec<u32>> {
        self.space.listed(up_to)
    }
    fn strategies(&self) -> Vec<StrategyCard<'_>> {
        let card = |name| StrategyCard {
            name,
            plays: "as its function says",
        };
        let strategies = self.space.rules.strategies.iter();
        strategies.map(|(name, _)| card(name.as_str())).collect()
    }
    fn allowed(&self, nth: usize, at: &u32) -> Vec<Step<u32>> {
        let moves: Vec<_> = self.moves(at, Side::Left).collect();
        let strategy = &self.space.rules.strategies[nth].1;
        self.space.allowed(*at, strategy, &moves)
    }
}

impl Opens for Own {
    type Points = Margin<i64>;
}

/// The marks of a row: a string, or a list of strings.
fn marks(
    reader: &Reader<'_>,
    at: &Bound<'_, PyAny>,
    row: &Bound<'_, PyAny>,
) -> PyResult<Vec<String>> {
    if let Ok(text) = row.extract::<String>() {
        return Ok(text.chars().map(String::from).collect());
    }
    let marks = reader.list("draw", at, row)?;
    marks.iter().map(|mark| mark.str()?.extract()).collect()
}
