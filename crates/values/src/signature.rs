//! The test infinitesimals of signatures.

use bouton_core::{Meter, Side, StopReason};

use crate::arena::{Arena, Value};
use crate::stops::{Test, Tests};

/// The number of tests without their negatives; 0 and the nimbers are their own negatives.
const HALF: usize = 32;

impl Arena {
    /// Makes the test infinitesimals, and the words of all values so far.
    pub(crate) fn make_tests(&mut self, meter: &mut Meter) -> Result<(), StopReason> {
        let chosen = self.chosen(meter)?;
        let bits = |v: Value| -> u64 {
            let of =
                |(i, t): (usize, &Value)| u64::from(*t == v) << i | u64::from(-*t == v) << (63 - i);
            chosen
                .iter()
                .enumerate()
                .map(of)
                .fold(0, |all, bit| all | bit)
        };
        let mut tests = Tests::default();
        for (i, &v) in chosen.iter().enumerate() {
            for (v, place) in [(v, i), (-v, 63 - i)] {
                let options = |side| self.listed(v, side).map(bits).fold(0, |all, bit| all | bit);
                let bit = 1 << place;
                tests.used |= bit;
                tests.all.push(Test {
                    bit,
                    left: options(Side::Left),
                    right: options(Side::Right),
                });
                // All tests exist: the order of a test and 0 is found without words.
                tests.upper |= bit * u64::from(self.le(Value::ZERO, v, meter)?);
                tests.lower |= bit * u64::from(self.le(v, Value::ZERO, meter)?);
            }
        }
        self.tests = tests;
        self.refresh_words(meter)
    }

    /// As many candidates as fit, closed under taking options.
    fn chosen(&mut self, meter: &mut Meter) -> Result<Vec<Value>, StopReason> {
        let mut chosen: Vec<Value> = Vec::new();
        for v in self.candidates(meter)? {
            let is_chosen = |o: Value| chosen.contains(&o) || chosen.contains(&-o);
            let mut sides = [Side::Left, Side::Right].into_iter();
            if chosen.len() < HALF && sides.all(|side| self.listed(v, side).all(is_chosen)) {
                chosen.push(v);
            }
        }
        Ok(chosen)
    }

    /// Candidate infinitesimals, older ones first: nimbers, n·↑ + *m, and some of higher order.
    fn candidates(&mut self, meter: &mut Meter) -> Result<Vec<Value>, StopReason> {
        let nimbers = (0..4)
            .map(|n| self.nimber(n, meter))
            .collect::<Result<Vec<_>, _>>()?;
        let star = nimbers[1];
        let up = self.make(&[Value::ZERO], &[star], meter)?;
        let (mut all, mut ups) = (nimbers.clone(), Value::ZERO);
        for n in 1..=7 {
            ups = self.add(ups, up, meter)?;
            for nimber in &nimbers[..if n <= 4 { 4 } else { 2 }] {
                all.push(self.add(ups, *nimber, meter)?);
            }
        }
        let down_star = self.add(-up, star, meter)?;
        let up_second = self.make(&[Value::ZERO], &[down_star], meter)?;
        let up_to_second = self.make(&[up], &[star], meter)?;
        for v in [up_second, up_to_second] {
            all.extend([v, self.add(v, star, meter)?]);
        }
        all.push(self.make(&[up_to_second], &[star], meter)?);
        all.push(self.make(&[Value::ZERO], &[up_second], meter)?);
        Ok(all)
    }
}
