//! [`Opened`]: a rule file as one of the types that it can open as, each with the powers of its kind.

use std::marker::PhantomData;
use std::sync::Arc;

use bouton_core::partizan::Turn;
use bouton_core::{Alternating, Declares, Margin, Powers, Side, Sided, WinDrawLoss, WinLoss};

use crate::file::RuleFile;
use crate::kind::Kind;
use crate::partisan::Partisan;
use crate::plain::Plain;
use crate::ruled::{Ended, Ending, Endless, EndlessShared, Ruled, Worth};
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

impl<S: Worth, E: Ended> Written for Ruled<S, E> {
    fn of(file: Arc<RuleFile>) -> Self {
        Self {
            rules: Rules(file),
            kind: PhantomData,
        }
    }
    fn file(&self) -> &Arc<RuleFile> {
        &self.rules.0
    }
    fn start(&self) -> Option<Plain> {
        self.rules.0.start().cloned()
    }
}

impl<E: Ended> Written for Sided<Partisan<E>> {
    fn of(file: Arc<RuleFile>) -> Self {
        Self(Partisan {
            rules: Rules(file),
            end: PhantomData,
        })
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
fn common<S: Worth, E: Ended>(powers: &mut impl Powers<Ruled<S, E>>) {
    powers.look();
    powers.strategies();
    powers.heaps();
}

impl Declares for Ruled<WinLoss, Ending> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.loopfree();
        powers.impartial();
        common(powers);
    }
}

impl Declares for Ruled<WinDrawLoss, Ending> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.loopfree();
        powers.misere();
        common(powers);
    }
}

impl Declares for Ruled<WinDrawLoss, Endless> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.loopy();
        powers.misere();
        common(powers);
    }
}

impl Declares for Ruled<WinDrawLoss, EndlessShared> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.loopy();
        powers.shared();
        powers.misere();
        common(powers);
    }
}

impl Declares for Ruled<Margin<i64>, Ending> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.points();
        powers.impartial_scoring();
        common(powers);
    }
}

impl Declares for Ruled<Margin<i64>, Endless> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.ending();
        powers.impartial_scoring();
        common(powers);
    }
}

impl Declares for Partisan<Ending> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.partizan();
        powers.look();
    }
}

impl Declares for Partisan<Endless> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.partizan_ending();
        powers.look();
    }
}

/// A rule file as the game that it describes.
#[derive(Clone, Debug)]
pub enum Opened {
    /// Grundy values exist.
    Impartial(Ruled<WinLoss, Ending>),
    /// Grundy values exist where no position comes back.
    SharedEndless(Ruled<WinDrawLoss, EndlessShared>),
    /// Won, drawn or lost.
    Outcome(Ruled<WinDrawLoss, Ending>),
    /// Won, drawn or lost, and play may be endless.
    OutcomeEndless(Ruled<WinDrawLoss, Endless>),
    /// Points are counted.
    Points(Ruled<Margin<i64>, Ending>),
    /// Points are counted, and play should end.
    PointsEndless(Ruled<Margin<i64>, Endless>),
    /// Left and Right have moves of their own.
    Partizan(Sided<Partisan<Ending>>),
    /// Left and Right have moves of their own, and play should end.
    PartizanEndless(Sided<Partisan<Endless>>),
}

/// The game that a file describes.
pub fn open(file: Arc<RuleFile>) -> Opened {
    match (file.kind(), file.is_loopfree()) {
        (Kind::Impartial, true) => Opened::Impartial(Ruled::of(file)),
        (Kind::Impartial, false) => Opened::SharedEndless(Ruled::of(file)),
        (Kind::Outcome, true) => Opened::Outcome(Ruled::of(file)),
        (Kind::Outcome, false) => Opened::OutcomeEndless(Ruled::of(file)),
        (Kind::Points, true) => Opened::Points(Ruled::of(file)),
        (Kind::Points, false) => Opened::PointsEndless(Ruled::of(file)),
        (Kind::Partizan, true) => Opened::Partizan(Sided::of(file)),
        (Kind::Partizan, false) => Opened::PartizanEndless(Sided::of(file)),
    }
}
