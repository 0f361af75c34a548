//! [`Parts`]: the independent parts of positions of Left and Right, by number, for any game.
//!
//! A part is stored once, in canonical form and with Left to move; its negative is the same number with a sign.
//! [`PartTable`] holds the parts of a game of any type; code that works on numbers alone (`components`,
//! [`values`](crate::values)) is compiled once.

use std::hash::BuildHasher;

use bouton_core::hashing::Hashing;
use bouton_core::oracle::{Oracle, RuleError};
use bouton_core::{Game, KnownValues, Meter, Side, Sides, StopReason, Summands, WinLoss};
use bouton_values::Value;
use smallvec::SmallVec;

use crate::store::Store;

/// A part or its negative; in a sum that is searched also a value or its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signed(u32);

/// Parts, each as often as it occurs.
pub type Sum = SmallVec<[Signed; 4]>;

/// The bit of parts that are their own negatives, and the bit of negatives.
const OWN: u32 = 2;
const SIGN: u32 = 1;
/// The bit of values; the other bits are their ids, in which the same bits have the same meaning.
const VALUE: u32 = 1 << 31;

impl Signed {
    fn new(number: usize, is_own_negative: bool) -> Self {
        let number = u32::try_from(number).ok().filter(|n| n >> 29 == 0);
        let number = number.expect("invariant: memory ends before 2^29 parts");
        Self(number << 2 | if is_own_negative { OWN } else { 0 })
    }

    /// A value in place of a part.
    pub(crate) fn of_value(value: Value) -> Self {
        Self(value.id() | VALUE)
    }

    /// The value, if it is one.
    pub(crate) fn value(self) -> Option<Value> {
        (self.0 & VALUE != 0).then(|| Value::of_id(self.0 & !VALUE))
    }

    /// The number of the part.
    pub fn number(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// Whether it is the negative of the part that is stored.
    pub fn is_negative(self) -> bool {
        self.0 & SIGN != 0
    }

    /// The part that is stored: this or its negative.
    pub fn stored(self) -> Self {
        Self(self.0 & !SIGN)
    }

    /// The same with Left and Right exchanged.
    pub fn negative(self) -> Self {
        Self(self.0 ^ (!self.0 >> 1 & SIGN))
    }
}

/// Adds a part to a sum; a part and its negative cancel (Conway 1976).
pub fn add(sum: &mut Sum, part: Signed) {
    let negative = part.negative();
    match sum.iter().position(|other| *other == negative) {
        Some(place) => drop(sum.swap_remove(place)),
        None => sum.push(part),
    }
}

/// Moves beyond this number are not counted: counting checks no limit.
const MOST_COUNTED: usize = 1 << 9;

/// The cost of a move, in steps: milliseconds if a part is large.
pub const SPENT: usize = 1 << 10;

/// Parts by number.
pub trait Parts {
    /// The number of moves of `side` in a part; if there are very many, the number that was counted.
    fn moves(&self, part: usize, side: Side) -> u32;
    /// Whether listing moves takes longer than all other work: the rules are interpreted, and few parts occur in several
    /// sums.
    fn are_dear(&self) -> bool;
    /// The results of the moves of `side` in a part: ascending sums, each once.
    ///
    /// # Errors
    /// If a limit is reached.
    fn options(
        &mut self,
        part: usize,
        side: Side,
        meter: &mut Meter,
    ) -> Result<Vec<Sum>, StopReason>;
    /// The value of a part, if the game knows it, in the notation of the theory of partizan games.
    fn value(&self, part: usize) -> Option<String>;
    /// Parts whose sum is at least as good for `side` as a part: some moves of the other player are removed. `None` if the
    /// game knows of none.
    fn cut(&mut self, part: usize, side: Side) -> Option<Sum>;
    /// The error to report if play repeats a part.
    fn endless(&self, part: usize) -> RuleError;
    /// Bytes held.
    fn bytes(&self) -> u64;
}

type Of<G, T> = fn(&G, &<G as Game>::Position) -> T;
type Cut<G, P> = fn(&G, &P, Side) -> Option<SmallVec<[P; 2]>>;

/// The parts of a game that were met so far.
#[derive(Debug)]
pub struct PartTable<G: Sides> {
    /// The parts in canonical form, with Left to move.
    parts: Store<G::Position, Signed>,
    split: Of<G, SmallVec<[G::Position; 2]>>,
    negative: Of<G, Option<G::Position>>,
    value: Of<G, Option<String>>,
    cut: Cut<G, <G as Game>::Position>,
    part_off: Of<G, Option<[G::Position; 2]>>,
    is_whole: bool,
    /// Recently met parts, by hash: bringing a part into canonical form takes longer than looking it up.
    recent: Vec<Option<(G::Position, Signed)>>,
}

/// At most this many parts are cached, if their heap memory is no larger than this.
const RECENT: usize = 1 << 16;
const LONG: usize = 1 << 7;

/// The parts of a game, with its rules.
#[derive(Debug)]
pub struct PartsOf<'p, G: Sides> {
    /// The rules.
    pub game: &'p G,
    /// The parts met so far.
    pub table: &'p mut PartTable<G>,
}

impl<G: Sides<Score = WinLoss>> PartTable<G> {
    /// For a game that is not known to split: every position is one part.
    pub fn whole() -> Self {
        Self {
            parts: Store::default(),
            split: |_, at| SmallVec::from_iter([at.clone()]),
            negative: |_, _| None,
            value: |_, _| None,
            cut: |_, _, _| None,
            part_off: |_, _| None,
            is_whole: true,
            recent: Vec::new(),
        }
    }

    /// For a game whose positions split into parts.
    pub fn apart() -> Self
    where
        G: Summands,
    {
        Self {
            parts: Store::default(),
            split: |game, at| game.summands(at),
            negative: |game, at| game.negative(at),
            value: |_, _| None,
            cut: |game, at, side| game.cut(at, side),
            part_off: |game, at| game.part_off(at),
            is_whole: false,
            recent: Vec::new(),
        }
    }

    /// For a game that knows the values of some parts.
    pub fn known() -> Self
    where
        G: KnownValues,
    {
        Self {
            value: |game, at| game.value(at),
            ..Self::apart()
        }
    }

    /// The number of a part, with its sign.
    fn number(&mut self, game: &G, part: &G::Position) -> Signed {
        let part = game.with_side(part, Side::Left);
        let hash = (Hashing.hash_one(&part) >> 32) as usize;
        if let Some(Some((at, known))) = self.recent.get(hash & self.recent.len().wrapping_sub(1))
            && *at == part
        {
            return *known;
        }
        let number = self.find(game, part.clone());
        if game.spilled(&part) <= LONG {
            // As many slots as parts; the cache fills again quickly.
            let slots = self.parts.len().next_power_of_two().min(RECENT);
            if self.recent.len() < slots {
                self.recent = std::iter::repeat_with(|| None).take(slots).collect();
            }
            self.recent[hash & (slots - 1)] = Some((part, number));
        }
        number
    }

    fn find(&mut self, game: &G, part: G::Position) -> Signed {
        let part = game.canonical(part);
        if let Some(known) = self.parts.get(&part) {
            return *known;
        }
        let negative = (self.negative)(game, &part).map(|at| game.canonical(at));
        if let Some(known) = negative.as_ref().and_then(|at| self.parts.get(at)) {
            return known.negative();
        }
        let is_own_negative = negative.is_some_and(|at| at == part);
        let signed = Signed::new(self.parts.len(), is_own_negative);
        self.parts.insert(part, signed);
        signed
    }

    /// A known part, with Left to move.
    pub fn at(&self, part: usize) -> &G::Position {
        self.parts.key(part)
    }

    /// Whether a position splits into several parts, or its value is known.
    pub fn falls_apart(&self, game: &G, at: &G::Position) -> bool {
        (self.split)(game, at).len() > 1 || (self.value)(game, at).is_some()
    }

    /// [`Summands::part_off`].
    pub fn part_off(&self, game: &G, at: &G::Position) -> Option<[G::Position; 2]> {
        (self.part_off)(game, at)
    }

    /// The sum of parts that a position is, for either player to move.
    pub fn sum(&mut self, game: &G, at: &G::Position) -> Sum {
        let mut sum = Sum::new();
        for part in (self.split)(game, at) {
            let part = self.number(game, &part);
            add(&mut sum, part);
        }
        sum.sort_unstable();
        sum
    }
}

impl<G: Sides<Score = WinLoss>> Parts for PartsOf<'_, G> {
    fn moves(&self, part: usize, side: Side) -> u32 {
        let at = self.game.with_side(self.table.parts.key(part), side);
        self.game.moves(&at).take(MOST_COUNTED).count() as u32
    }

    fn are_dear(&self) -> bool {
        self.table.is_whole && self.game.oracle().is_some_and(Oracle::is_interpreted)
    }

    fn options(
        &mut self,
        part: usize,
        side: Side,
        meter: &mut Meter,
    ) -> Result<Vec<Sum>, StopReason> {
        let at = self.game.with_side(self.table.parts.key(part), side);
        let mut options = Vec::new();
        for mv in self.game.moves(&at) {
            meter.spend(SPENT)?;
            if options.len() == options.capacity() {
                let bytes = 2 * options.capacity() * size_of::<Sum>();
                meter.afford(self.bytes() + bytes as u64)?;
            }
            options.push(self.table.sum(self.game, &self.game.play(&at, &mv)));
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    fn value(&self, part: usize) -> Option<String> {
        (self.table.value)(self.game, self.table.parts.key(part))
    }

    fn cut(&mut self, part: usize, side: Side) -> Option<Sum> {
        let at = self.table.parts.key(part).clone();
        let mut sum = Sum::new();
        for piece in (self.table.cut)(self.game, &at, side)? {
            for part in self.table.sum(self.game, &piece) {
                add(&mut sum, part);
            }
        }
        Some(sum)
    }

    fn endless(&self, part: usize) -> RuleError {
        self.game.endless(self.table.parts.key(part))
    }

    fn bytes(&self) -> u64 {
        let recent = self.table.recent.len() * size_of::<Option<(G::Position, Signed)>>();
        self.table.parts.bytes() + recent as u64
    }
}
