//! The menu: which solvers serve a game, best first.

use std::sync::Arc;

use bouton_core::game::{
    Alternating, ClosedForm, Game, HeapGame, Hinted, Impartial, Loopfree, Shared,
};
use bouton_core::rows::{AllowedEnds, Earned, EndStrategies, EndTaking, FrontTaking};
use bouton_core::scene::{Look, Scene, Slope};
use bouton_core::solver::Solver;
use bouton_core::strategy::{Strategies, StrategyCard};
use bouton_core::subtraction::Subtraction;
use bouton_core::take_and_break::TakeAndBreak;
use bouton_core::{
    InputError, Lawful, Limits, Outcome, Powers, Reversible, Score, Side, Sides, StopReason,
    Summands, WinDrawLoss,
};
use bouton_laws::Player;
use bouton_solvers::alpha_beta::{AlphaBeta, Hints, Plain};
use bouton_solvers::retrograde::{Symmetric, census, census_numbered, census_of_points};
use bouton_solvers::rows::{FrontTables, IntervalTable, PeakFolding};
use bouton_solvers::{
    ByTheorem, Components, Grundy, Memo, Nimber, NumberedRetrograde, OnGraph, Periodic,
    WinningStates,
};

use crate::law::{ByLaw, law_of};

/// The order in which solvers are preferred.
const ORDER: [&str; 14] = [
    "parts",
    "closed-form",
    "period",
    "table",
    "winning-states",
    "law",
    "nimber",
    "grundy",
    "components",
    "memo",
    "retrograde",
    "alpha-beta",
    "proof-number",
    "minimax",
];

/// The position with these heaps.
pub(crate) type WithHeaps<G> = fn(&G, &[u64]) -> Option<<G as Game>::Position>;

/// All positions that can be reached, counted.
pub(crate) type CensusOf<G> =
    fn(&G, &<G as Game>::Position, &Limits) -> Result<Symmetric, StopReason>;

/// The law of the game's family, for positions like this one.
pub(crate) type LawOf<G> = fn(&G, &<G as Game>::Position) -> Result<Arc<Player>, String>;

/// The position with this side to move.
pub(crate) type WithSide<G> = fn(&G, &<G as Game>::Position, Side) -> <G as Game>::Position;

/// How many heaps a position has, if fixed, and whether their order matters not.
pub(crate) type ShapeOf<G> = fn(&G) -> Option<(Option<usize>, bool)>;

/// How the positions of a heap game are gone through.
pub(crate) struct HeapShape<G: Alternating> {
    /// How many, if fixed, and whether their order matters not; `None` if it is no game of heaps after all.
    pub(crate) shape: ShapeOf<G>,
    pub(crate) with_heaps: WithHeaps<G>,
    /// The positions up to a bound, where the game lists them itself.
    pub(crate) listed: fn(&G, u64) -> Option<Vec<G::Position>>,
}

/// The moves that a strategy, by name, allows at a position.
pub(crate) type Allowed<G> =
    fn(&G, &str, &<G as Game>::Position) -> Result<Vec<<G as Game>::Move>, InputError>;

/// How the strategies of a game are asked.
pub(crate) struct StrategyDesk<G: Alternating> {
    pub(crate) cards: fn(&G) -> Vec<StrategyCard<'_>>,
    pub(crate) allowed: Allowed<G>,
}

/// How the look of a game is asked.
pub(crate) struct LookDesk<G: Alternating> {
    pub(crate) scene: fn(&G, &<G as Game>::Position) -> Scene,
    pub(crate) changes: Changes<G>,
    pub(crate) family: fn(&G, &<G as Game>::Position) -> Option<String>,
    pub(crate) slopes: fn(&G) -> Vec<Slope>,
}

/// The parts of a position's scene that a move changes, where the game says so.
pub(crate) type Changes<G> =
    fn(&G, &<G as Game>::Position, &<G as Game>::Move) -> Option<Vec<usize>>;

/// Which ends of a row of two values or more a strategy allows to take.
pub(crate) type RowStrategy = Box<dyn Fn(&[i64]) -> AllowedEnds>;

/// The strategy of that name, where strategies look at nothing but a row of coins that are taken and scored.
pub(crate) type RowStrategies<G> = fn(&G, &str) -> Result<RowStrategy, InputError>;

/// What a game can do, gathered from its powers.
pub(crate) struct Menu<G: Alternating> {
    /// Those that serve the game, best first.
    pub(crate) solvers: Vec<Box<dyn Solver<G>>>,
    /// The one that the game asks for before all others.
    first: Option<&'static str>,
    pub(crate) heaps: Option<HeapShape<G>>,
    pub(crate) strategies: Option<StrategyDesk<G>>,
    pub(crate) look: Option<LookDesk<G>>,
    /// How all positions that can be reached are counted.
    pub(crate) census: Option<CensusOf<G>>,
    /// The same position with the other side to move, in a game that Left and Right play differently.
    pub(crate) with_side: Option<WithSide<G>>,
    pub(crate) row_strategies: Option<RowStrategies<G>>,
    /// How the law of its family is found.
    pub(crate) law: Option<LawOf<G>>,
}

impl<G: Alternating + 'static> Menu<G> {
    /// Gathers what `declare` declares.
    pub(crate) fn gather(declare: impl FnOnce(&mut Self)) -> Self {
        let mut menu = Self {
            solvers: Vec::new(),
            first: None,
            heaps: None,
            strategies: None,
            look: None,
            census: None,
            with_side: None,
            row_strategies: None,
            law: None,
        };
        declare(&mut menu);
        if menu.heaps.is_some() {
            // Heaps have large values and few positions: no questions are saved there.
            menu.solvers.retain(|solver| solver.about().id != "nimber");
        }
        menu.solvers.sort_by_key(|solver| {
            let id = solver.about().id;
            (
                menu.first != Some(id),
                ORDER.iter().position(|known| *known == id),
            )
        });
        menu
    }

    /// Backward analysis of what can be reached, unless that of the whole space is there.
    fn offer_retrograde(&mut self) {
        if self.census.is_none() {
            self.offer(OnGraph::retrograde());
            self.census = Some(census);
        }
    }

    pub(crate) fn offer(&mut self, solver: impl Solver<G> + 'static) {
        self.solvers.push(Box::new(solver));
    }
}

impl<G: Alternating + 'static> Powers<G> for Menu<G> {
    fn loopfree(&mut self)
    where
        G: Loopfree,
    {
        self.offer(Memo::default());
        self.offer(AlphaBeta::<G, Plain>::default());
        self.offer(OnGraph::minimax());
        if G::Score::plain(Outcome::Win).is_some() {
            self.offer(OnGraph::proof_number());
            self.offer_retrograde();
        } else {
            self.census = Some(census_of_points);
        }
    }
    fn loopy(&mut self)
    where
        G: Alternating<Score = WinDrawLoss>,
    {
        self.offer(OnGraph::proof_number());
        self.offer_retrograde();
    }
    fn ending(&mut self)
    where
        G: Alternating,
    {
        self.offer(Memo::default());
    }
    fn shared(&mut self)
    where
        G: Shared,
    {
        self.offer(Grundy::default());
        // Where a position comes back there are no Grundy values, but the other solver answers.
        self.first = Some("retrograde");
    }
    fn reversible(&mut self)
    where
        G: Reversible,
    {
        self.solvers
            .retain(|solver| solver.about().id != "retrograde");
        self.offer(NumberedRetrograde::default());
        self.census = Some(census_numbered);
    }
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        self.offer(Grundy::default());
        self.offer(Nimber::default());
    }
    fn summands(&mut self)
    where
        G: Summands,
    {
        self.offer(Components::default());
    }
    fn hinted(&mut self)
    where
        G: Hinted + Loopfree,
    {
        let hinted: Box<dyn Solver<G>> = Box::new(AlphaBeta::<G, Hints>::default());
        let id = hinted.about().id;
        self.solvers.retain(|solver| solver.about().id != id);
        self.solvers.push(hinted);
        self.first = Some(id);
    }
    fn closed_form(&mut self)
    where
        G: ClosedForm,
    {
        self.offer(ByTheorem);
    }
    fn take_and_break(&mut self)
    where
        G: TakeAndBreak,
    {
        self.offer(Periodic::default());
    }
    fn subtraction(&mut self)
    where
        G: Subtraction,
    {
        self.offer(WinningStates::default());
    }
    fn lawful(&mut self)
    where
        G: Lawful,
    {
        self.offer(ByLaw);
        self.law = Some(law_of);
    }
    fn heaps(&mut self)
    where
        G: HeapGame,
    {
        let with_heaps = |game: &G, heaps: &[u64]| game.with_heaps(heaps);
        self.heaps = Some(HeapShape {
            shape: G::shape,
            listed: G::listed,
            with_heaps,
        });
    }
    fn end_taking(&mut self)
    where
        G: EndTaking,
    {
        self.offer(PeakFolding);
        self.offer(IntervalTable::default());
    }
    fn front_taking(&mut self)
    where
        G: FrontTaking,
    {
        self.offer(FrontTables::default());
    }
    fn look(&mut self)
    where
        G: Look,
    {
        self.look = Some(LookDesk {
            scene: G::scene,
            changes: G::changes,
            family: G::family,
            slopes: G::slopes,
        });
    }
    fn sides(&mut self)
    where
        G: Sides,
    {
        self.with_side = Some(|game, at, side| game.with_side(at, side));
    }
    fn end_strategies(&mut self)
    where
        G: EndStrategies,
    {
        const { assert!(matches!(G::EARNED, Earned::Taken)) };
        self.row_strategies = Some(|game, name| {
            let strategy = game.strategy(name)?;
            Ok(Box::new(move |row| G::allowed_ends(&strategy, row)))
        });
    }
    fn strategies(&mut self)
    where
        G: Strategies,
    {
        let allowed =
            |game: &G, name: &str, at: &G::Position| Ok(game.allowed(&game.strategy(name)?, at));
        self.strategies = Some(StrategyDesk {
            cards: G::cards,
            allowed,
        });
    }
}

/// Whether a game has a misère form.
#[derive(Default)]
pub(crate) struct HasMisere(pub(crate) bool);

impl<G: Game> Powers<G> for HasMisere {
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        self.0 = true;
    }
    fn misere(&mut self)
    where
        G: Alternating,
    {
        self.0 = true;
    }
}
