//! A table of layers held against one step of the rules from every position: that it has exactly what can be reached, and that each value
//! is the best of those behind it. It is complete, as for [`crate::whole`], since play ends.

use std::io;

use bouton_core::{Limits, Outcome};
use bouton_tables::{Entry, Names, Table, Unpacked, Worth};

use super::cursor::{Batch, Cursor, Moves, Seeker, Timed, merge, values};
use super::rules::Layers;
use crate::whole::{Unchecked, Wrong};

/// So many mistakes are told.
const MOST_TOLD: usize = 10;

/// Checks a table whose keys have the layer from bit `shift` on; `show` tells what a key stands for.
///
/// # Errors
/// A limit is reached, or the table cannot be read.
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
        timed: Timed {
            points: layers.counts_points(),
        },
    };
    let mut wrong = Vec::new();
    let (first, key) = layers.first();
    let mut firsts = check.cursor(first);
    let mut batch = Batch::default();
    if !firsts.next(&mut batch)? || batch.keys != [key] {
        wrong.push(check.wrong(first, key, None, None));
    }
    let mut done = 0;
    for layer in first..layers.layers() {
        if wrong.len() < MOST_TOLD {
            limits.check()?;
            check.layer(layer, limits, &mut done, &mut wrong)?;
        }
    }
    if wrong.is_empty() && done != table.contents().count {
        let has = table.contents().count;
        wrong.push(Wrong {
            position: format!("{done} positions can be reached, and the table has {has}"),
            says: None,
            is: None,
        });
    }
    Ok(wrong)
}

struct Check<'c> {
    layers: &'c dyn Layers,
    table: &'c Table,
    shift: u32,
    timed: Timed,
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
        // That it has what can be reached behind it, and no more.
        if !is_last {
            let moves = kinds
                .clone()
                .map(|kind| Moves::new(Box::new(self.cursor(layer)), kind));
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
                    wrong.push(self.wrong(layer + 1, key, None, None));
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
                wrong.push(self.wrong(layer + 1, key, None, None));
            }
            if !wrong.is_empty() {
                return Ok(());
            }
        }
        // That every value is the best of those behind it.
        let mut behind: Vec<_> = kinds
            .filter(|_| !is_last)
            .map(|_| Seeker::new(Box::new(self.cursor(layer + 1))))
            .collect();
        let (mut cursor, mut batch, mut found) = (self.cursor(layer), Batch::default(), Vec::new());
        while cursor.next(&mut batch)? {
            limits.check()?;
            found.clear();
            values(self.layers, layer, &batch, &mut behind, &mut found)?;
            for ((key, says), is) in batch.keys.iter().zip(&batch.values).zip(&found) {
                if *is != Some(*says) && wrong.len() < MOST_TOLD {
                    wrong.push(self.wrong(layer, *key, Some(*says), *is));
                }
            }
            *done += batch.keys.len() as u64;
            limits.progress.set(*done, self.table.contents().count);
        }
        Ok(())
    }

    fn cursor(&self, layer: u32) -> InTable<'_, 'c> {
        let from = u64::from(layer) << self.shift;
        InTable {
            check: self,
            layer,
            block: self.table.block_of(from).unwrap_or(0),
        }
    }

    fn wrong(&self, layer: u32, key: u64, says: Option<i64>, is: Option<i64>) -> Wrong {
        let entry = |value: i64| match value {
            NO_VALUE => Entry::Hole,
            value => Entry::Worth(self.timed.worth(value)),
        };
        Wrong {
            position: format!("key {key} of layer {layer}"),
            says: says.map(entry),
            is: is.map(entry),
        }
    }
}

/// A key that can be reached and is not there.
#[derive(Debug)]
struct Different(u64);

impl std::fmt::Display for Different {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the table lacks the key {}", self.0)
    }
}

impl std::error::Error for Different {}

/// What a table may have in place of a value of this game.
const NO_VALUE: i64 = i64::MIN;

/// Goes through a layer of a table.
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
                    let entry = table.entry(self.block, code).map_err(io::Error::other)?;
                    batch.values.push(self.check.timed.of_entry(entry));
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

impl Timed {
    /// The value that a table has; [`NO_VALUE`] if it is none of this game.
    pub(super) fn of_entry(self, entry: Entry) -> i64 {
        let best = self.over(1);
        match entry {
            Entry::Worth(Worth::Margin(margin)) if self.points => margin,
            Entry::Worth(Worth::Outcome(outcome, Some(plies))) if !self.points => match outcome {
                Outcome::Win => best - i64::from(plies),
                Outcome::Draw => -i64::from(plies),
                Outcome::Loss => i64::from(plies) - best,
            },
            _ => NO_VALUE,
        }
    }
}
