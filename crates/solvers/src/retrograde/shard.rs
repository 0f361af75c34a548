//! [`Shard`]: the cells of one holder of a table, who hears of the others by messages. The holders are files of which one is in memory at
//! a time ([`super::by_files`]), or machines ([`super::by_machines`]).

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use bouton_core::{Limits, StopReason};
use bouton_tables::Checksum;

use super::cell::{Cell, end_code};
use super::outbox::{Deal, Outbox, take};
use super::space::{Backwards, KEEPS, Look};
use super::wave::{REACHED, WON_IN_ONE, Wave};

/// Numbers whose predecessors are asked for at a time: what they are stays near the processor.
const STRETCH: usize = 256;

/// What a look at cells counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// The largest number of moves.
    pub(super) most: u32,
    /// Positions where play is over, and others.
    pub(super) over: u64,
    pub(super) open: u64,
}

/// The cells of one holder.
pub(super) struct Shard<C> {
    pub(super) deal: Deal,
    pub(super) holder: usize,
    /// Part by part; what is behind the last number is a hole.
    pub(super) cells: Vec<C>,
}

impl<C: Cell> Shard<C> {
    /// Bytes held.
    pub(super) fn bytes(deal: Deal, holder: usize) -> u64 {
        (deal.parts_of(holder) as u64 * size_of::<C>() as u64) << deal.shift
    }

    /// Cells of which nothing is known.
    pub(super) fn new(deal: Deal, holder: usize) -> Self {
        let count = deal.parts_of(holder) << deal.shift;
        Self {
            deal,
            holder,
            cells: crate::pages::filled(count, || C::new(C::TOP)),
        }
    }

    pub(super) fn parts(&self) -> usize {
        self.cells.len() >> self.deal.shift
    }

    /// Fills in the ends and the numbers of moves; `None` where these are too many for a cell. Each part is told when it is done.
    pub(super) fn look(
        &mut self,
        space: &dyn Backwards,
        limits: &Limits,
        mut done: impl FnMut(usize),
    ) -> Result<Option<Counts>, StopReason> {
        let (mut counts, mut fits) = (Counts::default(), true);
        for part in 0..self.parts() {
            limits.check()?;
            let (first, count) = self.deal.numbers(self.holder, part);
            let cells = &mut self.cells[part << self.deal.shift..];
            space.looks(first, count, &mut |place, look| {
                cells[place] = match look {
                    Look::Hole => C::new(C::TOP),
                    Look::Over(outcome) => {
                        counts.over += 1;
                        C::new(end_code::<C>(outcome))
                    }
                    Look::Won => {
                        counts.open += 1;
                        C::new(C::TOP - 1 - WON_IN_ONE)
                    }
                    Look::Open(moves) => {
                        fits &= moves < C::TOP - 1 - WON_IN_ONE;
                        counts.most = counts.most.max(moves);
                        counts.open += 1;
                        C::new(moves)
                    }
                };
            });
            if !fits {
                return Ok(None);
            }
            done(count);
        }
        Ok(Some(counts))
    }

    /// Puts down, for every cell of a part that the wave before found, a message to each number from which a move leads there; true where
    /// a batch may be ready. `numbers` is room to work in.
    pub(super) fn take_back(
        &self,
        part: usize,
        wave: Wave,
        space: &dyn Backwards,
        outbox: &mut Outbox,
        numbers: &mut Vec<u64>,
    ) -> bool {
        let (first, _) = self.deal.numbers(self.holder, part);
        let cells = &self.cells[part << self.deal.shift..][..self.deal.part()];
        let mut is_ready = false;
        for (code, kind) in wave.fronts() {
            let Some(cell) = (C::TOP - 1).checked_sub(code) else {
                continue;
            };
            let mut places = C::new(cell).places(cells);
            let mut some = [0; STRETCH];
            loop {
                let mut count = 0;
                for (at, place) in some.iter_mut().zip(&mut places) {
                    *at = place as u32;
                    count += 1;
                }
                if count == 0 {
                    break;
                }
                numbers.clear();
                space.take_back(first, &some[..count], numbers);
                for number in &*numbers {
                    // In a draw it does not matter whose turn it is.
                    let flips = usize::from(number & KEEPS != 0 && wave.draws.is_none());
                    is_ready |= outbox.put(number & !KEEPS, kind ^ flips);
                }
            }
        }
        is_ready
    }

    /// Does what a batch says, where no position has more moves than `most`; `found` are the cells of what is reached and of what all
    /// moves are refuted of, and `new` counts them. `None`: the batch is damaged.
    pub(super) fn apply(
        &mut self,
        mut batch: &[u8],
        most: u32,
        found: [C; 2],
        new: &mut [u64; 2],
    ) -> Option<()> {
        let parts = self.parts();
        while !batch.is_empty() {
            let (part, kind, messages) = take(&mut batch)?;
            if part >= parts {
                return None;
            }
            let cells = &mut self.cells[part << self.deal.shift..][..self.deal.part()];
            let places = messages.chunks_exact(2);
            let places = places.map(|two| usize::from(u16::from_le_bytes([two[0], two[1]])));
            for place in places {
                let cell = cells.get_mut(place)?;
                let left = cell.get();
                if left.wrapping_sub(1) >= most {
                    // What is known to be reached later, by a move out of a slice, is reached now.
                    if kind == REACHED && left > most && left < found[0].get() {
                        *cell = found[0];
                        new[kind] += 1;
                    }
                    continue;
                }
                if kind == REACHED {
                    *cell = found[0];
                } else if left > 1 {
                    *cell = C::new(left - 1);
                    continue;
                } else {
                    *cell = found[1];
                }
                new[kind] += 1;
            }
        }
        Some(())
    }

    /// Writes the cells to a file behind some numbers, whole or not at all.
    pub(super) fn keep(&self, path: &Path, head: &[u64]) -> io::Result<()> {
        bouton_files::write(path, |out| {
            let mut out = Checked {
                out,
                sum: Checksum::default(),
            };
            for number in head {
                out.write_all(&number.to_le_bytes())?;
            }
            C::write(&self.cells, &mut out)?;
            let sum = out.sum.get();
            out.out.write_all(&sum.to_le_bytes())
        })
    }

    /// Reads what was kept in place of its own cells.
    pub(super) fn fetch<const HEAD: usize>(&mut self, path: &Path) -> io::Result<[u64; HEAD]> {
        let mut kept = Kept::open(path)?;
        let head = kept.head()?;
        kept.cells(&mut self.cells)?;
        kept.end()?;
        Ok(head)
    }
}

/// What adds up all that is written through it.
struct Checked<'o> {
    out: &'o mut dyn Write,
    sum: Checksum,
}

impl Write for Checked<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.add(&bytes[..written]);
        Ok(written)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Cells that are read from a file, in order.
pub(super) struct Kept {
    file: BufReader<File>,
    sum: Checksum,
}

impl Kept {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: BufReader::with_capacity(1 << 15, File::open(path)?),
            sum: Checksum::default(),
        })
    }

    /// The numbers in front.
    pub(super) fn head<const HEAD: usize>(&mut self) -> io::Result<[u64; HEAD]> {
        let mut head = [0; HEAD];
        for number in &mut head {
            let mut bytes = [0; 8];
            self.read_exact(&mut bytes)?;
            *number = u64::from_le_bytes(bytes);
        }
        Ok(head)
    }

    /// The next cells.
    pub(super) fn cells<C: Cell>(&mut self, cells: &mut [C]) -> io::Result<()> {
        C::read(cells, self)
    }

    /// Holds all that was read against the checksum, which is all that is left.
    pub(super) fn end(&mut self) -> io::Result<()> {
        let mut rest = Vec::new();
        self.file.by_ref().take(9).read_to_end(&mut rest)?;
        match rest == self.sum.get().to_le_bytes() {
            true => Ok(()),
            false => Err(damaged()),
        }
    }
}

impl Read for Kept {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(bytes)?;
        self.sum.add(&bytes[..count]);
        Ok(count)
    }
}

pub(super) fn damaged() -> io::Error {
    let message = "a file of unfinished work is damaged";
    io::Error::new(io::ErrorKind::InvalidData, message)
}
