//! The kinds of sums: by the deciding rule, and by whether both players have the same moves.

use std::fmt::Debug;

use bouton_core::{Margin, Score, WinLoss};

use bouton_engine::Convention;

/// A kind of sums.
pub(super) trait Kind: Clone + Debug + Send + Sync + 'static {
    /// The score of the end.
    type Score: Score;
    /// Whether both players have the same moves in every component.
    const SHARED: bool;
    /// Whether moves earn points.
    const POINTS: bool;
    /// The score when the player to move has no move in any component; `stuck` adds the points that the ends give.
    fn over(stuck: impl FnOnce() -> i128) -> Self::Score;
    /// The points that a move earns.
    fn gain(points: impl FnOnce() -> i128) -> <Self::Score as Score>::Gain;
    /// Whether a component of this kind can be part of it.
    fn takes(convention: Convention) -> bool;
}

/// The last to move wins, and both players have the same moves, so that Grundy values decide.
#[derive(Clone, Debug)]
pub(super) struct Impartial;

impl Kind for Impartial {
    type Score = WinLoss;
    const SHARED: bool = true;
    const POINTS: bool = false;
    fn over(_: impl FnOnce() -> i128) -> WinLoss {
        WinLoss::Loss
    }
    fn gain(_: impl FnOnce() -> i128) {}
    fn takes(convention: Convention) -> bool {
        convention == Convention::Impartial
    }
}

/// The last to move wins, and Left and Right have different moves in some component.
#[derive(Clone, Debug)]
pub(super) struct Partizan;

impl Kind for Partizan {
    type Score = WinLoss;
    const SHARED: bool = false;
    const POINTS: bool = false;
    fn over(_: impl FnOnce() -> i128) -> WinLoss {
        WinLoss::Loss
    }
    fn gain(_: impl FnOnce() -> i128) {}
    fn takes(convention: Convention) -> bool {
        matches!(convention, Convention::Impartial | Convention::Partizan)
    }
}

/// Most points in all components win; a move that keeps the turn keeps it for all components.
#[derive(Clone, Debug)]
pub(super) struct Points;

impl Kind for Points {
    type Score = Margin;
    const SHARED: bool = true;
    const POINTS: bool = true;
    fn over(_: impl FnOnce() -> i128) -> Margin {
        Margin(0)
    }
    fn gain(points: impl FnOnce() -> i128) -> i128 {
        points()
    }
    fn takes(convention: Convention) -> bool {
        convention == Convention::Points
    }
}

/// Most points in all components win, and Left and Right have different moves in some component.
#[derive(Clone, Debug)]
pub(super) struct PartizanPoints;

impl Kind for PartizanPoints {
    type Score = Margin;
    const SHARED: bool = false;
    const POINTS: bool = true;
    fn over(stuck: impl FnOnce() -> i128) -> Margin {
        Margin(stuck())
    }
    fn gain(points: impl FnOnce() -> i128) -> i128 {
        points()
    }
    fn takes(convention: Convention) -> bool {
        matches!(convention, Convention::Points | Convention::PartizanPoints)
    }
}
