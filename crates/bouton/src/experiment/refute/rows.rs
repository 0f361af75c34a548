//! Going through the rows of a game in which a coin is taken from an end and scored.

use std::ops::ControlFlow;

use bouton_answers::By;
use bouton_core::rows::AllowedEnds;
use bouton_core::{Limits, StopReason};

use super::{Rows, look};
use bouton_engine::Error;

/// The ends that a strategy allows to take from a row of two coins or more.
type Allows = dyn Fn(&[i64]) -> AllowedEnds;

/// Rows are no longer than this: there are too many to be gone through anyway.
const LONGEST: usize = 64;

/// Why the hunt ended early.
pub(super) enum End {
    /// The strategy goes wrong at this row.
    Found(Vec<i64>),
    /// A limit was reached.
    Stopped(StopReason),
}

/// The smallest row where `allows` goes wrong, or why there is none, and how many rows were tried.
///
/// # Errors
/// Bounds that mean nothing, or are too large.
pub(super) fn hunt(
    allows: &Allows,
    by: By,
    rows: &Rows,
    limits: &Limits,
) -> Result<(Option<End>, u64), Error> {
    check(rows)?;
    let mut hunt = Hunt {
        allows,
        by,
        limits,
        low: rows.values.0,
        row: Vec::new(),
        margins: Vec::new(),
        tried: 0,
    };
    let end = hunt.each_length(rows).break_value();
    Ok((end, hunt.tried))
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
    by: By,
    limits: &'h Limits,
    low: i64,
    row: Vec<i64>,
    /// The margin of the row from i to j, both included, at `j * length + i`. A new last value changes only the last
    /// column: a walk in lexicographic order computes about one column a row.
    margins: Vec<i64>,
    tried: u64,
}

impl Hunt<'_> {
    fn each_length(&mut self, rows: &Rows) -> ControlFlow<End> {
        let (shortest, longest) = rows.lengths;
        let fits = |length: &usize| !rows.even || length.is_multiple_of(2);
        for length in (shortest.max(1)..=longest).filter(fits) {
            self.row = vec![0; length];
            self.margins = vec![0; length * length];
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

    /// Goes through the rows that agree with the current one before `place`, whose other values add up to `sum`, none above
    /// `largest`, at least one of all equal to it.
    fn extend(&mut self, place: usize, sum: i64, largest: i64, reached: bool) -> ControlFlow<End> {
        let others = (self.row.len() - place) as i64 - 1;
        if others < 0 {
            return self.try_row();
        }
        let least = (sum - others * largest).max(self.low);
        let most = (sum - others * self.low).min(largest);
        // As long as the largest value has not come, enough must be left for it to come later.
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
    }

    /// What taking the left and the right end of a row of two or more is worth.
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
        let is_wrong = self.row.len() > 1 && {
            let allowed = (self.allows)(&self.row);
            if allowed == AllowedEnds::default() {
                return ControlFlow::Continue(());
            }
            self.is_wrong(allowed)
        };
        self.tried += 1;
        if is_wrong {
            return ControlFlow::Break(End::Found(self.row.clone()));
        }
        look(self.limits, self.tried).map_or_else(
            |why| ControlFlow::Break(End::Stopped(why)),
            ControlFlow::Continue,
        )
    }

    /// Whether an allowed end is worse than the other.
    fn is_wrong(&self, allowed: AllowedEnds) -> bool {
        let (left, right) = match (self.by, self.ends()) {
            (By::Margin, ends) => ends,
            (By::Outcome, (left, right)) => (left.signum(), right.signum()),
        };
        (allowed.left && left < right) || (allowed.right && right < left)
    }
}
