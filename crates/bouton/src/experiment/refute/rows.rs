//! Enumerates the rows of a game in which a coin is taken from an end and scored.

use std::ops::ControlFlow;

use bouton_answers::{By, Promise};
use bouton_core::rows::AllowedEnds;
use bouton_core::{Limits, StopReason};

use super::{ROWS_AFTER_A_TIE, Rows, look};
use crate::questions::Refute;
use bouton_engine::Error;

/// The ends that a strategy allows to take from a row of two coins or more.
pub(super) type Allows = dyn Fn(&[i64]) -> AllowedEnds;

/// The longest rows: there are too many longer ones.
const LONGEST: usize = 64;

/// The reason why the search ended early.
pub(super) enum End {
    /// The strategy fails at this row.
    Found(Vec<i64>),
    /// A limit was reached.
    Stopped(StopReason),
}

/// The result of a search.
pub(super) struct HuntResult {
    /// The reason why it ended early, if it did.
    pub(super) end: Option<End>,
    /// The number of rows tried.
    pub(super) tried: u64,
    /// The worst result of always following the strategy over the rows tried, and the first such row.
    pub(super) worst: Option<(i64, Vec<i64>)>,
}

/// The smallest row where `allows` breaks its promise, or the reason why there is none, and the number of rows tried.
///
/// # Errors
/// If bounds do not apply or are too large.
pub(super) fn hunt(allows: &Allows, asked: &Refute, limits: &Limits) -> Result<HuntResult, Error> {
    let rows = &asked.rows();
    check(rows)?;
    let mut hunt = Hunt {
        allows,
        asked,
        limits,
        low: rows.values.0,
        row: Vec::new(),
        margins: Vec::new(),
        followed: Vec::new(),
        tried: 0,
        tie: None,
        worst: None,
    };
    let end = hunt.each_length(rows).break_value();
    let (end, tried) = match (end, hunt.tie) {
        (Some(End::Found(row)), _) => (Some(End::Found(row)), hunt.tried),
        (_, Some((row, tried))) => (Some(End::Found(row)), tried),
        (end, None) => (end, hunt.tried),
    };
    Ok(HuntResult {
        end,
        tried,
        worst: hunt.worst,
    })
}

fn check(rows: &Rows) -> Result<(), Error> {
    let ((low, high), (shortest, longest)) = (rows.values, rows.lengths);
    if low > high || shortest > longest {
        let message =
            "no row lies within these bounds: a range goes from the smaller number to the larger";
        return Err(Error::Unfit(message.into()));
    }
    if longest > LONGEST {
        return Err(Error::Unfit(format!(
            "rows of {longest} values are too many to try: expected at most {LONGEST}"
        )));
    }
    let largest = u128::from(low.unsigned_abs().max(high.unsigned_abs()));
    if largest * longest as u128 > i64::MAX as u128 {
        return Err(Error::Unfit(format!(
            "sums of {longest} values from {low} to {high} need more than 64 bits"
        )));
    }
    Ok(())
}

/// A walk through all rows, with the margins of all sub-rows of the current one.
struct Hunt<'h> {
    allows: &'h Allows,
    asked: &'h Refute,
    limits: &'h Limits,
    low: i64,
    row: Vec<i64>,
    /// The margin of the row from i to j, both included, at `j * length + i`. A new last value changes only the last
    /// column: a walk in lexicographic order computes about one column a row.
    margins: Vec<i64>,
    /// The same if one player follows the strategy and the other knows it: the margins with the follower to move, and with
    /// the other to move. Empty if not requested.
    followed: Vec<[i64; 2]>,
    tried: u64,
    /// The first row where one of two allowed ends is best, and the number of rows tried by then.
    tie: Option<(Vec<i64>, u64)>,
    worst: Option<(i64, Vec<i64>)>,
}

/// How a strategy does at a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Right,
    /// One of the two ends that it allows is best.
    Tie,
    Wrong,
}

impl Hunt<'_> {
    fn each_length(&mut self, rows: &Rows) -> ControlFlow<End> {
        let (shortest, longest) = rows.lengths;
        let fits = |length: &usize| !rows.even || length.is_multiple_of(2);
        for length in (shortest.max(1)..=longest).filter(fits) {
            self.row = vec![0; length];
            self.margins = vec![0; length * length];
            if self.asked.promise == Promise::NeverLoses {
                self.followed = vec![[0; 2]; length * length];
            }
            for largest in self.low..=rows.values.1 {
                self.each_sum(largest)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn each_sum(&mut self, largest: i64) -> ControlFlow<End> {
        let others = self.row.len() as i64 - 1;
        for sum in largest + others * self.low..=largest + others * largest {
            self.extend(0, sum, largest, false)?;
        }
        ControlFlow::Continue(())
    }

    /// Enumerates the rows that agree with the current one before `place` and whose other values add up to `sum`, with the
    /// largest value equal to `largest`.
    fn extend(&mut self, place: usize, sum: i64, largest: i64, reached: bool) -> ControlFlow<End> {
        let others = (self.row.len() - place) as i64 - 1;
        if others < 0 {
            return self.try_row();
        }
        let least = (sum - others * largest).max(self.low);
        let most = (sum - others * self.low).min(largest);
        // If the largest value has not occurred yet, enough must be left for it to occur later.
        let enough = sum - largest - (others - 1) * self.low;
        let below = if reached {
            most
        } else {
            most.min(enough).min(largest - 1)
        };
        for value in least..=below {
            self.put(place, value);
            self.extend(place + 1, sum - value, largest, reached)?;
        }
        if !reached && most == largest {
            self.put(place, largest);
            self.extend(place + 1, sum - largest, largest, true)?;
        }
        ControlFlow::Continue(())
    }

    /// Makes `value` the one at `place` and computes the margins of the sub-rows that end there.
    fn put(&mut self, place: usize, value: i64) {
        let length = self.row.len();
        self.row[place] = value;
        let (before, column) = self.margins.split_at_mut(place * length);
        column[place] = value;
        if let Some(start) = before.len().checked_sub(length) {
            let shorter = &before[start..];
            for i in (0..place).rev() {
                column[i] = (self.row[i] - column[i + 1]).max(value - shorter[i]);
            }
        }
        if !self.followed.is_empty() {
            self.follow(place);
        }
    }

    /// The results of following in the sub-rows that end at `place`.
    fn follow(&mut self, place: usize) {
        let length = self.row.len();
        for i in (0..=place).rev() {
            let [own, others] = if i == place {
                [self.row[place]; 2]
            } else {
                let left = self.followed[place * length + i + 1];
                let right = self.followed[(place - 1) * length + i];
                let take = |end: i64, rest: [i64; 2]| [end - rest[1], end - rest[0]];
                let (left, right) = (take(self.row[i], left), take(self.row[place], right));
                let allowed = self.allowed(&self.row[i..=place]);
                let own = match (allowed.left, allowed.right) {
                    (true, false) => left[0],
                    (false, true) => right[0],
                    _ => left[0].min(right[0]),
                };
                [own, left[1].max(right[1])]
            };
            self.followed[place * length + i] = [own, others];
        }
    }

    /// The allowed ends; only the first if the strategy must name one move.
    fn allowed(&self, row: &[i64]) -> AllowedEnds {
        let mut allowed = (self.allows)(row);
        allowed.right &= !(self.asked.prescribes && allowed.left);
        allowed
    }

    /// The values of taking the left and the right end of a row of two or more.
    fn ends(&self) -> (i64, i64) {
        let length = self.row.len();
        let without_left = self.margins[(length - 1) * length + 1];
        let without_right = self.margins[(length - 2) * length];
        (
            self.row[0] - without_left,
            self.row[length - 1] - without_right,
        )
    }

    fn try_row(&mut self) -> ControlFlow<End> {
        let mut verdict = Verdict::Right;
        if self.row.len() > 1 {
            let allowed = self.allowed(&self.row);
            if allowed == AllowedEnds::default() {
                return ControlFlow::Continue(());
            }
            verdict = match self.asked.promise {
                Promise::BestAlways => self.verdict(allowed),
                Promise::NeverLoses => {
                    let (left, right) = self.ends();
                    if left.max(right) < 0 {
                        // Every move loses.
                        return ControlFlow::Continue(());
                    }
                    match self.loses() {
                        true => Verdict::Wrong,
                        false => Verdict::Right,
                    }
                }
            };
        }
        self.tried += 1;
        if verdict == Verdict::Tie && self.tie.is_none() && !self.asked.strict {
            self.tie = Some((self.row.clone(), self.tried));
        }
        let is_enough = |(_, tried): &(_, u64)| self.tried - tried >= ROWS_AFTER_A_TIE;
        if verdict == Verdict::Wrong || self.tie.as_ref().is_some_and(is_enough) {
            let tie = self.tie.take_if(|_| verdict != Verdict::Wrong);
            let (row, tried) = tie.unwrap_or_else(|| (self.row.clone(), self.tried));
            self.tried = tried;
            return ControlFlow::Break(End::Found(row));
        }
        look(self.limits, self.tried).map_or_else(
            |why| ControlFlow::Break(End::Stopped(why)),
            ControlFlow::Continue,
        )
    }

    /// Whether following the strategy loses the whole row.
    fn loses(&mut self) -> bool {
        let length = self.row.len();
        let [own, _] = self.followed[(length - 1) * length];
        if self.worst.as_ref().is_none_or(|(least, _)| own < *least) {
            self.worst = Some((own, self.row.clone()));
        }
        own < 0
    }

    /// Whether an allowed end is worse than the other.
    fn verdict(&self, allowed: AllowedEnds) -> Verdict {
        let (left, right) = match (self.asked.by, self.ends()) {
            (By::Margin, ends) => ends,
            (By::Outcome, (left, right)) => (left.signum(), right.signum()),
        };
        match (allowed.left, allowed.right) {
            (true, true) if left != right => Verdict::Tie,
            (true, false) if left < right => Verdict::Wrong,
            (false, true) if right < left => Verdict::Wrong,
            _ => Verdict::Right,
        }
    }
}
