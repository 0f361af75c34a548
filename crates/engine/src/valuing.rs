//! [`Valuing`]: values that tell more than who wins: partizan values, scoring games, prices.

use bouton_core::{
    Alternating, Declares, Game, Impartial, KnownValues, Limits, Powers, ScoredSides, Sides,
    StopReason, Summands, WinLoss,
};
use bouton_solvers::bidding::Turned;
use bouton_solvers::parts::PartTable;
use bouton_values::ScoringGames;
use derive_where::derive_where;

use crate::bids::{Bids, bids};
use crate::scoring::{FormOf, ScoredForm, form};
use crate::short::{KeptParts, ShortVisit, show};
use crate::typed::Typed;

/// Questions about values other than who wins: partizan values, scoring games, prices.
pub trait Valuing {
    /// Passes the position to `work`, which computes its partizan value; false if it has none. The numbers of parts stay the
    /// same as long as the same parts are kept.
    fn short(&self, kept: &mut KeptParts, work: ShortVisit<'_>) -> bool;
    /// The position among scoring games, with either player to move; `None` if it is not a scoring game of Left and Right, and `None`
    /// within if a player moves twice in a row somewhere.
    fn scoring(
        &self,
        games: &mut ScoringGames,
        limits: &Limits,
    ) -> Option<Result<Option<ScoredForm>, StopReason>>;
    /// The price where the players bid for the right to move; `None` unless a player who cannot move loses.
    ///
    /// # Errors
    /// If a limit is reached.
    fn bids(&self, limits: &Limits) -> Option<Result<Bids, StopReason>>;
}

/// Passes a partizan position to a callback.
type ShowShort<G> = fn(&G, &<G as Game>::Position, &mut KeptParts, ShortVisit<'_>);

/// The price of a position where the players bid for the right to move.
type PriceOf<G> = fn(&G, &<G as Game>::Position, &Limits) -> Result<Bids, StopReason>;

/// The values that a game has.
#[derive_where(Default)]
pub(crate) struct Values<G: Game> {
    short: Option<ShowShort<G>>,
    scoring: Option<FormOf<G>>,
    bids: Option<PriceOf<G>>,
}

impl<G: Declares + Alternating> Powers<G> for Values<G> {
    fn scored_sides(&mut self)
    where
        G: ScoredSides,
    {
        self.scoring = Some(form);
    }
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        self.bids = Some(|game, at, limits| bids(game, at, None, limits));
    }
    fn short(&mut self)
    where
        G: Sides<Score = WinLoss>,
    {
        self.bids = Some(|game, at, limits| {
            let turned: Turned<G> = Some(|game, at, side| game.with_side(at, side));
            bids(game, at, turned, limits)
        });
        self.short
            .get_or_insert(|game, at, kept, work| show(game, at, kept, PartTable::whole, work));
    }
    fn parts(&mut self)
    where
        G: Summands,
    {
        self.short = Some(|game, at, kept, work| show(game, at, kept, PartTable::apart, work));
    }
    fn summands(&mut self)
    where
        G: Summands,
    {
        self.parts();
    }
    fn known_values(&mut self)
    where
        G: KnownValues,
    {
        self.short = Some(|game, at, kept, work| show(game, at, kept, PartTable::known, work));
    }
}

impl<G: Declares + Alternating> Valuing for Typed<G> {
    fn short(&self, kept: &mut KeptParts, work: ShortVisit<'_>) -> bool {
        let show = self.abilities.values.short;
        show.map(|show| show(&self.game, &self.at, kept, work))
            .is_some()
    }

    fn scoring(
        &self,
        games: &mut ScoringGames,
        limits: &Limits,
    ) -> Option<Result<Option<ScoredForm>, StopReason>> {
        Some((self.abilities.values.scoring?)(
            &self.game, &self.at, games, limits,
        ))
    }

    fn bids(&self, limits: &Limits) -> Option<Result<Bids, StopReason>> {
        Some((self.abilities.values.bids?)(&self.game, &self.at, limits))
    }
}
