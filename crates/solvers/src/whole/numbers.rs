//! [`Numbers`]: the numbered positions of a game, which are solved behind the trait [`Whole`].

use std::path::Path;

use bouton_core::space::{NumberState, Numbered, Step};
use bouton_core::{
    Alternating, Game, Indexed, Limits, Loopfree, Notation, Outcome, Ranked, Reversible, Score,
    Slice, Sliced, StopReason,
};

use super::margins::margins;
use super::values::Values;
use crate::keeper::Keeper;
use crate::retrograde::{Exchange, Share, by_files, part_of};
use crate::retrograde::{filed_outcomes, outcomes_of_numbers, shared_outcomes, solve_slices};

/// Numbered positions that can be solved.
pub trait Whole: Numbered {
    /// All numbers in slices: moves stay in a slice, or lead to one that it feeds.
    fn slices(&self) -> &[Slice];
    /// The position in the game's notation; `None` if the number has no position.
    fn show(&self, number: u64) -> Option<String>;
    /// The value of every number. If values are found wave by wave, they are saved from time to time, and saved work is
    /// continued; data that does not fit in memory is in files next to it.
    ///
    /// # Errors
    /// If a limit is reached.
    fn solve(&self, limits: &Limits, keeper: &mut Keeper) -> Result<Values, StopReason>;
    /// The fewest bytes on disk that solving takes within these limits.
    fn takes_on_disk(&self, limits: &Limits) -> u64;
    /// One worker's share of the values, with its files in a folder; `None` if they are not found wave by wave.
    ///
    /// # Errors
    /// If a limit is reached.
    fn share(
        &self,
        talk: &mut Exchange<'_>,
        folder: &Path,
        limits: &Limits,
    ) -> Result<Option<Share>, StopReason>;
}

type Solve<G> = fn(&Numbers<'_, G>, &Limits, &mut Keeper) -> Result<Values, StopReason>;
type Shared<G> = fn(&G, &mut Exchange<'_>, &Path, u32, &Limits) -> Result<Share, StopReason>;

/// The numbered positions of a game: all of them, or all with at most as many tokens as a total.
pub struct Numbers<'g, G: Game> {
    pub(crate) game: &'g G,
    slices: Vec<Slice>,
    solve: Solve<G>,
    /// For values that are found wave by wave.
    share: Option<Shared<G>>,
}

impl<'g, G: Game> Numbers<'g, G> {
    /// All positions of a game that takes moves back.
    pub fn all(game: &'g G) -> Self
    where
        G: Reversible,
    {
        Self {
            share: Some(shared_outcomes),
            ..Self::below(game.count(), game, |numbers, limits, keeper| {
                let game = numbers.game;
                let filed = |keeper| filed_outcomes(game, limits, keeper).map(Values::Filed);
                if by_files::is_begun(keeper.folder()) {
                    return filed(keeper);
                }
                match outcomes_of_numbers(game, limits, Some(keeper)) {
                    Err(StopReason::Memory) => filed(keeper),
                    outcomes => outcomes.map(Values::Outcomes),
                }
            })
        }
    }

    /// Those with at most `total` tokens; `None` if 64 bits do not suffice to number them.
    pub fn within(game: &'g G, total: u64) -> Option<Self>
    where
        G: Ranked + Alternating + Loopfree,
    {
        let count = game.within(total)?;
        Some(Self::below(count, game, |numbers, limits, keeper| {
            margins(numbers, limits, Some(keeper)).map(Values::Margins)
        }))
    }

    /// The slices with at most `total` tokens; `None` if there are none.
    pub fn in_slices(game: &'g G, total: u64) -> Option<Self>
    where
        G: Sliced,
    {
        let mut slices = game.slices();
        slices.retain(|slice| slice.total <= total);
        (!slices.is_empty()).then_some(Self {
            game,
            slices,
            solve: |numbers, limits, keeper| {
                let files = solve_slices(numbers.game, &numbers.slices, limits, keeper);
                files.map(Values::Slices)
            },
            share: None,
        })
    }

    /// The numbers below `count`, as one slice.
    fn below(count: u64, game: &'g G, solve: Solve<G>) -> Self {
        let slice = Slice {
            numbers: 0..count,
            total: 0,
            feeds: Vec::new(),
        };
        Self {
            game,
            slices: vec![slice],
            solve,
            share: None,
        }
    }
}

impl<G: Indexed + Alternating> Numbered for Numbers<'_, G> {
    fn counts_points(&self) -> bool {
        G::Score::plain(Outcome::Win).is_none()
    }
    fn count(&self) -> u64 {
        self.slices.last().map_or(0, |slice| slice.numbers.end)
    }
    fn look(&self, number: u64, tell: &mut dyn FnMut(Step)) -> NumberState {
        let game = self.game;
        let Some(at) = game.position(number) else {
            return NumberState::Hole;
        };
        if let Some(score) = game.score(&at) {
            return NumberState::Over(score.rank());
        }
        for mv in game.moves(&at) {
            let to = game.index(&game.play(&at, &mv));
            tell(Step {
                to: to.expect("invariant: play stays within the numbers"),
                gain: G::Score::points(game.gain(&at, &mv)).unwrap_or(0),
                keeps_turn: game.keeps_turn(&at, &mv),
            });
        }
        NumberState::Open
    }
}

impl<G: Indexed + Alternating + Notation> Whole for Numbers<'_, G> {
    fn slices(&self) -> &[Slice] {
        &self.slices
    }
    fn show(&self, number: u64) -> Option<String> {
        Some(self.game.show(&self.game.position(number)?))
    }
    fn solve(&self, limits: &Limits, keeper: &mut Keeper) -> Result<Values, StopReason> {
        (self.solve)(self, limits, keeper)
    }
    fn takes_on_disk(&self, limits: &Limits) -> u64 {
        match (self.share, limits.afford(self.count())) {
            // A byte a number, before and after a pass.
            (Some(_), Err(_)) => self.count().saturating_mul(2),
            _ => 0,
        }
    }
    fn share(
        &self,
        talk: &mut Exchange<'_>,
        folder: &Path,
        limits: &Limits,
    ) -> Result<Option<Share>, StopReason> {
        let part = part_of(self.count(), talk.workers());
        let share = self
            .share
            .map(|share| share(self.game, talk, folder, part, limits));
        share.transpose()
    }
}
