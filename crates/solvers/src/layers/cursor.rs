//! Cursors that read a layer once, in order, and operations on several of them.

use std::io;

use bouton_core::Outcome;
use bouton_tables::{Entry, TableValue};

use super::rules::{Layers, NONE};

/// The number of positions that are processed together.
pub(super) const BATCH: usize = 1 << 12;

/// Positions of a layer, in the order of their keys.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    pub(super) keys: Vec<u64>,
    /// Whether play is over there.
    pub(super) over: Vec<bool>,
    /// Their values, if known already: see [`Timed`]; for a table that is checked, their codes.
    pub(super) values: Vec<i64>,
}

impl Batch {
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.over.clear();
        self.values.clear();
    }
}

/// A cursor over the positions of a layer.
pub(super) trait Cursor {
    /// Replaces the batch by the next positions; false if there are no more.
    fn next(&mut self, batch: &mut Batch) -> io::Result<bool>;
}

/// The keys that the moves of one kind lead to from a layer, in order.
pub(super) struct Moves<'c> {
    cursor: Box<dyn Cursor + 'c>,
    kind: u32,
    batch: Batch,
    to: Vec<u64>,
    next: usize,
}

impl<'c> Moves<'c> {
    pub(super) fn new(cursor: Box<dyn Cursor + 'c>, kind: u32) -> Self {
        Self {
            cursor,
            kind,
            batch: Batch::default(),
            to: Vec::new(),
            next: 0,
        }
    }

    /// The next key, or [`NONE`].
    #[inline]
    fn next(&mut self, layers: &dyn Layers, layer: u32) -> io::Result<u64> {
        loop {
            while let Some(key) = self.to.get(self.next) {
                self.next += 1;
                if *key != NONE {
                    return Ok(*key);
                }
            }
            if !self.cursor.next(&mut self.batch)? {
                return Ok(NONE);
            }
            let Batch { keys, over, .. } = &mut self.batch;
            let mut open = over.iter().map(|over| !over);
            keys.retain(|_| open.next().unwrap_or(false));
            self.to.clear();
            self.next = 0;
            layers.onwards(layer, self.kind, keys, &mut self.to);
        }
    }
}

/// Reports all keys that can be reached in the next layer, in order and each once, some thousand at a time.
pub(super) fn merge(
    layers: &dyn Layers,
    layer: u32,
    mut moves: Vec<Moves<'_>>,
    tell: &mut dyn FnMut(&[u64]) -> io::Result<()>,
) -> io::Result<()> {
    let mut heads = Vec::new();
    for moves in &mut moves {
        heads.push(moves.next(layers, layer)?);
    }
    let mut merged = Vec::with_capacity(BATCH);
    loop {
        let least = heads.iter().copied().min().unwrap_or(NONE);
        if least == NONE || merged.len() == BATCH {
            tell(&merged)?;
            merged.clear();
            if least == NONE {
                return Ok(());
            }
        }
        merged.push(least);
        for (head, moves) in heads.iter_mut().zip(&mut moves) {
            if *head == least {
                *head = moves.next(layers, layer)?;
            }
        }
    }
}

/// Reads values of a layer by ascending keys.
pub(super) struct Seeker<'c> {
    cursor: Box<dyn Cursor + 'c>,
    batch: Batch,
    at: usize,
}

impl<'c> Seeker<'c> {
    pub(super) fn new(cursor: Box<dyn Cursor + 'c>) -> Self {
        Self {
            cursor,
            batch: Batch::default(),
            at: 0,
        }
    }

    /// The value of a key; `None` if the layer lacks it.
    #[inline]
    pub(super) fn seek(&mut self, key: u64) -> io::Result<Option<i64>> {
        loop {
            while let Some(here) = self.batch.keys.get(self.at) {
                if *here >= key {
                    return Ok((*here == key).then(|| self.batch.values[self.at]));
                }
                self.at += 1;
            }
            if !self.cursor.next(&mut self.batch)? {
                return Ok(None);
            }
            self.at = 0;
        }
    }
}

/// Sets the value of each position from those that its moves lead to; `None` if the next layer lacks one of them.
pub(super) fn values(
    layers: &dyn Layers,
    layer: u32,
    batch: &Batch,
    behind: &mut [Seeker<'_>],
    values: &mut Vec<Option<i64>>,
) -> io::Result<()> {
    let timed = Timed {
        points: layers.counts_points(),
    };
    let mut ranks = Vec::new();
    let over: Vec<_> = picked(batch, true);
    layers.ranks(layer, &over, &mut ranks);
    let open: Vec<_> = picked(batch, false);
    let mut best = vec![Some(i64::MIN); open.len()];
    let mut to = Vec::new();
    for (kind, seeker) in behind.iter_mut().enumerate() {
        to.clear();
        layers.onwards(layer, kind as u32, &open, &mut to);
        for (best, to) in best.iter_mut().zip(&to) {
            if *to != NONE {
                let after = seeker.seek(*to)?;
                *best = best
                    .zip(after)
                    .map(|(best, after)| best.max(timed.before(after)));
            }
        }
    }
    let (mut ranks, mut best) = (ranks.into_iter(), best.into_iter());
    for over in &batch.over {
        values.push(if *over {
            ranks.next().flatten().map(|rank| timed.over(rank))
        } else {
            best.next().flatten().filter(|best| *best != i64::MIN)
        });
    }
    Ok(())
}

fn picked(batch: &Batch, over: bool) -> Vec<u64> {
    let all = batch.keys.iter().zip(&batch.over);
    all.filter_map(|(key, is)| (*is == over).then_some(*key))
        .collect()
}

/// Values as numbers, in the order of preference: the margin in a game of points; otherwise, as in
/// [`Plied`](bouton_core::Plied), a win in n is `BEST - n`, a draw in n is `-n` and a loss in n is `n - BEST`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timed {
    pub(super) points: bool,
}

const BEST: i64 = 1 << 40;

impl Timed {
    /// Play is over with this rank.
    pub(super) fn over(self, rank: i64) -> i64 {
        match self.points {
            true => rank,
            false => rank * BEST,
        }
    }

    /// The value for the player to move there; `value` is that for the player to move after it.
    #[inline]
    pub(super) fn before(self, value: i64) -> i64 {
        match value {
            _ if self.points => -value,
            value if value > BEST / 2 => 1 - value,
            value if value < -BEST / 2 => -1 - value,
            draw => draw - 1,
        }
    }
}

impl Timed {
    /// The value of a table's entry; `None` if this game has no such value.
    pub(super) fn of_entry(self, entry: Entry) -> Option<i64> {
        let best = self.over(1);
        match entry {
            Entry::Value(TableValue::Margin(margin)) if self.points => Some(margin),
            Entry::Value(TableValue::Outcome(outcome, plies)) if !self.points => {
                let plies = i64::from(plies?);
                Some(match outcome {
                    Outcome::Win => best - plies,
                    Outcome::Draw => -plies,
                    Outcome::Loss => plies - best,
                })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_core::{Plied, Timed as _, WinDrawLoss};

    #[test]
    fn values_are_those_of_best_play() {
        let timed = Timed { points: false };
        for (outcome, rank) in [(Outcome::Win, 1), (Outcome::Draw, 0), (Outcome::Loss, -1)] {
            let (mut ours, mut theirs) = (timed.over(rank), Plied::<WinDrawLoss>::new(outcome, 0));
            for plies in 1..5 {
                (ours, theirs) = (timed.before(ours), theirs.before((), false));
                let wanted = match theirs.outcome() {
                    Outcome::Win => BEST - plies,
                    Outcome::Draw => -plies,
                    Outcome::Loss => plies - BEST,
                };
                assert_eq!(ours, wanted);
            }
        }
        assert_eq!(Timed { points: true }.before(7), -7);
    }
}
