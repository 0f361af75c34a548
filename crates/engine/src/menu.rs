//! [`Menu`]: the solvers that serve a game, best first.

use std::sync::Arc;

use bouton_core::game::{Alternating, ClosedForm, Entailing, Hinted, Impartial, Loopfree, Shared};
use bouton_core::rows::{EndTaking, FrontTaking};
use bouton_core::rules::Listed;
use bouton_core::solver::{About, Solver};
use bouton_core::subtraction::Subtraction;
use bouton_core::take_and_break::TakeAndBreak;
use bouton_core::{
    Declares, Erased, KnownValues, Lawful, Outcome, Powers, Reversible, Score, Sides, Sliced,
    Summands, WinDrawLoss, WinLoss,
};
use bouton_solvers::alpha_beta::{AlphaBeta, Hints, Opening, Plain};
use bouton_solvers::interned::Namer;
use bouton_solvers::rows::{FrontTables, IntervalTable, PeakFolding};
use bouton_solvers::{
    Book, ByTheorem, ByValues, Chapter, Components, Entailed, Grundy, Memo, Nimber,
    NumberedRetrograde, OnGraph, Parted, Periodic, Tables, WinningStates,
};

use crate::abilities::{Collect, collected, collected_into};
use crate::by_law::ByLaw;
use crate::by_marks::ByMarks;
use crate::experimenting::Experiments;
use crate::surveying::namer;
use crate::through::Through;

/// The solvers that serve a game, best first. Two solvers of one rank are forms of one method: the form for the more
/// special kind of game replaces the other.
pub(crate) struct Menu<S: Score> {
    pub(crate) solvers: Vec<Solving<S>>,
    entries: Vec<Entry>,
}

/// A solver of games with this type of score.
pub(crate) type Solving<S> = Box<dyn Solver<Erased<S>>>;

/// The solvers that the properties of a game bring, in the order in which it declares them.
pub(crate) struct Offers<S: Score> {
    offers: Vec<Offer<S>>,
    /// Whether positions are lists of heaps: these are few and have large values, so that `nimber` saves no work.
    has_heaps: bool,
    is_first: IsFirst,
    tables: Option<Tables>,
}

/// One or more solvers.
pub(crate) enum Offer<S: Score> {
    /// One for games of any type that end.
    Searches,
    /// One for all games without points.
    ProofNumber,
    Retrograde,
    Memo,
    /// One that knows more of the game.
    Own(Solving<S>, Form),
}

/// The rank of a solver.
#[derive(Clone, Copy)]
struct Entry {
    about: &'static About,
    form: Form,
}

/// The solvers that a game prefers to all others.
type IsFirst = fn(Entry) -> bool;

/// A solver among those of its method.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Plain,
    Special,
}

/// The place of a solver among those that are there.
enum Place {
    Before(usize),
    InsteadOf(usize),
    Nowhere,
}

impl Entry {
    fn place(self, entries: &[Self]) -> Place {
        let rank = self.about.rank;
        let same = entries.iter().position(|entry| entry.about.rank == rank);
        match same {
            Some(_) if self.form == Form::Plain => Place::Nowhere,
            Some(n) => Place::InsteadOf(n),
            None => Place::Before(entries.partition_point(|entry| entry.about.rank < rank)),
        }
    }
}

impl<S: Score> Offers<S> {
    /// Those of a game; tables are for the searches that look in them.
    pub(crate) fn of<G: Declares + Alternating<Score = S>>(
        game: &Arc<G>,
        tables: Option<&Tables>,
    ) -> Self {
        let heaps: Experiments<S> = collected(game);
        let offers = Self {
            offers: Vec::new(),
            has_heaps: heaps.shape().is_some(),
            is_first: |_| false,
            tables: tables.cloned(),
        };
        collected_into(offers, game)
    }

    /// Those that serve games of any type, with any type of score.
    pub(crate) fn of_any_game<T: Score>(self) -> Offers<T> {
        let offers = self.offers.into_iter().filter_map(|offer| match offer {
            Offer::Searches => Some(Offer::Searches),
            Offer::ProofNumber => Some(Offer::ProofNumber),
            Offer::Retrograde => Some(Offer::Retrograde),
            Offer::Memo => Some(Offer::Memo),
            Offer::Own(..) => None,
        });
        Offers {
            offers: offers.collect(),
            has_heaps: self.has_heaps,
            is_first: |_| false,
            tables: self.tables,
        }
    }

    /// Whether nothing promises that play ends.
    pub(crate) fn may_be_endless(&self) -> bool {
        let is_memo = |offer: &Offer<S>| matches!(offer, Offer::Memo);
        self.offers.iter().any(is_memo)
    }

    /// Those that serve the game with a score that has draws, in which endless play is one.
    pub(crate) fn with_draws<T: Score>(
        mut self,
        own: impl Fn(Solving<S>, Form) -> Offer<T>,
    ) -> Offers<T> {
        let mut others = Vec::new();
        for offer in std::mem::take(&mut self.offers) {
            match offer {
                Offer::Own(solver, form) => others.push(own(solver, form)),
                Offer::Memo => others.extend([Offer::ProofNumber, Offer::Retrograde]),
                offer => self.offers.push(offer),
            }
        }
        self.of_any_game().with(others)
    }

    /// Those of a game that they are made for where play ends, too.
    pub(crate) fn that_end(mut self) -> Self {
        self.offers.push(Offer::Searches);
        self
    }

    /// With others.
    pub(crate) fn with(mut self, others: Vec<Offer<S>>) -> Self {
        self.offers.extend(others);
        self
    }
}

impl<S: Score> Menu<S> {
    /// The solvers that a game offers, after those for tables and for the book, if there are any.
    pub(crate) fn of(
        offered: Offers<S>,
        tables: Option<(&Tables, &Namer<Erased<S>>)>,
        book: Option<Chapter>,
    ) -> Self {
        let mut menu = Self {
            solvers: Vec::new(),
            entries: Vec::new(),
        };
        for offer in offered.offers {
            match offer {
                Offer::Searches => {
                    menu.offer(Memo::default());
                    let search = AlphaBeta::<_, Plain>::unproved();
                    menu.offer(match tables {
                        Some((tables, namer)) => search.knowing(tables.clone(), namer.clone()),
                        None => search,
                    });
                    menu.offer(OnGraph::minimax_unproved());
                }
                Offer::ProofNumber => menu.offer(OnGraph::proof_number()),
                Offer::Retrograde => menu.offer(OnGraph::retrograde()),
                Offer::Memo => menu.offer(Memo::default()),
                Offer::Own(solver, form) => menu.put(solver, form),
            }
        }
        let is_first = offered.is_first;
        if let Some(n) = menu.entries.iter().position(|entry| is_first(*entry)) {
            let first = menu.solvers.remove(n);
            menu.solvers.insert(0, first);
        }
        if let Some(chapter) = book {
            menu.solvers.insert(0, Box::new(Book::of(chapter)));
        }
        if let Some((tables, namer)) = tables {
            let solver = OnGraph::table_file(tables.clone(), namer.clone());
            menu.solvers.insert(0, Box::new(solver));
        }
        menu
    }

    fn offer(&mut self, solver: impl Solver<Erased<S>> + 'static) {
        self.put(Box::new(solver), Form::Plain);
    }

    fn put(&mut self, solver: Solving<S>, form: Form) {
        let entry = Entry {
            about: solver.about(),
            form,
        };
        match entry.place(&self.entries) {
            Place::Before(n) => {
                self.entries.insert(n, entry);
                self.solvers.insert(n, solver);
            }
            Place::InsteadOf(n) => {
                self.entries[n] = entry;
                self.solvers[n] = solver;
            }
            Place::Nowhere => {}
        }
    }
}

impl<G: Alternating + 'static> Collect<G, Offers<G::Score>> {
    /// A solver that needs the type of the game.
    fn offer(&mut self, solver: impl Solver<G> + 'static) {
        self.put(solver, Form::Plain);
    }

    /// One that knows the game already.
    fn own(&mut self, solver: impl Solver<Erased<G::Score>> + 'static) {
        (self.found.offers).push(Offer::Own(Box::new(solver), Form::Plain));
    }

    fn offer_grundy(&mut self, leads_in_sums: bool)
    where
        G: Shared,
    {
        self.own(Parted {
            rules: self.game.clone(),
            solver: Grundy::default(),
            leads_in_sums,
        });
    }

    fn put(&mut self, solver: impl Solver<G> + 'static, form: Form) {
        let through = Through {
            game: self.game.clone(),
            solver: Box::new(solver),
            listed: Listed::of,
        };
        self.found.offers.push(Offer::Own(Box::new(through), form));
    }
}

impl<G: Declares + Alternating> Powers<G> for Collect<G, Offers<G::Score>> {
    fn loopfree(&mut self)
    where
        G: Alternating<Score: From<Outcome>> + Loopfree,
    {
        (self.found.offers).extend([Offer::Searches, Offer::ProofNumber, Offer::Retrograde]);
    }
    fn points(&mut self)
    where
        G: Loopfree,
    {
        self.found.offers.push(Offer::Searches);
    }
    fn loopy(&mut self)
    where
        G: Alternating<Score = WinDrawLoss>,
    {
        (self.found.offers).extend([Offer::ProofNumber, Offer::Retrograde]);
    }
    fn ending(&mut self)
    where
        G: Alternating,
    {
        self.found.offers.push(Offer::Memo);
    }
    fn shared(&mut self)
    where
        G: Shared,
    {
        // If a position repeats, there are no Grundy values, but other solvers answer.
        self.offer_grundy(true);
        self.found.is_first = |entry| entry.about.endless;
    }
    fn reversible(&mut self)
    where
        G: Reversible,
    {
        self.put(NumberedRetrograde::default(), Form::Special);
    }
    fn sliced(&mut self)
    where
        G: Sliced + Hinted,
    {
        if let Some(tables) = self.found.tables.clone() {
            let namer = namer(&self.game);
            self.offer(Opening::knowing(tables, namer));
        }
    }
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        self.offer_grundy(false);
        if !self.found.has_heaps {
            self.own(Parted {
                rules: self.game.clone(),
                solver: Nimber::default(),
                leads_in_sums: false,
            });
        }
    }
    fn entailing(&mut self)
    where
        G: Entailing,
    {
        self.offer(Entailed::default());
    }
    fn summands(&mut self)
    where
        G: Summands,
    {
        self.parts();
    }
    fn parts(&mut self)
    where
        G: Summands,
    {
        self.put(Components::apart(), Form::Special);
        self.put(ByValues::apart(), Form::Special);
    }
    fn known_values(&mut self)
    where
        G: KnownValues,
    {
        self.put(Components::known(), Form::Special);
        self.put(ByValues::known(), Form::Special);
    }
    fn short(&mut self)
    where
        G: Sides<Score = WinLoss>,
    {
        self.offer(Components::whole());
        self.offer(ByValues::whole());
    }
    fn hinted(&mut self)
    where
        G: Hinted + Loopfree,
    {
        let search = AlphaBeta::<G, Hints>::default();
        let search = match self.found.tables.clone() {
            Some(tables) => search.knowing(tables, namer(&self.game)),
            None => search,
        };
        self.put(search, Form::Special);
        self.found.is_first = |entry| entry.form == Form::Special;
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
        self.own(ByLaw(Box::new(self.game.clone())));
        if let Some(marks) = ByMarks::of(self.game.clone()) {
            self.own(marks);
        }
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
    fn solved_by<S: Solver<G> + Default + 'static>(&mut self)
    where
        G: Alternating,
    {
        self.offer(S::default());
    }
}
