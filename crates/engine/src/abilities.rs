//! [`Abilities`]: queries about a game besides its value, collected from its properties.

use std::sync::Arc;

use bouton_core::game::{Alternating, Game, HeapGame, Hinted, Loopfree, MisereParts};
use bouton_core::rows::{Earned, EndStrategies};
use bouton_core::scene::{Look, Scene, Set, Slope};
use bouton_core::strategy::{Strategies, StrategyCard, Trial};
use bouton_core::take_and_break::{Code, HeapCode, TakeAndBreak};
use bouton_core::{
    Declares, Impartial, InputError, KnownValues, Lawful, Layered, Limits, Outcome, Powers, Ranked,
    Reversible, ScoredSides, Side, Sides, Sliced, StopReason, Summands, WinDrawLoss, WinLoss,
};
use bouton_laws::LawStrategy;
use bouton_solvers::atoms::{self, Apart, Listed};
use bouton_solvers::bidding::Turned;
use bouton_solvers::parts::PartTable;
use bouton_solvers::retrograde::{Symmetric, census, census_numbered, census_of_points};

use bouton_solvers::interned::Namer;
use bouton_solvers::layers::{InLayers, Layers};
use bouton_solvers::whole::{All, InSlices, Whole, Within};
use bouton_tables::{Name, Naming};

use crate::bids::{Bids, bids};
use crate::by_law::{formulas_of, law_of};
use crate::face::RowStrategy;
use crate::scoring::{FormOf, form};
use crate::short::{Kept, ShortVisit, show};

type Of<G, T> = fn(&G, &<G as Game>::Position) -> T;

/// The number of heaps of a position, if fixed, and whether their order does not matter.
type Shape = Option<(Option<usize>, bool)>;

/// The moves that a strategy, by name, allows at a position.
type Allowed<G> =
    fn(&G, &str, &<G as Game>::Position) -> Result<Vec<<G as Game>::Move>, InputError>;

/// The parts of a position's scene that a move changes, where the game says so.
type Changes<G> = fn(&G, &<G as Game>::Position, &<G as Game>::Move) -> Option<Vec<usize>>;

/// A position with a side to move.
type WithSide<G> = fn(&G, &<G as Game>::Position, Side) -> <G as Game>::Position;

/// The row strategy of a name.
type NamedRow<G> = fn(&G, &str) -> Result<RowStrategy, InputError>;

/// The enumeration of a heap game's positions.
pub(crate) struct HeapShape<G: Game> {
    /// The number of heaps, if fixed, and whether their order does not matter; `None` if it is not a game of heaps.
    pub(crate) shape: fn(&G) -> Shape,
    pub(crate) with_heaps: fn(&G, &[u64]) -> Option<G::Position>,
    /// The positions up to a bound, where the game lists them itself.
    pub(crate) listed: fn(&G, u64) -> Option<Vec<G::Position>>,
    pub(crate) drawn_with: fn(&G) -> Set,
}

/// Queries about the strategies of a game.
pub(crate) struct Named<G: Game> {
    pub(crate) cards: fn(&G) -> Vec<StrategyCard<'_>>,
    /// The moves that a strategy, by name, allows at a position.
    pub(crate) allowed: Allowed<G>,
    pub(crate) trial: Trial,
}

/// Queries about the look of a game.
pub(crate) struct Looks<G: Game> {
    pub(crate) scene: Of<G, Scene>,
    /// The parts of a position's scene that a move changes, where the game says so.
    pub(crate) changes: Changes<G>,
    pub(crate) family: Of<G, Option<String>>,
    pub(crate) slopes: fn(&G) -> Vec<Slope>,
}

/// A function that finds the law of a game's family within limits.
type LawOf<G> = fn(&G, &<G as Game>::Position, &Limits) -> Result<Arc<LawStrategy>, String>;

/// The search for the law of a game's family.
pub(crate) struct Laws<G: Game> {
    pub(crate) law: LawOf<G>,
    pub(crate) formulas: fn(&G, usize) -> Result<String, String>,
}

/// The counts of all reachable positions.
type CensusOf<G> = fn(&G, &<G as Game>::Position, &Limits) -> Result<Symmetric, StopReason>;

/// Passes a partizan position to a callback.
type ShowShort<G> = fn(&G, &<G as Game>::Position, &mut Kept, ShortVisit<'_>);

/// The price of a position where the players bid for the right to move.
type PriceOf<G> = fn(&G, &<G as Game>::Position, &Limits) -> Result<Bids, StopReason>;

/// Passes the full numbered space, or all positions with at most this many tokens, to a callback.
type ShowWhole<G> = fn(&G, u64, &mut dyn FnMut(&dyn Whole)) -> bool;

/// Passes the layers of a game from a position on to a callback.
type ShowLayers<G> = fn(&G, &<G as Game>::Position, &mut dyn FnMut(&dyn Layers));

/// Lists the parts that play can reach where the last to move loses, by their names.
type ListAtoms<G> = fn(&G, &<G as Game>::Position, &[String], &Limits) -> Result<Listed, Apart>;

/// The names of a game's positions in tables.
pub(crate) struct Tabled<G: Game> {
    /// All positions, if they are numbered.
    pub(crate) all: Option<ShowWhole<G>>,
    /// All positions with at most this many tokens, if they are numbered by tokens.
    pub(crate) within: Option<ShowWhole<G>>,
    pub(crate) layers: Option<ShowLayers<G>>,
    pub(crate) namer: Namer<G>,
}

/// Queries about a game besides its value.
pub(crate) struct Abilities<G: Game> {
    pub(crate) heaps: Option<HeapShape<G>>,
    pub(crate) strategies: Option<Named<G>>,
    pub(crate) looks: Option<Looks<G>>,
    pub(crate) census: Option<CensusOf<G>>,
    /// The same position with a side to move, in a game in which Left and Right have different moves.
    pub(crate) with_side: Option<WithSide<G>>,
    /// The strategy with this name, if strategies depend only on a row of coins that are taken and scored.
    pub(crate) row_strategy: Option<NamedRow<G>>,
    /// The position as a scoring game.
    pub(crate) scoring: Option<FormOf<G>>,
    /// Passes the position to the computation of its value.
    pub(crate) short: Option<ShowShort<G>>,
    /// The price where the players bid for the right to move.
    pub(crate) bids: Option<PriceOf<G>>,
    /// The parts that play can reach, where the last to move loses.
    pub(crate) atoms: Option<ListAtoms<G>>,
    pub(crate) laws: Option<Laws<G>>,
    pub(crate) tabled: Tabled<G>,
    /// The code that every heap follows.
    pub(crate) code: Option<fn(&G) -> Code>,
}

impl<G: Declares + Alternating> Abilities<G> {
    /// The properties of the game.
    pub(crate) fn of(game: &G) -> Self {
        let mut abilities = Self {
            heaps: None,
            strategies: None,
            looks: None,
            census: None,
            with_side: None,
            row_strategy: None,
            scoring: None,
            short: None,
            bids: None,
            atoms: None,
            laws: None,
            tabled: Tabled {
                all: None,
                within: None,
                layers: None,
                namer: text_of,
            },
            code: None,
        };
        game.declare(&mut abilities);
        abilities
    }
}

/// The text of the canonical representative up to symmetry.
fn text_of<G: Declares>(game: &G, at: &G::Position, naming: Naming) -> Option<Name> {
    (naming == Naming::Texts).then(|| Name::Text(game.show(&game.canonical(at.clone()))))
}

/// Bits of the key within a layer.
pub const LAYER_BITS: u32 = 56;

impl<G: Declares + Alternating> Powers<G> for Abilities<G> {
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
        self.tabled.all = Some(|game, _, work| {
            work(&All(game));
            true
        });
        self.tabled.namer = |game, at, naming| match naming {
            Naming::Numbers => Some(Name::Number(game.index(at))),
            _ => text_of(game, at, naming),
        };
    }
    fn ranked(&mut self)
    where
        G: Ranked + Alternating + Loopfree,
    {
        self.tabled.within = Some(|game, total, work| {
            let space = Within::new(game, total);
            space.map(|space| work(&space)).is_some()
        });
        self.tabled.namer = |game, at, naming| match naming {
            Naming::Numbers => game.rank(at).map(Name::Number),
            _ => text_of(game, at, naming),
        };
    }
    fn sliced(&mut self)
    where
        G: Sliced + Hinted,
    {
        self.tabled.all = Some(|game, _, work| {
            let space = InSlices::new(game, u64::MAX);
            space.map(|space| work(&space)).is_some()
        });
        self.tabled.within = Some(|game, total, work| {
            let space = InSlices::new(game, total);
            space.map(|space| work(&space)).is_some()
        });
        self.tabled.namer = |game, at, naming| match naming {
            Naming::Numbers => game.rank(at).map(Name::Number),
            _ => text_of(game, at, naming),
        };
    }
    fn layered(&mut self)
    where
        G: Layered + Loopfree,
    {
        self.tabled.layers = Some(|game, at, work| work(&InLayers::from(game, at)));
        self.tabled.namer = |game, at, naming| match naming {
            Naming::Keys => {
                let (layer, key) = game.place(at);
                Some(Name::Key(u64::from(layer) << LAYER_BITS | key))
            }
            _ => text_of(game, at, naming),
        };
    }
    fn sides(&mut self)
    where
        G: Sides,
    {
        self.with_side = Some(|game, at, side| game.with_side(at, side));
    }
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
    fn misere_parts(&mut self)
    where
        G: MisereParts,
    {
        self.atoms = Some(atoms::listed);
    }
    fn lawful(&mut self)
    where
        G: Lawful,
    {
        self.laws = Some(Laws {
            law: law_of,
            formulas: formulas_of,
        });
    }
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
    fn take_and_break(&mut self)
    where
        G: TakeAndBreak,
    {
        self.code = Some(|game| game.code().clone());
    }
    fn heap_code(&mut self)
    where
        G: HeapCode,
    {
        self.code = Some(G::heap_code);
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
    fn strategies(&mut self)
    where
        G: Strategies,
    {
        self.strategies = Some(Named {
            cards: G::cards,
            allowed: |game, name, at| Ok(game.allowed(&game.strategy(name)?, at)),
            trial: G::TRIAL,
        });
    }
    fn look(&mut self)
    where
        G: Look,
    {
        self.looks = Some(Looks {
            scene: G::scene,
            changes: G::changes,
            family: G::family,
            slopes: G::slopes,
        });
    }
}
