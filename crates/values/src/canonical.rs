//! The canonical form of {L|R}: no option dominated, none reversible. It is unique (Winning Ways, ch. 3), so equal values get one id.
//!
//! 1. If some number x has every Gᴸ ⊲| x ⊲| every Gᴿ the value is the simplest such x; the adorned stops find it without a
//!    search.
//! 2. A dominated option is removed (Left's x where x ≤ y for another y).
//! 3. A reversible option (Left's x with some xᴿ ≤ G) is replaced by the left options of that xᴿ. The comparison uses the
//!    options as given, so that nothing is built for it. Options that are numbers are never reversible here: G is not a number,
//!    so a better option reaches G's stop. For the same reason the options of an xᴿ that is a number are all dominated.
//! 4. The new options may be dominated or dominate others.

use std::cmp::Ordering;

use bouton_core::{Meter, Side, StopReason};

use crate::arena::{Arena, Options, Value, sort};
use crate::number::{Bound, Number};
use crate::order::Raw;
use crate::stops::Stop;

impl Arena {
    /// The value of the game with these options, in any order, possibly repeated.
    ///
    /// ```
    /// use bouton_core::Limits;
    /// use bouton_values::{Arena, Value};
    /// let limits = Limits::default();
    /// let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    /// let star = arena.make(&[Value::ZERO], &[Value::ZERO], meter)?;
    /// assert_eq!(arena.make(&[star], &[star], meter)?, Value::ZERO);
    /// # Ok::<(), bouton_core::StopReason>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn make(
        &mut self,
        left: &[Value],
        right: &[Value],
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        meter.spend(1 + left.len() + right.len())?;
        let (mut left, mut right) = (once_each(left), once_each(right));
        if left == right
            && let Some(excluded) = self.excluded(&left)
        {
            return self.nimber(excluded, meter);
        }
        if let Some(known) = self.lists.get(&left, &right) {
            return Ok(known);
        }
        let given = (left.clone(), right.clone());
        let v = match self.number_between(&left, &right) {
            Some(x) => self.number(&x, meter)?,
            None => self.canonical(&mut left, &mut right, meter)?,
        };
        let held = self.bytes();
        self.lists.keep(&given.0, &given.1, v, held, meter);
        Ok(v)
    }

    /// The least nimber that is not among these, if all of them are nimbers (Sprague, Grundy).
    fn excluded(&self, options: &[Value]) -> Option<u32> {
        let mut sizes = options
            .iter()
            .map(|o| self.as_nimber(*o))
            .collect::<Option<Vec<_>>>()?;
        sizes.sort_unstable();
        let in_place = sizes
            .iter()
            .enumerate()
            .take_while(|(i, size)| *i as u32 == **size);
        Some(in_place.count() as u32)
    }

    /// The number equal to {L|R}, if there is one.
    fn number_between(&self, left: &[Value], right: &[Value]) -> Option<Number> {
        let low = left
            .iter()
            .map(|o| (self.invariants(*o).right, *o))
            .reduce(|a, b| self.further(a, b, Ordering::Greater));
        let high = right
            .iter()
            .map(|o| (self.invariants(*o).left, *o))
            .reduce(|a, b| self.further(a, b, Ordering::Less));
        if let (Some((low, _)), Some((high, _))) = (low, high)
            && low.place() > high.place()
        {
            return None;
        }
        let low = low.map(|(stop, o)| Bound {
            number: self.right_stop(o),
            open: stop.right_moves(),
        });
        let high = high.map(|(stop, o)| Bound {
            number: self.left_stop(o),
            open: !stop.right_moves(),
        });
        Number::simplest(low.as_ref(), high.as_ref())
    }

    /// The greater of the right stops of two left options, or the less of the left stops of two right options, as `wanted`
    /// says.
    #[inline]
    fn further(&self, a: (Stop, Value), b: (Stop, Value), wanted: Ordering) -> (Stop, Value) {
        let mut order = b.0.cmp(&a.0);
        if a.0.is_inexact() && a.0.place() == b.0.place() {
            let number = |v| {
                if wanted.is_gt() {
                    self.right_stop(v)
                } else {
                    self.left_stop(v)
                }
            };
            order = number(b.1).cmp(&number(a.1)).then(order);
        }
        if order == wanted { b } else { a }
    }

    fn canonical(
        &mut self,
        left: &mut Options,
        right: &mut Options,
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        self.drop_dominated(left, Side::Left, meter)?;
        self.drop_dominated(right, Side::Right, meter)?;
        let (given_left, given_right) = (left.clone(), right.clone());
        let mut game = Raw::new(self, &given_left, &given_right);
        if self.bypass_reversible(left, Side::Left, &mut game, meter)? {
            self.drop_dominated(left, Side::Left, meter)?;
        }
        if self.bypass_reversible(right, Side::Right, &mut game, meter)? {
            self.drop_dominated(right, Side::Right, meter)?;
        }
        self.cons(left, right, meter)
    }

    /// Whether `b` is at least as good as `a` for a player.
    fn no_worse(
        &mut self,
        a: Value,
        b: Value,
        player: Side,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        match player {
            Side::Left => self.le(a, b, meter),
            Side::Right => self.le(b, a, meter),
        }
    }

    /// Keeps the best options of a player.
    pub(crate) fn drop_dominated(
        &mut self,
        options: &mut Options,
        player: Side,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let mut kept = Options::new();
        'options: for &option in options.iter() {
            meter.spend(kept.len())?;
            let mut i = 0;
            while i < kept.len() {
                if self.no_worse(option, kept[i], player, meter)? {
                    continue 'options;
                }
                if self.no_worse(kept[i], option, player, meter)? {
                    kept.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            kept.push(option);
        }
        *options = kept;
        Ok(())
    }

    /// Replaces reversible options; returns whether there were any.
    fn bypass_reversible(
        &mut self,
        options: &mut Options,
        player: Side,
        game: &mut Raw,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let mut reversed = Options::new();
        let mut i = 0;
        while i < options.len() {
            let Some(reply) = self.reversing_reply(options[i], player, game, meter)? else {
                i += 1;
                continue;
            };
            reversed.push(options.swap_remove(i));
            let (brought, met) = (
                self.span(reply, player).len(),
                options.len() + reversed.len(),
            );
            meter.spend(brought.saturating_mul(met))?;
            for option in self.listed(reply, player) {
                if !options.contains(&option) && !reversed.contains(&option) {
                    options.push(option);
                }
            }
        }
        Ok(!reversed.is_empty())
    }

    /// A reply to a player's option after which the other player is at least as well off as in the game.
    fn reversing_reply(
        &mut self,
        option: Value,
        player: Side,
        game: &mut Raw,
        meter: &mut Meter,
    ) -> Result<Option<Value>, StopReason> {
        let other = if player == Side::Left {
            Side::Right
        } else {
            Side::Left
        };
        let places = self.span(option, other);
        meter.spend(1 + places.len())?;
        for place in places {
            let reply = self.option_at(option, place);
            if game.compare(self, reply, player == Side::Right, meter)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }
}

/// The options sorted by id, each once.
fn once_each(options: &[Value]) -> Options {
    let mut all = Options::from_slice(options);
    sort(&mut all);
    all.dedup();
    all
}
