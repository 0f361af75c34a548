//! [`Experimenting`]: positions to try, and strategies to try there.

use std::sync::Arc;

use bouton_core::erased::Place;
use bouton_core::game::HeapGame;
use bouton_core::rows::{AllowedEnds, Earned, EndStrategies};
use bouton_core::rules::Listed;
use bouton_core::scene::Set;
use bouton_core::strategy::{Strategies, StrategyCard, Trial};
use bouton_core::{Alternating, InputError, Notation, Powers, Score};
use derive_where::derive_where;

use crate::abilities::Collect;
use crate::looking::Plain;
use crate::typed::Behind;

/// The ends that a strategy allows to take from a row of two values or more.
///
/// ```
/// # use bouton_core::Entry;
/// # use bouton_engine::{Opening, Untyped};
/// # use bouton_games::rows::RowEnds;
/// let opened = <RowEnds>::open(None, Some("4,5,3")).unwrap();
/// let face = Untyped::of(Opening { name: "row-ends".into(), opened, again: None }).face();
/// let larger_end = face.row_strategy("larger-end").unwrap().unwrap();
/// let allowed = larger_end(&[4, 5, 3]);
/// assert!(allowed.left && !allowed.right);
/// ```
pub type RowStrategy = Box<dyn Fn(&[i64]) -> AllowedEnds + Send>;

/// Questions for experiments: positions to try, and strategies to try there.
pub trait Experimenting {
    /// For a game of heaps: their number, if fixed, and whether their order does not matter.
    fn heaps(&self) -> Option<(Option<usize>, bool)>;
    /// Goes to the position with these heaps; false if there is none.
    fn set_heaps(&mut self, heaps: &[u64]) -> bool;
    /// The number of positions up to a bound, in a game that lists them itself.
    fn list(&mut self, up_to: u64) -> Option<usize>;
    /// Goes to one of the positions that were listed last, counted from 0; false if there is none.
    fn set_listed(&mut self, nth: usize) -> bool;
    /// The characters that may be in any cell of a board; none for other games.
    fn signs(&self) -> Vec<char>;
    /// The strategies that are known for the game.
    fn strategies(&self) -> Vec<StrategyCard<'_>>;
    /// The positions at which they are tried.
    fn trial(&self) -> Trial;
    /// Whether the game has a strategy of this name; `None` if it has none at all.
    fn check_strategy(&self, strategy: &str) -> Option<Result<(), InputError>>;
    /// The moves that a strategy allows here; `None` if the game has no strategies.
    fn allowed(&self, strategy: &str) -> Option<Result<Vec<String>, InputError>>;
    /// The ends of any row that a strategy allows, if the game's strategies depend on nothing else.
    fn row_strategy(&self, strategy: &str) -> Option<Result<RowStrategy, InputError>>;
}

/// Positions and strategies to try.
#[derive_where(Default)]
pub(crate) struct Experiments<S> {
    pub(crate) heaps: Option<Box<dyn Heaped>>,
    strategies: Option<Box<dyn Named<S>>>,
    /// The row strategy of a name, where strategies depend only on a row of coins that are taken and scored.
    row_strategy: Option<NamedRow>,
}

/// The row strategy of a name.
type NamedRow = Box<dyn Fn(&str) -> Result<RowStrategy, InputError> + Send>;

/// A [`HeapGame`].
pub(crate) trait Heaped: Send {
    fn shape(&self) -> Option<(Option<usize>, bool)>;
    fn with_heaps(&self, heaps: &[u64]) -> Option<Place>;
    fn listed(&self, up_to: u64) -> Option<Vec<Place>>;
    fn drawn_with(&self) -> Set;
}

impl<G: HeapGame> Heaped for Arc<G> {
    fn shape(&self) -> Option<(Option<usize>, bool)> {
        (**self).shape()
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<Place> {
        (**self).with_heaps(heaps).as_ref().map(Place::of)
    }
    fn listed(&self, up_to: u64) -> Option<Vec<Place>> {
        let listed = (**self).listed(up_to)?;
        Some(listed.iter().map(Place::of).collect())
    }
    fn drawn_with(&self) -> Set {
        (**self).drawn_with()
    }
}

/// The [`Strategies`] of a game.
trait Named<S: Score>: Send {
    fn cards(&self) -> Vec<StrategyCard<'_>>;
    fn trial(&self) -> Trial;
    fn check(&self, name: &str) -> Result<(), InputError>;
    fn allowed(&self, name: &str, at: &Place) -> Result<Vec<Listed<S>>, InputError>;
}

impl<G: Strategies> Named<G::Score> for Arc<G> {
    fn cards(&self) -> Vec<StrategyCard<'_>> {
        (**self).cards()
    }
    fn trial(&self) -> Trial {
        G::TRIAL
    }
    fn check(&self, name: &str) -> Result<(), InputError> {
        self.strategy(name).map(drop)
    }
    fn allowed(&self, name: &str, at: &Place) -> Result<Vec<Listed<G::Score>>, InputError> {
        let at = at.position();
        let moves = (**self).allowed(&self.strategy(name)?, &at);
        Ok(moves
            .iter()
            .map(|mv| Listed::of(&**self, &at, mv))
            .collect())
    }
}

impl<S: Score> Experiments<S> {
    /// The number of heaps of a position, if fixed, and whether their order does not matter; `None` if it is not a game of heaps.
    pub(crate) fn shape(&self) -> Option<(Option<usize>, bool)> {
        self.heaps.as_ref()?.shape()
    }

    /// Those of heaps, where no strategies are known.
    pub(crate) fn of_heaps(heaps: Option<Box<dyn Heaped>>) -> Self {
        Self {
            heaps,
            ..Self::default()
        }
    }

    /// How positions are drawn that are known only by their notation.
    pub(crate) fn plain(&self) -> Plain {
        let heaps = self.heaps.as_ref();
        Plain {
            is_heaps: self.shape().is_some(),
            set: heaps.map_or_else(Set::default, |heaps| heaps.drawn_with()),
        }
    }
}

impl<G: Alternating + 'static> Powers<G> for Collect<G, Experiments<G::Score>> {
    fn heaps(&mut self)
    where
        G: HeapGame,
    {
        self.found.heaps = Some(Box::new(self.game.clone()));
    }
    fn strategies(&mut self)
    where
        G: Strategies,
    {
        self.found.strategies = Some(Box::new(self.game.clone()));
    }
    fn end_strategies(&mut self)
    where
        G: EndStrategies,
    {
        const { assert!(matches!(G::EARNED, Earned::Taken)) };
        let game = self.game.clone();
        self.found.row_strategy = Some(Box::new(move |name| {
            let strategy = game.strategy(name)?;
            Ok(Box::new(move |row| G::allowed_ends(&strategy, row)))
        }));
    }
}

impl<S: Score> Experimenting for Behind<S> {
    fn heaps(&self) -> Option<(Option<usize>, bool)> {
        self.abilities.experiments.shape()
    }

    fn set_heaps(&mut self, heaps: &[u64]) -> bool {
        let shape = self.abilities.experiments.heaps.as_ref();
        let at = shape.and_then(|shape| shape.with_heaps(heaps));
        self.set(at)
    }

    fn list(&mut self, up_to: u64) -> Option<usize> {
        let shape = self.abilities.experiments.heaps.as_ref()?;
        self.listed = shape.listed(up_to)?;
        Some(self.listed.len())
    }

    fn set_listed(&mut self, nth: usize) -> bool {
        let at = self.listed.get(nth).cloned();
        self.set(at)
    }

    fn signs(&self) -> Vec<char> {
        self.game.signs()
    }

    fn strategies(&self) -> Vec<StrategyCard<'_>> {
        let named = self.abilities.experiments.strategies.as_ref();
        named.map_or_else(Vec::new, |named| named.cards())
    }

    fn trial(&self) -> Trial {
        let named = self.abilities.experiments.strategies.as_ref();
        named.map_or(Trial::default(), |named| named.trial())
    }

    fn allowed(&self, strategy: &str) -> Option<Result<Vec<String>, InputError>> {
        let named = self.abilities.experiments.strategies.as_ref()?;
        let moves = named.allowed(strategy, &self.at);
        let show = |mv: &_| self.game.show_move(&self.at, mv);
        Some(moves.map(|moves| moves.iter().map(show).collect()))
    }

    fn check_strategy(&self, strategy: &str) -> Option<Result<(), InputError>> {
        let named = self.abilities.experiments.strategies.as_ref()?;
        Some(named.check(strategy))
    }

    fn row_strategy(&self, strategy: &str) -> Option<Result<RowStrategy, InputError>> {
        let named = self.abilities.experiments.row_strategy.as_ref()?;
        Some(named(strategy))
    }
}
