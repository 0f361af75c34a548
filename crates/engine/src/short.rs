//! [`Short`]: a position of Left and Right whose value can be computed, behind one object-safe trait.

use std::any::Any;

use bouton_core::take_and_break::Code;
use bouton_core::{Game, Meter, Notation, Side, Sides, StopReason, WinLoss};
use bouton_solvers::parts::{MOVE, PartTable, Parts, PartsOf, Sum};

/// A partizan position, in the form used to compute values.
pub trait Short {
    /// The parts so far.
    fn parts(&mut self) -> &mut dyn Parts;
    /// The position as a sum.
    fn root(&mut self) -> Sum;
    /// Goes to the position after these moves.
    fn play(&mut self, path: &[Ply]);
    /// The moves of `side`, each with its name and the resulting sum.
    ///
    /// # Errors
    /// If a limit is reached.
    fn moves(&mut self, side: Side, meter: &mut Meter) -> Result<Vec<(String, Sum)>, StopReason>;
    /// A part in the game's notation.
    fn show(&self, part: usize) -> String;
    /// The sum for the position with its cells set by a [number](Notation::with_board); `None` if there is no such board.
    fn board(&mut self, number: u64) -> Option<Sum>;
    /// The board with this number as one of its parts and the rest, by their numbers; `None` if it is a single part, or the
    /// game does not define this.
    fn part_off_board(&self, number: u64) -> Option<[u64; 2]>;
    /// The board with this number in the game's notation.
    fn show_board(&self, number: u64) -> Option<String>;
    /// The codes of Left's and of Right's moves, if every part is a heap that follows them.
    fn codes(&self) -> Option<[Code; 2]>;
}

/// A move: the player, and its place among that player's moves.
pub type Ply = (Side, usize);

/// The position after these moves.
fn along<G: Sides>(game: &G, at: &G::Position, path: &[Ply]) -> G::Position {
    path.iter().fold(at.clone(), |at, (side, nth)| {
        let at = game.with_side(&at, *side);
        let mv = game.moves(&at).nth(*nth);
        game.play(
            &at,
            &mv.expect("invariant: the moves of a path were listed"),
        )
    })
}

/// A callback that receives the position.
pub type ShortVisit<'w> = &'w mut dyn FnMut(&mut dyn Short);

/// A position of a game of a known type.
struct At<'g, G: Sides> {
    parts: PartsOf<'g, G>,
    at: G::Position,
}

impl<G: Sides<Score = WinLoss> + Notation> Short for At<'_, G> {
    fn parts(&mut self) -> &mut dyn Parts {
        &mut self.parts
    }
    fn root(&mut self) -> Sum {
        self.parts.table.sum(self.parts.game, &self.at)
    }
    fn play(&mut self, path: &[Ply]) {
        self.at = along(self.parts.game, &self.at, path);
    }
    fn moves(&mut self, side: Side, meter: &mut Meter) -> Result<Vec<(String, Sum)>, StopReason> {
        let game = self.parts.game;
        let at = game.with_side(&self.at, side);
        let mut moves = Vec::new();
        for mv in game.moves(&at) {
            meter.spend(MOVE)?;
            meter.pause()?;
            let sum = self.parts.table.sum(game, &game.play(&at, &mv));
            moves.push((game.show_move(&at, &mv), sum));
        }
        Ok(moves)
    }
    fn show(&self, part: usize) -> String {
        let PartsOf { game, table } = &self.parts;
        game.show(&table.at(game, part))
    }
    fn board(&mut self, number: u64) -> Option<Sum> {
        let game = self.parts.game;
        let at = game.with_board(&self.at, number)?;
        Some(self.parts.table.sum(game, &at))
    }
    fn part_off_board(&self, number: u64) -> Option<[u64; 2]> {
        let PartsOf { game, table } = &self.parts;
        let at = game.with_board(&self.at, number)?;
        let [part, rest] = table.part_off(game, &at)?;
        Some([game.board_number(&part)?, game.board_number(&rest)?])
    }
    fn show_board(&self, number: u64) -> Option<String> {
        let game = self.parts.game;
        Some(game.show(&game.with_board(&self.at, number)?))
    }
    fn codes(&self) -> Option<[Code; 2]> {
        self.parts.table.codes(self.parts.game).cloned()
    }
}

/// The known parts of one game, kept from one query to the next.
#[derive(Default)]
pub struct KeptParts(Option<Box<dyn Any + Send>>);

impl KeptParts {
    /// The table of one game.
    ///
    /// # Panics
    /// If the kept parts belong to another game.
    pub(crate) fn table<T: Send + 'static>(&mut self, new: impl FnOnce() -> T) -> &mut T {
        let kept = self.0.get_or_insert_with(|| Box::new(new()));
        kept.downcast_mut()
            .expect("invariant: the parts of one game are kept")
    }
}

impl std::fmt::Debug for KeptParts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeptParts").finish_non_exhaustive()
    }
}

/// Passes a position to `work`; its parts are added to the kept table, or to a new one.
///
/// # Panics
/// If the kept parts belong to another game.
pub(crate) fn show<G: Sides<Score = WinLoss> + Notation + 'static>(
    game: &G,
    at: &<G as Game>::Position,
    kept: &mut KeptParts,
    table: fn() -> PartTable<G>,
    work: ShortVisit<'_>,
) {
    let table = kept.table(table);
    work(&mut At {
        parts: PartsOf { game, table },
        at: at.clone(),
    });
}
