//! [`WithDraws`]: a game of wins and losses as one that could be drawn, because play is cut off or need not end.

use std::sync::Arc;

use bouton_core::adaptors::Adaptor;
use bouton_core::erased::{Place, Written};
use bouton_core::packed::unpacked;
use bouton_core::rules::Listed;
use bouton_core::solver::{About, Evaluated, Evaluation, Solution, Solved, Solver, Stopped};
use bouton_core::{Alternating, Erased, InputError, Limits, Notation, Score, WinDrawLoss, WinLoss};
use bouton_solvers::Tables;

use crate::abilities::Abilities;
use crate::component::Role;
use crate::experimenting::Experiments;
use crate::looking::{Look, Looks};
use crate::menu::{Offer, Offers, Solving};
use crate::misere::Form;
use crate::proving::Proofs;
use crate::surveying::Surveys;
use crate::through::Through;
use crate::typed::{Again, Bare, Source, Untyped};

/// A game without draws, with a score that has them.
struct WithDraws {
    base: Arc<dyn Source<WinLoss>>,
    game: Erased<WinLoss>,
}

impl WithDraws {
    fn of(base: Arc<dyn Source<WinLoss>>) -> Self {
        let game = Erased::of(base.clone().written());
        Self { base, game }
    }
}

impl Untyped {
    /// The same game with a score that has draws, if it has neither draws nor points.
    pub(crate) fn with_draws(self) -> Self {
        let (name, is_misere, bare) = match self.bare::<WinLoss>() {
            Ok(game) => game,
            Err(other) => return other,
        };
        let Bare { source, at, again } = bare;
        let again = again.map(|again| -> Again<_> {
            Box::new(move |text| {
                let (source, at) = again(text)?;
                Ok((Arc::new(WithDraws::of(source)) as _, at))
            })
        });
        let bare = Bare {
            source: Arc::new(WithDraws::of(source)),
            at,
            again,
        };
        Self {
            name,
            is_misere,
            bare: Box::new(bare),
        }
    }

    /// The same game, in which endless play is a draw if nothing promises that play ends.
    pub(crate) fn with_endless_draws(self) -> Self {
        let bare = self.bare.downcast_ref::<Bare<WinLoss>>();
        match bare.is_some_and(|bare| bare.source.clone().offers(None).may_be_endless()) {
            true => self.with_draws(),
            false => self,
        }
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
        // Its moves are words within those of this game.
        let look = base.looks.0.map(|own| Look {
            deed: Box::new(move |at, mv| (own.deed)(at, &unpacked::<Listed<WinLoss>>(mv).words)),
            ..own
        });
        Abilities {
            plays: base.plays,
            looks: Looks(look),
            experiments: Experiments::of_heaps(base.experiments.heaps),
            surveys: Surveys::searched(),
            values: base.values,
            proofs: Proofs::default(),
        }
    }

    fn offers(self: Arc<Self>, tables: Option<&Tables>) -> Offers<WinDrawLoss> {
        let offers = self.base.clone().offers(tables);
        offers.with_draws(|solver, form| {
            let through = Through {
                game: self.clone(),
                solver: Box::new(Drawless(solver)),
                listed: Listed::of,
            };
            Offer::Own(Box::new(through), form)
        })
    }

    fn role(self: Arc<Self>) -> Role<WinDrawLoss> {
        Role::default()
    }

    fn misere(self: Arc<Self>) -> Option<Form<WinDrawLoss>> {
        Some(Form::default())
    }
}

/// A solver that finds who wins where nobody draws: if a position comes back, it gives up.
struct Drawless(Solving<WinLoss>);

fn with_draws(value: Evaluation<WinLoss>) -> Evaluation<WinDrawLoss> {
    Evaluation {
        score: value.score.outcome().into(),
        remoteness: value.remoteness,
        grundy: value.grundy,
        loony: value.loony,
    }
}

fn stopped(stopped: Stopped<WinLoss>) -> Stopped<WinDrawLoss> {
    let draws = |(low, high): (WinLoss, WinLoss)| (low.outcome().into(), high.outcome().into());
    Stopped {
        reason: stopped.reason,
        bounds: stopped.bounds.map(draws),
    }
}

impl Solver<WithDraws> for Drawless {
    fn about(&self) -> &'static About {
        self.0.about()
    }
    fn accepts(&self, game: &WithDraws, at: &Place, limits: &Limits) -> Result<(), String> {
        self.0.accepts(&game.game, at, limits)
    }
    fn offers_itself(&self, game: &WithDraws, at: &Place, limits: &Limits) -> bool {
        self.0.offers_itself(&game.game, at, limits)
    }
    fn leads(&self, game: &WithDraws, at: &Place) -> bool {
        self.0.leads(&game.game, at)
    }
    fn would_fit(&self, game: &WithDraws, at: &Place, limits: &Limits) -> Option<String> {
        self.0.would_fit(&game.game, at, limits)
    }
    fn evaluate(&mut self, game: &WithDraws, at: &Place, limits: &Limits) -> Evaluated<WithDraws> {
        let value = self.0.evaluate(&game.game, at, limits);
        value.map(with_draws).map_err(stopped)
    }
    fn visited(&self) -> u64 {
        self.0.visited()
    }
    fn solve(&mut self, game: &WithDraws, at: &Place, limits: &Limits) -> Solved<WithDraws> {
        let found = self.0.solve(&game.game, at, limits).map_err(stopped)?;
        Ok(Solution {
            value: with_draws(found.value),
            best: found.best,
            line: found.line,
            reason: found.reason,
        })
    }
}
