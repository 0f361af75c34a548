//! [`Surveying`]: all positions of a game, counted, explored or numbered.

use bouton_core::game::{Alternating, Game, Hinted, Loopfree};
use bouton_core::{
    Declares, Indexed, Layered, Limits, Outcome, Powers, Ranked, Reversible, Sliced, StopReason,
    WinDrawLoss,
};
use bouton_solvers::interned::Namer;
use bouton_solvers::layers::{InLayers, Layers};
use bouton_solvers::retrograde::{Symmetric, census, census_numbered, census_of_points};
use bouton_solvers::whole::{Numbers, Whole};
use bouton_tables::{Name, Naming};

use crate::explored::{Explore, explore};
use crate::typed::Typed;

/// A callback that receives a full space.
pub type ShowWhole<'w> = &'w mut dyn FnMut(&dyn Whole);

/// A callback that receives layers.
pub type ShowLayers<'w> = &'w mut dyn FnMut(&dyn Layers);

/// Bits of the key within a layer.
pub const LAYER_BITS: u32 = 56;

/// Questions about all positions of a game.
pub trait Surveying {
    /// Counts all reachable positions; `None` for games that are not won, lost or drawn.
    fn census(&self, limits: &Limits) -> Option<Result<Symmetric, StopReason>>;
    /// Whether reachable positions can be counted: every line of play ends, or endless play is a draw.
    fn is_countable(&self) -> bool;
    /// Passes all reachable positions to `work`.
    fn explore(&self, work: Explore<'_>);
    /// Passes the full space of numbered positions to `work`, or with a total all positions with at most that many tokens;
    /// false if they are not numbered in this way.
    fn whole(&self, total: Option<u64>, work: ShowWhole<'_>) -> bool;
    /// Passes the layers from here on to `work`; false if positions do not lie in layers.
    fn layers(&self, work: ShowLayers<'_>) -> bool;
}

/// The counts of all reachable positions.
type CensusOf<G> = fn(&G, &<G as Game>::Position, &Limits) -> Result<Symmetric, StopReason>;

/// Passes the full numbered space, or all positions with at most this many tokens, to a callback.
type PassWhole<G> = fn(&G, u64, ShowWhole<'_>) -> bool;

/// Passes the layers of a game from a position on to a callback.
type PassLayers<G> = fn(&G, &<G as Game>::Position, ShowLayers<'_>);

/// All positions of a game, and their names in tables.
pub(crate) struct Surveys<G: Game> {
    census: Option<CensusOf<G>>,
    /// All positions, if they are numbered.
    all: Option<PassWhole<G>>,
    /// All positions with at most this many tokens, if they are numbered by tokens.
    within: Option<PassWhole<G>>,
    layers: Option<PassLayers<G>>,
    pub(crate) namer: Namer<G>,
}

impl<G: Declares> Default for Surveys<G> {
    fn default() -> Self {
        Self {
            census: None,
            all: None,
            within: None,
            layers: None,
            namer: text_of,
        }
    }
}

/// The text of the canonical representative up to symmetry.
fn text_of<G: Declares>(game: &G, at: &G::Position, naming: Naming) -> Option<Name> {
    (naming == Naming::Texts).then(|| Name::Text(game.show(&game.canonical(at.clone()))))
}

/// The number of the position, or its text.
fn number_of<G: Declares + Indexed>(game: &G, at: &G::Position, naming: Naming) -> Option<Name> {
    match naming {
        Naming::Numbers => game.index(at).map(Name::Number),
        _ => text_of(game, at, naming),
    }
}

fn pass(numbers: Option<impl Whole>, work: ShowWhole<'_>) -> bool {
    numbers.map(|numbers| work(&numbers)).is_some()
}

impl<G: Declares + Alternating> Powers<G> for Surveys<G> {
    fn loopfree(&mut self)
    where
        G: Alternating<Score: From<Outcome>> + Loopfree,
    {
        self.census.get_or_insert(census);
    }
    fn points(&mut self)
    where
        G: Loopfree,
    {
        self.census = Some(census_of_points);
    }
    fn loopy(&mut self)
    where
        G: Alternating<Score = WinDrawLoss>,
    {
        self.census.get_or_insert(census);
    }
    fn reversible(&mut self)
    where
        G: Reversible,
    {
        self.census = Some(census_numbered);
        self.all = Some(|game, _, work| pass(Some(Numbers::all(game)), work));
        self.namer = number_of;
    }
    fn ranked(&mut self)
    where
        G: Ranked + Alternating + Loopfree,
    {
        self.within = Some(|game, total, work| pass(Numbers::within(game, total), work));
        self.namer = number_of;
    }
    fn sliced(&mut self)
    where
        G: Sliced + Hinted,
    {
        self.all = Some(|game, _, work| pass(Numbers::in_slices(game, u64::MAX), work));
        self.within = Some(|game, total, work| pass(Numbers::in_slices(game, total), work));
        self.namer = number_of;
    }
    fn layered(&mut self)
    where
        G: Layered + Loopfree,
    {
        self.layers = Some(|game, at, work| work(&InLayers::from(game, at)));
        self.namer = |game, at, naming| match naming {
            Naming::Keys => {
                let (layer, key) = game.place(at);
                Some(Name::Key(u64::from(layer) << LAYER_BITS | key))
            }
            _ => text_of(game, at, naming),
        };
    }
}

impl<G: Declares + Alternating> Surveying for Typed<G> {
    fn census(&self, limits: &Limits) -> Option<Result<Symmetric, StopReason>> {
        Some((self.abilities.surveys.census?)(
            &self.game, &self.at, limits,
        ))
    }

    fn is_countable(&self) -> bool {
        self.abilities.surveys.census.is_some()
    }

    fn explore(&self, work: Explore<'_>) {
        explore(&self.game, &self.at, self.abilities.surveys.namer, work);
    }

    fn whole(&self, total: Option<u64>, work: ShowWhole<'_>) -> bool {
        let surveys = &self.abilities.surveys;
        let show = match total {
            None => surveys.all,
            Some(_) => surveys.within,
        };
        show.is_some_and(|show| show(&self.game, total.unwrap_or(0), work))
    }

    fn layers(&self, work: ShowLayers<'_>) -> bool {
        let show = self.abilities.surveys.layers;
        show.map(|show| show(&self.game, &self.at, work)).is_some()
    }
}
