//! The order of games: G ≤ H iff no Gᴸ ≥ H and no Hᴿ ≤ G.

use bouton_core::hashing::FastMap;
use bouton_core::{Meter, Side, StopReason};
use smallvec::SmallVec;

use crate::arena::{Arena, Value};
use crate::memory;
use crate::number::Number;
use crate::stops::Invariants;

/// A pending comparison G ≤ H: the next refuting move to try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderFrame {
    g: Value,
    h: Value,
    next: u32,
}

/// The outcome class of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Left wins, moving first or second: G > 0.
    Left,
    /// The next player wins: G is confused with 0.
    Next,
    /// The previous player wins: G = 0.
    Previous,
    /// Right wins, moving first or second: G < 0.
    Right,
}

impl Class {
    /// Its letter: L, N, P or R.
    pub fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Next => 'N',
            Self::Previous => 'P',
            Self::Right => 'R',
        }
    }
}

/// A relation of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// G ≤ H.
    AtMost,
    /// G ≥ H.
    AtLeast,
    /// G = H.
    Equal,
    /// G < H.
    Less,
    /// G > H.
    More,
    /// Neither is at most the other.
    Confused,
    /// G ≠ H.
    Unequal,
    /// Less than or confused with.
    NotAtLeast,
    /// Greater than or confused with.
    NotAtMost,
}

impl Relation {
    /// Whether it holds, given whether one value is at most, and at least, the other.
    pub fn holds(self, at_most: bool, at_least: bool) -> bool {
        match self {
            Self::AtMost => at_most,
            Self::AtLeast => at_least,
            Self::Equal => at_most && at_least,
            Self::Less => at_most && !at_least,
            Self::More => at_least && !at_most,
            Self::Confused => !at_most && !at_least,
            Self::Unequal => !(at_most && at_least),
            Self::NotAtLeast => !at_least,
            Self::NotAtMost => !at_most,
        }
    }
}

impl Arena {
    /// Whether G ≤ H. Stops, signatures and the cache answer most comparisons; the others are searched, on a stack of
    /// frames.
    ///
    /// # Errors
    /// If a limit is reached.
    #[inline]
    pub fn le(&mut self, g: Value, h: Value, meter: &mut Meter) -> Result<bool, StopReason> {
        match self.le_at_once(g, h) {
            Some(answer) => Ok(answer),
            None => self.le_searched(g, h, meter),
        }
    }

    /// The outcome class.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn class(&mut self, g: Value, meter: &mut Meter) -> Result<Class, StopReason> {
        let above = self.le(Value::ZERO, g, meter)?;
        let below = self.le(g, Value::ZERO, meter)?;
        Ok(match (above, below) {
            (true, true) => Class::Previous,
            (true, false) => Class::Left,
            (false, true) => Class::Right,
            (false, false) => Class::Next,
        })
    }

    /// Whether G ≤ H, if that needs no search.
    #[inline]
    fn le_at_once(&self, g: Value, h: Value) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        // The records first: they decide four of five comparisons, and the cache most others.
        self.le_by_invariants(g, h)
            .or_else(|| self.orders.get(g, h))
            .or_else(|| {
                // Different nimbers are confused.
                let are_nimbers = self.as_nimber(g).is_some() && self.as_nimber(h).is_some();
                are_nimbers.then_some(false)
            })
    }

    #[inline]
    fn le_by_invariants(&self, g: Value, h: Value) -> Option<bool> {
        let (of_g, of_h) = (self.invariants(g), self.invariants(h));
        if of_g.is_inexact() || of_h.is_inexact() {
            return of_g.at_most_exactly(&self.stops(g), &of_h, &self.stops(h));
        }
        of_g.at_most(&of_h)
    }

    fn le_searched(&mut self, g: Value, h: Value, meter: &mut Meter) -> Result<bool, StopReason> {
        self.order_frames.clear();
        self.ask(g, h, meter)?;
        loop {
            let top = self.order_frames.len() - 1;
            let Some(answer) = self.answered(top, meter)? else {
                continue;
            };
            let mut answer = answer;
            // A positive answer refutes the waiting comparison; a negative one lets it continue.
            loop {
                let frame = self.order_frames.pop().expect("it was just looked at");
                self.remember(&frame, answer, meter);
                if self.order_frames.is_empty() {
                    return Ok(answer);
                }
                if !answer {
                    break;
                }
                answer = false;
            }
        }
    }

    /// Pushes a comparison.
    fn ask(&mut self, g: Value, h: Value, meter: &mut Meter) -> Result<(), StopReason> {
        meter.spend(1)?;
        if self.order_frames.len() == self.order_frames.capacity() {
            memory::in_vector(self.bytes(), &mut self.order_frames, 1, meter)?;
        }
        self.order_frames.push(OrderFrame { g, h, next: 0 });
        Ok(())
    }

    fn remember(&mut self, frame: &OrderFrame, answer: bool, meter: &Meter) {
        // `bytes` adds up all tables: only a cache that grows needs it.
        let held = if self.orders.is_full() {
            self.bytes()
        } else {
            0
        };
        self.orders.keep(frame.g, frame.h, answer, held, meter);
    }

    /// Tries the moves that could refute the comparison on top; `None` if one of them needs another comparison first.
    fn answered(&mut self, top: usize, meter: &mut Meter) -> Result<Option<bool>, StopReason> {
        let OrderFrame { g, h, next } = self.order_frames[top];
        let (lefts, rights) = (self.span(g, Side::Left), self.span(h, Side::Right));
        let count = lefts.len() + rights.len();
        meter.spend(count)?;
        for i in next as usize..count {
            let (a, b) = if i < lefts.len() {
                (h, self.option_at(g, lefts.start + i))
            } else {
                (self.option_at(h, rights.start + i - lefts.len()), g)
            };
            match self.le_at_once(a, b) {
                Some(true) => return Ok(Some(false)),
                Some(false) => {}
                None => {
                    self.order_frames[top].next = i as u32 + 1;
                    self.ask(a, b, meter)?;
                    return Ok(None);
                }
            }
        }
        Ok(Some(true))
    }
}

/// A game given by options that need not be canonical, to be compared with values.
pub(crate) struct Raw<'o> {
    left: &'o [Value],
    right: &'o [Value],
    invariants: Invariants,
    stops: Option<[Number; 2]>,
    answers: Answers,
    frames: SmallVec<[RawFrame; 16]>,
}

/// Results, by value and direction of the comparison. Most games need only a few.
#[derive(Default)]
struct Answers {
    few: SmallVec<[(Value, bool, bool); 32]>,
    more: FastMap<(Value, bool), bool>,
}

impl Answers {
    fn get(&self, h: Value, above: bool) -> Option<bool> {
        let mut few = self.few.iter();
        let known = few.find(|(v, a, _)| *v == h && *a == above);
        known
            .map(|(_, _, answer)| *answer)
            .or_else(|| self.more.get(&(h, above)).copied())
    }

    fn keep(
        &mut self,
        h: Value,
        above: bool,
        answer: bool,
        arena: &Arena,
        meter: &Meter,
    ) -> Result<(), StopReason> {
        if self.few.len() < self.few.inline_size() {
            self.few.push((h, above, answer));
            return Ok(());
        }
        if self.more.len() == self.more.capacity() {
            memory::in_map(&mut self.more, arena.bytes(), meter)?;
        }
        self.more.insert((h, above), answer);
        Ok(())
    }
}

/// A pending comparison: H ≤ G, or H ≥ G if `above`.
#[derive(Clone, Copy, Debug)]
struct RawFrame {
    h: Value,
    above: bool,
    next: usize,
}

impl<'o> Raw<'o> {
    /// The game with these options; it is not a number.
    pub(crate) fn new(arena: &Arena, left: &'o [Value], right: &'o [Value]) -> Self {
        let (invariants, stops) = arena.invariants_of(left, right);
        Self {
            left,
            right,
            invariants,
            stops,
            answers: Answers::default(),
            frames: SmallVec::new(),
        }
    }

    /// Whether H ≤ G; if `above`, whether H ≥ G.
    pub(crate) fn compare(
        &mut self,
        arena: &mut Arena,
        h: Value,
        above: bool,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        if let Some(answer) = self.at_once(arena, h, above) {
            return Ok(answer);
        }
        if let Some(answer) = self.refuted_by_own(arena, h, above, meter)? {
            return Ok(answer);
        }
        self.frames.clear();
        self.frames.push(RawFrame { h, above, next: 0 });
        loop {
            let Some(mut answer) = self.answered(arena, meter)? else {
                continue;
            };
            loop {
                let frame = self.frames.pop().expect("it was just looked at");
                self.answers
                    .keep(frame.h, frame.above, answer, arena, meter)?;
                if self.frames.is_empty() {
                    return Ok(answer);
                }
                if !answer {
                    break;
                }
                answer = false;
            }
        }
    }

    fn at_once(&self, arena: &Arena, h: Value, above: bool) -> Option<bool> {
        self.by_invariants(arena, h, above)
            .or_else(|| self.answers.get(h, above))
    }

    fn by_invariants(&self, arena: &Arena, h: Value, above: bool) -> Option<bool> {
        let of_h = arena.invariants(h);
        let of_g = &self.invariants;
        if of_h.is_inexact() || of_g.is_inexact() {
            let h_stops = arena.stops(h);
            let plain = || [of_g.left.number(), of_g.right.number()];
            let g_stops = self.stops.clone().unwrap_or_else(plain);
            return if above {
                of_g.at_most_exactly(&g_stops, &of_h, &h_stops)
            } else {
                of_h.at_most_exactly(&h_stops, of_g, &g_stops)
            };
        }
        if above {
            of_g.at_most(&of_h)
        } else {
            of_h.at_most(of_g)
        }
    }

    /// Whether an option of the game itself decides: H ≤ G fails if some Gᴿ ≤ H, H ≥ G fails if some Gᴸ ≥ H.
    fn refuted_by_own(
        &mut self,
        arena: &mut Arena,
        h: Value,
        above: bool,
        meter: &mut Meter,
    ) -> Result<Option<bool>, StopReason> {
        let options = if above { self.left } else { self.right };
        meter.spend(1 + options.len())?;
        for option in options {
            let refutes = if above {
                arena.le(h, *option, meter)?
            } else {
                arena.le(*option, h, meter)?
            };
            if refutes {
                self.answers.keep(h, above, false, arena, meter)?;
                return Ok(Some(false));
            }
        }
        Ok(None)
    }

    /// Examines the options of H that could refute the comparison on top (a left option of H that is at least G, or a right
    /// option that is at most G): `None` if one of them needs another comparison first.
    fn answered(
        &mut self,
        arena: &mut Arena,
        meter: &mut Meter,
    ) -> Result<Option<bool>, StopReason> {
        let RawFrame { h, above, next } = *self.frames.last().expect("a question is under way");
        let span = arena.span(h, if above { Side::Right } else { Side::Left });
        meter.spend(1 + span.len() - next)?;
        for i in next..span.len() {
            let option = arena.option_at(h, span.start + i);
            let answer = match self.at_once(arena, option, !above) {
                Some(answer) => Some(answer),
                None => self.refuted_by_own(arena, option, !above, meter)?,
            };
            match answer {
                Some(true) => return Ok(Some(false)),
                Some(false) => {}
                None => {
                    self.frames
                        .last_mut()
                        .expect("a question is under way")
                        .next = i + 1;
                    self.frames.push(RawFrame {
                        h: option,
                        above: !above,
                        next: 0,
                    });
                    return Ok(None);
                }
            }
        }
        Ok(Some(true))
    }
}
