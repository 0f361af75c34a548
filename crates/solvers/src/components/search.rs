//! [`Search`]: the winner of sums with Left to move, by the numbers of their components; compiled once.

use std::sync::Arc;

use bouton_core::oracle::fail;
use bouton_core::{Meter, Side, StopReason};
use bouton_values::Value;

use super::worth::{Total, Worths};
use crate::parts::{Parts, Signed, Sum, add};
use crate::store::Store;

/// The known result for a sum with Left to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fact {
    /// Nothing: a limit was reached before the winner was known.
    Nothing,
    /// The sum is on the line being searched.
    Open,
    Won,
    Lost,
}

/// Sums, and their winners with Left to move.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub(super) worths: Worths,
    /// The results of Left's and of Right's moves in a component, by its number.
    // Shared: a list is read while the search that reads it stores others.
    options: Vec<[Option<Arc<[Total]>>; 2]>,
    known: Store<Total, Fact>,
    /// Sums visited since it was made.
    pub(super) visited: u64,
    /// Bytes of the options of all components.
    optional: u64,
}

/// How promising a sum is for the player to move, greater is better; then the number of moves of both players.
type Promise = (i64, i64);

/// A sum being searched.
struct Frame {
    /// Its index among the known sums.
    sum: usize,
    /// The sums after the moves left to try, as the other player faces them, the most promising last.
    waiting: Vec<(Promise, Total)>,
}

impl Frame {
    fn bytes(&self) -> u64 {
        (size_of::<Self>() + self.waiting.capacity() * size_of::<(Promise, Total)>()) as u64
    }
}

impl Search {
    /// Whether Left wins a sum with Left to move, or the mover wins if Right moves.
    pub(super) fn wins(
        &mut self,
        parts: &mut dyn Parts,
        sum: &Sum,
        is_right: bool,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        self.wins_without(parts, sum, 0, is_right, meter)
    }

    /// The same for a sum minus a whole number.
    pub(super) fn wins_without(
        &mut self,
        parts: &mut dyn Parts,
        sum: &Sum,
        n: i64,
        is_right: bool,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let total = self.total_without(parts, sum, n, is_right, meter)?;
        self.decide(parts, total, meter)
    }

    /// Finds a winning move of a won sum: bounds may have given the winner without a move. Afterwards the result of the
    /// move is known.
    pub(super) fn find_winning(
        &mut self,
        parts: &mut dyn Parts,
        sum: &Sum,
        is_right: bool,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let total = self.total_without(parts, sum, 0, is_right, meter)?;
        let mut waiting = self.moves(parts, &total, meter)?.unwrap_or_default();
        while let Some((_, to)) = waiting.pop() {
            if !self.decide(parts, to, meter)? {
                break;
            }
        }
        Ok(())
    }

    /// A sum minus the whole number `to`, as seen by the player to move.
    fn total_without(
        &mut self,
        parts: &mut dyn Parts,
        sum: &Sum,
        n: i64,
        is_right: bool,
        meter: &mut Meter,
    ) -> Result<Total, StopReason> {
        let mut total = self.worths.total(parts, sum, meter)?;
        let n = self.worths.integer(n, meter)?;
        total.number = self.worths.add_numbers(total.number, -n, meter)?;
        self.worths.bound(parts, &total, meter)?;
        Ok(if is_right { total.negative() } else { total })
    }

    fn decide(
        &mut self,
        parts: &mut dyn Parts,
        sum: Total,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let mut stack = Vec::new();
        let found = self.search(parts, sum, &mut stack, meter);
        for frame in stack {
            *self.known.value_mut(frame.sum) = Fact::Nothing;
        }
        found
    }

    fn search(
        &mut self,
        parts: &mut dyn Parts,
        sum: Total,
        stack: &mut Vec<Frame>,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let (mut held, mut todo) = (0, sum);
        loop {
            // Whether the player to move there wins; for a sum that is opened only now: no win is known yet.
            let mut wins = true;
            if let Some(known) = self.known(parts, &todo, meter)? {
                wins = known;
            } else {
                meter.visit()?;
                self.visited += 1;
                self.worths.hold(self.bytes() + held, parts.bytes());
                meter.afford(self.worths.bytes())?;
                let mut frame = Frame {
                    sum: self.enter(parts, &todo),
                    waiting: Vec::new(),
                };
                match self.moves(parts, &todo, meter) {
                    Ok(Some(waiting)) => {
                        frame.waiting = waiting;
                        held += frame.bytes();
                        stack.push(frame);
                    }
                    Ok(None) => self.learn(frame.sum, true),
                    Err(reason) => {
                        stack.push(frame);
                        return Err(reason);
                    }
                }
            }
            todo = loop {
                let Some(frame) = stack.last_mut() else {
                    return Ok(wins);
                };
                if wins && let Some((_, next)) = frame.waiting.pop() {
                    break next;
                }
                held -= frame.bytes();
                wins = !wins;
                let frame = stack.pop().expect("invariant: the frame was there");
                self.learn(frame.sum, wins);
            };
        }
    }

    /// Whether Left, to move, wins, if that needs no search of the sum itself.
    fn known(
        &mut self,
        parts: &mut dyn Parts,
        sum: &Total,
        meter: &mut Meter,
    ) -> Result<Option<bool>, StopReason> {
        if sum.parts.is_empty() {
            return self.worths.is_won_number(sum.number, meter).map(Some);
        }
        match self.known.get(sum) {
            Some(Fact::Won) => return Ok(Some(true)),
            Some(Fact::Lost) => return Ok(Some(false)),
            Some(Fact::Open | Fact::Nothing) | None => {}
        }
        if let Some(wins) = self.worths.by_heat(sum, meter)? {
            return Ok(Some(wins));
        }
        // Sums of values have no bounds of their own, so the recursion ends here.
        for side in [Side::Right, Side::Left] {
            let wins = side == Side::Right;
            if let Some(bound) = self.worths.bounded(sum, side, meter)?
                && self.decide(parts, bound, meter)? == wins
            {
                return Ok(Some(wins));
            }
        }
        Ok(None)
    }

    fn learn(&mut self, sum: usize, wins: bool) {
        *self.known.value_mut(sum) = if wins { Fact::Won } else { Fact::Lost };
    }

    /// Puts a sum on the line; a sum that is already there is an error, thrown as by an
    /// [`Oracle`](bouton_core::oracle::Oracle).
    fn enter(&mut self, parts: &dyn Parts, sum: &Total) -> usize {
        let Some(number) = self.known.number(sum) else {
            return self.known.insert(sum, Fact::Open);
        };
        let fact = self.known.value_mut(number);
        if *fact == Fact::Open {
            let again = sum.parts.iter().find(|part| part.value().is_none());
            fail(parts.endless(again.expect("invariant: values end").number()));
        }
        *fact = Fact::Open;
        number
    }

    /// The moves of a sum that remain to be tried, the most promising last; `None` if one is known to win.
    fn moves(
        &mut self,
        parts: &mut dyn Parts,
        sum: &Total,
        meter: &mut Meter,
    ) -> Result<Option<Vec<(Promise, Total)>>, StopReason> {
        let turned = sum.negative();
        let mut waiting = Vec::new();
        for (place, component) in turned.parts.iter().enumerate() {
            // Components are sorted, so that equal ones are neighbours: the first has the moves of all.
            if place > 0 && turned.parts[place - 1] == *component {
                continue;
            }
            let options = self.options(parts, component.negative(), meter)?;
            for option in &*options {
                meter.spend(1)?;
                let to = self.moved(&turned, place, option, meter)?;
                self.worths.bound(parts, &to, meter)?;
                if self.try_move(parts, to, &mut waiting, meter)? {
                    return Ok(None);
                }
            }
        }
        if let Some(number) = self.worths.number_after(turned.number, meter)? {
            let parts_left = turned.parts.clone();
            let to = Total {
                parts: parts_left,
                number,
            };
            if self.try_move(parts, to, &mut waiting, meter)? {
                return Ok(None);
            }
        }
        // Ids break ties, so that equal sums are neighbours and only one is searched.
        waiting.sort_unstable_by(|(a, at), (b, to)| b.cmp(a).then_with(|| to.cmp_ids(at)));
        waiting.dedup();
        Ok(Some(waiting))
    }

    /// Whether a move is known to win, from the sum that the other player faces; a move with an unknown result is put
    /// aside.
    fn try_move(
        &mut self,
        parts: &mut dyn Parts,
        to: Total,
        waiting: &mut Vec<(Promise, Total)>,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let known = self.known(parts, &to, meter)?;
        if known.is_some() {
            return Ok(known == Some(false));
        }
        let promise = match parts.are_dear() {
            true => match self.moves_left(parts, &to) {
                0 if to.number == Value::ZERO => return Ok(true),
                moves => (moves, 0),
            },
            false => self.promise(parts, &to),
        };
        waiting.push((promise, to));
        Ok(false)
    }

    /// The results of Left's moves in a component, seen by Right.
    fn options(
        &mut self,
        parts: &mut dyn Parts,
        component: Signed,
        meter: &mut Meter,
    ) -> Result<Arc<[Total]>, StopReason> {
        if let Some(value) = component.value() {
            return self.worths.options(value, meter);
        }
        let (number, side) = (component.number(), usize::from(component.is_negative()));
        if number >= self.options.len() {
            self.options.resize(number + 1, [None, None]);
        }
        if let Some(options) = &self.options[number][side] {
            return Ok(options.clone());
        }
        let sums = parts.options(number, Side::BOTH[side], meter)?;
        let mut options = Vec::with_capacity(sums.len());
        for sum in &sums {
            let total = self.worths.total(parts, sum, meter)?;
            options.push(if component.is_negative() {
                total
            } else {
                total.negative()
            });
        }
        options.sort_unstable_by(Total::cmp_ids);
        options.dedup();
        self.optional += (options.len() * size_of::<Total>()) as u64;
        let options: Arc<[Total]> = options.into();
        self.options[number][side] = Some(options.clone());
        Ok(options)
    }

    /// The sum after a move, as the other player sees it: the component is replaced by the result of the move.
    fn moved(
        &mut self,
        turned: &Total,
        place: usize,
        option: &Total,
        meter: &mut Meter,
    ) -> Result<Total, StopReason> {
        let mut parts = turned.parts.clone();
        parts.remove(place);
        for component in &option.parts {
            add(&mut parts, *component);
        }
        parts.sort_unstable();
        let number = self
            .worths
            .add_numbers(turned.number, option.number, meter)?;
        Ok(Total { parts, number })
    }

    /// How promising a sum is for the player to move: the upper bound of its value, plus twice the surplus of moves over
    /// the other player. Mean values are doubled, to weigh as much as the moves of a large component. (By bounds alone
    /// domineering 7 × 7 takes ten times as many sums, by moves alone three times.)
    fn promise(&mut self, parts: &dyn Parts, sum: &Total) -> Promise {
        let (mut more, mut both) = (0, 0);
        let mut means = self.worths.mean(sum.number);
        let mut most = 0;
        for each in &sum.parts {
            if let Some(value) = each.value() {
                means += self.worths.mean(value);
                continue;
            }
            let [left, right] = Side::BOTH.map(|side| self.worths.mobility(parts, *each, side));
            more += left - right;
            both += left + right;
            most += self.worths.most(*each);
        }
        (most + 5 * means + 2 * Worths::unit(more), both)
    }

    /// The number of moves of the player to move, minus those of the other player where counting is cheap. A list of moves
    /// is usually needed again soon, if the sum is searched.
    fn moves_left(&mut self, parts: &dyn Parts, sum: &Total) -> i64 {
        let moves = |each: &Signed| self.worths.mobility(parts, *each, Side::Left);
        sum.parts.iter().map(moves).sum()
    }

    fn bytes(&self) -> u64 {
        let options = self.options.capacity() * size_of::<[Option<Arc<[Total]>>; 2]>();
        self.known.bytes() + self.optional + options as u64
    }
}
