//! [`FromEnd`]: scores of external rules, with the properties of games with that score.

use bouton_core::{Margin, Outcome, Payoff, Powers, Score, WinDrawLoss, WinLoss};

use crate::game::ExternalGame;
use crate::kind::Kind;
use crate::opened::Opens;
use crate::rules::End;

/// A score of external rules.
pub trait FromEnd: Score {
    /// The score of an end.
    fn from_end(end: End) -> Self;
    /// A move's gain.
    fn gain(points: i64) -> Self::Gain;
    /// Declares the properties of a game with this score, according to the promises of its rules.
    fn declare<R: Opens>(
        game: &ExternalGame<R, Self>,
        powers: &mut impl Powers<ExternalGame<R, Self>>,
    );
}

fn outcome(end: End) -> Outcome {
    match end {
        End::Outcome(outcome) => outcome,
        End::Points(points) => Outcome::of_margin(points.into()),
    }
}

/// In a game of points, an end without points earns none.
fn points(end: End) -> i64 {
    match end {
        End::Outcome(_) => 0,
        End::Points(points) => points,
    }
}

impl FromEnd for WinLoss {
    fn from_end(end: End) -> Self {
        outcome(end).into()
    }
    fn gain(_: i64) {}
    fn declare<R: Opens>(
        _: &ExternalGame<R, Self>,
        powers: &mut impl Powers<ExternalGame<R, Self>>,
    ) {
        powers.loopfree();
        powers.impartial();
    }
}

impl FromEnd for WinDrawLoss {
    fn from_end(end: End) -> Self {
        outcome(end).into()
    }
    fn gain(_: i64) {}
    fn declare<R: Opens>(
        game: &ExternalGame<R, Self>,
        powers: &mut impl Powers<ExternalGame<R, Self>>,
    ) {
        let promises = game.rules.promises();
        powers.misere();
        if promises.bounded {
            return powers.loopfree();
        }
        powers.loopy();
        if promises.kind == Kind::Impartial {
            powers.shared();
        }
    }
}

impl FromEnd for Margin<i64> {
    fn from_end(end: End) -> Self {
        Self(points(end))
    }
    fn gain(points: i64) -> i64 {
        points
    }
    fn declare<R: Opens>(
        game: &ExternalGame<R, Self>,
        powers: &mut impl Powers<ExternalGame<R, Self>>,
    ) {
        let promises = game.rules.promises();
        match promises.bounded {
            true => powers.points(),
            false => powers.ending(),
        }
        if promises.same_points {
            powers.impartial_scoring();
        }
    }
}

impl FromEnd for Payoff<i64> {
    fn from_end(end: End) -> Self {
        Self(points(end))
    }
    fn gain(_: i64) {}
    fn declare<R: Opens>(
        game: &ExternalGame<R, Self>,
        powers: &mut impl Powers<ExternalGame<R, Self>>,
    ) {
        match game.rules.promises().bounded {
            true => powers.points(),
            false => powers.ending(),
        }
    }
}
