//! `values`: positions of Left and Right by their values in the theory of partizan games.
//!
//! A position is the sum of its independent parts; the value of each part is made, once, of the values of what the moves of both
//! sides make of it, in canonical form ([`bouton_values`]). The value of a sum is added, and who wins is read off: nothing is searched
//! twice, however the parts are put together. Where the game knows the value of a part, that is taken. What the position is worth beside others is known too, not only who wins it.
//!
//! Time and memory: every part that play can reach, without cutoffs. The better tool for sums of different games and for few and
//! small parts; the wrong one to learn who wins a single large board.
//!
//! Source: J. H. Conway, On Numbers and Games (1976).

use bouton_core::oracle::fail;
use bouton_core::solver::{About, Evaluation, Field, Solver, Stopped};
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

/// What is known of a part.
#[derive(Clone, Copy, Debug)]
enum PartState {
    Nothing,
    /// Its options are being valued.
    Open,
    Value(Value),
}

/// Finds the values of parts, by number; compiled once.
#[derive(Default)]
pub struct Valuer {
    /// The values, to be asked about them.
    pub arena: Arena,
    known: Vec<PartState>,
    /// Parts whose options were looked at.
    visited: u64,
    /// Whether a play came back to where it was.
    came_back: bool,
    /// Bytes that the caller holds, beside the parts.
    pub held: u64,
}

impl std::fmt::Debug for Valuer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Valuer").finish_non_exhaustive()
    }
}

/// A part whose options are being valued.
struct Frame {
    part: usize,
    /// What the moves of Left, and of Right, make of it.
    options: [Vec<Sum>; 2],
    /// The side and the place among its options of the next to be looked at.
    next: (usize, usize),
}

impl Frame {
    fn bytes(&self) -> u64 {
        let sums = self.options.iter().map(Vec::capacity).sum::<usize>();
        (size_of::<Self>() + sums * size_of::<Sum>()) as u64
    }
}

impl Valuer {
    /// The value of a sum of parts. A play that comes back to where it was is thrown, as by an
    /// [`Oracle`](bouton_core::oracle::Oracle): such a game has no value here.
    ///
    /// # Errors
    /// A limit was reached; what was found is kept.
    pub fn value(
        &mut self,
        parts: &mut dyn Parts,
        sum: &[Signed],
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        for part in sum {
            self.find(parts, part.number(), u64::MAX, meter)?;
        }
        self.total(sum, meter)
    }

    /// The value of a part, if that takes no more than this many parts to look at; what was found is kept.
    ///
    /// # Errors
    /// A limit was reached.
    pub(crate) fn value_within(
        &mut self,
        parts: &mut dyn Parts,
        part: Signed,
        visits: u64,
        meter: &mut Meter,
    ) -> Result<Option<Value>, StopReason> {
        let until = self.visited.saturating_add(visits);
        match self.find(parts, part.number(), until, meter)? {
            true => self.total(&[part], meter).map(Some),
            false => Ok(None),
        }
    }

    /// Forgets the values of parts, whose numbers are to mean others; the values stay.
    pub fn forget_parts(&mut self) {
        self.known.clear();
    }

    /// Parts that were valued since it was made.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Whether a play came back to where it was, for which a question was given up.
    pub fn came_back(&self) -> bool {
        self.came_back
    }

    fn known(&mut self, part: usize) -> &mut PartState {
        if part >= self.known.len() {
            self.known.resize(part + 1, PartState::Nothing);
        }
        &mut self.known[part]
    }

    /// The value of a sum whose parts are known.
    fn total(&mut self, sum: &[Signed], meter: &mut Meter) -> Result<Value, StopReason> {
        let mut total = Value::ZERO;
        for part in sum {
            let PartState::Value(value) = *self.known(part.number()) else {
                unreachable!("invariant: parts are valued before sums of them")
            };
            let value = if part.is_negative() { -value } else { value };
            total = self.arena.add(total, value, meter)?;
        }
        Ok(total)
    }

    /// Finds the value of a part, unless that takes more than `until` parts since this was made; whether it did.
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
            *self.known(frame.part) = PartState::Nothing;
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
                    PartState::Value(_) => {}
                    PartState::Open => {
                        self.came_back = true;
                        fail(parts.endless(part));
                    }
                    PartState::Nothing if self.is_told(parts, part, meter)? => {}
                    PartState::Nothing if self.visited >= until => return Ok(false),
                    PartState::Nothing => {
                        let frame = self.open(parts, part, held, meter)?;
                        held += frame.bytes();
                        stack.push(frame);
                    }
                }
            }
            let Some(frame) = stack.last_mut() else {
                return Ok(true);
            };
            todo = self.next(frame);
            if todo.is_none() {
                let value = self.make(frame, meter)?;
                held -= frame.bytes();
                *self.known(frame.part) = PartState::Value(value);
                stack.pop();
            }
        }
    }

    /// Whether the game knows the value of a part.
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
        *self.known(part) = PartState::Value(value);
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
        *self.known(part) = PartState::Open;
        Ok(Frame {
            part,
            options,
            next: (0, 0),
        })
    }

    /// A part that the frame waits for.
    fn next(&mut self, frame: &mut Frame) -> Option<usize> {
        let (side, place) = &mut frame.next;
        while let Some(options) = frame.options.get(*side) {
            for sum in &options[*place..] {
                for part in sum {
                    if !matches!(self.known(part.number()), PartState::Value(_)) {
                        return Some(part.number());
                    }
                }
                *place += 1;
            }
            (*side, *place) = (*side + 1, 0);
        }
        None
    }

    /// The value of a part, those of all its options being known.
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

/// Who wins, by the value of the position.
#[derive(Debug)]
pub struct ByValues<G: Sides> {
    table: PartTable<G>,
    valuer: Valuer,
}

impl<G: Sides<Score = WinLoss>> ByValues<G> {
    /// For a game that is not known to fall apart.
    pub fn whole() -> Self {
        Self {
            table: PartTable::whole(),
            valuer: Valuer::default(),
        }
    }

    /// For a game whose positions fall into parts.
    pub fn apart() -> Self
    where
        G: Summands,
    {
        Self {
            table: PartTable::apart(),
            valuer: Valuer::default(),
        }
    }

    /// For a game that knows what some of its parts are worth.
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

/// Whether who moves wins a position of this class.
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

    /// Where a position falls apart, values are added and need no search: 4 to 40 times as fast as `components` on two or three boards of
    /// 12 to 30 cells. Of a single part the value is more than who wins, and takes longer. Where there are few positions, other solvers
    /// count their plies too.
    fn offers_itself(&self, game: &G, at: &G::Position, limits: &Limits) -> bool {
        self.table.falls_apart(game, at) && !reaches_few(game, at, limits)
    }

    fn visited(&self) -> u64 {
        self.valuer.visited()
    }

    fn evaluate(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Evaluation<WinLoss>, Stopped<WinLoss>> {
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
