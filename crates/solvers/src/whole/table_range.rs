//! [`TableRange`]: some of the numbers of a table, in memory.

use std::ops::Range;

use bouton_core::{Limits, Outcome};
use bouton_tables::{Entry, Packer, Table, TableValue};

use super::check::Unchecked;

/// The table's values of consecutive numbers: a byte each, or two if it has more than 256 codes.
#[derive(Debug)]
pub(crate) struct TableRange {
    /// The first number.
    first: u64,
    codes: Codes,
    entries: Vec<Entry>,
}

#[derive(Debug)]
enum Codes {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl TableRange {
    /// Reads these numbers of a table; the first is called `first` here. Other data already holds this many bytes.
    ///
    /// # Errors
    /// If a limit is reached, or the table cannot be read.
    pub(crate) fn read(
        table: &Table,
        numbers: Range<u64>,
        first: u64,
        others: u64,
        limits: &Limits,
    ) -> Result<Self, Unchecked> {
        let contents = table.contents();
        let count = numbers.end - numbers.start;
        let bytes = count.saturating_mul(contents.width() as u64);
        limits.afford(bytes.saturating_add(table.held()).saturating_add(others))?;
        let room = usize::try_from(count).unwrap_or(0);
        let mut codes = match contents.width() {
            1 => Codes::Narrow(Vec::with_capacity(room)),
            _ => Codes::Wide(Vec::with_capacity(room)),
        };
        let size = Packer::BLOCK as u64;
        for block in numbers.start / size..numbers.end.div_ceil(size) {
            limits.check()?;
            let all = table.block(block as usize)?.codes;
            // A code without an entry is refused here.
            table.entry(block as usize, all.iter().max().copied().unwrap_or(0))?;
            let begin = block * size;
            let place = |number: u64| (number.max(begin) - begin).min(all.len() as u64) as usize;
            let wanted = &all[place(numbers.start)..place(numbers.end)];
            match &mut codes {
                Codes::Narrow(codes) => codes.extend(wanted.iter().map(|code| *code as u8)),
                Codes::Wide(codes) => codes.extend(wanted),
            }
        }
        let entries = contents.codes.iter().map(|(entry, _)| *entry).collect();
        Ok(Self {
            first,
            codes,
            entries,
        })
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.codes {
            Codes::Narrow(codes) => codes.len() as u64,
            Codes::Wide(codes) => 2 * codes.len() as u64,
        }
    }

    /// The table's entry of a number; `None` if the number is not held.
    #[inline]
    pub(crate) fn entry(&self, number: u64) -> Option<Entry> {
        let place = usize::try_from(number.checked_sub(self.first)?).ok()?;
        let code = match &self.codes {
            Codes::Narrow(codes) => usize::from(*codes.get(place)?),
            Codes::Wide(codes) => usize::from(*codes.get(place)?),
        };
        self.entries.get(code).copied()
    }

    /// Whether some entry is a draw with an end.
    pub(crate) fn draws_end(&self) -> bool {
        let ends = |entry: &Entry| {
            matches!(
                entry,
                Entry::Value(TableValue::Outcome(Outcome::Draw, Some(_)))
            )
        };
        self.entries.iter().any(ends)
    }
}
