//! [`Menu`]: the solvers that serve a game, best first.

use bouton_core::game::{
    Alternating, ClosedForm, Entailing, Hinted, Impartial, Loopfree, MisereParts, Shared,
};
use bouton_core::rows::{EndTaking, FrontTaking};
use bouton_core::solver::{About, Solver};
use bouton_core::subtraction::Subtraction;
use bouton_core::take_and_break::{MisereHeaps, TakeAndBreak};
use bouton_core::{
    Declares, KnownValues, Lawful, Outcome, Powers, Reversible, Sides, Sliced, Summands,
    WinDrawLoss, WinLoss,
};
use bouton_solvers::alpha_beta::{AlphaBeta, Hints, Opening, Plain, Sight};
use bouton_solvers::interned::Namer;
use bouton_solvers::rows::{FrontTables, IntervalTable, PeakFolding};
use bouton_solvers::{
    ByGenus, ByQuotient, ByTheorem, ByValues, Components, Entailed, Grundy, Memo, Nimber,
    NumberedRetrograde, OnGraph, Periodic, Tables, WinningStates,
};

use crate::abilities::Abilities;
use crate::by_law::ByLaw;

/// The solvers that serve a game, best first. Two solvers of one rank are forms of one method: the form for the more
/// special kind of game replaces the other.
pub(crate) struct Menu<G: Alternating> {
    pub(crate) solvers: Vec<Box<dyn Solver<G>>>,
    entries: Vec<Entry>,
    /// Whether positions are lists of heaps: these are few and have large values, so that `nimber` saves no work.
    has_heaps: bool,
    is_first: IsFirst,
    /// Tables, and the names of positions in them.
    known: Option<(Tables, Namer<G>)>,
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
enum Form {
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

impl<G: Declares + Alternating> Menu<G> {
    /// The solvers for the declared properties, after the one for tables, if there are any.
    pub(crate) fn of(game: &G, abilities: &Abilities<G>, tables: Option<&Tables>) -> Self {
        let mut menu = Self {
            solvers: Vec::new(),
            entries: Vec::new(),
            has_heaps: abilities.experiments.shape(game).is_some(),
            is_first: |_| false,
            known: tables.map(|tables| (tables.clone(), abilities.surveys.namer)),
        };
        game.declare(&mut menu);
        let is_first = menu.is_first;
        if let Some(n) = menu.entries.iter().position(|entry| is_first(*entry)) {
            let first = menu.solvers.remove(n);
            menu.solvers.insert(0, first);
        }
        if let Some(tables) = tables {
            let solver = OnGraph::table_file(tables.clone(), abilities.surveys.namer);
            menu.solvers.insert(0, Box::new(solver));
        }
        menu
    }
}

impl<G: Alternating + 'static> Menu<G> {
    fn offer(&mut self, solver: impl Solver<G> + 'static) {
        self.put(Box::new(solver), Form::Plain);
    }

    fn put(&mut self, solver: Box<dyn Solver<G>>, form: Form) {
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

    /// A search that uses the values of tables.
    fn search<V: Sight<G>>(&self) -> AlphaBeta<G, V> {
        let search = AlphaBeta::default();
        match &self.known {
            Some((tables, namer)) => search.knowing(tables.clone(), *namer),
            None => search,
        }
    }

    /// The solvers for every game that ends.
    fn offer_searches(&mut self)
    where
        G: Loopfree,
    {
        self.offer(Memo::default());
        let search = self.search::<Plain>();
        self.offer(search);
        self.offer(OnGraph::minimax());
    }
}

impl<G: Alternating + 'static> Powers<G> for Menu<G> {
    fn loopfree(&mut self)
    where
        G: Alternating<Score: From<Outcome>> + Loopfree,
    {
        self.offer_searches();
        self.offer(OnGraph::proof_number());
        self.offer(OnGraph::retrograde());
    }
    fn points(&mut self)
    where
        G: Loopfree,
    {
        self.offer_searches();
    }
    fn loopy(&mut self)
    where
        G: Alternating<Score = WinDrawLoss>,
    {
        self.offer(OnGraph::proof_number());
        self.offer(OnGraph::retrograde());
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
        // If a position repeats, there are no Grundy values, but other solvers answer.
        self.is_first = |entry| entry.about.endless;
    }
    fn reversible(&mut self)
    where
        G: Reversible,
    {
        self.put(Box::new(NumberedRetrograde::default()), Form::Special);
    }
    fn sliced(&mut self)
    where
        G: Sliced + Hinted,
    {
        if let Some((tables, namer)) = &self.known {
            self.offer(Opening::knowing(tables.clone(), *namer));
        }
    }
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        self.offer(Grundy::default());
        if !self.has_heaps {
            self.offer(Nimber::default());
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
        self.put(Box::new(Components::apart()), Form::Special);
        self.put(Box::new(ByValues::apart()), Form::Special);
    }
    fn known_values(&mut self)
    where
        G: KnownValues,
    {
        self.put(Box::new(Components::known()), Form::Special);
        self.put(Box::new(ByValues::known()), Form::Special);
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
        let search = self.search::<Hints>();
        self.put(Box::new(search), Form::Special);
        self.is_first = |entry| entry.form == Form::Special;
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
    fn misere_parts(&mut self)
    where
        G: MisereParts,
    {
        self.offer(ByGenus::default());
    }
    fn misere_heaps(&mut self)
    where
        G: MisereHeaps,
    {
        self.offer(ByQuotient::default());
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
