//! Nimbers, ups, and uptimal values, which are sums of these: x + a₁·↑¹ + … + aₖ·↑ᵏ + *m.
//!
//! ↑ⁿ = {0 | * − ↑¹ − … − ↑ⁿ⁻¹} and ↑\[n\] = ↑¹ + … + ↑ⁿ = {↑\[n−1\] | *} (Conway, Ryba; Siegel, II.4 and II.5).

use std::fmt;
use std::sync::Arc;

use bouton_core::{Meter, Side, StopReason};

use crate::arena::{Arena, Options, Value};
use crate::memory;
use crate::number::Number;
use crate::recurrence::{Weighs, by_options};

/// The components of an uptimal value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Uptimal {
    /// The number x.
    pub number: Number,
    /// m of *m.
    pub nimber: u32,
    /// a₁, a₂, … of ↑¹, ↑², …; the last is not 0.
    pub coefficients: Vec<i64>,
}

impl Weighs for Option<Arc<Uptimal>> {
    fn outside(&self) -> u64 {
        self.as_ref().map_or(0, |uptimal| {
            let held = size_of::<Uptimal>() + 16 + 8 * uptimal.coefficients.capacity();
            held as u64 + uptimal.number.heap_bytes()
        })
    }
}

impl Uptimal {
    fn negated(&self) -> Self {
        Self {
            number: -&self.number,
            nimber: self.nimber,
            coefficients: self.coefficients.iter().map(|c| -c).collect(),
        }
    }

    /// The same with 1 added to the first `count` coefficients and * added.
    fn raised(&self, count: usize) -> Self {
        let mut coefficients = self.coefficients.clone();
        coefficients.resize(count, 0);
        for coefficient in &mut coefficients {
            *coefficient += 1;
        }
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        Self {
            number: self.number.clone(),
            nimber: self.nimber ^ 1,
            coefficients,
        }
    }
}

impl fmt::Display for Uptimal {
    /// Number and nimber, a point, then the coefficients as digits, a negative one followed by a minus: `*.1-`, `3/4.02`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.number != Number::ZERO || self.nimber == 0 {
            write!(f, "{}", self.number)?;
        }
        match self.nimber {
            0 => {}
            1 => f.write_str("*")?,
            m => write!(f, "*{m}")?,
        }
        if !self.coefficients.is_empty() {
            f.write_str(".")?;
        }
        for coefficient in &self.coefficients {
            match coefficient.unsigned_abs() {
                digit @ 0..=9 => write!(f, "{digit}")?,
                long => write!(f, "({long})")?,
            }
            if *coefficient < 0 {
                f.write_str("-")?;
            }
        }
        Ok(())
    }
}

impl Arena {
    /// *n, the nim heap of n. It has n options, and so on for each nimber below it: n²/2 in all.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn nimber(&mut self, n: u32, meter: &mut Meter) -> Result<Value, StopReason> {
        while self.nimbers.len() <= n as usize {
            let mut below = Options::from_slice(&self.nimbers);
            self.cons(&mut below.clone(), &mut below, meter)?;
        }
        Ok(self.nimbers[n as usize])
    }

    /// The n of *n, if the value is a nimber.
    #[inline]
    pub fn as_nimber(&self, v: Value) -> Option<u32> {
        if !v.is_own_negative() {
            return None;
        }
        let n = self.span(v, Side::Left).len();
        (self.nimbers.get(n) == Some(&v)).then_some(n as u32)
    }

    /// n·↑ + *m, for m = 0 or 1: n·↑ = {0 | (n−1)·↑ + *}, and the same with a star from n = 2 on. The chain is built once:
    /// a general sum of two would examine every pair of their followers.
    pub(crate) fn multiple_of_up(
        &mut self,
        n: i64,
        star: bool,
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        let size = usize::try_from(n.unsigned_abs()).map_err(|_| StopReason::Memory)?;
        while self.known.multiples.len() <= size {
            self.next_multiple(meter)?;
        }
        Ok(self.known.multiples[size][usize::from(star)].negated_if(n < 0))
    }

    fn next_multiple(&mut self, meter: &mut Meter) -> Result<(), StopReason> {
        const ZERO: Value = Value::ZERO;
        let n = self.known.multiples.len();
        let star = self.nimber(1, meter)?;
        let next = match self.known.multiples.last() {
            None => [ZERO, star],
            Some(&[below, below_star]) => {
                let plain = self.make(&[ZERO], &[below_star], meter)?;
                let lefts = [ZERO, star];
                [
                    plain,
                    self.make(&lefts[..if n == 1 { 2 } else { 1 }], &[below], meter)?,
                ]
            }
        };
        let held = self.bytes();
        memory::in_vector(held, &mut self.known.multiples, 1, meter)?;
        for (v, star) in next.into_iter().zip([false, true]) {
            for (v, n) in [(v, n as i64), (-v, -(n as i64))] {
                memory::in_map(&mut self.known.multiple, held, meter)?;
                self.known.multiple.insert(v, (n, star));
            }
        }
        self.known.multiples.push(next);
        Ok(())
    }

    /// The sum of two values n·↑ + *m with m = 0 or 1, if both have this form.
    pub(crate) fn sum_of_multiples(
        &mut self,
        g: Value,
        h: Value,
        meter: &mut Meter,
    ) -> Result<Option<Value>, StopReason> {
        let of = |v| self.known.multiple.get(&v).copied();
        let Some(((n, a), (m, b))) = of(g).zip(of(h)) else {
            return Ok(None);
        };
        let sum = n.checked_add(m).ok_or(StopReason::Memory)?;
        self.multiple_of_up(sum, a != b, meter).map(Some)
    }

    /// ↑ⁿ, for n ≥ 1.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn up_power(&mut self, n: usize, meter: &mut Meter) -> Result<Value, StopReason> {
        while self.known.ups.len() < n {
            let mut right = self.nimber(1, meter)?;
            for i in 0..self.known.ups.len() {
                right = self.subtract(right, self.known.ups[i], meter)?;
            }
            let next = self.make(&[Value::ZERO], &[right], meter)?;
            meter.afford(self.bytes() + 16)?;
            self.known.ups.push(next);
        }
        Ok(self.known.ups[n - 1])
    }

    /// ↑\[n\] = ↑¹ + … + ↑ⁿ.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn up_to_power(&mut self, n: usize, meter: &mut Meter) -> Result<Value, StopReason> {
        let star = self.nimber(1, meter)?;
        let mut v = Value::ZERO;
        for _ in 0..n {
            v = self.make(&[v], &[star], meter)?;
        }
        Ok(v)
    }

    /// Tiny(G) = {0 || 0 | −G}.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn tiny(&mut self, v: Value, meter: &mut Meter) -> Result<Value, StopReason> {
        let threat = self.make(&[Value::ZERO], &[-v], meter)?;
        self.make(&[Value::ZERO], &[threat], meter)
    }

    /// The value of an expansion.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn of_uptimal(
        &mut self,
        uptimal: &Uptimal,
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        let mut v = self.nimber(uptimal.nimber, meter)?;
        for (i, coefficient) in uptimal.coefficients.iter().enumerate() {
            let up = self.up_power(i + 1, meter)?;
            let term = self.times(&(*coefficient).into(), up, meter)?;
            v = self.add(v, term, meter)?;
        }
        let number = self.number(&uptimal.number, meter)?;
        self.add(v, number, meter)
    }

    /// Its uptimal expansion, if it has one. Numbers and nimbers have one.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn uptimal(
        &mut self,
        v: Value,
        meter: &mut Meter,
    ) -> Result<Option<Arc<Uptimal>>, StopReason> {
        let mut known = std::mem::take(&mut self.known.uptimals);
        let found = by_options(
            self,
            v,
            &mut known,
            meter,
            Self::uptimal_at_once,
            Self::uptimal_of_options,
        );
        self.known.uptimals = known;
        found
    }

    /// Numbers and nimbers are uptimal; values with different stops are not.
    fn uptimal_at_once(
        &mut self,
        v: Value,
        _: &mut Meter,
    ) -> Result<Option<Option<Arc<Uptimal>>>, StopReason> {
        let [left, right] = self.stops(v);
        let nimber = match self.is_number(v) {
            true => Some(0),
            false => self.as_nimber(v),
        };
        let known = nimber.map(|nimber| {
            Arc::new(Uptimal {
                number: left.clone(),
                nimber,
                coefficients: Vec::new(),
            })
        });
        Ok((known.is_some() || left != right).then_some(known))
    }

    fn uptimal_of_options(
        &mut self,
        v: Value,
        [left, right]: [Vec<Option<Arc<Uptimal>>>; 2],
        meter: &mut Meter,
    ) -> Result<Option<Arc<Uptimal>>, StopReason> {
        let number = self.left_stop(v);
        let shift = self.number(&-&number, meter)?;
        let core = self.add(v, shift, meter)?;
        if let Some(nimber) = self.as_nimber(core) {
            let coefficients = Vec::new();
            return Ok(Some(Arc::new(Uptimal {
                number,
                nimber,
                coefficients,
            })));
        }
        let all = |side: Vec<Option<Arc<Uptimal>>>| -> Option<Vec<Arc<Uptimal>>> {
            side.into_iter()
                .map(|o| o.filter(|o| o.number == number))
                .collect()
        };
        let (Some(left), Some(right)) = (all(left), all(right)) else {
            return Ok(None);
        };
        let found = self.raised_from(v, &left, &right, meter)?;
        if found.is_some() {
            return Ok(found);
        }
        let negated = |side: &[Arc<Uptimal>]| {
            side.iter()
                .map(|o| Arc::new(o.negated()))
                .collect::<Vec<_>>()
        };
        let found = self.raised_from(-v, &negated(&right), &negated(&left), meter)?;
        Ok(found.map(|uptimal| Arc::new(uptimal.negated())))
    }

    /// The expansion of `v` derived from that of its only right option, if `v` has one.
    fn raised_from(
        &mut self,
        v: Value,
        left: &[Arc<Uptimal>],
        right: &[Arc<Uptimal>],
        meter: &mut Meter,
    ) -> Result<Option<Arc<Uptimal>>, StopReason> {
        let [only] = right else {
            return Ok(None);
        };
        let length = only.coefficients.len();
        let longest = left
            .iter()
            .map(|o| o.coefficients.len())
            .fold(length, usize::max);
        for count in [length, longest + 1] {
            let raised = only.raised(count);
            if self.of_uptimal(&raised, meter)? == v {
                return Ok(Some(Arc::new(raised)));
            }
        }
        Ok(None)
    }
}
