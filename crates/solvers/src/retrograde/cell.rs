//! [`Cell`]: what a table has for a number, of one byte, two or four: the moves of an open position not yet refuted, or the code of its
//! value, counted down from the top.

use std::io::{self, Read, Write};

use bouton_core::Outcome;

/// One, two or four bytes.
pub(super) trait Cell: Copy + Eq + Send + Sync + 'static {
    /// The largest number it holds; the mark of a hole.
    const TOP: u32;
    fn new(number: u32) -> Self;
    fn get(self) -> u32;
    /// The places where `self` stands.
    fn places(self, cells: &[Self]) -> impl Iterator<Item = usize>;
    /// Writes cells as bytes, the lowest first.
    fn write(cells: &[Self], to: &mut dyn Write) -> io::Result<()>;
    /// Reads so many.
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

/// Cells of several bytes that are put into order at a time.
const STRETCH: usize = 1 << 12;

/// Cells of several bytes each, the lowest byte first.
macro_rules! cell {
    ($cell:ty, $bytes:literal) => {
        impl Cell for $cell {
            const TOP: u32 = <$cell>::MAX as u32;
            fn new(number: u32) -> Self {
                number as Self
            }
            fn get(self) -> u32 {
                self as u32
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

cell!(u16, 2);
cell!(u32, 4);

/// The codes of the ends are the first three.
pub(super) fn end_code<C: Cell>(outcome: Outcome) -> u32 {
    C::TOP
        - match outcome {
            Outcome::Loss => 1,
            Outcome::Win => 2,
            Outcome::Draw => 3,
        }
}
