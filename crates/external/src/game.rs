//! [`ExternalGame`]: external rules as a game that is played turn by turn.

use std::marker::PhantomData;

use bouton_core::game::{HeapGame, ImpartialScoring, Shared};
use bouton_core::scene::{Drawn, Scene};
use bouton_core::strategy::{Strategies, StrategyCard};
use bouton_core::{
    Alternating, Declares, Game, Impartial, InputError, Loopfree, Margin, Notation, Oracle, Origin,
    Powers, RuleError, Side, WinDrawLoss, WinLoss,
};
use smallvec::SmallVec;

use crate::opened::Opens;
use crate::rules::{ExternalRules, Height};
use crate::score::FromEnd;

/// External rules as a game with score `S`.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalGame<R, S> {
    pub(crate) rules: R,
    score: PhantomData<fn() -> S>,
}

impl<R, S> ExternalGame<R, S> {
    /// The game of these rules.
    pub fn of(rules: R) -> Self {
        Self {
            rules,
            score: PhantomData,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }
}

impl<R: Opens, S> ExternalGame<R, S> {
    /// The game for a query about this position: see [`Opens::asked_at`].
    #[must_use]
    pub fn asked_at(self, at: &R::Position) -> Self {
        Self::of(self.rules.asked_at(at))
    }
}

impl<R: ExternalRules, S: FromEnd> Game for ExternalGame<R, S> {
    type Position = R::Position;
    type Move = R::Move;
    fn canonical(&self, at: R::Position) -> R::Position {
        self.rules.canonical(at)
    }
    fn key(&self, at: &R::Position) -> Option<u64> {
        self.rules.key(at)
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        self.rules.oracle()
    }
    fn origins(&self) -> Vec<Origin> {
        self.rules.origins()
    }
    fn endless(&self, at: &R::Position) -> RuleError {
        self.rules.endless(at)
    }
}

impl<R: ExternalRules, S: FromEnd> Alternating for ExternalGame<R, S> {
    type Score = S;
    fn moves<'g>(&'g self, at: &R::Position) -> impl Iterator<Item = R::Move> + use<'g, R, S> {
        self.rules.moves(at, Side::Left)
    }
    fn play(&self, at: &R::Position, mv: &R::Move) -> R::Position {
        self.rules.play(at, mv)
    }
    fn gain(&self, _at: &R::Position, mv: &R::Move) -> S::Gain {
        S::gain(self.rules.gain(mv))
    }
    fn keeps_turn(&self, at: &R::Position, mv: &R::Move) -> bool {
        self.rules.keeps_turn(at, mv)
    }
    fn score(&self, at: &R::Position) -> Option<S> {
        self.rules.end(at).map(S::from_end)
    }
}

/// Declared if the rules promise that play is bounded.
impl<R: ExternalRules, S: FromEnd> Loopfree for ExternalGame<R, S> {
    type Height = Height;
    fn height(&self, at: &R::Position) -> Height {
        self.rules.height(at)
    }
}

impl<R: ExternalRules> Impartial for ExternalGame<R, WinLoss> {
    fn summands(&self, at: &R::Position) -> SmallVec<[R::Position; 2]> {
        self.rules.summands(at)
    }
}

/// Declared for impartial games that may not end.
impl<R: ExternalRules> Shared for ExternalGame<R, WinDrawLoss> {
    fn parts(&self, at: &R::Position) -> SmallVec<[R::Position; 2]> {
        self.rules.summands(at)
    }
}

/// Declared if the rules promise that all points are earned by moves that both players have.
impl<R: ExternalRules> ImpartialScoring for ExternalGame<R, Margin<i64>> {}

impl<R: Opens, S: FromEnd> Declares for ExternalGame<R, S> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        S::declare(self, powers);
        powers.look();
        powers.heaps();
        if R::NAMES_STRATEGIES {
            powers.strategies();
        }
    }
}

impl<R: ExternalRules, S: FromEnd> Notation for ExternalGame<R, S> {
    fn parse(&self, text: &str) -> Result<R::Position, InputError> {
        self.rules.read(text)
    }
    fn show(&self, at: &R::Position) -> String {
        self.rules.show(at)
    }
    fn show_move(&self, at: &R::Position, mv: &R::Move) -> String {
        self.rules.label(at, mv)
    }
    fn move_called(&self, at: &R::Position, text: &str) -> Option<R::Move> {
        self.rules.move_called(at, text)
    }
}

impl<R: ExternalRules, S: FromEnd> Drawn for ExternalGame<R, S> {
    fn scene(&self, at: &R::Position) -> Scene {
        self.rules.scene(at)
    }
}

impl<R: ExternalRules, S: FromEnd> Strategies for ExternalGame<R, S> {
    type Strategy = usize;
    const STRATEGIES: &'static [StrategyCard<'static>] = &[];
    fn cards(&self) -> Vec<StrategyCard<'_>> {
        self.rules.strategies()
    }
    fn strategy(&self, name: &str) -> Result<usize, InputError> {
        let cards = self.rules.strategies();
        let place = cards.iter().position(|card| card.name == name);
        place.ok_or_else(|| {
            let names: Vec<_> = cards.iter().map(|card| card.name).collect();
            let message = match names.is_empty() {
                true => "the rules have no strategies".to_owned(),
                false => format!("expected one of {}", names.join(", ")),
            };
            InputError::whole(message, name)
        })
    }
    fn allowed(&self, strategy: &usize, at: &R::Position) -> Vec<R::Move> {
        self.rules.allowed(*strategy, at)
    }
}

impl<R: ExternalRules, S: FromEnd> HeapGame for ExternalGame<R, S> {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = false;
    fn shape(&self) -> Option<(Option<usize>, bool)> {
        self.rules.heaps().map(|count| (Some(count), false))
    }
    fn listed(&self, up_to: u64) -> Option<Vec<R::Position>> {
        self.rules.listed(up_to)
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<R::Position> {
        self.rules.with_heaps(heaps)
    }
}
