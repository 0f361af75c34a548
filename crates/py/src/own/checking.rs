//! [`Tried`]: a game that is written in Python, looked through for mistakes as rule files are.

use std::sync::Arc;

use bouton_core::{Score, Side, WinDrawLoss};
use bouton_rules::Kind as KindOfRules;
use bouton_rules::growth::Extent;
use bouton_rules::subject::{Look, Step, Subject};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

use super::extent::extent;
use super::game::{height, parse, scene, show};
use super::reading::{End, shortened};
use super::rules::Kind;
use super::space::Space;
use super::table::Node;

/// A game that is tried out.
pub(crate) struct Tried {
    /// Its rules, of which nothing was asked yet.
    pub(crate) space: Arc<Space>,
    pub(crate) start: Option<u32>,
    /// Names that mean nothing, and names that are not there.
    pub(crate) others: Vec<String>,
    pub(crate) missing: Vec<String>,
}

impl Subject for Tried {
    type Position = u32;

    fn kind(&self) -> KindOfRules {
        match self.space.rules.kind {
            Kind::Impartial => KindOfRules::Impartial,
            Kind::Outcome => KindOfRules::Outcome,
            Kind::Points => KindOfRules::Points,
            Kind::Partizan => KindOfRules::Partizan,
        }
    }
    fn is_loopfree(&self) -> bool {
        self.space.rules.is_loopfree()
    }
    fn scores_the_end(&self) -> bool {
        let end = &self.space.rules.end;
        end.as_ref().is_some_and(|(name, _)| *name == "score")
    }
    fn start(&self) -> Option<u32> {
        self.start
    }
    fn names(&self) -> (Vec<String>, Vec<String>) {
        (self.others.clone(), self.missing.clone())
    }

    fn look(&self, at: &u32, side: Side) -> Look<u32> {
        let end = match self.space.look(*at, side) {
            Node::Over(End::Outcome(outcome)) => Some(WinDrawLoss::from(outcome).rank() as i64),
            Node::Over(End::Points(points)) => Some(points.into()),
            Node::Over(End::Stuck) | Node::Unseen | Node::Moves { .. } => None,
        };
        let moves = self.space.moves(*at, side).map(|mv| Step {
            nth: mv.place,
            to: mv.to,
            gain: mv.gain.into(),
            keeps_turn: mv.keeps_turn,
        });
        Look {
            end,
            moves: moves.collect(),
        }
    }
    fn stuck(&self) -> i64 {
        match (self.space.rules.kind, self.space.rules.last_wins) {
            (Kind::Points, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        }
    }
    fn plies_left(&self, at: &u32) -> i128 {
        height(&self.space, *at).into()
    }
    fn canonical(&self, at: &u32) -> Option<u32> {
        let tells = self.space.rules.canonical.is_some();
        tells.then(|| self.space.canonical(*at))
    }
    fn summands(&self, at: &u32) -> Option<Vec<u32>> {
        let tells = self.space.rules.summands.is_some();
        tells.then(|| self.space.summands(*at).into())
    }
    fn negative(&self, at: &u32) -> Option<u32> {
        self.space.negative(*at)
    }
    fn simplifies(&self) -> bool {
        let rules = &self.space.rules;
        rules.canonical.is_some() || rules.summands.is_some() || rules.negative.is_some()
    }

    fn show(&self, at: &u32) -> String {
        show(&self.space, *at)
    }
    fn literal(&self, at: &u32) -> String {
        Python::attach(|py| shortened(&self.space.object(py, *at)))
    }
    fn parse(&self, text: &str) -> Result<u32, String> {
        parse(&self.space, text).map_err(|error| error.message().to_owned())
    }
    fn label(&self, _at: &u32, _side: Side, mv: &Step<u32>) -> String {
        let label = self.space.label(mv.nth);
        label.unwrap_or_else(|| show(&self.space, mv.to))
    }
    fn extent(&self, at: &u32) -> Extent {
        Python::attach(|py| extent(&self.space.object(py, *at)))
    }
    fn same_look(&self, one: &u32, other: &u32) -> bool {
        Python::attach(|py| {
            let kind = |at: &u32| {
                let object = self.space.object(py, *at);
                match (
                    object.is_instance_of::<PyInt>(),
                    object.is_instance_of::<PyString>(),
                ) {
                    (true, _) => 0,
                    (_, true) => 1,
                    _ if object.is_instance_of::<PyTuple>() => 2,
                    _ => 3,
                }
            };
            kind(one) == kind(other)
        })
    }
    fn try_the_rest(&self, at: &u32, is_open: bool) {
        scene(&self.space, *at);
        if is_open {
            let moves: Vec<_> = self.space.moves(*at, Side::Left).collect();
            for (_, strategy) in &self.space.rules.strategies {
                self.space.allowed(*at, strategy, &moves);
            }
        }
    }
}
