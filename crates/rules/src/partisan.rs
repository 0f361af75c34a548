//! [`Partisan`]: a rule file in which Left and Right have moves of their own.

use bouton_core::scene::{Look, Scene};
use bouton_core::{
    Disjunctive, Game, InputError, Loopfree, Mishap, Notation, Oracle, Origin, Partizan, Side,
};
use smallvec::SmallVec;

use crate::function::Function;
use crate::plain::Plain;
use crate::request::Move;
use crate::ruled::scene;
use crate::rules::Rules;

/// A rule file in which Left and Right have moves of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Partisan {
    pub(crate) rules: Rules,
}

impl Game for Partisan {
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

impl Partizan for Partisan {
    fn moves<'g>(&'g self, at: &Plain, side: Side) -> impl Iterator<Item = Move> + use<'g> {
        self.rules.moves(at, side)
    }
    fn play(&self, _at: &Plain, _side: Side, mv: &Move) -> Plain {
        mv.to.clone()
    }
}

/// Where the file has `plies_left`; it is not declared of others.
impl Loopfree for Partisan {
    type Height = i128;
    fn height(&self, at: &Plain) -> i128 {
        self.rules.plies_left(at)
    }
}

/// Where the file has `summands` or `negative`.
impl Disjunctive for Partisan {
    fn summands(&self, at: &Plain) -> SmallVec<[Plain; 2]> {
        self.rules.summands(at)
    }
    fn negative(&self, at: &Plain) -> Option<Plain> {
        self.rules.negative(at)
    }
}

impl Partisan {
    /// Whether something is known of sums of its positions.
    pub(crate) fn is_disjunctive(&self) -> bool {
        [Function::Summands, Function::Negative]
            .into_iter()
            .any(|function| self.rules.0.has(function))
    }
}

impl Notation for Partisan {
    fn parse(&self, text: &str) -> Result<Plain, InputError> {
        self.rules.parse(text)
    }
    fn show(&self, at: &Plain) -> String {
        self.rules.show(at)
    }
    fn show_move(&self, at: &Plain, mv: &Move) -> String {
        let made_by = |side: &Side| {
            let listed = self.rules.look(at, *side);
            listed.moves.get(mv.nth as usize) == Some(mv)
        };
        let side = Side::BOTH.into_iter().find(made_by).unwrap_or(Side::Left);
        self.rules.show_move(at, side, mv)
    }
}

impl Look for Partisan {
    fn scene(&self, at: &Plain) -> Scene {
        scene(&self.rules, at)
    }
}
