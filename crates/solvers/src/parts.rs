//! [`Parts`]: the independent parts of positions of Left and Right, by number, for any game.
//!
//! A part is stored once, in canonical form and with Left to move; its negative is the same number with a sign.
//! [`PartTable`] holds the parts of a game of any type; code that works on numbers alone (`components`,
//! [`values`](crate::values)) is compiled once.

mod forms;
mod shapes;

use bouton_core::oracle::{Oracle, RuleError};
use bouton_core::take_and_break::Code;
use bouton_core::{Game, KnownValues, Meter, Shape, Side, Sides, StopReason, Summands, WinLoss};
use bouton_values::Value;
use smallvec::SmallVec;

use forms::{Forms, Read};
use shapes::Shapes;

/// A part or its negative; in a sum that is searched also a value or its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signed(u32);

bouton_core::packs!(Signed { 0 });

/// Parts, each as often as it occurs.
pub type Sum = SmallVec<[Signed; 4]>;

/// The bit of parts that are their own negatives, and the bit of negatives.
const OWN: u32 = 2;
const SIGN: u32 = 1;
/// The bit of values; the other bits are their ids, in which the same bits have the same meaning.
const VALUE: u32 = 1 << 31;

impl Signed {
    /// No part: a mark in tables.
    const NONE: Self = Self(u32::MAX);

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

    /// This, or its negative.
    fn negative_if(self, negative: bool) -> Self {
        if negative { self.negative() } else { self }
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

/// The work of a move: it is split, and its parts are looked up.
pub const MOVE: usize = 1 << 5;
/// Moves between two looks at the limits: each takes milliseconds if a part is large.
const STRIDE: usize = 1 << 4;

/// Parts by number.
pub trait Parts {
    /// The number of moves of `side` in a part; if there are very many, the number that was counted.
    fn moves(&self, part: usize, side: Side) -> u32;
    /// Whether listing moves takes longer than all other work: the rules are interpreted, and few parts occur in several
    /// sums.
    fn are_dear(&self) -> bool;
    /// The results of the moves of `side` in a part: ascending sums of twins, each once.
    ///
    /// # Errors
    /// If a limit is reached.
    fn options(
        &mut self,
        part: usize,
        side: Side,
        meter: &mut Meter,
    ) -> Result<Vec<Sum>, StopReason>;
    /// The part that is evaluated in place of this one: equal in value, often the same.
    fn twin(&mut self, part: Signed) -> Signed;
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
    forms: Forms<G::Position>,
    /// The parts that are their own negatives, a bit each.
    own: Vec<u64>,
    /// Whether the game has shapes: its first part tells, so none if that is too large.
    has_shapes: Option<bool>,
    /// The twins of parts, where they are known; and one part of each shape. Empty if the game has no shapes.
    twins: Vec<Signed>,
    shapes: Shapes,
    split: Of<G, SmallVec<[G::Position; 2]>>,
    canonical: fn(&G, G::Position) -> G::Position,
    negative: Of<G, Option<G::Position>>,
    value: Of<G, Option<String>>,
    cut: Cut<G, <G as Game>::Position>,
    part_off: Of<G, Option<[G::Position; 2]>>,
    codes: fn(&G) -> Option<&[Code; 2]>,
    read: Read<G>,
    shape: Of<G, Option<Shape>>,
    is_whole: bool,
}

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
            forms: Forms::default(),
            own: Vec::new(),
            has_shapes: None,
            twins: Vec::new(),
            shapes: Shapes::default(),
            split: |_, at| SmallVec::from_iter([at.clone()]),
            canonical: |game, at| game.canonical(at),
            negative: |_, _| None,
            value: |_, _| None,
            cut: |_, _, _| None,
            part_off: |_, _| None,
            codes: |_| None,
            read: |_, _| None,
            shape: |_, _| None,
            is_whole: true,
        }
    }

    /// For a game whose positions split into parts.
    pub fn apart() -> Self
    where
        G: Summands,
    {
        Self {
            split: |game, at| game.summands(at),
            canonical: |game, part| game.canonical_part(part),
            negative: |game, at| game.negative(at),
            cut: |game, at, side| game.cut(at, side),
            part_off: |game, at| game.part_off(at),
            codes: |game| game.codes(),
            read: |game, key| game.with_key(key),
            shape: |game, at| game.shape(at),
            is_whole: false,
            ..Self::whole()
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

    /// The twin of a part.
    fn twin_at(&mut self, game: &G, at: &G::Position) -> Signed {
        let at = game.with_side(at, Side::Left);
        if let Some(known) = self.forms.recent(game, &at) {
            return known;
        }
        let part = self.find(game, at.clone());
        let twin = self.twin(game, part);
        self.forms.keep(game, at, twin);
        twin
    }

    fn find(&mut self, game: &G, part: G::Position) -> Signed {
        let part = (self.canonical)(game, part);
        if let Some(known) = self.forms.number(game, &part) {
            return self.signed(known);
        }
        let negative = (self.negative)(game, &part).map(|at| (self.canonical)(game, at));
        let known = negative.as_ref().and_then(|at| self.forms.number(game, at));
        if let Some(known) = known {
            return self.signed(known).negative();
        }
        let number = self.forms.len();
        if number.is_multiple_of(64) {
            self.own.push(0);
        }
        let is_own_negative = negative.is_some_and(|at| at == part);
        self.own[number / 64] |= u64::from(is_own_negative) << (number % 64);
        self.forms.insert(game, self.read, &part);
        self.signed(number)
    }

    /// The part with this number.
    fn signed(&self, number: usize) -> Signed {
        Signed::new(number, self.own[number / 64] >> (number % 64) & 1 == 1)
    }

    /// The first part met of the same shape, with the sign that makes it equal.
    fn twin(&mut self, game: &G, part: Signed) -> Signed {
        let number = part.number();
        let known = self.twins.get(number).copied().unwrap_or(Signed::NONE);
        if known != Signed::NONE {
            return known.negative_if(part.is_negative());
        }
        if self.has_shapes == Some(false) {
            return part;
        }
        let shape_of = |number| {
            let at = self.forms.at(game, self.read, number);
            (self.shape)(game, &at)
        };
        let found = shape_of(number);
        self.has_shapes.get_or_insert(found.is_some());
        let Some(shape) = found else {
            return part;
        };
        let known = |number| shape_of(number).expect("invariant: it was entered");
        let (twin, is_negative) = self.shapes.twin(number, shape, known);
        let twin = self.signed(twin).negative_if(is_negative);
        if number >= self.twins.len() {
            self.twins.resize(number + 1, Signed::NONE);
        }
        self.twins[number] = twin;
        twin.negative_if(part.is_negative())
    }

    /// A known part, with Left to move.
    pub fn at(&self, game: &G, part: usize) -> G::Position {
        self.forms.at(game, self.read, part)
    }

    /// Whether a position splits into several parts, or its value is known.
    pub fn falls_apart(&self, game: &G, at: &G::Position) -> bool {
        (self.split)(game, at).len() > 1 || (self.value)(game, at).is_some()
    }

    /// [`Disjunctive::part_off`](bouton_core::Disjunctive::part_off).
    pub fn part_off(&self, game: &G, at: &G::Position) -> Option<[G::Position; 2]> {
        (self.part_off)(game, at)
    }

    /// [`Disjunctive::codes`](bouton_core::Disjunctive::codes).
    pub fn codes<'g>(&self, game: &'g G) -> Option<&'g [Code; 2]> {
        (self.codes)(game)
    }

    /// The sum of parts that a position is, for either player to move.
    pub fn sum(&mut self, game: &G, at: &G::Position) -> Sum {
        if self.has_shapes == Some(false) {
            // Every part is its own twin.
            return self.sum_of_twins(game, at);
        }
        self.sum_by(game, at, |table, part| {
            table.find(game, game.with_side(part, Side::Left))
        })
    }

    fn sum_by(
        &mut self,
        game: &G,
        at: &G::Position,
        number: impl Fn(&mut Self, &G::Position) -> Signed,
    ) -> Sum {
        let mut sum = Sum::new();
        for part in (self.split)(game, at) {
            let part = number(self, &part);
            add(&mut sum, part);
        }
        sum.sort_unstable();
        sum
    }

    /// The same as a sum of twins.
    fn sum_of_twins(&mut self, game: &G, at: &G::Position) -> Sum {
        self.sum_by(game, at, |table, part| table.twin_at(game, part))
    }
}

impl<G: Sides<Score = WinLoss>> Parts for PartsOf<'_, G> {
    fn moves(&self, part: usize, side: Side) -> u32 {
        let at = self.game.with_side(&self.table.at(self.game, part), side);
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
        let at = self.game.with_side(&self.table.at(self.game, part), side);
        let mut options = Vec::new();
        for (number, mv) in self.game.moves(&at).enumerate() {
            meter.spend(MOVE)?;
            if number.is_multiple_of(STRIDE) {
                meter.pause()?;
            }
            if options.len() == options.capacity() {
                let bytes = 2 * options.capacity() * size_of::<Sum>();
                meter.afford(self.bytes() + bytes as u64)?;
            }
            let to = self.game.play(&at, &mv);
            options.push(self.table.sum_of_twins(self.game, &to));
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    fn twin(&mut self, part: Signed) -> Signed {
        self.table.twin(self.game, part)
    }

    fn value(&self, part: usize) -> Option<String> {
        (self.table.value)(self.game, &self.table.at(self.game, part))
    }

    fn cut(&mut self, part: usize, side: Side) -> Option<Sum> {
        let at = self.table.at(self.game, part);
        let mut sum = Sum::new();
        for piece in (self.table.cut)(self.game, &at, side)? {
            for part in self.table.sum_of_twins(self.game, &piece) {
                add(&mut sum, part);
            }
        }
        Some(sum)
    }

    fn endless(&self, part: usize) -> RuleError {
        self.game.endless(&self.table.at(self.game, part))
    }

    fn bytes(&self) -> u64 {
        let PartTable {
            forms,
            own,
            twins,
            shapes,
            ..
        } = &self.table;
        let vectors = own.capacity() * size_of::<u64>() + twins.capacity() * size_of::<Signed>();
        vectors as u64 + forms.bytes() + shapes.bytes()
    }
}
