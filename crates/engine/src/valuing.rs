//! [`Valuing`]: values that tell more than who wins: partizan values, scoring games, prices.

use bouton_core::erased::Place;
use bouton_core::{
    Alternating, Declares, Impartial, KnownValues, Limits, Powers, Score, ScoredSides, Side, Sides,
    StopReason, Summands, WinLoss,
};
use bouton_solvers::parts::PartTable;
use bouton_values::ScoringGames;

use crate::abilities::Collect;
use crate::bids::{Bids, bids};
use crate::scoring::{Forms, ScoredForm, form};
use crate::short::{KeptParts, Ply, ShortVisit, along, show};
use crate::typed::Behind;

/// Questions about values other than who wins: partizan values, scoring games, prices.
pub trait Valuing {
    /// Passes the position to `work`, which computes its partizan value; false if it has none. The numbers of parts stay the
    /// same as long as the same parts are kept.
    fn short(&self, kept: &mut KeptParts, work: ShortVisit<'_>) -> bool;
    /// The position after these moves as a sum of scoring games, with either player to move; as one game if it is not taken `apart`.
    /// `None` if it is not a scoring game of Left and Right, and `None` within if a player moves twice in a row somewhere. The same
    /// parts are kept as long as the same games are.
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

/// The scoring games of a position.
type FormOf = Box<
    dyn Fn(
            &Place,
            &[Ply],
            bool,
            &mut KeptParts,
            &mut ScoringGames,
            &Limits,
        ) -> Result<Option<ScoredForm>, StopReason>
        + Send,
>;

/// The values that a game has.
#[derive(Default)]
pub(crate) struct Values {
    pub(crate) short: Option<ShowShort>,
    pub(crate) scoring: Option<FormOf>,
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
        self.found.scoring = Some(Box::new(move |at, path, apart, kept, games, limits| {
            let at = along(&*game, &at.position(), path);
            form(
                &*game,
                &at,
                apart,
                kept.table(Forms::default),
                games,
                limits,
            )
        }));
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
        let scoring = self.abilities.values.scoring.as_ref()?;
        Some(scoring(&self.at, path, apart, kept, games, limits))
    }

    fn bids(&self, limits: &Limits) -> Option<Result<Bids, StopReason>> {
        let turned = self.abilities.plays.with_side.as_ref();
        let turned = turned.map(|turned| turned as &dyn Fn(&Place, Side) -> Place);
        let has_prices = self.abilities.values.has_prices;
        has_prices.then(|| bids(&self.game, &self.at, turned, limits))
    }
}
