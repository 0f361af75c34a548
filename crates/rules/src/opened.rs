//! [`Opened`]: a rule file as one of the types that it can open as, each with the powers of its kind.

use std::marker::PhantomData;
use std::sync::Arc;

use bouton_core::partizan::Turn;
use bouton_core::{Alternating, Declares, Margin, Powers, Side, Sided, WinDrawLoss, WinLoss};

use crate::file::RuleFile;
use crate::kind::Kind;
use crate::partisan::Partisan;
use crate::plain::Plain;
use crate::ruled::{Ruled, Worth};
use crate::rules::Rules;

/// A game that is written in a rule file.
pub trait Written: Alternating + Sized {
    /// The game of another reading of the file, which describes the same kind of game.
    fn of(file: Arc<RuleFile>) -> Self;
    /// The file.
    fn file(&self) -> &Arc<RuleFile>;
    /// The usual start.
    fn start(&self) -> Option<Self::Position>;
}

impl<S: Worth> Written for Ruled<S> {
    fn of(file: Arc<RuleFile>) -> Self {
        Self {
            rules: Rules(file),
            score: PhantomData,
        }
    }
    fn file(&self) -> &Arc<RuleFile> {
        &self.rules.0
    }
    fn start(&self) -> Option<Plain> {
        self.rules.0.start().cloned()
    }
}

impl Written for Sided<Partisan> {
    fn of(file: Arc<RuleFile>) -> Self {
        Self(Partisan { rules: Rules(file) })
    }
    fn file(&self) -> &Arc<RuleFile> {
        &self.0.rules.0
    }
    fn start(&self) -> Option<Turn<Plain>> {
        let start = self.0.rules.0.start().cloned();
        start.map(|at| Turn {
            side: Side::Left,
            at,
        })
    }
}

/// What every rule file has.
fn common<S: Worth>(powers: &mut impl Powers<Ruled<S>>) {
    powers.look();
    powers.strategies();
    powers.heaps();
}

impl Declares for Ruled<WinLoss> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.loopfree();
        powers.impartial();
        common(powers);
    }
}

impl Declares for Ruled<WinDrawLoss> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        let file = self.file();
        match (file.is_loopfree(), file.kind()) {
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

impl Declares for Ruled<Margin<i64>> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        match self.file().is_loopfree() {
            true => powers.points(),
            false => powers.ending(),
        }
        powers.impartial_scoring();
        common(powers);
    }
}

impl Declares for Partisan {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        match (self.rules.0.is_loopfree(), self.is_disjunctive()) {
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

/// A rule file as the game that it describes. What is known of its end is declared by each.
#[derive(Clone, Debug)]
pub enum Opened {
    /// Grundy values exist.
    Impartial(Ruled<WinLoss>),
    /// Won, drawn or lost; also where both players share every move but a position may come back.
    Outcome(Ruled<WinDrawLoss>),
    /// Points are counted.
    Points(Ruled<Margin<i64>>),
    /// Left and Right have moves of their own.
    Partizan(Sided<Partisan>),
}

/// The game that a file describes.
pub fn open(file: Arc<RuleFile>) -> Opened {
    match file.kind() {
        Kind::Impartial if file.is_loopfree() => Opened::Impartial(Ruled::of(file)),
        Kind::Impartial | Kind::Outcome => Opened::Outcome(Ruled::of(file)),
        Kind::Points => Opened::Points(Ruled::of(file)),
        Kind::Partizan => Opened::Partizan(Sided::of(file)),
    }
}
