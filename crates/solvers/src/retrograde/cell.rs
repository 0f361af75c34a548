//! [`Cell`]: the table's data for a number, in one, two or four bytes: the number of moves of an open position that are not
//! yet refuted, or the code of its value, counted down from the top.

use std::io::{self, Read, Write};

/// A cell of one, two or four bytes.
pub(super) trait Cell: Copy + Eq + Send + Sync + 'static {
    /// The largest number that a cell holds; it marks a hole.
    const TOP: u32;
    fn new(number: u32) -> Self;
    fn get(self) -> u32;
    /// The cell of a code; `None` if it would collide with the numbers of moves, of which `most` is the largest.
    fn of_code(code: u32, most: u32) -> Option<Self> {
        let cell = (Self::TOP - 1)
            .checked_sub(code)
            .filter(|cell| *cell > most);
        cell.map(Self::new)
    }
    /// Wraps cells of this width.
    fn wrap(cells: Vec<Self>) -> Cells;
    /// The places of the cells equal to `self`.
    fn places(self, cells: &[Self]) -> impl Iterator<Item = usize>;
    /// Writes cells as bytes, little-endian.
    fn write(cells: &[Self], to: &mut dyn Write) -> io::Result<()>;
    /// Reads as many cells as the slice has.
    fn read(cells: &mut [Self], from: &mut dyn Read) -> io::Result<()>;
}

impl Cell for u8 {
    const TOP: u32 = 0xff;
    fn new(number: u32) -> Self {
        number as Self
    }
    fn get(self) -> u32 {
        self.into()
    }
    fn wrap(cells: Vec<Self>) -> Cells {
        Cells::Narrow(cells)
    }
    fn places(self, cells: &[Self]) -> impl Iterator<Item = usize> {
        memchr::memchr_iter(self, cells)
    }
    fn write(cells: &[Self], to: &mut dyn Write) -> io::Result<()> {
        to.write_all(cells)
    }
    fn read(cells: &mut [Self], from: &mut dyn Read) -> io::Result<()> {
        from.read_exact(cells)
    }
}

/// Cells of several bytes are converted in blocks of this length.
const STRETCH: usize = 1 << 12;

/// Implements cells of several bytes each, little-endian.
macro_rules! cell {
    ($cell:ty, $bytes:literal, $wrap:path) => {
        impl Cell for $cell {
            const TOP: u32 = <$cell>::MAX as u32;
            fn new(number: u32) -> Self {
                number as Self
            }
            fn get(self) -> u32 {
                self as u32
            }
            fn wrap(cells: Vec<Self>) -> Cells {
                $wrap(cells)
            }
            fn places(self, cells: &[Self]) -> impl Iterator<Item = usize> {
                let at = move |(place, cell): (usize, &Self)| (*cell == self).then_some(place);
                cells.iter().enumerate().filter_map(at)
            }
            fn write(cells: &[Self], to: &mut dyn Write) -> io::Result<()> {
                cells.chunks(STRETCH).try_for_each(|cells| {
                    let bytes: Vec<u8> = cells.iter().flat_map(|cell| cell.to_le_bytes()).collect();
                    to.write_all(&bytes)
                })
            }
            fn read(cells: &mut [Self], from: &mut dyn Read) -> io::Result<()> {
                cells.chunks_mut(STRETCH).try_for_each(|cells| {
                    let mut bytes = [0; $bytes * STRETCH];
                    let bytes = &mut bytes[..$bytes * cells.len()];
                    from.read_exact(bytes)?;
                    for (cell, bytes) in cells.iter_mut().zip(bytes.as_chunks().0) {
                        *cell = Self::from_le_bytes(*bytes);
                    }
                    Ok(())
                })
            }
        }
    };
}

cell!(u16, 2, Cells::Wide);
cell!(u32, 4, Cells::Deep);

/// Cells of any width.
#[derive(Debug)]
pub(super) enum Cells {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
    Deep(Vec<u32>),
}

impl Cells {
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Narrow(cells) => cells.len(),
            Self::Wide(cells) => cells.len(),
            Self::Deep(cells) => cells.len(),
        }
    }

    /// The distance of a cell from the top: 0 for a hole, the code plus 1 for a value, more than every code otherwise.
    #[inline]
    pub(super) fn below_top(&self, at: usize) -> Option<u32> {
        Some(match self {
            Self::Narrow(cells) => u8::TOP - cells.get(at)?.get(),
            Self::Wide(cells) => u16::TOP - cells.get(at)?.get(),
            Self::Deep(cells) => u32::TOP - cells.get(at)?.get(),
        })
    }
}
