//! All reachable positions, counted by outcome and by plies to the end.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use bouton_core::hashing::FastSet;
use bouton_core::{Alternating, Indexed, Limits, Outcome, Reversible, Score, Solver, StopReason};

use super::graph::Graph;
use super::space::number_of;
use super::table::{Outcomes, Value};
use crate::interned::{Fold, GO_ON, Interned, Number, Positions, Put, Reached, View};
use crate::memo::Memo;
use crate::pages::filled_within;
use crate::parallel::{par_each, threads};
use crate::whole::Numbers;

/// Positions won, lost and drawn in this many plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won for the player to move.
    pub win: u64,
    /// Lost for the player to move.
    pub loss: u64,
    /// Drawn at the end of play.
    pub draw: u64,
}

impl Tally {
    /// Positions in all.
    pub fn positions(self) -> u64 {
        self.win + self.loss + self.draw
    }

    fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.win += 1,
            Outcome::Loss => self.loss += 1,
            Outcome::Draw => self.draw += 1,
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            win: self.win + other.win,
            loss: self.loss + other.loss,
            draw: self.draw + other.draw,
        }
    }
}

/// The positions that can be reached from one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions whose play ends, by plies to the end.
    pub by_plies: Vec<Tally>,
    /// Positions of a game of points where play is not over; plies are not counted.
    pub open: Tally,
    /// Positions drawn because no player can force an end.
    pub endless: u64,
}

impl Census {
    /// The positions whose play ends, all together.
    pub fn ending(&self) -> Tally {
        let all = self.by_plies.iter().copied();
        all.fold(self.open, Tally::plus)
    }

    /// Positions in all.
    pub fn positions(&self) -> u64 {
        self.ending().positions() + self.endless
    }

    fn count(mut self, value: Value) -> Self {
        let Some(plies) = value.plies else {
            self.endless += 1;
            return self;
        };
        let plies = plies as usize;
        if self.by_plies.len() <= plies {
            self.by_plies.resize(plies + 1, Tally::default());
        }
        self.by_plies[plies].add(value.outcome);
        self
    }

    fn plus(mut self, other: Self) -> Self {
        let plies = self.by_plies.len().max(other.by_plies.len());
        self.by_plies.resize(plies, Tally::default());
        for (sum, more) in self.by_plies.iter_mut().zip(other.by_plies) {
            *sum = sum.plus(more);
        }
        self.open = self.open.plus(other.open);
        self.endless += other.endless;
        self
    }
}

/// The reachable positions, counted one by one, and with positions that are equal up to symmetry counted once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetric {
    /// Each position counted.
    pub all: Census,
    /// Counted up to symmetry; `None` if no two positions are equal by symmetry.
    pub folded: Option<Census>,
}

/// Counts the positions that can be reached from `at`.
///
/// # Errors
/// If a limit is reached.
pub fn census<G: Alternating>(
    game: &G,
    at: &G::Position,
    limits: &Limits,
) -> Result<Symmetric, StopReason> {
    let mut positions = Positions::default();
    let mut view = View::new(game.words(), &mut positions);
    let at = view.stack(at);
    census_of_graph(&mut view, at, limits)
}

fn census_of_graph(
    game: &mut dyn Interned,
    at: Number,
    limits: &Limits,
) -> Result<Symmetric, StopReason> {
    let graph = Graph::of(&Reached::from(game, at, Fold::Same, usize::MAX, limits)?);
    let table = Outcomes::solve(&graph, limits, None)?;
    drop(graph);
    let value = |number: usize| {
        let value = table.value(number as u64);
        value.expect("invariant: a reached number has a value")
    };
    count(game, limits, &|sum, number| sum.count(value(number)))
}

/// Counts all stored positions, and one of each class of those that are equal up to symmetry.
fn count(
    game: &mut dyn Interned,
    limits: &Limits,
    add: &dyn Fn(Census, usize) -> Census,
) -> Result<Symmetric, StopReason> {
    let reached = game.stored();
    let all = (0..reached).fold(Census::default(), add);
    let mut classes = FastSet::default();
    let mut folded = Census::default();
    for number in 0..reached {
        if number.is_multiple_of(STRETCH) {
            limits.check()?;
        }
        // A representative need not be reached itself, and is stored after all reached positions.
        if classes.insert(game.store(number as Number, Fold::Symmetric)) {
            folded = add(folded, number);
            let held = classes.capacity() * (size_of::<Number>() + 1);
            limits.afford(game.bytes() + held as u64)?;
        }
    }
    Ok(Symmetric::of(all, folded))
}

/// The same for a game of points without cycles, by the sign of the points still to come: some 13 bytes and twice the size
/// of a position for each.
///
/// # Errors
/// If a limit is reached.
pub fn census_of_points<G: Alternating>(
    game: &G,
    at: &G::Position,
    limits: &Limits,
) -> Result<Symmetric, StopReason> {
    let mut memo = Memo::default();
    let mut positions = Positions::default();
    let mut view = View::new(game.words(), &mut positions);
    let root = view.stack(at);
    view.store(root, Fold::Same);
    let mut outcomes = Vec::new();
    while outcomes.len() < view.stored() {
        let number = outcomes.len() as Number;
        limits.check()?;
        limits.afford(view.bytes() + memo.stored().1)?;
        limits.progress.set(outcomes.len() as u64, 0);
        let value = memo.evaluate(game, &view.at(number), limits);
        let value = value.map_err(|stopped| stopped.reason)?;
        outcomes.push((value.score.outcome(), view.end(number).is_some()));
        view.steps(number, STORE, &mut |_, _| GO_ON)?;
    }
    drop(memo);
    count_points(&mut view, limits, &outcomes)
}

/// Positions that are equal up to symmetry are counted once.
const STORE: Put = Put {
    fold: Fold::Same,
    store: true,
};

/// Counts the positions by outcome, separating those where play is over.
fn count_points(
    game: &mut dyn Interned,
    limits: &Limits,
    outcomes: &[(Outcome, bool)],
) -> Result<Symmetric, StopReason> {
    count(game, limits, &|mut sum, number| match outcomes[number] {
        (outcome, true) => sum.count(Value {
            outcome,
            plies: Some(0),
        }),
        (outcome, false) => {
            sum.open.add(outcome);
            sum
        }
    })
}

impl Symmetric {
    fn of(all: Census, folded: Census) -> Self {
        let folded = (folded != all).then_some(folded);
        Self { all, folded }
    }
}

/// The same for a game whose positions are numbered: a byte and three bits a position.
///
/// # Errors
/// If a limit is reached.
pub fn census_numbered<G: Reversible>(
    game: &G,
    at: &G::Position,
    limits: &Limits,
) -> Result<Symmetric, StopReason> {
    limits.afford(game.count().saturating_mul(11) / 8)?;
    let table = Outcomes::solve(&Numbers::all(game), limits, None)?;
    let threads = threads(limits);
    let reached = reached(game, at, threads, limits)?;
    let classes = Bits::new(game.count(), limits)?;
    reached.each(threads, &|number| {
        let at = position(game, number);
        classes.set(number_of(game, &game.canonical(at)));
    });
    let [reached, classes] = [reached, classes].map(|bits| bits.count(threads, &table));
    Ok(Symmetric::of(reached, classes))
}

fn position<G: Indexed>(game: &G, number: u64) -> G::Position {
    let at = game.position(number);
    at.expect("invariant: the number of a reached position")
}

/// The numbers of all reachable positions.
fn reached<G: Reversible>(
    game: &G,
    at: &G::Position,
    threads: usize,
    limits: &Limits,
) -> Result<Bits, StopReason> {
    let seen = Bits::new(game.count(), limits)?;
    let mut front = Bits::new(game.count(), limits)?;
    seen.set(number_of(game, at));
    front.set(number_of(game, at));
    let mut found = 1;
    while front.any() {
        limits.check()?;
        limits.progress.set(found, game.count());
        let next = Bits::new(game.count(), limits)?;
        let new = AtomicU64::new(0);
        front.each(threads, &|number| {
            let at = position(game, number);
            for mv in game.moves(&at) {
                let to = number_of(game, &game.play(&at, &mv));
                if seen.set(to) {
                    next.set(to);
                    new.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        found += new.into_inner();
        front = next;
    }
    Ok(seen)
}

/// The number of words that a thread processes at a time.
const STRETCH: usize = 1 << 10;

/// A set of numbers that several threads add to.
struct Bits(Vec<AtomicU64>);

impl Bits {
    fn new(count: u64, limits: &Limits) -> Result<Self, StopReason> {
        let words = count.div_ceil(64);
        filled_within(limits, words as usize, AtomicU64::default).map(Self)
    }

    /// Adds a number; returns whether it is new.
    fn set(&self, number: u64) -> bool {
        let (word, bit) = (&self.0[(number / 64) as usize], 1 << (number % 64));
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    fn any(&self) -> bool {
        self.0.iter().any(|word| word.load(Ordering::Relaxed) != 0)
    }

    /// The numbers in a word.
    fn members(&self, place: usize) -> impl Iterator<Item = u64> {
        let mut word = self.0[place].load(Ordering::Relaxed);
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| u64::from(word.trailing_zeros()))?;
            word &= word - 1;
            Some(64 * place as u64 + bit)
        })
    }

    fn each(&self, threads: usize, tell: &(dyn Fn(u64) + Sync)) {
        par_each(self.0.len().div_ceil(STRETCH), threads, &|stretch| {
            self.stretch(stretch).for_each(tell);
        });
    }

    /// The numbers in the words of a stretch.
    fn stretch(&self, stretch: usize) -> impl Iterator<Item = u64> {
        let words = STRETCH * stretch..self.0.len().min(STRETCH * (stretch + 1));
        words.flat_map(|place| self.members(place))
    }

    fn count(&self, threads: usize, table: &Outcomes) -> Census {
        let add = |sum: Census, number| {
            let value = table.value(number);
            sum.count(value.expect("invariant: a reached number has a value"))
        };
        let all = Mutex::new(Census::default());
        par_each(self.0.len().div_ceil(STRETCH), threads, &|stretch| {
            let here = self.stretch(stretch).fold(Census::default(), add);
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            *all = std::mem::take(&mut *all).plus(here);
        });
        all.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
