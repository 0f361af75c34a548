//! [`Positions`] of a game by number, and the [`View`] of it as [`Interned`].

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use bouton_core::erased::Written;
use bouton_core::packed::{Packed, Words, packed, unpacked};
use bouton_core::rules::{Fold, Opening, Options, Rules};
use bouton_core::space::Step;
use bouton_core::{Game, Outcome, RuleError, Score, StopReason, fail};
use bouton_tables::{Name, Naming};
use num_bigint::BigUint;
use slab::Slab;

use super::face::{ENOUGH, Expansion, ExpansionItem, Flow, GO_ON, Interned, Number, Put, Receiver};
use super::record::{MoveMet, Record};
use crate::memo::at_once;
use crate::parallel::par_each;
use crate::store::{WordStore, hash};

/// The bit of a number that marks a stacked position.
const STACKED: Number = 1 << 63;
/// The bit of a number that marks a kept position.
const KEPT: Number = 1 << 62;
/// Limits are checked again after this many bytes.
const LARGE: usize = 1 << 20;
/// Moves of one position between two checks of the limits.
const STRIDE: usize = 1 << 12;
/// This many moves are listed at once at first, then twice as many, and so on: often the first are enough.
const FIRST: usize = 16;
/// This many positions are examined by a thread at a time: fewer take less time than a thread to start.
const SOME: usize = 16;

/// Positions of a game by number.
#[derive(Default)]
pub struct Positions {
    stored: WordStore<()>,
    stacked: Stack,
    kept: Slab<Words>,
}

/// The words of positions, one after the other.
#[derive(Default)]
struct Stack {
    words: Vec<u64>,
    /// Where those of each end.
    ends: Vec<usize>,
}

impl Stack {
    #[inline]
    fn start(&self, place: usize) -> usize {
        place.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    #[inline]
    fn get(&self, place: usize) -> &[u64] {
        &self.words[self.start(place)..self.ends[place]]
    }

    fn push(&mut self, at: &[u64]) {
        self.words.extend_from_slice(at);
        self.ends.push(self.words.len());
    }

    fn truncate(&mut self, length: usize) {
        self.ends.truncate(length);
        self.words.truncate(self.start(length));
    }

    /// Puts a position at an earlier place, as the last one.
    fn keep(&mut self, place: usize, to: usize) {
        let (kept, from) = (self.start(place)..self.ends[place], self.start(to));
        let length = kept.len();
        self.words.copy_within(kept, from);
        self.words.truncate(from + length);
        self.ends.truncate(to);
        self.ends.push(from + length);
    }
}

impl Positions {
    /// The words of the position of a number.
    #[inline]
    pub fn words(&self, number: Number) -> &[u64] {
        match number & (STACKED | KEPT) {
            0 => self.stored.key(number as usize),
            KEPT => &self.kept[(number & !KEPT) as usize],
            _ => self.stacked.get((number & !STACKED) as usize),
        }
    }

    fn stack(&mut self, at: &[u64]) -> Number {
        self.stacked.push(at);
        (self.stacked.ends.len() - 1) as Number | STACKED
    }

    fn store(&mut self, at: &[u64]) -> Number {
        let number = self.stored.find(at);
        number.unwrap_or_else(|| self.stored.insert(at, ())) as Number
    }

    fn put(&mut self, at: &[u64], is_stored: bool) -> Number {
        match is_stored {
            true => self.store(at),
            false => self.stack(at),
        }
    }
}

/// A game with the positions of it that have a number.
pub struct View<'v, S: Score> {
    game: &'v dyn Rules<S>,
    positions: &'v mut Positions,
    names: Option<Names<'v>>,
    record: Option<(Record, &'v dyn Written<S>)>,
    /// Empty lists, whose memory is used again.
    spare: Vec<Options<S>>,
}

/// The name of a position in tables; `None` if it has none.
pub type Namer<G> = Arc<dyn Fn(&G, &<G as Game>::Position, Naming) -> Option<Name> + Send + Sync>;

/// The same for words.
pub type Names<'n> = &'n dyn Fn(&[u64], Naming) -> Option<Name>;

/// Saved positions cannot be written or read: an error for the caller.
fn unkept(error: &std::io::Error) -> ! {
    fail(RuleError::Broken(format!(
        "cannot keep unfinished work: {error}"
    )))
}

/// The moves of some positions, one after the other.
struct Expanded<S: Score> {
    positions: Vec<Open>,
    options: Options<S>,
}

/// A position: its rank if play is over, otherwise its moves.
struct Open {
    end: Option<i128>,
    /// Where its words end, and those of the first position after it begin.
    at: usize,
    /// The number of moves.
    count: usize,
}

impl<'v, S: Score> View<'v, S> {
    /// A view of the game with these positions.
    pub fn new(game: &'v dyn Rules<S>, positions: &'v mut Positions) -> Self {
        Self {
            game,
            positions,
            names: None,
            record: None,
            spare: Vec::new(),
        }
    }

    /// Saves the information about many positions, or returns saved information. Nothing may be stored yet, and the
    /// sequence of queries must be the same each time.
    pub fn record(&mut self, record: Record, game: &'v dyn Written<S>) {
        self.record = Some((record, game));
    }

    /// Whether saved work was used.
    pub fn is_resumed(&self) -> bool {
        let record = self.record.as_ref();
        record.is_some_and(|(record, _)| record.resumed)
    }

    /// The saved record of the next position, whose moves lead to stored positions. `None` if the rules must be asked.
    fn known(&mut self) -> Option<(ExpansionItem, Vec<MoveMet>)> {
        let (record, game) = self.record.as_mut()?;
        let positions = &mut *self.positions;
        let found = record.next_if(&mut |MoveMet { step, new }| match new {
            None => (step.to as usize) < positions.stored.len(),
            Some((known, text)) => {
                // The text may be that of another position, so the hash is compared.
                let at = game.parse(text).ok().filter(|at| hash(at) == *known);
                at.is_some_and(|at| positions.store(&at) == step.to)
            }
        });
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
    pub fn named(self, names: Names<'v>) -> Self {
        let names = Some(names);
        Self { names, ..self }
    }

    /// The words of the position of a number.
    #[inline]
    pub fn words(&self, number: Number) -> &[u64] {
        self.positions.words(number)
    }

    /// The position of a number.
    pub fn at<P: Packed>(&self, number: Number) -> P {
        unpacked(self.words(number))
    }

    /// Stacks a position.
    pub fn stack<P: Packed>(&mut self, at: &P) -> Number {
        self.positions.stack(&packed(at))
    }

    /// Stores the positions after moves and reports them.
    fn tell(
        &mut self,
        Expanded { positions, options }: Expanded<S>,
        hear: &mut Receiver<'_, ExpansionItem>,
    ) -> Flow {
        let mut steps = options.steps.into_iter();
        for Open { end, at, count } in positions {
            let position = end.map_or(ExpansionItem::Open(count), ExpansionItem::Over);
            if hear(self, position)?.is_break() {
                return ENOUGH;
            }
            let mut found = Vec::new();
            let mut from = at;
            for step in steps.by_ref().take(count) {
                let at = &options.words[from..step.end];
                from = step.end;
                let stored = self.positions.stored.len();
                let step = Step {
                    to: self.positions.store(at),
                    gain: points::<S>(step.gain),
                    keeps_turn: step.keeps_turn,
                };
                if let Some((_, game)) = &self.record {
                    let new = (step.to as usize == stored).then(|| (hash(at), game.show(at)));
                    found.push(MoveMet { step, new });
                }
                if hear(self, ExpansionItem::Step(step))?.is_break() {
                    return ENOUGH;
                }
            }
            self.keep(position, &found);
        }
        GO_ON
    }
}

/// The moves of stored positions.
fn expanded<S: Score>(
    game: &dyn Rules<S>,
    positions: &Positions,
    batch: Range<Number>,
    how: &Expansion<'_>,
) -> Result<Expanded<S>, StopReason> {
    let mut found = Expanded {
        positions: Vec::with_capacity(SOME),
        options: Options::after(&[]),
    };
    for number in batch {
        let options = &mut found.options;
        let (words, steps) = (options.words.len(), options.steps.len());
        options.words.extend_from_slice(positions.words(number));
        let at = words..options.words.len();
        let most = (LARGE / 8 / at.len().max(1)).clamp(1, STRIDE);
        let (end, mut others) = match game.open(at.clone(), how.fold, most, options) {
            Opening::Over(score) => (Some(score.rank()), None),
            Opening::All => (None, None),
            Opening::Some(others) => (None, Some(others)),
        };
        while let Some(more) = &mut others {
            how.limits.check()?;
            how.limits.afford(how.held + 2 * options.bytes() as u64)?;
            if !more(most, options) {
                others = None;
            }
        }
        found.positions.push(Open {
            end,
            at: at.end,
            count: options.steps.len() - steps,
        });
    }
    Ok(found)
}

fn points<S: Score>(gain: S::Gain) -> i128 {
    S::points(gain).unwrap_or(0)
}

impl<S: Score> Interned for View<'_, S> {
    fn counts_points(&self) -> bool {
        S::worst().margin().is_some()
    }

    fn can_draw(&self) -> bool {
        self.counts_points() || S::plain(Outcome::Draw).is_some()
    }

    fn end(&self, at: Number) -> Option<i128> {
        self.game.score(self.words(at)).map(Score::rank)
    }

    fn tokens(&self, at: Number) -> Option<BigUint> {
        self.game.tokens(self.words(at))
    }

    fn steps(
        &mut self,
        at: Number,
        put: Put,
        hear: &mut Receiver<'_, Step>,
    ) -> Result<(), StopReason> {
        let game = self.game;
        let mut options = self.spare.pop().unwrap_or_else(|| Options::after(&[]));
        options.words.extend_from_slice(self.words(at));
        let length = options.words.len();
        let mut most = FIRST;
        let mut others = match game.open(0..length, put.fold, most, &mut options) {
            Opening::Some(others) => Some(others),
            _ => None,
        };
        loop {
            let mut from = length;
            for step in &options.steps {
                let to = &options.words[from..step.end];
                from = step.end;
                let step = Step {
                    to: self.positions.put(to, put.store),
                    gain: points::<S>(step.gain),
                    keeps_turn: step.keeps_turn,
                };
                if hear(self, step)?.is_break() {
                    others = None;
                    break;
                }
            }
            options.words.truncate(length);
            options.steps.clear();
            match &mut others {
                Some(more) => {
                    most = (2 * most).min(at_once(length));
                    if !more(most, &mut options) {
                        others = None;
                    }
                }
                None => {
                    options.words.clear();
                    self.spare.push(options);
                    return Ok(());
                }
            }
        }
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
        let pieces: Vec<_> = batch.clone().step_by(SOME).collect();
        let found: Vec<_> = pieces.iter().map(|_| Mutex::new(None)).collect();
        let (game, positions) = (self.game, &*self.positions);
        par_each(found.len(), how.threads.min(found.len()), &|place| {
            let piece = pieces[place]..batch.end.min(pieces[place] + SOME as Number);
            let expanded = expanded(game, positions, piece, how);
            *found[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(expanded);
        });
        for found in found {
            let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
            if self
                .tell(found.expect("invariant: each was looked at")?, hear)?
                .is_break()
            {
                return Ok(());
            }
        }
        Ok(())
    }

    fn name(&self, at: Number, naming: Naming) -> Option<Name> {
        self.names?(self.words(at), naming)
    }

    fn stored(&self) -> usize {
        self.positions.stored.len()
    }

    fn bytes(&self) -> u64 {
        self.positions.stored.bytes()
    }

    fn store(&mut self, at: Number, fold: Fold) -> Number {
        let at = self.game.folded(self.words(at), fold);
        self.positions.store(&at)
    }

    fn find(&self, at: Number) -> Option<Number> {
        let class = self.game.folded(self.words(at), Fold::Symmetric);
        let number = self.positions.stored.find(&class)?;
        Some(number as Number)
    }

    fn clear(&mut self) {
        self.positions.stored = WordStore::default();
    }

    fn beside(&self, at: Number) -> usize {
        8 * self.words(at).len().saturating_sub(1)
    }

    fn stacked(&self) -> usize {
        self.positions.stacked.ends.len()
    }

    fn stack_folded(&mut self, at: Number) -> Number {
        let class = self.game.folded(self.words(at), Fold::Symmetric);
        self.positions.stack(&class)
    }

    fn forget(&mut self, length: usize) {
        self.positions.stacked.truncate(length);
    }

    fn forget_all_but(&mut self, kept: Number, length: usize) -> Number {
        let place = (kept & !STACKED) as usize;
        self.positions.stacked.keep(place, length);
        length as Number | STACKED
    }

    fn hash(&self, at: Number) -> u64 {
        hash(self.words(at))
    }

    fn same(&self, one: Number, other: Number) -> bool {
        self.words(one) == self.words(other)
    }

    fn key(&self, at: Number) -> Option<u64> {
        self.game.key(self.words(at))
    }

    fn keep(&mut self, at: Number) -> Number {
        let at = self.words(at).into();
        self.positions.kept.insert(at) as Number | KEPT
    }

    fn release(&mut self, kept: Number) {
        self.positions.kept.remove((kept & !KEPT) as usize);
    }
}
