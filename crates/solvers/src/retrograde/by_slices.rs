//! Backward analysis slice by slice, in a game whose moves lead out of a slice only to earlier ones: one slice and the
//! slices that it feeds are in memory, the others in files.
//!
//! The first look at a position counts the moves that stay in the slice, and looks up the values of the others in the
//! earlier slices: so no capture is ever taken back. A position that such a move wins has the code of that win from the
//! beginning, and keeps it unless a wave finds an earlier win. When all moves that stay are refuted, those that leave are
//! examined once more: a move that draws saves the position, and one that loses later postpones the loss to a later wave.
//!
//! Time: each move that stays is taken back once, each move that leaves is made at most twice. Memory: a byte for each
//! number of the slice and of those it feeds (two if plies and moves exceed some 200), and an eighth of the slice for
//! messages. Disk: the tables of the slices.
//!
//! Source: R. Gasser, Solving Nine Men's Morris, Games of No Chance (1996).

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use bouton_core::{Alternating, Limits, Score, Slice, Sliced, StopReason};
use bouton_tables::{Contents, Entry, Naming, Table, Writer};

use super::outbox::Sender;
use super::space::{Outside, Space, SpaceState};
use super::table::Outcomes;
use crate::keeper::{Keeper, or_broken};
use crate::whole::{Codes, TableRange, Unchecked};

/// The prefix of the files of solved slices, before their numbers.
const SLICE: &str = "slice-";
/// Numbers between two checks of the limits.
const STRIDE: u64 = 1 << 16;

/// The value of every number, in a file for each slice.
#[derive(Debug)]
pub struct SliceFiles {
    tables: Vec<Table>,
    entries: Vec<Entry>,
    count: u64,
}

impl SliceFiles {
    fn of(tables: Vec<Table>) -> Self {
        let contents = || tables.iter().map(Table::contents);
        let codes = contents().flat_map(|contents| contents.codes.iter());
        let mut entries: Vec<_> = codes.map(|(entry, _)| *entry).collect();
        entries.sort_unstable();
        entries.dedup();
        Self {
            count: contents().map(|contents| contents.count).sum(),
            entries,
            tables,
        }
    }

    /// The number of numbers.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The possible entries, each once.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Reports the entry of each number, in order, as a place among [`SliceFiles::entries`].
    ///
    /// # Errors
    /// The errors of `tell`; also if the files cannot be read.
    pub fn each(&self, tell: &mut dyn FnMut(usize) -> io::Result<()>) -> io::Result<()> {
        for table in &self.tables {
            let codes = table.contents().codes.iter();
            let place = |entry| self.entries.binary_search(entry).unwrap_or(0);
            let places: Vec<_> = codes.map(|(entry, _)| place(entry)).collect();
            for block in 0..table.blocks() {
                let unpacked = table.block(block).map_err(io::Error::other)?;
                for code in unpacked.codes {
                    let place = places.get(usize::from(code));
                    tell(*place.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?)?;
                }
            }
        }
        Ok(())
    }
}

/// Computes every value of the first slices of a game, or continues with the existing ones.
///
/// # Errors
/// If a limit is reached. Saved work that cannot be read or written is an error thrown by [`bouton_core::fail`].
pub fn solve_slices<G: Sliced>(
    game: &G,
    slices: &[Slice],
    limits: &Limits,
    keeper: &mut Keeper,
) -> Result<SliceFiles, StopReason> {
    let (mut tables, mut held): (Vec<Table>, Vec<(usize, TableRange)>) = (Vec::new(), Vec::new());
    let all = slices.last().map_or(0, |slice| slice.numbers.end);
    for (nth, slice) in slices.iter().enumerate() {
        let path = path(keeper.folder(), nth);
        if path.is_file() {
            keeper.resumed = true;
        } else {
            held.retain(|(feed, _)| slice.feeds.contains(feed));
            for feed in &slice.feeds {
                if held.iter().all(|(there, _)| there != feed) {
                    let others = held.iter().map(|(_, held)| held.bytes()).sum();
                    let first = slices[*feed].numbers.start;
                    held.push((*feed, held_of(&tables[*feed], first, others, limits)?));
                }
            }
            let known: Vec<_> = held.iter().map(|(_, held)| held).collect();
            let view = View {
                game,
                nth: nth as u64,
                numbers: slice.numbers.clone(),
                known: &known,
            };
            let solved = Outcomes::solve(&view, limits, Some(keeper))?;
            write(&solved, &path, limits)?;
            or_broken(keeper.forget());
        }
        limits.progress.set(slice.numbers.end, all);
        tables.push(or_broken(Table::open(&path).map_err(io::Error::other)));
    }
    Ok(SliceFiles::of(tables))
}

fn path(folder: &Path, slice: usize) -> PathBuf {
    folder.join(format!("{SLICE}{slice}"))
}

/// Removes all slices.
pub(crate) fn remove(folder: &Path) -> io::Result<()> {
    for nth in 0.. {
        let path = path(folder, nth);
        if !path.is_file() {
            break;
        }
        bouton_files::remove(&path)?;
    }
    Ok(())
}

/// A solved slice in memory, where the other slices take this many bytes.
fn held_of(
    table: &Table,
    first: u64,
    others: u64,
    limits: &Limits,
) -> Result<TableRange, StopReason> {
    let numbers = 0..table.contents().count;
    TableRange::read(table, numbers, first, others, limits).map_err(|unchecked| match unchecked {
        Unchecked::Stopped(reason) => reason,
        Unchecked::Table(error) => or_broken(Err(io::Error::other(error))),
    })
}

/// Writes the values of a slice to a file.
fn write(solved: &Outcomes, path: &Path, limits: &Limits) -> Result<(), StopReason> {
    let all = solved.entries();
    let mut used = vec![false; all.len()];
    (0..solved.count()).for_each(|number| used[solved.place(number)] = true);
    let codes = Codes::of(&all, &used).ok_or(StopReason::Memory)?;
    let contents = Contents::of("slice", Naming::Numbers, codes.entries.clone());
    let kept = bouton_files::write(path, |out| {
        let mut writer = Writer::begin(out, contents)?;
        for number in 0..solved.count() {
            if number.is_multiple_of(STRIDE) && limits.check().is_err() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            writer.number(codes.at(solved.place(number)))?;
        }
        writer.finish().map(drop)
    });
    if let Err(error) = kept {
        limits.check()?;
        or_broken(Err(error))
    }
    Ok(())
}

/// A slice of a game, with its positions numbered from 0, and the slices that it feeds.
struct View<'v, G> {
    game: &'v G,
    nth: u64,
    numbers: Range<u64>,
    known: &'v [&'v TableRange],
}

impl<G: Sliced> View<'_, G> {
    fn entry(&self, number: u64) -> Entry {
        let mut known = self.known.iter();
        known
            .find_map(|held| held.entry(number))
            .expect("invariant: a move leads out of a slice to one that it feeds")
    }

    /// The state of a number, counting only the moves that stay in the slice; adds the others to `outside`.
    fn see(&self, number: u64, outside: &mut Outside) -> SpaceState {
        let Some(at) = self.game.position(self.numbers.start + number) else {
            return SpaceState::Hole;
        };
        if let Some(score) = self.game.score(&at) {
            return SpaceState::Over(score.outcome());
        }
        SpaceState::Open(self.game.moves_out(&self.numbers, &at, &mut |to| {
            outside.add(self.entry(to));
        }))
    }
}

impl<G: Sliced + Alternating> Space for View<'_, G> {
    fn count(&self) -> u64 {
        self.numbers.end - self.numbers.start
    }
    fn look(&self, number: u64) -> SpaceState {
        let mut outside = Outside::default();
        let stay = self.see(number, &mut outside);
        match stay {
            SpaceState::Open(stay) => outside.look(stay),
            other => other,
        }
    }
    fn take_back(&self, first: u64, places: &[u32], to: &mut Sender<'_>) {
        let start = self.numbers.start;
        for place in places {
            let number = start + first + u64::from(*place);
            let mut tell = |from| to.tell(from - start, false);
            self.game.take_back(&self.numbers, number, &mut tell);
        }
    }
    fn nth(&self) -> u64 {
        self.nth
    }
    fn leads_out(&self) -> bool {
        true
    }
    fn outside(&self, number: u64) -> Outside {
        let mut outside = Outside::default();
        self.see(number, &mut outside);
        outside
    }
    fn draws_end_outside(&self) -> bool {
        self.known.iter().any(|held| held.draws_end())
    }
    fn held(&self) -> u64 {
        self.known.iter().map(|held| held.bytes()).sum()
    }
}
