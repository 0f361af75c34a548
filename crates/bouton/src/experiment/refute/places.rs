//! The positions at which a strategy is tried, smallest first.

use std::collections::{HashSet, VecDeque};

use bouton_core::strategy::Trial;

use super::super::enumerate::how_to_list;
use super::Rows;
use crate::questions::Refute;
use crate::session::Session;
use bouton_engine::Error;

/// Goes to the next position; `None` if none is left, `Some(false)` if this one does not count.
pub(super) type Next<'s> = dyn FnMut(&mut Session) -> Result<Option<bool>, Error> + 's;

/// The positions at which a strategy is tried in the session's game.
pub(super) fn places<'s>(
    session: &mut Session,
    asked: &Refute,
    can_reach: bool,
) -> Result<Box<Next<'s>>, Error> {
    if let Some(count) = session.list(asked.largest_heap())? {
        let mut listed = 0..count;
        return Ok(Box::new(move |session| {
            Ok(listed.next().map(|nth| session.set_listed(nth)))
        }));
    }
    if let Some((fixed, unordered)) = session.heaps() {
        let mut heaps = Positions::new(fixed, unordered, asked);
        return Ok(Box::new(move |session| {
            Ok(heaps.next().map(|heaps| session.set_heaps(&heaps)))
        }));
    }
    if session.trial() == Trial::TwoRows {
        let mut pairs = pairs(&asked.rows());
        return Ok(Box::new(move |session| match pairs.next() {
            None => Ok(None),
            Some(pair) => session.go(&pair).map(|()| Some(true)),
        }));
    }
    if can_reach {
        return reachable(session, asked);
    }
    Err(Error::Unfit(format!(
        "{} is neither a game of heaps nor one on a row and has no usual start: its positions have no order to try{}",
        session.game(),
        how_to_list(session)
    )))
}

/// The positions reachable from the session's position, nearest first. For a promise about always following a strategy: that
/// position, or those after the other player's first move.
fn reachable<'s>(session: &mut Session, asked: &Refute) -> Result<Box<Next<'s>>, Error> {
    let start = session.position()?;
    let deepest = match asked.promise {
        bouton_answers::Promise::BestAlways => usize::MAX,
        bouton_answers::Promise::NeverLoses => 1,
    };
    let mut seen = HashSet::from([start.clone()]);
    let mut waiting = VecDeque::from([(start, 0)]);
    Ok(Box::new(move |session| {
        let Some((position, depth)) = waiting.pop_front() else {
            return Ok(None);
        };
        session.go(&position)?;
        if depth < deepest {
            for choice in session.choices(usize::MAX)? {
                if seen.insert(choice.to.clone()) {
                    waiting.push_back((choice.to, depth + 1));
                }
            }
        }
        Ok(Some(true))
    }))
}

/// The default bounds for pairs of rows: there are many more pairs than rows.
const FEW: Rows = Rows {
    values: (1, 4),
    lengths: (1, 3),
    even: false,
};

/// Pairs of rows as text: by length, then largest value, then the values themselves.
fn pairs(rows: &Rows) -> impl Iterator<Item = String> + use<> {
    let rows = if *rows == Rows::default() { FEW } else { *rows };
    let (low, high) = rows.values;
    let fits = move |length: &usize| !rows.even || length.is_multiple_of(2);
    let lengths = (rows.lengths.0.max(1)..=rows.lengths.1).filter(fits);
    lengths.flat_map(move |length| {
        (low..=high).flat_map(move |largest| {
            let values = each_row(2 * length, low, largest);
            let values = values.filter(move |values| values.contains(&largest));
            values.map(move |values| {
                let text = |row: &[i64]| {
                    let texts: Vec<_> = row.iter().map(i64::to_string).collect();
                    texts.join(",")
                };
                format!("{}/{}", text(&values[..length]), text(&values[length..]))
            })
        })
    })
}

/// Every row of values between two, in lexicographic order.
fn each_row(length: usize, low: i64, high: i64) -> impl Iterator<Item = Vec<i64>> {
    let mut next = Some(vec![low; length]);
    std::iter::from_fn(move || {
        let now = next.take()?;
        next = now.iter().rposition(|value| *value < high).map(|place| {
            let mut row = now.clone();
            row[place] += 1;
            row[place + 1..].fill(low);
            row
        });
        Some(now)
    })
}

/// Lists of heaps by total, then in lexicographic order.
struct Positions {
    /// `None`: any number of heaps up to `piles`, none of them empty.
    fixed: Option<usize>,
    unordered: bool,
    piles: usize,
    up_to: u64,
    total: u64,
    /// The lists of the current total, the next one last.
    waiting: Vec<Vec<u64>>,
}

impl Positions {
    fn new(fixed: Option<usize>, unordered: bool, asked: &Refute) -> Self {
        Self {
            fixed,
            unordered,
            piles: fixed.unwrap_or(asked.most_heaps()),
            up_to: asked.largest_heap(),
            total: 0,
            waiting: Vec::new(),
        }
    }

    /// All lists of sum `total` that begin with `heaps`, in descending order.
    fn collect(&mut self, heaps: &mut Vec<u64>, total: u64) {
        let is_whole = match self.fixed {
            Some(count) => heaps.len() == count,
            None => total == 0,
        };
        if is_whole && total == 0 {
            self.waiting.push(heaps.clone());
        }
        if is_whole || heaps.len() == self.piles {
            return;
        }
        let least = if self.fixed.is_some() { 0 } else { 1 };
        let least = if self.unordered {
            heaps.last().map_or(least, |last| *last)
        } else {
            least
        };
        for heap in (least..=total.min(self.up_to)).rev() {
            heaps.push(heap);
            self.collect(heaps, total - heap);
            heaps.pop();
        }
    }
}

impl Iterator for Positions {
    type Item = Vec<u64>;
    fn next(&mut self) -> Option<Vec<u64>> {
        let largest = self.up_to.saturating_mul(self.piles as u64);
        while self.waiting.is_empty() && self.total <= largest {
            self.collect(&mut Vec::new(), self.total);
            self.total += 1;
        }
        self.waiting.pop()
    }
}
