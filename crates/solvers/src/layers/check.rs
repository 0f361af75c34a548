//! Checks a table of layers by one step of the rules from every position: the table has exactly the reachable positions,
//! and each value follows from those of the next layer, as for [`crate::whole`]. Play ends, since every move leads to the
//! next layer.

use std::io;

use bouton_core::Limits;
use bouton_tables::{Names, Table, Unpacked};
use bouton_verify::table::{Examined, MOST_TOLD, Moves, Obligation, Value, too_long};

use super::cursor::{Batch, Cursor, Moves as Onwards, Seeker, merge};
use super::rules::{Layers, NONE};
use crate::whole::{Unchecked, Wrong, value, values};

/// Checks a table whose keys have the layer from bit `shift` on; `show` gives the text of a key.
///
/// # Errors
/// If a limit is reached, or the table cannot be read.
pub fn check_layers(
    layers: &dyn Layers,
    table: &Table,
    shift: u32,
    limits: &Limits,
) -> Result<Vec<Wrong>, Unchecked> {
    let check = Check {
        layers,
        table,
        shift,
    };
    let long = too_long(&values(table));
    let mut wrong: Vec<_> = long
        .into_iter()
        .map(|long| Wrong::of(long, |_| None))
        .collect();
    let (first, key) = layers.first();
    let mut firsts = check.cursor(first);
    let mut batch = Batch::default();
    if !firsts.next(&mut batch)? || batch.keys != [key] {
        wrong.push(check.missing(first, key));
    }
    let mut done = 0;
    for layer in first..layers.layers() {
        if wrong.is_empty() {
            limits.check()?;
            check.layer(layer, limits, &mut done, &mut wrong)?;
        }
    }
    if wrong.is_empty() && done != table.contents().count {
        wrong.push(Wrong::whole(Obligation::Every));
    }
    Ok(wrong)
}

struct Check<'c> {
    layers: &'c dyn Layers,
    table: &'c Table,
    shift: u32,
}

impl<'c> Check<'c> {
    fn layer(
        &self,
        layer: u32,
        limits: &Limits,
        done: &mut u64,
        wrong: &mut Vec<Wrong>,
    ) -> Result<(), Unchecked> {
        let kinds = 0..self.layers.kinds();
        let is_last = layer + 1 == self.layers.layers();
        // The next layer has exactly the reachable positions.
        if !is_last {
            let moves = kinds
                .clone()
                .map(|kind| Onwards::new(Box::new(self.cursor(layer)), kind));
            let (mut cursor, mut batch, mut at) = (self.cursor(layer + 1), Batch::default(), 0);
            merge(self.layers, layer, moves.collect(), &mut |merged| {
                if limits.check().is_err() {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                for key in merged {
                    if at == batch.keys.len() && cursor.next(&mut batch)? {
                        at = 0;
                    }
                    if batch.keys.get(at) != Some(key) {
                        return Err(io::Error::other(Different(*key)));
                    }
                    at += 1;
                }
                Ok(())
            })
            .or_else(|error| match error.downcast::<Different>() {
                Ok(Different(key)) => {
                    wrong.push(self.missing(layer + 1, key));
                    Ok(())
                }
                Err(error) => {
                    limits.check()?;
                    Err(Unchecked::from(error))
                }
            })?;
            if wrong.is_empty() && (at < batch.keys.len() || cursor.next(&mut batch)?) {
                let key = batch
                    .keys
                    .get(at)
                    .or(batch.keys.first())
                    .copied()
                    .unwrap_or(0);
                wrong.push(self.missing(layer + 1, key));
            }
            if !wrong.is_empty() {
                return Ok(());
            }
        }
        // Every value follows from those of the next layer.
        let mut behind: Vec<_> = kinds
            .filter(|_| !is_last)
            .map(|_| Seeker::new(Box::new(self.cursor(layer + 1))))
            .collect();
        let (mut cursor, mut batch) = (self.cursor(layer), Batch::default());
        while cursor.next(&mut batch)? {
            limits.check()?;
            let seen = self.seen(layer, &batch, &mut behind)?;
            for ((key, code), (seen, led)) in batch.keys.iter().zip(&batch.values).zip(&seen) {
                let (says, points) = (self.says(*code), self.layers.counts_points());
                let fails = led.and_then(|()| seen.check(says, points)).err();
                if let Some(fails) = fails.filter(|_| wrong.len() < MOST_TOLD) {
                    wrong.push(Wrong {
                        says,
                        is: seen.value(points).filter(|_| led.is_ok()),
                        fails,
                        ..self.missing(layer, *key)
                    });
                }
            }
            *done += batch.keys.len() as u64;
            limits.progress.set(*done, self.table.contents().count);
        }
        Ok(())
    }

    /// The value of each position of a batch from one step of the rules, and whether its moves lead to known values.
    fn seen(
        &self,
        layer: u32,
        batch: &Batch,
        behind: &mut [Seeker<'_>],
    ) -> io::Result<Vec<(Examined, Result<(), Obligation>)>> {
        let open = batch.keys.iter().zip(&batch.over);
        let open: Vec<_> = open
            .filter_map(|(key, over)| (!over).then_some(*key))
            .collect();
        let mut moves = vec![(Moves::default(), Ok(())); open.len()];
        let mut to = Vec::new();
        for (kind, seeker) in behind.iter_mut().enumerate() {
            to.clear();
            self.layers.onwards(layer, kind as u32, &open, &mut to);
            for ((moves, led), to) in moves.iter_mut().zip(&to).filter(|(_, to)| **to != NONE) {
                let after = seeker.seek(*to)?.and_then(|code| self.says(code));
                *led = led.and(moves.add(0, false, after));
            }
        }
        let (mut ranks, mut moves) = (Vec::new(), moves.into_iter());
        self.layers.ranks(layer, &batch.keys, &mut ranks);
        let seen = ranks.iter().map(|rank| match rank {
            Some(rank) => (Examined::Over(i128::from(*rank)), Ok(())),
            None => {
                let (moves, led) = moves.next().unwrap_or((Moves::default(), Ok(())));
                (Examined::Open(moves), led)
            }
        });
        Ok(seen.collect())
    }

    /// The value of a code of the table.
    fn says(&self, code: i64) -> Option<Value> {
        let codes = &self.table.contents().codes;
        let (entry, _) = codes.get(usize::try_from(code).ok()?)?;
        value(*entry)
    }

    fn cursor(&self, layer: u32) -> InTable<'_, 'c> {
        let from = u64::from(layer) << self.shift;
        InTable {
            check: self,
            layer,
            block: self.table.block_of(from).unwrap_or(0),
        }
    }

    /// A key that the table lacks, or that it has although the key cannot be reached.
    fn missing(&self, layer: u32, key: u64) -> Wrong {
        Wrong {
            position: Some(format!("key {key} of layer {layer}")),
            ..Wrong::whole(Obligation::Every)
        }
    }
}

/// A reachable key that is missing.
#[derive(Debug)]
struct Different(u64);

impl std::fmt::Display for Different {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the table lacks the key {}", self.0)
    }
}

impl std::error::Error for Different {}

/// A cursor over a layer of a table.
struct InTable<'t, 'c> {
    check: &'t Check<'c>,
    layer: u32,
    /// The next block.
    block: usize,
}

impl Cursor for InTable<'_, '_> {
    fn next(&mut self, batch: &mut Batch) -> io::Result<bool> {
        let (table, shift) = (self.check.table, self.check.shift);
        batch.clear();
        while batch.keys.is_empty() && self.block < table.blocks() {
            let Unpacked { names, codes } = table.block(self.block).map_err(io::Error::other)?;
            let Names::Keys(keys) = names else {
                return Ok(false);
            };
            let past = keys
                .last()
                .is_some_and(|key| key >> shift > self.layer.into());
            for (key, code) in keys.iter().zip(codes) {
                if key >> shift == u64::from(self.layer) {
                    batch.keys.push(key & ((1 << shift) - 1));
                    table.entry(self.block, code).map_err(io::Error::other)?;
                    batch.values.push(code.into());
                }
            }
            self.block = if past { table.blocks() } else { self.block + 1 };
        }
        let mut ranks = Vec::new();
        self.check.layers.ranks(self.layer, &batch.keys, &mut ranks);
        batch.over.extend(ranks.iter().map(Option::is_some));
        Ok(!batch.keys.is_empty())
    }
}
