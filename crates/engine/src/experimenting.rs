//! [`Experimenting`]: positions to try, and strategies to try there.

use bouton_core::game::HeapGame;
use bouton_core::rows::{AllowedEnds, Earned, EndStrategies};
use bouton_core::scene::Set;
use bouton_core::strategy::{Strategies, StrategyCard, Trial};
use bouton_core::{Alternating, Declares, Game, InputError, Powers};

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
    /// The moves that a strategy allows here; `None` if the game has no strategies.
    fn allowed(&self, strategy: &str) -> Option<Result<Vec<String>, InputError>>;
    /// The ends of any row that a strategy allows, if the game's strategies depend on nothing else.
    fn row_strategy(&self, strategy: &str) -> Option<Result<RowStrategy, InputError>>;
}

/// The moves that a strategy, by name, allows at a position.
type Allowed<G> =
    fn(&G, &str, &<G as Game>::Position) -> Result<Vec<<G as Game>::Move>, InputError>;

/// The row strategy of a name.
type NamedRow<G> = fn(&G, &str) -> Result<RowStrategy, InputError>;

/// Positions and strategies to try.
pub(crate) struct Experiments<G: Game> {
    /// The number of heaps, if fixed, and whether their order does not matter; `None` if it is not a game of heaps.
    pub(crate) heaps: fn(&G) -> Option<(Option<usize>, bool)>,
    with_heaps: fn(&G, &[u64]) -> Option<G::Position>,
    /// The positions up to a bound, where the game lists them itself.
    listed: fn(&G, u64) -> Option<Vec<G::Position>>,
    pub(crate) drawn_with: fn(&G) -> Set,
    cards: fn(&G) -> Vec<StrategyCard<'_>>,
    allowed: Option<Allowed<G>>,
    trial: Trial,
    /// Where strategies depend only on a row of coins that are taken and scored.
    row_strategy: Option<NamedRow<G>>,
}

impl<G: Game> Default for Experiments<G> {
    fn default() -> Self {
        Self {
            heaps: |_| None,
            with_heaps: |_, _| None,
            listed: |_, _| None,
            drawn_with: |_| Set::default(),
            cards: |_| Vec::new(),
            allowed: None,
            trial: Trial::default(),
            row_strategy: None,
        }
    }
}

impl<G: Declares> Powers<G> for Experiments<G> {
    fn heaps(&mut self)
    where
        G: HeapGame,
    {
        self.heaps = G::shape;
        self.with_heaps = G::with_heaps;
        self.listed = G::listed;
        self.drawn_with = G::drawn_with;
    }
    fn strategies(&mut self)
    where
        G: Strategies,
    {
        self.cards = G::cards;
        self.allowed = Some(|game, name, at| Ok(game.allowed(&game.strategy(name)?, at)));
        self.trial = G::TRIAL;
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
        (self.abilities.experiments.heaps)(&self.game)
    }

    fn set_heaps(&mut self, heaps: &[u64]) -> bool {
        let at = (self.abilities.experiments.with_heaps)(&self.game, heaps);
        self.set(at)
    }

    fn list(&mut self, up_to: u64) -> Option<usize> {
        self.listed = (self.abilities.experiments.listed)(&self.game, up_to)?;
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
        (self.abilities.experiments.cards)(&self.game)
    }

    fn trial(&self) -> Trial {
        self.abilities.experiments.trial
    }

    fn allowed(&self, strategy: &str) -> Option<Result<Vec<String>, InputError>> {
        let moves = (self.abilities.experiments.allowed?)(&self.game, strategy, &self.at);
        let show = |mv: &_| self.game.show_move(&self.at, mv);
        Some(moves.map(|moves| moves.iter().map(show).collect()))
    }

    fn row_strategy(&self, strategy: &str) -> Option<Result<RowStrategy, InputError>> {
        Some((self.abilities.experiments.row_strategy?)(
            &self.game, strategy,
        ))
    }
}
