//! [`WithDraws`]: a game of wins and losses as one that could be drawn.

use std::sync::Arc;

use bouton_core::adaptors::Adaptor;
use bouton_core::erased::{Place, Written};
use bouton_core::rules::Listed;
use bouton_core::{Alternating, Erased, InputError, Notation, Score, WinDrawLoss, WinLoss};
use bouton_solvers::Tables;

use crate::abilities::Abilities;
use crate::component::Role;
use crate::experimenting::Experiments;
use crate::menu::Offers;
use crate::misere::Form;
use crate::proving::Proofs;
use crate::surveying::Surveys;
use crate::typed::Source;
use crate::valuing::Values;

/// A game without draws, with a score that has them.
pub(super) struct WithDraws {
    base: Arc<dyn Source<WinLoss>>,
    game: Erased<WinLoss>,
}

impl WithDraws {
    pub(super) fn of(base: Arc<dyn Source<WinLoss>>) -> Self {
        let game = Erased::of(base.clone().written());
        Self { base, game }
    }
}

impl PartialEq for WithDraws {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl Adaptor for WithDraws {
    type Base = Erased<WinLoss>;
    type Position = Place;
    const KEEPS_LOSSES: bool = true;
    fn base(&self) -> &Erased<WinLoss> {
        &self.game
    }
    fn bare(at: &Place) -> &Place {
        at
    }
    fn with_bare(at: Place, change: impl FnOnce(Place) -> Place) -> Place {
        change(at)
    }
    fn read(&self, text: &str) -> Result<Place, InputError> {
        Notation::parse(&self.game, text)
    }
}

impl Alternating for WithDraws {
    type Score = WinDrawLoss;
    fn moves<'g>(&'g self, at: &Place) -> impl Iterator<Item = Listed<WinLoss>> + use<'g> {
        self.game.moves(at)
    }
    fn play(&self, at: &Place, mv: &Listed<WinLoss>) -> Place {
        self.game.play(at, mv)
    }
    fn keeps_turn(&self, at: &Place, mv: &Listed<WinLoss>) -> bool {
        self.game.keeps_turn(at, mv)
    }
    fn score(&self, at: &Place) -> Option<WinDrawLoss> {
        self.game.score(at).map(|score| score.outcome().into())
    }
}

impl Source<WinDrawLoss> for WithDraws {
    fn written(self: Arc<Self>) -> Arc<dyn Written<WinDrawLoss>> {
        self
    }

    fn abilities(self: Arc<Self>) -> Abilities<WinDrawLoss> {
        let base = self.base.clone().abilities();
        Abilities {
            plays: base.plays,
            looks: base.looks,
            experiments: Experiments::of_heaps(base.experiments.heaps),
            surveys: Surveys::searched(),
            values: Values::default(),
            proofs: Proofs::default(),
        }
    }

    fn offers(self: Arc<Self>, tables: Option<&Tables>) -> Offers<WinDrawLoss> {
        self.base.clone().offers(tables).of_any_game()
    }

    fn role(self: Arc<Self>) -> Role<WinDrawLoss> {
        Role::default()
    }

    fn misere(self: Arc<Self>) -> Option<Form<WinDrawLoss>> {
        Some(Form::default())
    }
}
