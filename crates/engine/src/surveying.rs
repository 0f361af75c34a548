//! All positions of a game, counted, explored or numbered.

use std::sync::Arc;

use bouton_core::erased::Place;
use bouton_core::game::{Alternating, Game, Hinted, Loopfree};
use bouton_core::{
    Declares, Erased, Indexed, Layered, Limits, Notation, Outcome, Powers, Ranked, Reversible,
    Score, Sliced, StopReason, WinDrawLoss,
};
use bouton_solvers::interned::Namer;
use bouton_solvers::layers::{InLayers, Layers};
use bouton_solvers::retrograde::{Symmetric, census_numbered};
use bouton_solvers::whole::{Numbers, Whole};
use bouton_tables::{Name, Naming};

use crate::abilities::{Collect, collected_into};

/// A callback that receives a full space.
pub type ShowWhole<'w> = &'w mut dyn FnMut(&dyn Whole);

/// A callback that receives layers.
pub type ShowLayers<'w> = &'w mut dyn FnMut(&dyn Layers);

/// Bits of the key within a layer.
pub const LAYER_BITS: u32 = 56;

/// How all reachable positions are counted.
pub(crate) enum CensusBy {
    Graph,
    Points,
    Numbers(CensusOf),
}

/// The counts of all reachable positions.
type CensusOf = Box<dyn Fn(&Place, &Limits) -> Result<Symmetric, StopReason> + Send>;

/// Passes the full numbered space, or all positions with at most this many tokens, to a callback.
type PassWhole = Box<dyn Fn(u64, ShowWhole<'_>) -> bool + Send>;

/// Passes the layers of a game from a position on to a callback.
type PassLayers = Box<dyn Fn(&Place, ShowLayers<'_>) + Send>;

/// All positions of a game, and their names in tables.
pub(crate) struct Surveys<S: Score> {
    pub(crate) census: Option<CensusBy>,
    /// All positions, if they are numbered.
    pub(crate) all: Option<PassWhole>,
    /// All positions with at most this many tokens, if they are numbered by tokens.
    pub(crate) within: Option<PassWhole>,
    pub(crate) layers: Option<PassLayers>,
    pub(crate) namer: Namer<Erased<S>>,
}

impl<S: Score> Surveys<S> {
    pub(crate) fn of<G: Declares + Alternating<Score = S>>(game: &Arc<G>) -> Self {
        collected_into(Self::named(game, namer(game)), game)
    }

    /// Of a game whose positions have these names.
    fn named<G: Alternating<Score = S> + 'static>(game: &Arc<G>, typed: Namer<G>) -> Self {
        let own = game.clone();
        Self {
            census: None,
            all: None,
            within: None,
            layers: None,
            namer: Arc::new(move |_, at, naming| typed(&own, &at.position(), naming)),
        }
    }

    /// Of a game whose positions have numbers.
    pub(crate) fn numbered<G>(game: &Arc<G>) -> Self
    where
        G: Reversible<Score = S> + Notation + 'static,
    {
        let mut surveys = Self::named(game, Arc::new(number_of));
        surveys.number(game);
        surveys
    }

    fn number<G: Reversible<Score = S> + Notation + 'static>(&mut self, game: &Arc<G>) {
        let own = game.clone();
        self.census = Some(CensusBy::Numbers(Box::new(move |at, limits| {
            census_numbered(&*own, &at.position(), limits)
        })));
        let own = game.clone();
        self.all = Some(Box::new(move |_, work| {
            pass(Some(Numbers::all(&*own)), work)
        }));
    }

    /// Of a game whose positions lie in layers.
    pub(crate) fn in_layers<G>(game: &Arc<G>) -> Self
    where
        G: Layered + Alternating<Score = S> + Notation + 'static,
    {
        let mut surveys = Self::named(game, Arc::new(key_of));
        surveys.census = Some(CensusBy::Graph);
        surveys.lay(game);
        surveys
    }

    fn lay<G: Layered + Alternating<Score = S> + 'static>(&mut self, game: &Arc<G>) {
        let game = game.clone();
        self.layers = Some(Box::new(move |at, work| {
            work(&InLayers::from(&*game, &at.position()))
        }));
    }

    /// The same if positions have neither numbers nor layers.
    pub(crate) fn by_search(&self) -> Self {
        let census = self.census.as_ref().map(|census| match census {
            CensusBy::Points => CensusBy::Points,
            _ => CensusBy::Graph,
        });
        Self {
            census,
            ..Self::searched()
        }
    }

    /// Of a game whose positions are counted by a search.
    pub(crate) fn searched() -> Self {
        Self {
            census: Some(CensusBy::Graph),
            all: None,
            within: None,
            layers: None,
            namer: Arc::new(text_of),
        }
    }
}

/// The names of a game's positions in tables.
pub(crate) fn namer<G: Declares + Alternating>(game: &Arc<G>) -> Namer<G> {
    collected_into(Named::<G>(Arc::new(text_of)), game).0
}

/// The names of positions.
struct Named<G: Game>(Namer<G>);

/// The text of the canonical representative up to symmetry.
fn text_of<G: Notation>(game: &G, at: &G::Position, naming: Naming) -> Option<Name> {
    (naming == Naming::Texts).then(|| Name::Text(game.show(&game.canonical(at.clone()))))
}

/// The number of the position, or its text.
fn number_of<G: Notation + Indexed>(game: &G, at: &G::Position, naming: Naming) -> Option<Name> {
    match naming {
        Naming::Numbers => game.index(at).map(Name::Number),
        _ => text_of(game, at, naming),
    }
}

/// The key of the position within its layer, or its text.
fn key_of<G: Notation + Layered>(game: &G, at: &G::Position, naming: Naming) -> Option<Name> {
    match naming {
        Naming::Keys => {
            let (layer, key) = game.place(at);
            Some(Name::Key(u64::from(layer) << LAYER_BITS | key))
        }
        _ => text_of(game, at, naming),
    }
}

impl<G: Declares + Alternating> Powers<G> for Collect<G, Named<G>> {
    fn reversible(&mut self)
    where
        G: Reversible,
    {
        self.found.0 = Arc::new(number_of);
    }
    fn ranked(&mut self)
    where
        G: Ranked + Alternating + Loopfree,
    {
        self.found.0 = Arc::new(number_of);
    }
    fn sliced(&mut self)
    where
        G: Sliced + Hinted,
    {
        self.found.0 = Arc::new(number_of);
    }
    fn layered(&mut self)
    where
        G: Layered + Loopfree,
    {
        self.found.0 = Arc::new(key_of);
    }
}

fn pass(numbers: Option<impl Whole>, work: ShowWhole<'_>) -> bool {
    numbers.map(|numbers| work(&numbers)).is_some()
}

impl<G: Declares + Alternating> Powers<G> for Collect<G, Surveys<G::Score>> {
    fn loopfree(&mut self)
    where
        G: Alternating<Score: From<Outcome>> + Loopfree,
    {
        self.found.census.get_or_insert(CensusBy::Graph);
    }
    fn points(&mut self)
    where
        G: Loopfree,
    {
        self.found.census = Some(CensusBy::Points);
    }
    fn loopy(&mut self)
    where
        G: Alternating<Score = WinDrawLoss>,
    {
        self.found.census.get_or_insert(CensusBy::Graph);
    }
    fn reversible(&mut self)
    where
        G: Reversible,
    {
        let game = self.game.clone();
        self.found.number(&game);
    }
    fn ranked(&mut self)
    where
        G: Ranked + Alternating + Loopfree,
    {
        let game = self.game.clone();
        self.found.within = Some(Box::new(move |total, work| {
            pass(Numbers::within(&*game, total), work)
        }));
    }
    fn sliced(&mut self)
    where
        G: Sliced + Hinted,
    {
        let slices = |game: Arc<G>| -> PassWhole {
            Box::new(move |total, work| pass(Numbers::in_slices(&*game, total), work))
        };
        self.found.all = Some(slices(self.game.clone()));
        self.found.within = Some(slices(self.game.clone()));
    }
    fn layered(&mut self)
    where
        G: Layered + Loopfree,
    {
        let game = self.game.clone();
        self.found.lay(&game);
    }
}
