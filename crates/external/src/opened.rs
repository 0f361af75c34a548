//! [`Opened`]: external rules as one of the types that they can open as.

use std::marker::PhantomData;

use bouton_core::{Scored, Sided, WinDrawLoss, WinLoss};

use crate::game::ExternalGame;
use crate::kind::Kind;
use crate::rules::ExternalRules;
use crate::score::FromEnd;
use crate::sides::ExternalSides;

/// Rules of one source, and the kinds of games that they can describe: solvers are compiled only for these.
pub trait Opens: ExternalRules + Clone + PartialEq + 'static {
    /// The score of its games of points.
    type Points: FromEnd;
    /// Whether some of its games are promised to be impartial and to end.
    const IMPARTIAL: bool = true;
    /// Whether some of its games are games of Left and Right.
    const PARTIZAN: bool = true;
    /// Whether the rules can name strategies.
    const NAMES_STRATEGIES: bool = true;

    /// The rules for a query about this position, if they depend on it.
    #[must_use]
    fn asked_at(self, _at: &Self::Position) -> Self {
        self
    }
}

/// External rules as the game that they describe.
#[derive(Clone, Debug)]
pub enum Opened<R: Opens> {
    /// Both players have the same moves, the last to move wins, and play ends: Grundy values exist.
    Impartial(ExternalGame<R, WinLoss>),
    /// Play is won, drawn or lost; also impartial games in which a position may repeat.
    Outcome(ExternalGame<R, WinDrawLoss>),
    /// Points are counted.
    Points(ExternalGame<R, R::Points>),
    /// Left and Right have different moves, and the last to move wins.
    Partizan(Sided<ExternalSides<R>>),
    /// Left and Right have different moves, and points are counted.
    PartizanPoints(Scored<ExternalSides<R>>),
}

/// The game that rules describe, according to their promises.
pub fn open<R: Opens>(rules: R) -> Opened<R> {
    let promises = rules.promises();
    match promises.kind {
        Kind::Impartial if R::IMPARTIAL && promises.bounded => {
            Opened::Impartial(ExternalGame::of(rules))
        }
        Kind::Impartial | Kind::Outcome => Opened::Outcome(ExternalGame::of(rules)),
        Kind::Points => Opened::Points(ExternalGame::of(rules)),
        Kind::Partizan => Opened::Partizan(Sided::of(ExternalSides(rules))),
        Kind::PartizanPoints => Opened::PartizanPoints(Sided(ExternalSides(rules), PhantomData)),
    }
}
