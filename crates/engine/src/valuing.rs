//! [`Valuing`]: values that tell more than who wins: partizan values, scoring games, prices.

use bouton_core::erased::Place;
use bouton_core::game::ImpartialScoring;
use bouton_core::{
    Alternating, Declares, Impartial, KnownValues, Limits, Powers, Score, ScoredSides, Sides,
    StopReason, Summands, WinLoss,
};
use bouton_solvers::bidding::Turned;
use bouton_solvers::parts::PartTable;
use bouton_values::ScoringGames;

use crate::abilities::Collect;
use crate::bids::{Bids, bids};
use crate::scoring::{Forms, Scored, ScoredForm, Split};
use crate::short::{KeptParts, Ply, ShortVisit, show};
use crate::typed::Behind;

/// Questions about values other than who wins: partizan values, scoring games, prices.
pub trait Valuing {
    /// Passes the position to `work`, which computes its partizan value; false if it has none. The numbers of parts stay the
    /// same as long as the same parts are kept.
    fn short(&self, kept: &mut KeptParts, work: ShortVisit<'_>) -> bool;
    /// The position after these moves as a sum of scoring games, with either player to move; as one game if it is not taken `apart`.
    /// `None` if it is neither a scoring game of Left and Right nor lost by the last to move, and `None` within if a player moves twice
    /// in a row somewhere. The same parts are kept as long as the same games are.
    fn scoring(
        &self,
        path: &[Ply],
        apart: bool,
        kept: &mut KeptParts,
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
pub(crate) type ShowShort = Box<dyn Fn(&Place, &mut KeptParts, ShortVisit<'_>) + Send>;

/// The values that a game has.
#[derive(Default)]
pub(crate) struct Values {
    pub(crate) short: Option<ShowShort>,
    /// Whether positions are compared as games of points.
    pub(crate) is_scoring: bool,
    /// Takes a position of such a game apart.
    pub(crate) split: Option<Box<Split>>,
    /// Whether a player who cannot move loses.
    pub(crate) has_prices: bool,
}

impl<G: Declares + Alternating> Collect<G, Values> {
    fn show(&mut self, table: fn() -> PartTable<G>)
    where
        G: Sides<Score = WinLoss>,
    {
        let game = self.game.clone();
        self.found.short = Some(Box::new(move |at, kept, work| {
            show(&*game, &at.position(), kept, table, work);
        }));
    }
}

impl<G: Declares + Alternating> Powers<G> for Collect<G, Values> {
    fn scored_sides(&mut self)
    where
        G: ScoredSides,
    {
        let game = self.game.clone();
        self.found.is_scoring = true;
        self.found.split = Some(Box::new(move |at| {
            let parts = game.parts(&at.position());
            parts.iter().map(Place::of).collect()
        }));
    }
    fn impartial_scoring(&mut self)
    where
        G: ImpartialScoring,
    {
        self.found.is_scoring = true;
    }
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        self.found.has_prices = true;
    }
    fn short(&mut self)
    where
        G: Sides<Score = WinLoss>,
    {
        self.found.has_prices = true;
        if self.found.short.is_none() {
            self.show(PartTable::whole);
        }
    }
    fn parts(&mut self)
    where
        G: Summands,
    {
        self.show(PartTable::apart);
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
        self.show(PartTable::known);
    }
}

impl<S: Score> Valuing for Behind<S> {
    fn short(&self, kept: &mut KeptParts, work: ShortVisit<'_>) -> bool {
        let show = self.abilities.values.short.as_ref();
        show.map(|show| show(&self.at, kept, work)).is_some()
    }

    fn scoring(
        &self,
        path: &[Ply],
        apart: bool,
        kept: &mut KeptParts,
        games: &mut ScoringGames,
        limits: &Limits,
    ) -> Option<Result<Option<ScoredForm>, StopReason>> {
        let values = &self.abilities.values;
        let scored = Scored {
            game: &self.game,
            turned: self.turned(),
            split: values.split.as_deref().filter(|_| apart),
        };
        let at = || scored.along(&self.at, path);
        (values.is_scoring).then(|| scored.form(&at(), kept.table(Forms::default), games, limits))
    }

    fn bids(&self, limits: &Limits) -> Option<Result<Bids, StopReason>> {
        let has_prices = self.abilities.values.has_prices;
        has_prices.then(|| bids(&self.game, &self.at, self.turned(), limits))
    }
}

impl<S: Score> Behind<S> {
    /// The same position with a side to move, if the sides have different moves.
    fn turned(&self) -> Turned<'_, Place> {
        let turned = self.abilities.plays.with_side.as_ref();
        turned.map(|turned| turned as _)
    }
}
