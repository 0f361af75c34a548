//! [`Experimenting`]: positions to try, and strategies to try there.

use bouton_core::game::HeapGame;
use bouton_core::rows::{AllowedEnds, Earned, EndStrategies};
use bouton_core::scene::Set;
use bouton_core::strategy::{Strategies, StrategyCard, Trial};
use bouton_core::{Alternating, Declares, Game, InputError, Powers};
use derive_where::derive_where;

use crate::typed::Typed;

/// The ends that a strategy allows to take from a row of two values or more.
///
/// ```
/// # use bouton_core::Entry;
/// # use bouton_engine::{Opening, open_normal};
/// # use bouton_games::rows::RowEnds;
/// let opened = <RowEnds>::open(None, Some("4,5,3")).unwrap();
/// let face = open_normal(Opening { name: "row-ends".into(), opened, again: None });
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

/// The number of heaps of a position, if fixed, and whether their order does not matter; `None` if it is not a game of heaps.
type Shape = Option<(Option<usize>, bool)>;

/// The moves that a strategy, by name, allows at a position.
type Allowed<G> =
    fn(&G, &str, &<G as Game>::Position) -> Result<Vec<<G as Game>::Move>, InputError>;

/// The row strategy of a name.
type NamedRow<G> = fn(&G, &str) -> Result<RowStrategy, InputError>;

/// Positions and strategies to try.
#[derive_where(Default)]
pub(crate) struct Experiments<G: Game> {
    heaps: Option<HeapShape<G>>,
    strategies: Option<Named<G>>,
    /// Where strategies depend only on a row of coins that are taken and scored.
    row_strategy: Option<NamedRow<G>>,
}

/// The enumeration of a heap game's positions.
struct HeapShape<G: Game> {
    shape: fn(&G) -> Shape,
    with_heaps: fn(&G, &[u64]) -> Option<G::Position>,
    /// The positions up to a bound, where the game lists them itself.
    listed: fn(&G, u64) -> Option<Vec<G::Position>>,
    drawn_with: fn(&G) -> Set,
}

/// The strategies of a game.
struct Named<G: Game> {
    cards: fn(&G) -> Vec<StrategyCard<'_>>,
    allowed: Allowed<G>,
    check: fn(&G, &str) -> Result<(), InputError>,
    trial: Trial,
}

impl<G: Game> Experiments<G> {
    pub(crate) fn shape(&self, game: &G) -> Shape {
        (self.heaps.as_ref()?.shape)(game)
    }

    pub(crate) fn drawn_with(&self, game: &G) -> Set {
        let heaps = self.heaps.as_ref();
        heaps.map_or_else(Set::default, |heaps| (heaps.drawn_with)(game))
    }
}

impl<G: Declares> Powers<G> for Experiments<G> {
    fn heaps(&mut self)
    where
        G: HeapGame,
    {
        self.heaps = Some(HeapShape {
            shape: G::shape,
            with_heaps: G::with_heaps,
            listed: G::listed,
            drawn_with: G::drawn_with,
        });
    }
    fn strategies(&mut self)
    where
        G: Strategies,
    {
        self.strategies = Some(Named {
            cards: G::cards,
            allowed: |game, name, at| Ok(game.allowed(&game.strategy(name)?, at)),
            check: |game, name| game.strategy(name).map(drop),
            trial: G::TRIAL,
        });
    }
    fn end_strategies(&mut self)
    where
        G: EndStrategies,
    {
        const { assert!(matches!(G::EARNED, Earned::Taken)) };
        self.row_strategy = Some(|game, name| {
            let strategy = game.strategy(name)?;
            Ok(Box::new(move |row| G::allowed_ends(&strategy, row)))
        });
    }
}

impl<G: Declares + Alternating> Experimenting for Typed<G> {
    fn heaps(&self) -> Option<(Option<usize>, bool)> {
        self.abilities.experiments.shape(&self.game)
    }

    fn set_heaps(&mut self, heaps: &[u64]) -> bool {
        let shape = self.abilities.experiments.heaps.as_ref();
        let at = shape.and_then(|shape| (shape.with_heaps)(&self.game, heaps));
        self.set(at)
    }

    fn list(&mut self, up_to: u64) -> Option<usize> {
        let shape = self.abilities.experiments.heaps.as_ref()?;
        self.listed = (shape.listed)(&self.game, up_to)?;
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
        named.map_or_else(Vec::new, |named| (named.cards)(&self.game))
    }

    fn trial(&self) -> Trial {
        let named = self.abilities.experiments.strategies.as_ref();
        named.map_or(Trial::default(), |named| named.trial)
    }

    fn allowed(&self, strategy: &str) -> Option<Result<Vec<String>, InputError>> {
        let named = self.abilities.experiments.strategies.as_ref()?;
        let moves = (named.allowed)(&self.game, strategy, &self.at);
        let show = |mv: &_| self.game.show_move(&self.at, mv);
        Some(moves.map(|moves| moves.iter().map(show).collect()))
    }

    fn check_strategy(&self, strategy: &str) -> Option<Result<(), InputError>> {
        let named = self.abilities.experiments.strategies.as_ref()?;
        Some((named.check)(&self.game, strategy))
    }

    fn row_strategy(&self, strategy: &str) -> Option<Result<RowStrategy, InputError>> {
        Some((self.abilities.experiments.row_strategy?)(
            &self.game, strategy,
        ))
    }
}
