//! [`Adaptor`]: a game derived from another one, which states only the differences.
//!
//! [`Game`], [`Loopfree`], [`Notation`] and [`Drawn`] are implemented here once for all adaptors: everything that an adaptor
//! does not change is forwarded to the base game. A new method of one of these traits must be forwarded here; a test checks
//! this.

pub mod misere;
pub mod sided;

#[cfg(test)]
mod tests;

use std::fmt::Debug;
use std::hash::Hash;

use num_bigint::BigUint;

use crate::game::{Game, Loopfree};
use crate::notation::{InputError, Notation};
use crate::oracle::{Oracle, RuleError};
use crate::origin::Origin;
use crate::packed::Packed;
use crate::scene::{Deed, Drawn, Scene, Slope};

/// A position of the base game.
pub type Bare<A> = <<A as Adaptor>::Base as Game>::Position;

/// A game derived from another one, with the same moves.
pub trait Adaptor: Send + Sync {
    /// The base game.
    type Base: Game;
    /// A position of the base game, with the data that the adaptor adds.
    type Position: Packed + Clone + Eq + Hash + Debug + Send + Sync;

    /// The base game.
    fn base(&self) -> &Self::Base;

    /// The position without the data that the adaptor adds.
    fn bare(at: &Self::Position) -> &Bare<Self>;

    /// The same position over another base position.
    fn with_bare(
        at: Self::Position,
        change: impl FnOnce(Bare<Self>) -> Bare<Self>,
    ) -> Self::Position;

    /// The key of the position, computed from the key of the base position, if it fits in 64 bits.
    fn key_of(&self, bare: u64, _at: &Self::Position) -> Option<u64> {
        Some(bare)
    }

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is not a position.
    fn read(&self, text: &str) -> Result<Self::Position, InputError>
    where
        Self::Base: Notation;

    /// The text written after the base position.
    fn suffix(_at: &Self::Position) -> &'static str {
        ""
    }

    /// The player to move, if the base position does not say.
    fn turn(_at: &Self::Position) -> Option<&'static str> {
        None
    }

    /// Whether the lost positions are those of the base game, so that its families and slopes hold.
    const KEEPS_LOSSES: bool;
}

impl<A: Adaptor> Game for A {
    type Position = A::Position;
    type Move = <A::Base as Game>::Move;
    fn canonical(&self, at: Self::Position) -> Self::Position {
        A::with_bare(at, |bare| self.base().canonical(bare))
    }
    fn merged(&self, at: Self::Position) -> Self::Position {
        A::with_bare(at, |bare| self.base().merged(bare))
    }
    fn key(&self, at: &Self::Position) -> Option<u64> {
        self.key_of(self.base().key(A::bare(at))?, at)
    }
    fn tokens(&self, at: &Self::Position) -> Option<BigUint> {
        self.base().tokens(A::bare(at))
    }
    fn removed(&self, mv: &Self::Move) -> Option<BigUint> {
        self.base().removed(mv)
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        self.base().oracle()
    }
    fn origins(&self) -> Vec<Origin> {
        self.base().origins()
    }
    fn endless(&self, at: &Self::Position) -> RuleError {
        self.base().endless(A::bare(at))
    }
}

impl<A: Adaptor<Base: Loopfree>> Loopfree for A {
    type Height = <A::Base as Loopfree>::Height;
    fn height(&self, at: &Self::Position) -> Self::Height {
        self.base().height(A::bare(at))
    }
}

impl<A: Adaptor<Base: Notation>> Notation for A {
    fn parse(&self, text: &str) -> Result<Self::Position, InputError> {
        self.read(text)
    }
    fn show(&self, at: &Self::Position) -> String {
        self.base().show(A::bare(at)) + A::suffix(at)
    }
    fn show_within(&self, at: &Self::Position, longest: usize) -> Option<String> {
        let suffix = A::suffix(at);
        let longest = longest.checked_sub(suffix.len())?;
        Some(self.base().show_within(A::bare(at), longest)? + suffix)
    }
    fn show_move(&self, at: &Self::Position, mv: &Self::Move) -> String {
        self.base().show_move(A::bare(at), mv)
    }
    fn move_in_words(&self, at: &Self::Position, mv: &Self::Move) -> Option<String> {
        self.base().move_in_words(A::bare(at), mv)
    }
    fn component(&self, mv: &Self::Move) -> Option<usize> {
        self.base().component(mv)
    }
    fn signs(&self) -> Vec<char> {
        self.base().signs()
    }
    fn with_board(&self, at: &Self::Position, number: u64) -> Option<Self::Position> {
        let board = self.base().with_board(A::bare(at), number)?;
        Some(A::with_bare(at.clone(), |_| board))
    }
    fn board_number(&self, at: &Self::Position) -> Option<u64> {
        self.base().board_number(A::bare(at))
    }
    fn move_called(&self, at: &Self::Position, text: &str) -> Option<Self::Move> {
        self.base().move_called(A::bare(at), text)
    }
}

impl<A: Adaptor<Base: Drawn>> Drawn for A {
    fn scene(&self, at: &Self::Position) -> Scene {
        let scene = self.base().scene(A::bare(at));
        match A::turn(at) {
            Some(turn) => scene.to_move(turn),
            None => scene,
        }
    }
    fn deed(&self, at: &Self::Position, mv: &Self::Move) -> Option<Deed> {
        self.base().deed(A::bare(at), mv)
    }
    fn family(&self, at: &Self::Position) -> Option<String> {
        self.base().family(A::bare(at)).filter(|_| A::KEEPS_LOSSES)
    }
    fn slopes(&self) -> Vec<Slope> {
        if A::KEEPS_LOSSES {
            self.base().slopes()
        } else {
            Vec::new()
        }
    }
}
