//! [`Whole`]: a numbered space of a game of any type.

use std::path::Path;

use bouton_core::{
    Alternating, Limits, Loopfree, Notation, Outcome, Ranked, Reversible, Score, Slice, Sliced,
    StopReason,
};

use super::margins::margins;
use super::values::Values;
use crate::keeper::Keeper;
use crate::retrograde::{Exchange, Share, by_files, part_of};
use crate::retrograde::{filed_outcomes, outcomes_of_numbers, shared_outcomes, solve_slices};

/// The position after a move, and the points that the move earns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The number of the position.
    pub to: u64,
    /// The points that the mover earns.
    pub gain: i128,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

/// The state of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// There is no position.
    Hole,
    /// Play is over, with this rank.
    Over(i128),
    /// A position with its moves.
    Open,
}

/// Positions numbered from 0, with the moves between them.
pub trait Whole: Sync {
    /// Whether it is a game of points.
    fn counts_points(&self) -> bool;
    /// The number of numbers.
    fn count(&self) -> u64;
    /// All numbers in slices: moves stay in a slice, or lead to one that it feeds.
    fn slices(&self) -> Vec<Slice> {
        vec![Slice {
            numbers: 0..self.count(),
            total: 0,
            feeds: Vec::new(),
        }]
    }
    /// The state of a number; reports its moves.
    fn see(&self, number: u64, tell: &mut dyn FnMut(Lead)) -> Seen;
    /// The position in the game's notation; `None` if the number has no position.
    fn show(&self, number: u64) -> Option<String>;
    /// The value of every number. If values are found wave by wave, they are saved from time to time, and saved work is
    /// continued; data that does not fit in memory is in files next to it.
    ///
    /// # Errors
    /// If a limit is reached.
    fn solve(&self, limits: &Limits, keeper: &mut Keeper) -> Result<Values, StopReason>;
    /// The fewest bytes on disk that solving takes within these limits.
    fn takes_on_disk(&self, _limits: &Limits) -> u64 {
        0
    }
    /// One worker's share of the values, with its files in a folder; `None` if they are not found wave by wave.
    ///
    /// # Errors
    /// If a limit is reached.
    fn share(
        &self,
        _talk: &mut Exchange<'_>,
        _folder: &Path,
        _limits: &Limits,
    ) -> Result<Option<Share>, StopReason> {
        Ok(None)
    }
}

/// All positions of a game that numbers them and takes moves back.
#[derive(Clone, Copy, Debug)]
pub struct All<'g, G>(pub &'g G);

/// All positions with at most this many tokens.
#[derive(Clone, Copy, Debug)]
pub struct Within<'g, G> {
    game: &'g G,
    count: u64,
}

impl<'g, G: Ranked> Within<'g, G> {
    /// Those with at most `total` tokens; `None` if 64 bits do not suffice to number them.
    pub fn new(game: &'g G, total: u64) -> Option<Self> {
        let count = game.within(total)?;
        Some(Self { game, count })
    }
}

/// The slices of a game with at most this many tokens.
#[derive(Clone, Debug)]
pub struct InSlices<'g, G> {
    game: &'g G,
    slices: Vec<Slice>,
}

impl<'g, G: Sliced> InSlices<'g, G> {
    /// Those with at most `total` tokens; `None` if there are none.
    pub fn new(game: &'g G, total: u64) -> Option<Self> {
        let mut slices = game.slices();
        slices.retain(|slice| slice.total <= total);
        (!slices.is_empty()).then_some(Self { game, slices })
    }
}

/// The state of a number's position; reports its moves to positions with a number.
#[inline]
fn see<G: Alternating>(
    game: &G,
    at: Option<G::Position>,
    number: impl Fn(&G::Position) -> Option<u64>,
    tell: &mut dyn FnMut(Lead),
) -> Seen {
    let Some(at) = at else {
        return Seen::Hole;
    };
    if let Some(score) = game.score(&at) {
        return Seen::Over(score.rank());
    }
    for mv in game.moves(&at) {
        tell(Lead {
            to: number(&game.play(&at, &mv)).expect("invariant: play stays within the numbers"),
            gain: G::Score::points(game.gain(&at, &mv)).unwrap_or(0),
            keeps_turn: game.keeps_turn(&at, &mv),
        });
    }
    Seen::Open
}

impl<G: Reversible + Notation> Whole for All<'_, G> {
    fn counts_points(&self) -> bool {
        G::Score::plain(Outcome::Win).is_none()
    }
    fn count(&self) -> u64 {
        self.0.count()
    }
    fn see(&self, number: u64, tell: &mut dyn FnMut(Lead)) -> Seen {
        let at = self.0.position(number);
        see(self.0, at, |to| Some(self.0.index(to)), tell)
    }
    fn show(&self, number: u64) -> Option<String> {
        Some(self.0.show(&self.0.position(number)?))
    }
    fn solve(&self, limits: &Limits, keeper: &mut Keeper) -> Result<Values, StopReason> {
        let filed = |keeper| filed_outcomes(self.0, limits, keeper).map(Values::Filed);
        if by_files::is_begun(keeper.folder()) {
            return filed(keeper);
        }
        match outcomes_of_numbers(self.0, limits, Some(keeper)) {
            Err(StopReason::Memory) => filed(keeper),
            outcomes => outcomes.map(Values::Outcomes),
        }
    }
    fn takes_on_disk(&self, limits: &Limits) -> u64 {
        match limits.afford(self.count()) {
            Ok(()) => 0,
            // A byte a number, before and after a pass.
            Err(_) => self.count().saturating_mul(2),
        }
    }
    fn share(
        &self,
        talk: &mut Exchange<'_>,
        folder: &Path,
        limits: &Limits,
    ) -> Result<Option<Share>, StopReason> {
        let part = part_of(self.count(), talk.workers());
        shared_outcomes(self.0, talk, folder, part, limits).map(Some)
    }
}

impl<G: Ranked + Alternating + Loopfree + Notation> Whole for Within<'_, G> {
    fn counts_points(&self) -> bool {
        G::Score::plain(Outcome::Win).is_none()
    }
    fn count(&self) -> u64 {
        self.count
    }
    fn see(&self, number: u64, tell: &mut dyn FnMut(Lead)) -> Seen {
        let at = self.game.unrank(number);
        see(self.game, at, |to| self.game.rank(to), tell)
    }
    fn show(&self, number: u64) -> Option<String> {
        Some(self.game.show(&self.game.unrank(number)?))
    }
    fn solve(&self, limits: &Limits, keeper: &mut Keeper) -> Result<Values, StopReason> {
        let mut leads = |number, to: &mut Vec<Lead>| self.see(number, &mut |lead| to.push(lead));
        margins(self.count, &mut leads, limits, Some(keeper)).map(Values::Margins)
    }
}

impl<G: Sliced + Notation> Whole for InSlices<'_, G> {
    fn counts_points(&self) -> bool {
        G::Score::plain(Outcome::Win).is_none()
    }
    fn count(&self) -> u64 {
        self.slices.last().map_or(0, |slice| slice.numbers.end)
    }
    fn slices(&self) -> Vec<Slice> {
        self.slices.clone()
    }
    fn see(&self, number: u64, tell: &mut dyn FnMut(Lead)) -> Seen {
        let at = self.game.unrank(number);
        see(self.game, at, |to| self.game.rank(to), tell)
    }
    fn show(&self, number: u64) -> Option<String> {
        Some(self.game.show(&self.game.unrank(number)?))
    }
    fn solve(&self, limits: &Limits, keeper: &mut Keeper) -> Result<Values, StopReason> {
        solve_slices(self.game, &self.slices, limits, keeper).map(Values::Slices)
    }
}
