//! [`OwnSides`]: a game that is written in Python in which Left and Right have moves of their own.

use std::sync::Arc;

use bouton_core::scene::{Look, Scene};
use bouton_core::{
    Declares, Disjunctive, Game, InputError, Loopfree, Mishap, Notation, Oracle, Partizan, Powers,
    Side,
};
use smallvec::SmallVec;

use super::game::{endless, height, parse, scene, show};
use super::space::Space;
use super::table::Move;

/// A game in which Left and Right have moves of their own. A position is its number.
pub(crate) struct OwnSides(pub(crate) Arc<Space>);

impl PartialEq for OwnSides {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Game for OwnSides {
    type Position = u32;
    type Move = Move;
    fn canonical(&self, at: u32) -> u32 {
        self.0.canonical(at)
    }
    fn key(&self, at: &u32) -> Option<u64> {
        Some((*at).into())
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        Some(&*self.0)
    }
    fn endless(&self, at: &u32) -> Mishap {
        endless(&self.0, *at)
    }
}

impl Partizan for OwnSides {
    fn moves<'g>(&'g self, at: &u32, side: Side) -> impl Iterator<Item = Move> + use<'g> {
        self.0.moves(*at, side)
    }
    fn play(&self, _at: &u32, _side: Side, mv: &Move) -> u32 {
        mv.to
    }
}

/// Where the game has `plies_left`; it is not declared of others.
impl Loopfree for OwnSides {
    type Height = i64;
    fn height(&self, at: &u32) -> i64 {
        height(&self.0, *at)
    }
}

/// Where the game has `summands` or `negative`.
impl Disjunctive for OwnSides {
    fn summands(&self, at: &u32) -> SmallVec<[u32; 2]> {
        SmallVec::from(&*self.0.summands(*at))
    }
    fn negative(&self, at: &u32) -> Option<u32> {
        self.0.negative(*at)
    }
}

impl Declares for OwnSides {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        let rules = &self.0.rules;
        let is_disjunctive = rules.summands.is_some() || rules.negative.is_some();
        match (rules.is_loopfree(), is_disjunctive) {
            (true, true) => {
                powers.partizan();
                powers.disjunctive();
            }
            (true, false) => powers.partizan(),
            (false, true) => {
                powers.partizan_ending();
                powers.disjunctive_ending();
            }
            (false, false) => powers.partizan_ending(),
        }
        powers.look();
    }
}

impl Notation for OwnSides {
    fn parse(&self, text: &str) -> Result<u32, InputError> {
        parse(&self.0, text)
    }
    fn show(&self, at: &u32) -> String {
        show(&self.0, *at)
    }
    fn show_move(&self, _at: &u32, mv: &Move) -> String {
        let label = self.0.label(mv.place);
        label.unwrap_or_else(|| show(&self.0, mv.to))
    }
}

impl Look for OwnSides {
    fn scene(&self, at: &u32) -> Scene {
        scene(&self.0, *at)
    }
}
