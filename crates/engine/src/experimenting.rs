//! Positions to try, and strategies to try there.

use std::sync::Arc;

use bouton_core::erased::Place;
use bouton_core::game::HeapGame;
use bouton_core::rows::{AllowedEnds, Earned, EndStrategies};
use bouton_core::rules::Listed;
use bouton_core::scene::Set;
use bouton_core::strategy::{Strategies, StrategyCard, Trial};
use bouton_core::{Alternating, InputError, Powers, Score};
use derive_where::derive_where;

use crate::abilities::Collect;
use crate::looking::Plain;

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

/// Positions and strategies to try.
#[derive_where(Default)]
pub(crate) struct Experiments<S> {
    pub(crate) heaps: Option<Box<dyn Heaped>>,
    pub(crate) strategies: Option<Box<dyn Named<S>>>,
    /// The row strategy of a name, where strategies depend only on a row of coins that are taken and scored.
    pub(crate) row_strategy: Option<NamedRow>,
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
pub(crate) trait Named<S: Score>: Send {
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
