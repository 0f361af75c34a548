//! [`Pieced`]: games of Left and Right in which a move replaces one piece by others, all of one type, so that the solvers
//! are compiled with it once.

use std::fmt::Debug;

use bouton_core::notation::items;
use bouton_core::scene::{Deed, Drawn, Figure, Scene};
use bouton_core::take_and_break::Code;
use bouton_core::{Disjunctive, Game, InputError, Loopfree, Notation, Partizan, Side, declares};
use smallvec::{SmallVec, smallvec};

/// A rectangle: rows and columns. A heap is a rectangle of one row.
pub type Piece = [u32; 2];

/// Pieces in order.
pub type Pieces = SmallVec<[Piece; 2]>;

/// The largest number that is accepted: larger pieces cannot be searched, and listing their moves takes long.
pub(crate) const LARGEST: u32 = 100_000;

/// The results of moves on a piece, in the game's own order, all different.
pub(crate) type Options<'r> = Box<dyn Iterator<Item = Pieces> + 'r>;

/// The moves on one piece: the rules of one game. The resulting pieces are in order and cover less than the piece, or the
/// same area with more pieces.
pub(crate) trait Rules: Debug + Send + Sync {
    /// The results of the moves of `side` on a piece.
    fn options(&self, piece: Piece, side: Side) -> Options<'_>;
    /// The piece with Left and Right exchanged, if the game has it.
    fn negative(&self, piece: Piece) -> Option<Piece>;
    /// Reads a piece whose numbers are at most [`LARGEST`].
    fn read(&self, text: &str) -> Option<Piece>;
    /// Reads a position of one piece in another notation.
    fn alone(&self, _: &str) -> Option<Piece> {
        None
    }
    /// The expected form of a piece, for errors.
    fn expected(&self) -> &'static str;
    /// Writes a piece.
    fn show(&self, piece: Piece) -> String;
    /// A move in words: the action that turns a piece into others.
    fn words(&self, piece: Piece, into: &[Piece]) -> String;
    /// The look of a position.
    fn scene(&self, at: &[Piece]) -> Scene;
    /// The codes of both players, if pieces are heaps.
    fn codes(&self) -> Option<&[Code; 2]> {
        None
    }
}

/// A game of pieces.
#[derive(Debug)]
pub struct Pieced(pub(crate) Box<dyn Rules>);

impl PartialEq for Pieced {
    /// Rules are compared by their debug output, which shows all of their data.
    fn eq(&self, other: &Self) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}

/// A piece and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    place: usize,
    into: Pieces,
}

bouton_core::packs!(Cut { place, into });

/// Reads a number from 1 to [`LARGEST`].
pub(crate) fn number(text: &str) -> Option<u32> {
    let number = text.trim().parse().ok();
    number.filter(|n| (1..=LARGEST).contains(n))
}

impl Pieced {
    fn is_over(&self, piece: Piece) -> bool {
        let has_move = |side| self.0.options(piece, side).next().is_some();
        !Side::BOTH.into_iter().any(has_move)
    }

    fn names(&self, pieces: &[Piece], between: &str) -> String {
        let names: Vec<_> = pieces.iter().map(|piece| self.0.show(*piece)).collect();
        names.join(between)
    }
}

impl Game for Pieced {
    type Position = Pieces;
    type Move = Cut;
    fn canonical(&self, mut at: Pieces) -> Pieces {
        at.retain(|piece| !self.is_over(*piece));
        at
    }
}

impl Partizan for Pieced {
    fn moves<'g>(&'g self, at: &Pieces, side: Side) -> impl Iterator<Item = Cut> + use<'g> {
        let all = at.clone();
        // Of equal pieces only the first is listed.
        let first = move |place: &usize| *place == 0 || all[place - 1] != all[*place];
        let at = at.clone();
        (0..at.len()).filter(first).flat_map(move |place| {
            let options = self.0.options(at[place], side);
            options.map(move |into| Cut { place, into })
        })
    }
    fn play(&self, at: &Pieces, _side: Side, Cut { place, into }: &Cut) -> Pieces {
        let mut to = at.clone();
        to.remove(*place);
        to.extend_from_slice(into);
        to.sort_unstable();
        to
    }
}

impl Loopfree for Pieced {
    type Height = u128;
    /// Twice the area of the pieces, minus their number.
    fn height(&self, at: &Pieces) -> u128 {
        let covered = at.iter().map(|[a, b]| u128::from(*a) * u128::from(*b));
        covered.map(|area| 2 * area - 1).sum()
    }
}

impl Disjunctive for Pieced {
    fn summands(&self, at: &Pieces) -> SmallVec<[Pieces; 2]> {
        let live = at.iter().filter(|piece| !self.is_over(**piece));
        live.map(|piece| smallvec![*piece]).collect()
    }
    fn negative(&self, at: &Pieces) -> Option<Pieces> {
        let turned = at.iter().map(|piece| self.0.negative(*piece));
        let mut turned: Pieces = turned.collect::<Option<_>>()?;
        turned.sort_unstable();
        Some(turned)
    }
    fn codes(&self) -> Option<&[Code; 2]> {
        self.0.codes()
    }
}

impl Notation for Pieced {
    fn parse(&self, text: &str) -> Result<Pieces, InputError> {
        if let Some(piece) = self.0.alone(text) {
            return Ok(smallvec![piece]);
        }
        let mut pieces = Pieces::new();
        for (span, item) in items(text) {
            let piece = self.0.read(item).ok_or_else(|| {
                let expected = self.0.expected();
                let message =
                    format!("expected {expected}, of numbers up to {LARGEST}, found {item:?}");
                InputError::new(message, text, span)
            })?;
            pieces.extend((piece[0] > 0).then_some(piece));
        }
        pieces.sort_unstable();
        Ok(pieces)
    }
    fn show(&self, at: &Pieces) -> String {
        self.names(at, ",")
    }
    fn show_move(&self, at: &Pieces, Cut { place, into }: &Cut) -> String {
        let from = self.0.show(at[*place]);
        match into.is_empty() {
            true => format!("{from}>0"),
            false => format!("{from}>{}", self.names(into, "+")),
        }
    }
    fn move_in_words(&self, at: &Pieces, Cut { place, into }: &Cut) -> Option<String> {
        Some(self.0.words(at[*place], into))
    }
}

impl Drawn for Pieced {
    fn scene(&self, at: &Pieces) -> Scene {
        self.0.scene(at)
    }
    fn deed(&self, at: &Pieces, Cut { place, into }: &Cut) -> Option<Deed> {
        // After the move pieces stand in another order; of a board, parts are its cells.
        let is_list = matches!(self.0.scene(at).figure, Figure::Heaps(_));
        let size = |piece: &Piece| piece[1] as usize;
        let into: Vec<_> = into.iter().map(size).collect();
        is_list.then(|| Deed::of_heap(*place, size(&at[*place]), &into))
    }
}

declares!(Pieced: partizan, disjunctive, look);
