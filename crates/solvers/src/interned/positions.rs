//! [`Positions`] of a game of any type, and the [`View`] of it as [`Interned`].

use std::borrow::Cow;
use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use bouton_core::hashing::Hashing;
use bouton_core::packed::beside;
use bouton_core::space::Step;
use bouton_core::{Alternating, Game, Limits, Outcome, Packed, RuleError, Score, StopReason, fail};
use bouton_tables::{Name, Naming};
use num_bigint::BigUint;
use slab::Slab;

use super::face::{Expansion, ExpansionItem, Fold, Interned, Number, Put, Receiver};
use super::record::{MoveMet, Record};
use crate::parallel::par_each;
use crate::store::Store;

/// The bit of a number that marks a stacked position.
const STACKED: Number = 1 << 63;
/// The bit of a number that marks a kept position.
const KEPT: Number = 1 << 62;
/// A position is stored as it is.
const STORE: Put = Put {
    fold: Fold::Nothing,
    store: true,
};
/// Limits are checked again after this many bytes.
const LARGE: usize = 1 << 20;
/// Moves of one position between two checks of the limits.
const STRIDE: usize = 1 << 12;
/// Fewer positions than this are examined faster than a thread starts.
const WORTH_A_THREAD: usize = 16;

/// Positions of a game by number, and the known facts about them.
pub struct Positions<P> {
    stored: Store<P, ()>,
    stacked: Vec<P>,
    kept: Slab<P>,
}

impl<P> Default for Positions<P> {
    fn default() -> Self {
        Self {
            stored: Store::default(),
            stacked: Vec::new(),
            kept: Slab::new(),
        }
    }
}

impl<P: Packed + Clone> Positions<P> {
    /// The position of a number.
    pub fn at(&self, number: Number) -> Cow<'_, P> {
        match number & (STACKED | KEPT) {
            0 => Cow::Owned(self.stored.key(number as usize)),
            KEPT => Cow::Borrowed(&self.kept[(number & !KEPT) as usize]),
            _ => Cow::Borrowed(&self.stacked[(number & !STACKED) as usize]),
        }
    }

    /// Stacks a position.
    pub fn stack(&mut self, at: P) -> Number {
        self.stacked.push(at);
        (self.stacked.len() - 1) as Number | STACKED
    }

    fn store(&mut self, at: &P) -> Number {
        let number = self.stored.number(at);
        number.unwrap_or_else(|| self.stored.insert(at, ())) as Number
    }
}

/// A game with the positions of it that have a number.
pub struct View<'v, G: Alternating> {
    game: &'v G,
    positions: &'v mut Positions<G::Position>,
    namer: Namer<G>,
    record: Option<(Record, Words<G>)>,
}

/// How positions are written and read.
pub struct Words<G: Game> {
    /// A position as a text.
    pub show: fn(&G, &G::Position) -> String,
    /// The position of a text; `None` if there is none.
    pub read: fn(&G, &str) -> Option<G::Position>,
}

/// The name of a position in tables; `None` if it has none.
pub type Namer<G> = fn(&G, &<G as Game>::Position, Naming) -> Option<Name>;

/// Saved positions cannot be written or read: an error for the caller.
fn unkept(error: &std::io::Error) -> ! {
    fail(RuleError::Broken(format!(
        "cannot keep unfinished work: {error}"
    )))
}

/// The moves of a position: its rank if play is over, otherwise the positions after them.
struct Expanded<P> {
    end: Option<i128>,
    steps: Vec<(P, i128, bool)>,
}

impl<'v, G: Alternating> View<'v, G> {
    /// A view of the game with these positions.
    pub fn new(game: &'v G, positions: &'v mut Positions<G::Position>) -> Self {
        Self {
            game,
            positions,
            namer: |_, _, _| None,
            record: None,
        }
    }

    /// Saves the information about many positions, or returns saved information. Nothing may be stored yet, and the
    /// sequence of queries must be the same each time.
    pub fn record(&mut self, record: Record, words: Words<G>) {
        self.record = Some((record, words));
    }

    /// Whether saved work was used.
    pub fn is_resumed(&self) -> bool {
        let record = self.record.as_ref();
        record.is_some_and(|(record, _)| record.resumed)
    }

    /// The saved record of the next position, whose moves lead to stored positions. `None` if the rules must be asked.
    fn known(&mut self) -> Option<(ExpansionItem, Vec<MoveMet>)> {
        let (mut record, words) = self.record.take()?;
        let read = words.read;
        let found = record.next_if(&mut |MoveMet { step, new }| match new {
            None => (step.to as usize) < self.positions.stored.len(),
            Some((hash, text)) => {
                let at = read(self.game, text);
                // The text may be that of another position, so the hash is compared.
                let at = at.filter(|at| Hashing.hash_one(at) == *hash);
                at.is_some_and(|at| self.put(at, STORE) == step.to)
            }
        });
        self.record = Some((record, words));
        found.unwrap_or_else(|error| unkept(&error))
    }

    /// Saves the record of a position.
    fn keep(&mut self, told: ExpansionItem, found: &[MoveMet]) {
        if let Some((record, _)) = &mut self.record {
            let kept = record.put(told, found);
            kept.unwrap_or_else(|error| unkept(&error));
        }
    }

    /// The same with names for tables.
    #[must_use]
    pub fn named(self, namer: Namer<G>) -> Self {
        Self { namer, ..self }
    }

    /// The position of a number.
    pub fn at(&self, number: Number) -> Cow<'_, G::Position> {
        self.positions.at(number)
    }

    /// Stacks a position.
    pub fn stack(&mut self, at: G::Position) -> Number {
        self.positions.stack(at)
    }

    fn put(&mut self, at: G::Position, put: Put) -> Number {
        let at = folded(self.game, at, put.fold);
        if put.store {
            self.positions.store(&at)
        } else {
            self.positions.stack(at)
        }
    }

    /// The moves of a stored position.
    fn expanded(
        &self,
        number: Number,
        how: &Expansion<'_>,
    ) -> Result<Expanded<G::Position>, StopReason> {
        let (game, at) = (self.game, &self.at(number));
        let (mut steps, mut held, mut looked) = (Vec::new(), 0, 0);
        let end = game.score(at).map(Score::rank);
        if end.is_some() {
            return Ok(Expanded { end, steps });
        }
        for mv in game.moves(at) {
            let to = folded(game, game.play(at, &mv), how.fold);
            held += beside(&to);
            steps.push((to, gain(game, at, &mv), game.keeps_turn(at, &mv)));
            if steps.len().is_multiple_of(STRIDE) || held - looked > LARGE {
                looked = held;
                let bytes = 2 * size_of_val(&steps[..]) + held;
                check(how.limits, how.held + bytes as u64)?;
            }
        }
        Ok(Expanded { end, steps })
    }
}

/// The representative of a position.
fn folded<G: Game>(game: &G, at: G::Position, fold: Fold) -> G::Position {
    match fold {
        Fold::Nothing => at,
        Fold::Same => game.merged(at),
        Fold::Symmetric => game.canonical(at),
    }
}

fn check(limits: &Limits, bytes: u64) -> Result<(), StopReason> {
    limits.check()?;
    limits.afford(bytes)
}

fn gain<G: Alternating>(game: &G, at: &G::Position, mv: &G::Move) -> i128 {
    G::Score::points(game.gain(at, mv)).unwrap_or(0)
}

impl<G: Alternating> Interned for View<'_, G> {
    fn counts_points(&self) -> bool {
        G::Score::worst().margin().is_some()
    }

    fn can_draw(&self) -> bool {
        self.counts_points() || G::Score::plain(Outcome::Draw).is_some()
    }

    fn end(&self, at: Number) -> Option<i128> {
        self.game.score(&self.at(at)).map(Score::rank)
    }

    fn tokens(&self, at: Number) -> Option<BigUint> {
        self.game.tokens(&self.at(at))
    }

    fn steps(
        &mut self,
        at: Number,
        put: Put,
        hear: &mut Receiver<'_, Step>,
    ) -> Result<(), StopReason> {
        let (game, at) = (self.game, self.at(at).into_owned());
        for mv in game.moves(&at) {
            let to = self.put(game.play(&at, &mv), put);
            let step = Step {
                to,
                gain: gain(game, &at, &mv),
                keeps_turn: game.keeps_turn(&at, &mv),
            };
            if hear(self, step)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn expand(
        &mut self,
        mut batch: Range<Number>,
        how: &Expansion<'_>,
        hear: &mut Receiver<'_, ExpansionItem>,
    ) -> Result<(), StopReason> {
        while !batch.is_empty()
            && let Some((told, found)) = self.known()
        {
            batch.start += 1;
            let steps = found
                .into_iter()
                .map(|found| ExpansionItem::Step(found.step));
            for told in std::iter::once(told).chain(steps) {
                if hear(self, told)?.is_break() {
                    return Ok(());
                }
            }
        }
        let found: Vec<_> = batch.clone().map(|_| Mutex::new(None)).collect();
        let threads = how.threads.min(found.len().div_ceil(WORTH_A_THREAD));
        par_each(found.len(), threads, &|place| {
            let expanded = self.expanded(batch.start + place as Number, how);
            *found[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(expanded);
        });
        for found in found {
            let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
            let Expanded { end, steps } = found.expect("invariant: each was looked at")?;
            let position = end.map_or(ExpansionItem::Open(steps.len()), ExpansionItem::Over);
            if hear(self, position)?.is_break() {
                return Ok(());
            }
            let mut found = Vec::new();
            for (at, gain, keeps_turn) in steps {
                let stored = self.positions.stored.len();
                let to = self.put(at, STORE);
                let step = Step {
                    to,
                    gain,
                    keeps_turn,
                };
                if let Some((_, words)) = &self.record {
                    let new = (to as usize == stored).then(|| {
                        let at = self.at(to);
                        (Hashing.hash_one(&at), (words.show)(self.game, &at))
                    });
                    found.push(MoveMet { step, new });
                }
                if hear(self, ExpansionItem::Step(step))?.is_break() {
                    return Ok(());
                }
            }
            self.keep(position, &found);
        }
        Ok(())
    }

    fn name(&self, at: Number, naming: Naming) -> Option<Name> {
        (self.namer)(self.game, &self.at(at), naming)
    }

    fn stored(&self) -> usize {
        self.positions.stored.len()
    }

    fn bytes(&self) -> u64 {
        self.positions.stored.bytes()
    }

    fn store(&mut self, at: Number, fold: Fold) -> Number {
        let at = self.at(at).into_owned();
        self.put(at, Put { fold, store: true })
    }

    fn find(&self, at: Number) -> Option<Number> {
        let class = self.game.canonical(self.at(at).into_owned());
        let number = self.positions.stored.number(&class)?;
        Some(number as Number)
    }

    fn clear(&mut self) {
        self.positions.stored = Store::default();
    }

    fn size(&self) -> usize {
        size_of::<G::Position>()
    }

    fn beside(&self, at: Number) -> usize {
        beside(&*self.at(at))
    }

    fn stacked(&self) -> usize {
        self.positions.stacked.len()
    }

    fn stack_folded(&mut self, at: Number) -> Number {
        let class = self.game.canonical(self.at(at).into_owned());
        self.stack(class)
    }

    fn forget(&mut self, length: usize) {
        self.positions.stacked.truncate(length);
    }

    fn forget_all_but(&mut self, kept: Number, length: usize) -> Number {
        let stacked = &mut self.positions.stacked;
        stacked.swap(length, (kept & !STACKED) as usize);
        stacked.truncate(length + 1);
        length as Number | STACKED
    }

    fn hash(&self, at: Number) -> u64 {
        Hashing.hash_one(self.at(at))
    }

    fn same(&self, one: Number, other: Number) -> bool {
        self.at(one) == self.at(other)
    }

    fn key(&self, at: Number) -> Option<u64> {
        self.game.key(&self.at(at))
    }

    fn keep(&mut self, at: Number) -> Number {
        let at = self.at(at).into_owned();
        self.positions.kept.insert(at) as Number | KEPT
    }

    fn release(&mut self, kept: Number) {
        self.positions.kept.remove((kept & !KEPT) as usize);
    }
}
