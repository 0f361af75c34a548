//! Sums: G + H = {Gᴸ + H, G + Hᴸ | Gᴿ + H, G + Hᴿ}, with a cache of pairs, on a stack of frames.
//!
//! A number is added to a game by adding it to the game's options, without simplification (number translation); G and −G
//! cancel by their ids; two nimbers are added by exclusive or (Bouton).

use bouton_core::{Meter, Side, StopReason};
use num_bigint::BigInt;
use num_traits::Signed;

use crate::arena::{Arena, Options, Value};
use crate::memory;

/// A pending sum. The sums of its options are in `sum_results` from `base` on, Left's first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SumFrame {
    g: Value,
    h: Value,
    base: usize,
}

impl Arena {
    /// G + H.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn add(&mut self, g: Value, h: Value, meter: &mut Meter) -> Result<Value, StopReason> {
        match self.sum_at_once(g, h, meter)? {
            Some(sum) => Ok(sum),
            None => self.sum_searched(g, h, meter),
        }
    }

    /// G − H.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn subtract(&mut self, g: Value, h: Value, meter: &mut Meter) -> Result<Value, StopReason> {
        self.add(g, -h, meter)
    }

    /// n·G, by doubling.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn times(&mut self, n: &BigInt, g: Value, meter: &mut Meter) -> Result<Value, StopReason> {
        if let Some(x) = self.as_number(g) {
            meter.afford(self.bytes() + 2 * (x.heap_bytes() + n.bits() / 8))?;
            return self.number(&x.times(n), meter);
        }
        let g = g.negated_if(n.is_negative());
        let mut sum = Value::ZERO;
        for bit in (0..n.bits()).rev() {
            sum = self.add(sum, sum, meter)?;
            if n.magnitude().bit(bit) {
                sum = self.add(sum, g, meter)?;
            }
        }
        Ok(sum)
    }

    /// A sum that needs no search.
    #[inline]
    fn sum_at_once(
        &mut self,
        g: Value,
        h: Value,
        meter: &mut Meter,
    ) -> Result<Option<Value>, StopReason> {
        if g == Value::ZERO {
            return Ok(Some(h));
        }
        if h == Value::ZERO {
            return Ok(Some(g));
        }
        if g == -h {
            return Ok(Some(Value::ZERO));
        }
        if self.is_number(g) && self.is_number(h) {
            let sum = &self.left_stop(g) + &self.left_stop(h);
            return self.number(&sum, meter).map(Some);
        }
        if let Some((a, b)) = self.as_nimber(g).zip(self.as_nimber(h)) {
            return self.nimber(a ^ b, meter).map(Some);
        }
        Ok(self.sums.get(g, h))
    }

    fn sum_searched(&mut self, g: Value, h: Value, meter: &mut Meter) -> Result<Value, StopReason> {
        if let Some(sum) = self.sum_of_multiples(g, h, meter)? {
            return Ok(sum);
        }
        self.sum_frames.clear();
        self.sum_results.clear();
        self.begin_sum(g, h, meter)?;
        loop {
            let frame = *self.sum_frames.last().expect("a sum is under way");
            let done = self.sum_results.len() - frame.base;
            let (term, other) = match self.option_of_sum(&frame, done) {
                Some(pair) => pair,
                None => {
                    let sum = self.end_sum(&frame, meter)?;
                    self.sum_frames.pop();
                    if self.sum_frames.is_empty() {
                        return Ok(sum);
                    }
                    self.sum_results.truncate(frame.base);
                    self.sum_results.push(sum);
                    continue;
                }
            };
            match self.sum_at_once(term, other, meter)? {
                Some(sum) => self.put_result(sum, meter)?,
                None => self.begin_sum(term, other, meter)?,
            }
        }
    }

    fn put_result(&mut self, sum: Value, meter: &mut Meter) -> Result<(), StopReason> {
        meter.spend(1)?;
        if self.sum_results.len() == self.sum_results.capacity() {
            memory::in_vector(self.bytes(), &mut self.sum_results, 1, meter)?;
        }
        self.sum_results.push(sum);
        Ok(())
    }

    fn begin_sum(&mut self, g: Value, h: Value, meter: &mut Meter) -> Result<(), StopReason> {
        meter.spend(1)?;
        if self.sum_frames.len() == self.sum_frames.capacity() {
            memory::in_vector(self.bytes(), &mut self.sum_frames, 1, meter)?;
        }
        let base = self.sum_results.len();
        self.sum_frames.push(SumFrame { g, h, base });
        Ok(())
    }

    /// The i-th option of the sum as a sum of two: Left's options first. Options of numbers are not listed: they are not needed.
    fn option_of_sum(&self, frame: &SumFrame, i: usize) -> Option<(Value, Value)> {
        let mut i = i;
        for side in [Side::Left, Side::Right] {
            for (moved, other) in [(frame.g, frame.h), (frame.h, frame.g)] {
                let span = self.span(moved, side);
                if i < span.len() {
                    return Some((self.option_at(moved, span.start + i), other));
                }
                i -= span.len();
            }
        }
        None
    }

    /// The sum, after those of its options are known.
    fn end_sum(&mut self, frame: &SumFrame, meter: &mut Meter) -> Result<Value, StopReason> {
        let SumFrame { g, h, base } = *frame;
        let lefts = self.span(g, Side::Left).len() + self.span(h, Side::Left).len();
        let mut left = Options::from_slice(&self.sum_results[base..base + lefts]);
        let mut right = Options::from_slice(&self.sum_results[base + lefts..]);
        let sum = if self.is_number(g) || self.is_number(h) {
            self.cons(&mut left, &mut right, meter)?
        } else {
            self.make(&left, &right, meter)?
        };
        let held = if self.sums.is_full() { self.bytes() } else { 0 };
        self.sums.keep(g, h, sum, held, meter);
        Ok(sum)
    }
}
