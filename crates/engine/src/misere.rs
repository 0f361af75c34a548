//! [`Lost`]: any game in misère play, where the player who makes the last move, or the line, loses.
//!
//! Positions, moves, names and searches are those of the game itself, on words. [`Form`] is what the type of the game adds: theorems, laws,
//! numbers, parts.

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

use bouton_core::adaptors::Adaptor;
use bouton_core::erased::{Place, Written};
use bouton_core::game::{MisereClosedForm, MisereParts};
use bouton_core::oracle::{Oracle, RuleError};
use bouton_core::packed::Words;
use bouton_core::rules::{Fold, Listed, Opening, Options, Others, Rules};
use bouton_core::solver::Solver;
use bouton_core::subtraction::Subtraction;
use bouton_core::take_and_break::TakeAndBreak;
use bouton_core::{
    Alternating, Declares, Erased, Impartial, InputError, Lawful, Layered, Loopfree, Misere,
    Notation, Origin, Powers, Reversible, Score, WinLoss,
};
use bouton_solvers::atoms;
use bouton_solvers::{ByGenus, ByQuotient, ByTheorem, NumberedRetrograde, Tables, WinningStates};
use derive_where::derive_where;
use num_bigint::BigUint;
use smallvec::SmallVec;

use crate::abilities::{Abilities, Collect, collected};
use crate::by_law::{ByLaw, Terms};
use crate::by_marks::ByMarks;
use crate::component::{PartsOf, Role};
use crate::experimenting::Experiments;
use crate::menu::{Form as Rank, Offer, Offers};
use crate::proving::{ListAtoms, Proofs};
use crate::surveying::Surveys;
use crate::through::Through;
use crate::typed::Source;
use crate::valuing::Values;

/// A game in misère play.
pub(crate) struct Lost<S: Score>(pub(crate) Arc<dyn Source<S>>);

impl<S: Score<Gain = ()>> Lost<S> {
    fn form(&self) -> Form<S> {
        let form = self.0.clone().misere();
        form.expect("invariant: it is made only of a game that has this form")
    }
}

impl<S: Score<Gain = ()>> Source<S> for Lost<S> {
    fn written(self: Arc<Self>) -> Arc<dyn Written<S>> {
        Arc::new(Reversed(self.0.clone().written()))
    }

    fn abilities(self: Arc<Self>) -> Abilities<S> {
        let (form, base) = (self.form(), self.0.clone().abilities());
        let terms = form.terms.map(|terms| terms as _);
        Abilities {
            plays: base.plays,
            looks: base.looks.without_losses(),
            experiments: Experiments::of_heaps(base.experiments.heaps),
            surveys: form.surveys.unwrap_or_else(|| base.surveys.by_search()),
            values: Values {
                is_scoring: base.values.has_prices,
                ..Values::default()
            },
            proofs: Proofs {
                terms,
                code: None,
                atoms: form.atoms,
            },
        }
    }

    fn offers(self: Arc<Self>, tables: Option<&Tables>) -> Offers<S> {
        let offers = self.0.clone().offers(tables);
        offers.of_any_game().with(self.form().offers)
    }

    fn role(self: Arc<Self>) -> Role<S> {
        Role::default()
    }

    fn misere(self: Arc<Self>) -> Option<Form<S>> {
        None
    }
}

/// The rules in misère play: those of the game, but for the score.
struct Reversed<S: Score>(Arc<dyn Written<S>>);

impl<S: Score> Rules<S> for Reversed<S> {
    fn open<'g>(
        &'g self,
        at: Range<usize>,
        fold: Fold,
        most: usize,
        to: &mut Options<S>,
    ) -> Opening<'g, S> {
        match self.0.open(at, fold, most, to) {
            Opening::Over(score) => Opening::Over(-score),
            opening => opening,
        }
    }
    fn list<'g>(
        &'g self,
        at: &[u64],
        most: usize,
        to: &mut Vec<Listed<S>>,
    ) -> Option<Others<'g, Vec<Listed<S>>>> {
        self.0.list(at, most, to)
    }
    fn play(&self, at: &[u64], mv: &[u64]) -> Words {
        self.0.play(at, mv)
    }
    fn after(&self, at: &[u64], mv: &[u64]) -> Words {
        self.0.after(at, mv)
    }
    fn score(&self, at: &[u64]) -> Option<S> {
        self.0.score(at).map(|score| -score)
    }
    fn folded(&self, at: &[u64], fold: Fold) -> Words {
        self.0.folded(at, fold)
    }
    fn key(&self, at: &[u64]) -> Option<u64> {
        self.0.key(at)
    }
    fn tokens(&self, at: &[u64]) -> Option<BigUint> {
        self.0.tokens(at)
    }
    fn removed(&self, mv: &[u64]) -> Option<BigUint> {
        self.0.removed(mv)
    }
    fn at_stake(&self, at: &[u64]) -> Option<i128> {
        self.0.at_stake(at).map(|points| -points)
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        self.0.oracle()
    }
    fn origins(&self) -> Vec<Origin> {
        self.0.origins()
    }
    fn endless(&self, at: &[u64]) -> RuleError {
        self.0.endless(at)
    }
}

impl<S: Score> Written<S> for Reversed<S> {
    fn parse(&self, text: &str) -> Result<Words, InputError> {
        self.0.parse(text)
    }
    fn show(&self, at: &[u64]) -> String {
        self.0.show(at)
    }
    fn show_within(&self, at: &[u64], longest: usize) -> Option<String> {
        self.0.show_within(at, longest)
    }
    fn show_move(&self, at: &[u64], mv: &[u64]) -> String {
        self.0.show_move(at, mv)
    }
    fn move_in_words(&self, at: &[u64], mv: &[u64]) -> Option<String> {
        self.0.move_in_words(at, mv)
    }
    fn component(&self, mv: &[u64]) -> Option<usize> {
        self.0.component(mv)
    }
    fn signs(&self) -> Vec<char> {
        self.0.signs()
    }
    fn with_board(&self, at: &[u64], number: u64) -> Option<Words> {
        self.0.with_board(at, number)
    }
    fn board_number(&self, at: &[u64]) -> Option<u64> {
        self.0.board_number(at)
    }
    fn move_called(&self, at: &[u64], text: &str) -> Option<Listed<S>> {
        self.0.move_called(at, text)
    }
    fn is(&self, other: &dyn Any) -> bool {
        let other = other.downcast_ref::<Self>();
        other.is_some_and(|other| self.0.is(&*other.0))
    }
}

/// A game in misère play whose positions are sums of parts.
struct Split {
    game: Erased<WinLoss>,
    summed: PartsOf,
}

impl Adaptor for Split {
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

impl Alternating for Split {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Place) -> impl Iterator<Item = Listed<WinLoss>> + use<'g> {
        self.game.moves(at)
    }
    fn play(&self, at: &Place, mv: &Listed<WinLoss>) -> Place {
        Alternating::play(&self.game, at, mv)
    }
    fn score(&self, at: &Place) -> Option<WinLoss> {
        Alternating::score(&self.game, at)
    }
}

impl MisereParts for Split {
    fn summed(&self, at: &Place) -> SmallVec<[Place; 2]> {
        (self.summed)(at)
    }
}

/// The additions of the type of a game to its misère form.
#[derive_where(Default)]
pub(crate) struct Form<S: Score> {
    offers: Vec<Offer<S>>,
    terms: Option<Box<dyn Terms>>,
    /// All positions, if they have numbers.
    surveys: Option<Surveys<S>>,
    atoms: Option<ListAtoms>,
}

/// The misère form, if the game declares one: otherwise nothing of it is compiled.
impl<G: Declares + Alternating> Powers<G> for Collect<G, Option<Form<G::Score>>> {
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        self.found = Some(collected(&self.game));
    }
    fn misere(&mut self)
    where
        G: Alternating<Score: Score<Gain = ()>>,
    {
        self.found = Some(collected(&self.game));
    }
}

impl<G: Declares + Alternating<Score: Score<Gain = ()>>> Collect<G, Form<G::Score>> {
    fn typed(&self) -> Arc<Misere<G>> {
        Arc::new(Misere(self.game.clone()))
    }

    fn offer(&mut self, solver: impl Solver<Misere<G>> + 'static, rank: Rank) {
        let through = Through {
            game: self.typed(),
            solver: Box::new(solver),
            listed: Listed::of,
        };
        self.found.offers.push(Offer::Own(Box::new(through), rank));
    }
}

/// Adds what the parts of a game bring in which both players have the same moves: the solver by genus, and the list of parts.
pub(crate) fn split_by(
    form: &mut Form<WinLoss>,
    game: &Arc<dyn Written<WinLoss>>,
    parts: impl Fn() -> PartsOf,
) {
    let [rules, solved] = [parts(), parts()].map(|summed| Split {
        game: Erased::of(Arc::new(Reversed(game.clone()))),
        summed,
    });
    split(form, rules, Arc::new(solved));
}

/// Not generic, so that it is compiled once.
fn split(form: &mut Form<WinLoss>, rules: Split, game: Arc<Split>) {
    let through = Through {
        game,
        solver: Box::new(ByGenus::default()),
        listed: |_, _, mv| mv.clone(),
    };
    (form.offers).push(Offer::Own(Box::new(through), Rank::Plain));
    form.atoms = Some(Box::new(move |at, others, limits| {
        atoms::listed(&rules, at, others, limits)
    }));
}

impl<G: Declares + Alternating<Score: Score<Gain = ()>>> Powers<G> for Collect<G, Form<G::Score>> {
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        let game: Arc<dyn Written<WinLoss>> = self.game.clone();
        let own = &self.game;
        split_by(&mut self.found, &game, || {
            let own = own.clone();
            Box::new(move |at| {
                let parts = own.summands(&at.position());
                parts.iter().map(Place::of).collect()
            })
        });
    }
    fn misere_closed_form(&mut self)
    where
        G: MisereClosedForm,
    {
        self.offer(ByTheorem, Rank::Plain);
    }
    fn lawful(&mut self)
    where
        G: Lawful,
    {
        let law = ByLaw(Box::new(self.typed()));
        (self.found.offers).push(Offer::Own(Box::new(law), Rank::Plain));
        if let Some(marks) = ByMarks::of(self.typed()) {
            (self.found.offers).push(Offer::Own(Box::new(marks), Rank::Plain));
        }
        self.found.terms = Some(Box::new(self.typed()));
    }
    fn take_and_break(&mut self)
    where
        G: TakeAndBreak,
    {
        self.offer(ByQuotient::default(), Rank::Plain);
    }
    fn subtraction(&mut self)
    where
        G: Subtraction,
    {
        self.offer(WinningStates::default(), Rank::Plain);
    }
    fn reversible(&mut self)
    where
        G: Reversible,
    {
        self.offer(NumberedRetrograde::default(), Rank::Special);
        self.found.surveys = Some(Surveys::numbered(&self.typed()));
    }
    fn layered(&mut self)
    where
        G: Layered + Loopfree,
    {
        self.found.surveys = Some(Surveys::in_layers(&self.typed()));
    }
}
