//! [`ExternalSides`]: external rules as a game in which Left and Right have different moves; points may count.

use bouton_core::scene::{Drawn, Scene};
use bouton_core::{
    Declares, Disjunctive, Game, InputError, Loopfree, Notation, Oracle, Origin, Partizan, Powers,
    RuleError, Scoring, Side,
};
use smallvec::SmallVec;

use crate::opened::Opens;
use crate::rules::{ExternalRules, Height};

/// External rules in which Left and Right have different moves; [`Sided`](bouton_core::Sided) plays them turn by turn, or
/// [`Scored`](bouton_core::Scored) if points count.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalSides<R>(pub R);

impl<R: ExternalRules> Game for ExternalSides<R> {
    type Position = R::Position;
    type Move = R::Move;
    fn canonical(&self, at: R::Position) -> R::Position {
        self.0.canonical(at)
    }
    fn key(&self, at: &R::Position) -> Option<u64> {
        self.0.key(at)
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        self.0.oracle()
    }
    fn origins(&self) -> Vec<Origin> {
        self.0.origins()
    }
    fn endless(&self, at: &R::Position) -> RuleError {
        self.0.endless(at)
    }
}

impl<R: ExternalRules> Partizan for ExternalSides<R> {
    fn moves<'g>(
        &'g self,
        at: &R::Position,
        side: Side,
    ) -> impl Iterator<Item = R::Move> + use<'g, R> {
        self.0.moves(at, side)
    }
    fn play(&self, at: &R::Position, _side: Side, mv: &R::Move) -> R::Position {
        self.0.play(at, mv)
    }
}

impl<R: ExternalRules> Scoring for ExternalSides<R> {
    fn gain(&self, _at: &R::Position, _side: Side, mv: &R::Move) -> i64 {
        self.0.gain(mv)
    }
    fn stuck(&self, at: &R::Position, side: Side) -> i64 {
        self.0.stuck(at, side)
    }
}

/// Declared if the rules promise that play is bounded.
impl<R: ExternalRules> Loopfree for ExternalSides<R> {
    type Height = Height;
    fn height(&self, at: &R::Position) -> Height {
        self.0.height(at)
    }
}

/// Declared if the rules promise parts or negatives.
impl<R: ExternalRules> Disjunctive for ExternalSides<R> {
    fn summands(&self, at: &R::Position) -> SmallVec<[R::Position; 2]> {
        self.0.summands(at)
    }
    /// A position and its negative cancel only if play ends: on + off is drawn.
    fn negative(&self, at: &R::Position) -> Option<R::Position> {
        self.0.promises().bounded.then(|| self.0.negative(at))?
    }
}

impl<R: Opens> Declares for ExternalSides<R> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        let promises = self.0.promises();
        match promises.bounded {
            true => powers.partizan(),
            false => powers.partizan_ending(),
        }
        match (promises.disjunctive, promises.bounded) {
            (false, _) => {}
            (true, true) => powers.disjunctive(),
            (true, false) => powers.disjunctive_ending(),
        }
        powers.look();
    }
}

impl<R: ExternalRules> Notation for ExternalSides<R> {
    fn parse(&self, text: &str) -> Result<R::Position, InputError> {
        self.0.read(text)
    }
    fn show(&self, at: &R::Position) -> String {
        self.0.show(at)
    }
    fn show_move(&self, at: &R::Position, mv: &R::Move) -> String {
        self.0.label(at, mv)
    }
    fn move_called(&self, at: &R::Position, text: &str) -> Option<R::Move> {
        self.0.move_called(at, text)
    }
}

impl<R: ExternalRules> Drawn for ExternalSides<R> {
    fn scene(&self, at: &R::Position) -> Scene {
        self.0.scene(at)
    }
}
