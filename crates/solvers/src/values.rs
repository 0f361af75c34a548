//! `values`: positions of Left and Right by their values in the theory of partizan games.
//!
//! A position is the sum of its independent parts. The value of each part is computed once, from the values of the results
//! of both sides' moves, in canonical form ([`bouton_values`]). Values are added, and the sum gives the winner: nothing is
//! searched twice, in whatever sums the parts occur. If the game knows the value of a part, that is used. The solver finds
//! the value of the position in any sum, not only its winner.
//!
//! Time and memory: every part that play can reach, without cutoffs. Suited to sums of different games and to few and small
//! parts. Not for the winner of a single large board.
//!
//! Source: J. H. Conway, On Numbers and Games (1976).

use bouton_core::oracle::fail;
use bouton_core::solver::{About, Evaluated, Evaluation, Field, Solver};
use bouton_core::{KnownValues, Limits, Meter, Side, Sides, StopReason, Summands, WinLoss};
use bouton_values::{Arena, Class, Fault, Options, Value};

use crate::parts::{PartTable, Parts, PartsOf, Signed, Sum};
use crate::reach::reaches_few;

static ABOUT: About = About {
    id: "values",
    rank: 85,
    endless: false,
    proves: true,
    method: "the value of each part in canonical form, from those of its options; sums are added",
    cost: "time and memory: every part that play reaches, without cutoffs",
    source: "Conway, On Numbers and Games (1976)",
    fills: &[Field::Value],
};

/// The state of a part: its value's id, or a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PartState(u32);

impl PartState {
    const NOTHING: Self = Self(u32::MAX);
    /// Its options are being evaluated.
    const OPEN: Self = Self(u32::MAX - 1);

    fn of(value: Value) -> Self {
        Self(value.id())
    }

    #[inline]
    fn value(self) -> Option<Value> {
        (self.0 < Self::OPEN.0).then(|| Value::of_id(self.0))
    }
}

/// Computes the values of parts, by number; compiled once.
#[derive(Default)]
pub struct Valuer {
    /// The arena of the values, for further operations.
    pub arena: Arena,
    known: Vec<PartState>,
    /// Parts whose options were examined.
    visited: u64,
    /// Whether a position repeated.
    came_back: bool,
    /// Bytes that the caller holds, in addition to the parts.
    pub held: u64,
}

impl std::fmt::Debug for Valuer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Valuer").finish_non_exhaustive()
    }
}

/// A part whose options are being evaluated.
struct Frame {
    part: usize,
    /// The results of the moves of Left and of Right.
    options: [Vec<Sum>; 2],
    /// The side of the next option, and its index.
    next: (usize, usize),
}

impl Frame {
    fn bytes(&self) -> u64 {
        let sums = self.options.iter().map(Vec::capacity).sum::<usize>();
        (size_of::<Self>() + sums * size_of::<Sum>()) as u64
    }
}

impl Valuer {
    /// The value of a sum of parts. If a position repeats, an error is thrown as by an
    /// [`Oracle`](bouton_core::oracle::Oracle): such a game has no value here.
    ///
    /// # Errors
    /// If a limit is reached; results so far are kept.
    pub fn value(
        &mut self,
        parts: &mut dyn Parts,
        sum: &[Signed],
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        let twins: Sum = sum.iter().map(|part| parts.twin(*part)).collect();
        for part in &twins {
            self.find(parts, part.number(), u64::MAX, meter)?;
        }
        self.total(&twins, meter)
    }

    /// The value of a part, if at most this many parts need to be examined; results so far are kept.
    pub(crate) fn value_within(
        &mut self,
        parts: &mut dyn Parts,
        part: Signed,
        visits: u64,
        meter: &mut Meter,
    ) -> Result<Option<Value>, StopReason> {
        let until = self.visited.saturating_add(visits);
        let part = parts.twin(part);
        match self.find(parts, part.number(), until, meter)? {
            true => self.total(&[part], meter).map(Some),
            false => Ok(None),
        }
    }

    /// Forgets the values of parts, because their numbers will be used for other parts; the values themselves stay.
    pub fn forget_parts(&mut self) {
        self.known.clear();
    }

    /// Frees the memory of the parts, which the caller does not hold any more either.
    pub fn free_parts(&mut self) {
        self.known = Vec::new();
        self.arena.hold_elsewhere(self.held);
    }

    /// Parts that were evaluated since it was made.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Whether a position repeated, so that a query was given up.
    pub fn came_back(&self) -> bool {
        self.came_back
    }

    fn known(&mut self, part: usize) -> &mut PartState {
        if part >= self.known.len() {
            self.known.resize(part + 1, PartState::NOTHING);
        }
        &mut self.known[part]
    }

    /// The value of a sum whose parts have known values.
    fn total(&mut self, sum: &[Signed], meter: &mut Meter) -> Result<Value, StopReason> {
        let mut total = Value::ZERO;
        for part in sum {
            let value = self.known(part.number()).value();
            let value = value.expect("invariant: parts are valued before sums of them");
            let value = if part.is_negative() { -value } else { value };
            total = self.arena.add(total, value, meter)?;
        }
        Ok(total)
    }

    /// Computes the value of a part, unless that takes more than `until` parts in all since this was made; returns whether
    /// it did.
    fn find(
        &mut self,
        parts: &mut dyn Parts,
        part: usize,
        until: u64,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let mut stack = Vec::new();
        let found = self.fill(parts, part, &mut stack, until, meter);
        for frame in stack {
            *self.known(frame.part) = PartState::NOTHING;
        }
        found
    }

    fn fill(
        &mut self,
        parts: &mut dyn Parts,
        part: usize,
        stack: &mut Vec<Frame>,
        until: u64,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let (mut held, mut todo) = (0, Some(part));
        loop {
            if let Some(part) = todo {
                let known = *self.known(part);
                match known {
                    PartState::OPEN => {
                        self.came_back = true;
                        fail(parts.endless(part));
                    }
                    PartState::NOTHING if self.is_told(parts, part, meter)? => {}
                    PartState::NOTHING if self.visited >= until => return Ok(false),
                    PartState::NOTHING => {
                        let frame = self.open(parts, part, held, meter)?;
                        held += frame.bytes();
                        stack.push(frame);
                    }
                    _ => {}
                }
            }
            let Some(frame) = stack.last_mut() else {
                return Ok(true);
            };
            todo = self.next(frame);
            if todo.is_none() {
                let value = self.make(frame, meter)?;
                held -= frame.bytes();
                *self.known(frame.part) = PartState::of(value);
                stack.pop();
            }
        }
    }

    /// Whether the game gave the value of a part.
    fn is_told(
        &mut self,
        parts: &mut dyn Parts,
        part: usize,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let Some(text) = parts.value(part) else {
            return Ok(false);
        };
        let value = self.arena.read(&text, meter).map_err(|fault| match fault {
            Fault::Stopped(reason) => reason,
            Fault::Input(error) => {
                unreachable!("invariant: games write values as they are read: {error}")
            }
        })?;
        *self.known(part) = PartState::of(value);
        Ok(true)
    }

    fn open(
        &mut self,
        parts: &mut dyn Parts,
        part: usize,
        held: u64,
        meter: &mut Meter,
    ) -> Result<Frame, StopReason> {
        meter.visit()?;
        self.visited += 1;
        let own = self.known.capacity() * size_of::<PartState>();
        self.arena
            .hold_elsewhere(parts.bytes() + own as u64 + held + self.held);
        meter.afford(self.arena.bytes())?;
        let mut options = [Vec::new(), Vec::new()];
        for (options, side) in options.iter_mut().zip(Side::BOTH) {
            *options = parts.options(part, side, meter)?;
        }
        *self.known(part) = PartState::OPEN;
        Ok(Frame {
            part,
            options,
            next: (0, 0),
        })
    }

    /// A part that must be evaluated first.
    fn next(&mut self, frame: &mut Frame) -> Option<usize> {
        let (side, place) = &mut frame.next;
        while let Some(options) = frame.options.get(*side) {
            for sum in &options[*place..] {
                for part in sum {
                    if self.known(part.number()).value().is_none() {
                        return Some(part.number());
                    }
                }
                *place += 1;
            }
            (*side, *place) = (*side + 1, 0);
        }
        None
    }

    /// The value of a part whose options all have known values.
    fn make(&mut self, frame: &Frame, meter: &mut Meter) -> Result<Value, StopReason> {
        let mut values = [Options::new(), Options::new()];
        for (values, options) in values.iter_mut().zip(&frame.options) {
            for sum in options {
                values.push(self.total(sum, meter)?);
            }
        }
        let [left, right] = values;
        self.arena.make(&left, &right, meter)
    }
}

/// Gives the winner by the value of the position.
#[derive(Debug)]
pub struct ByValues<G: Sides> {
    table: PartTable<G>,
    valuer: Valuer,
}

impl<G: Sides<Score = WinLoss>> ByValues<G> {
    /// For a game that is not known to split.
    pub fn whole() -> Self {
        Self {
            table: PartTable::whole(),
            valuer: Valuer::default(),
        }
    }

    /// For a game whose positions split into parts.
    pub fn apart() -> Self
    where
        G: Summands,
    {
        Self {
            table: PartTable::apart(),
            valuer: Valuer::default(),
        }
    }

    /// For a game that knows the values of some parts.
    pub fn known() -> Self
    where
        G: KnownValues,
    {
        Self {
            table: PartTable::known(),
            valuer: Valuer::default(),
        }
    }
}

/// Whether the player to move wins a position of this class.
fn wins(class: Class, side: Side) -> bool {
    match class {
        Class::Next => true,
        Class::Previous => false,
        Class::Left => side == Side::Left,
        Class::Right => side == Side::Right,
    }
}

impl<G: Sides<Score = WinLoss>> Solver<G> for ByValues<G> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    /// If a position splits, its values are added without a search: 4 to 40 times as fast as `components` on two or three
    /// boards of 12 to 30 cells. For a single part the value is more than the winner, and takes longer. If there are few
    /// positions, other solvers also count their plies.
    fn offers_itself(&self, game: &G, at: &G::Position, limits: &Limits) -> bool {
        self.table.falls_apart(game, at) && !reaches_few(game, at, limits)
    }

    fn visited(&self) -> u64 {
        self.valuer.visited()
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        let sum = self.table.sum(game, at);
        let table = &mut self.table;
        let meter = &mut limits.meter();
        let value = self
            .valuer
            .value(&mut PartsOf { game, table }, &sum, meter)?;
        let class = self.valuer.arena.class(value, meter)?;
        let is_left = game.with_side(at, Side::Left) == *at;
        let side = if is_left { Side::Left } else { Side::Right };
        let wins = wins(class, side);
        Ok(Evaluation::of(if wins {
            WinLoss::Win
        } else {
            WinLoss::Loss
        }))
    }
}
