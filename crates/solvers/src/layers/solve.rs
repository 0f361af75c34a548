//! [`solve_layers`]: computes all layers on disk, forward and then backward.

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use bouton_core::hashing::{FastMap, FastSet};
use bouton_core::{Limits, Outcome, StopReason};
use bouton_tables::{Entry, NumberReader, NumberWriter, TableValue};

use super::cursor::{BATCH, Batch, Cursor, Moves, Seeker, Timed, merge, values};
use super::rules::Layers;

/// The reason why the layers are not solved.
#[derive(Debug, thiserror::Error)]
pub enum LayersError {
    /// A limit was reached; finished layers stay in the folder.
    #[error("{0}")]
    Stopped(StopReason),
    /// An I/O error in the folder, or damaged files.
    #[error(transparent)]
    File(#[from] io::Error),
}

/// The solved layers of a game, in a folder.
#[derive(Debug)]
pub struct SolvedLayers {
    folder: PathBuf,
    first: u32,
    timed: Timed,
    /// Every value that occurs, in order.
    values: BTreeSet<i64>,
    /// The number of positions in each layer, from the first one on.
    pub counts: Vec<u64>,
    /// The number of layers that earlier work had finished.
    pub resumed: usize,
}

/// The files of a layer.
fn keys_of(folder: &Path, layer: u32) -> PathBuf {
    folder.join(format!("keys.{layer}"))
}

fn values_of(folder: &Path, layer: u32) -> PathBuf {
    folder.join(format!("values.{layer}"))
}

/// Solves all positions that can be reached from the first one, layer by layer, in files of an existing folder. Files of
/// the same work are not made again; the caller ensures that it is the same.
///
/// # Errors
/// If a limit is reached, or there is an I/O error.
pub fn solve_layers(
    layers: &dyn Layers,
    folder: &Path,
    limits: &Limits,
) -> Result<SolvedLayers, LayersError> {
    let work = LayerJob {
        layers,
        folder,
        limits,
        timed: Timed {
            points: layers.counts_points(),
        },
    };
    let (first, key) = layers.first();
    let mut resumed = 0;
    work.step(&keys_of(folder, first), &mut resumed, || {
        work.begin(first, key)
    })?;
    let mut counts = vec![1];
    for layer in first + 1..layers.layers() {
        let path = keys_of(folder, layer);
        work.step(&path, &mut resumed, || work.forward(layer - 1, &path))?;
        match NumberReader::count(&path)? {
            0 => break,
            count => counts.push(count),
        }
        let done = counts.iter().sum();
        limits.progress.set(done, 0);
    }
    let (total, mut done) = (counts.iter().sum::<u64>(), 0);
    let last = first + counts.len() as u32 - 1;
    let mut distinct = Distinct::default();
    for layer in (first..=last).rev() {
        let path = values_of(folder, layer);
        let before = resumed;
        work.step(&path, &mut resumed, || {
            work.backward(layer, layer == last, &path, &mut distinct)
        })?;
        done += counts[(layer - first) as usize];
        limits.progress.set(total + done, 2 * total);
        if resumed > before {
            let (mut reader, mut numbers) = (NumberReader::open(&path)?, Vec::new());
            while reader.take(BATCH, &mut numbers)? > 0 {
                numbers.drain(..).for_each(|number| distinct.add(number));
            }
        }
    }
    Ok(SolvedLayers {
        folder: folder.to_owned(),
        first,
        timed: work.timed,
        values: distinct
            .numbers()
            .map(|number| work.timed.read(number))
            .collect(),
        counts,
        resumed,
    })
}

/// The distinct numbers of a sequence.
#[derive(Default)]
struct Distinct {
    /// A flag for each small number; nearly all numbers are small.
    small: Vec<bool>,
    large: FastSet<u64>,
}

impl Distinct {
    #[inline]
    fn add(&mut self, number: u64) {
        match self.small.get_mut(number as usize) {
            Some(is_there) => *is_there = true,
            None if number < 1 << 12 => {
                self.small.resize(1 << 12, false);
                self.small[number as usize] = true;
            }
            None => drop(self.large.insert(number)),
        }
    }

    fn numbers(self) -> impl Iterator<Item = u64> {
        let small = (0..).zip(self.small);
        let small = small.filter_map(|(number, is_there)| is_there.then_some(number));
        small.chain(self.large)
    }
}

struct LayerJob<'w> {
    layers: &'w dyn Layers,
    folder: &'w Path,
    limits: &'w Limits,
    timed: Timed,
}

impl LayerJob<'_> {
    /// Makes the file of a layer, unless it exists.
    fn step(
        &self,
        path: &Path,
        resumed: &mut usize,
        make: impl FnOnce() -> io::Result<()>,
    ) -> Result<(), LayersError> {
        self.limits.check().map_err(LayersError::Stopped)?;
        if path.is_file() {
            *resumed += 1;
            return Ok(());
        }
        make().map_err(|error| match self.limits.check() {
            Err(reason) if error.kind() == io::ErrorKind::Interrupted => {
                LayersError::Stopped(reason)
            }
            _ => error.into(),
        })
    }

    fn look(&self) -> io::Result<()> {
        let checked = self.limits.check();
        checked.map_err(|_| io::ErrorKind::Interrupted.into())
    }

    /// Writes the layer of the first position.
    fn begin(&self, layer: u32, key: u64) -> io::Result<()> {
        bouton_files::write(&keys_of(self.folder, layer), |out| {
            let mut keys = Keys::begin(out)?;
            keys.put(self.layers, layer, &[key])?;
            keys.finish()
        })
    }

    /// Writes the positions reachable from a layer.
    fn forward(&self, layer: u32, path: &Path) -> io::Result<()> {
        let mut moves = Vec::new();
        for kind in 0..self.layers.kinds() {
            let cursor = LayerCursor::keys(self.folder, layer)?;
            moves.push(Moves::new(Box::new(cursor), kind));
        }
        bouton_files::write(path, |out| {
            let mut keys = Keys::begin(out)?;
            merge(self.layers, layer, moves, &mut |merged| {
                self.look()?;
                keys.put(self.layers, layer + 1, merged)
            })?;
            keys.finish()
        })
    }

    /// Writes the values of a layer from those of the next one.
    fn backward(
        &self,
        layer: u32,
        is_last: bool,
        path: &Path,
        distinct: &mut Distinct,
    ) -> io::Result<()> {
        let mut behind = Vec::new();
        for _ in 0..self.layers.kinds() {
            if !is_last {
                let cursor = LayerCursor::with_values(self.folder, layer + 1, self.timed)?;
                behind.push(Seeker::new(Box::new(cursor)));
            }
        }
        let mut cursor = LayerCursor::keys(self.folder, layer)?;
        bouton_files::write(path, |out| {
            let mut writer = NumberWriter::begin(out)?;
            let (mut batch, mut found) = (Batch::default(), Vec::new());
            while cursor.next(&mut batch)? {
                self.look()?;
                found.clear();
                values(self.layers, layer, &batch, &mut behind, &mut found)?;
                for value in &found {
                    let value = value.ok_or_else(|| {
                        io::Error::other("a layer of unfinished work lacks a position")
                    })?;
                    let number = self.timed.written(value);
                    distinct.add(number);
                    writer.put(number)?;
                }
            }
            writer.finish().map(drop)
        })
    }
}

impl Timed {
    /// A value as it is written: frequent values as small numbers.
    fn written(self, value: i64) -> u64 {
        match (self.points, self.worth(value)) {
            (false, TableValue::Outcome(outcome, Some(plies))) => {
                u64::from(plies) * 3 + outcome as u64
            }
            _ => (value << 1 ^ value >> 63) as u64,
        }
    }

    fn read(self, number: u64) -> i64 {
        if self.points {
            return (number >> 1) as i64 ^ -((number & 1) as i64);
        }
        let plies = (number / 3) as i64;
        match number % 3 {
            0 => self.over(-1) + plies,
            1 => -plies,
            _ => self.over(1) - plies,
        }
    }

    /// The meaning of a value.
    pub(super) fn worth(self, value: i64) -> TableValue {
        let best = self.over(1);
        if self.points {
            return TableValue::Margin(value);
        }
        let (outcome, plies) = match value {
            value if value > best / 2 => (Outcome::Win, best - value),
            value if value < -best / 2 => (Outcome::Loss, best + value),
            draw => (Outcome::Draw, -draw),
        };
        TableValue::Outcome(outcome, Some(plies as u32))
    }
}

/// Writes the keys of a layer: twice the gap, plus one if play is over.
struct Keys<'w> {
    writer: NumberWriter<'w>,
    last: u64,
    over: Vec<Option<i64>>,
}

impl<'w> Keys<'w> {
    fn begin(out: &'w mut dyn io::Write) -> io::Result<Self> {
        Ok(Self {
            writer: NumberWriter::begin(out)?,
            last: 0,
            over: Vec::new(),
        })
    }

    fn put(&mut self, layers: &dyn Layers, layer: u32, keys: &[u64]) -> io::Result<()> {
        self.over.clear();
        layers.ranks(layer, keys, &mut self.over);
        for (key, over) in keys.iter().zip(&self.over) {
            self.writer
                .put((key - self.last) << 1 | u64::from(over.is_some()))?;
            self.last = *key;
        }
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        self.writer.finish().map(drop)
    }
}

/// A cursor over a layer in files.
struct LayerCursor {
    keys: NumberReader,
    values: Option<NumberReader>,
    timed: Timed,
    last: u64,
    numbers: Vec<u64>,
}

impl LayerCursor {
    fn keys(folder: &Path, layer: u32) -> io::Result<Self> {
        Ok(Self {
            keys: NumberReader::open(&keys_of(folder, layer))?,
            values: None,
            timed: Timed { points: true },
            last: 0,
            numbers: Vec::new(),
        })
    }

    fn with_values(folder: &Path, layer: u32, timed: Timed) -> io::Result<Self> {
        Ok(Self {
            values: Some(NumberReader::open(&values_of(folder, layer))?),
            timed,
            ..Self::keys(folder, layer)?
        })
    }
}

impl Cursor for LayerCursor {
    fn next(&mut self, batch: &mut Batch) -> io::Result<bool> {
        batch.clear();
        self.numbers.clear();
        let count = self.keys.take(BATCH, &mut self.numbers)?;
        for number in &self.numbers {
            self.last += number >> 1;
            batch.keys.push(self.last);
            batch.over.push(number & 1 == 1);
        }
        if let Some(values) = &mut self.values {
            self.numbers.clear();
            if values.take(count, &mut self.numbers)? != count {
                return Err(io::Error::other("a layer of unfinished work lacks values"));
            }
            let read = self.numbers.iter().map(|number| self.timed.read(*number));
            batch.values.extend(read);
        }
        Ok(count > 0)
    }
}

impl SolvedLayers {
    /// Layers that were solved before, with these entries and counts; some of their files may be gone.
    pub fn of_before(
        layers: &dyn Layers,
        folder: &Path,
        entries: &[Entry],
        counts: Vec<u64>,
    ) -> Self {
        let timed = Timed {
            points: layers.counts_points(),
        };
        Self {
            folder: folder.to_owned(),
            first: layers.first().0,
            timed,
            values: entries
                .iter()
                .filter_map(|entry| timed.of_entry(*entry))
                .collect(),
            resumed: counts.len(),
            counts,
        }
    }

    /// The entries, in the order of their places.
    pub fn entries(&self) -> Vec<Entry> {
        let worth = self.values.iter().map(|value| self.timed.worth(*value));
        let mut entries: Vec<_> = worth.map(Entry::Value).collect();
        entries.sort_unstable();
        entries
    }

    /// The layers, from the first one on.
    pub fn layers(&self) -> Range<u32> {
        self.first..self.first + self.counts.len() as u32
    }

    /// Reports every position of a layer in order: its key, and the place of its value among [`SolvedLayers::entries`].
    ///
    /// # Errors
    /// The errors of `tell`; also I/O errors.
    pub fn each(
        &self,
        layer: u32,
        tell: &mut dyn FnMut(u64, usize) -> io::Result<()>,
    ) -> io::Result<()> {
        let entries = self.entries();
        let places: FastMap<i64, usize> = self
            .values
            .iter()
            .map(|value| {
                let entry = Entry::Value(self.timed.worth(*value));
                (*value, entries.binary_search(&entry).unwrap_or(0))
            })
            .collect();
        let mut cursor = LayerCursor::with_values(&self.folder, layer, self.timed)?;
        let mut batch = Batch::default();
        while cursor.next(&mut batch)? {
            for (key, value) in batch.keys.iter().zip(&batch.values) {
                tell(*key, places[value])?;
            }
        }
        Ok(())
    }

    /// Removes the files of a layer and of those before it, if they still exist.
    ///
    /// # Errors
    /// If there is an I/O error.
    pub fn remove_to(&self, layer: u32) -> io::Result<()> {
        for layer in self.first..=layer {
            for path in [keys_of(&self.folder, layer), values_of(&self.folder, layer)] {
                if path.is_file() {
                    bouton_files::remove(&path)?;
                }
            }
        }
        Ok(())
    }

    /// Removes all files.
    ///
    /// # Errors
    /// If there is an I/O error.
    pub fn remove(&self) -> io::Result<()> {
        // After the last layer there is one more, which has no positions.
        self.remove_to(self.layers().end)
    }
}
