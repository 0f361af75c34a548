//! Values that tell more than who wins: partizan values, scoring games, prices.

use bouton_core::erased::Place;
use bouton_core::game::ImpartialScoring;
use bouton_core::{
    Alternating, Declares, Impartial, KnownValues, Powers, ScoredSides, Sides, Summands, WinLoss,
};
use bouton_solvers::parts::PartTable;

use crate::abilities::Collect;
use crate::scoring::Split;
use crate::short::{KeptParts, ShortVisit, show};

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
