//! [`PackedTable`]: the part of a table of numbers that a search has read, packed so that no block is unpacked twice.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bouton_tables::{Entry, Naming, Packer, Table, TableError, TableValue};

/// The blocks of a table that were read. Outcomes without plies take two bits a number.
#[derive(Debug)]
pub(super) struct PackedTable {
    /// The distinct values. A number is stored as its place here, counted from 1, or 0 if it has no position.
    kinds: Vec<TableValue>,
    /// The place of each code of the table, in the same form.
    kind_of: Vec<u8>,
    /// Bits of a number.
    bits: usize,
    blocks: Vec<OnceLock<Box<[u8]>>>,
    /// Bytes that further blocks may take.
    room: AtomicU64,
}

impl PackedTable {
    /// For a table of numbers with so few distinct values that packing them pays; `None` for others.
    pub(super) fn of(table: &Table, room: u64) -> Option<Self> {
        let contents = table.contents();
        if contents.naming != Naming::Numbers {
            return None;
        }
        let worth = |entry: &Entry| match entry {
            Entry::Hole => None,
            Entry::Value(TableValue::Outcome(outcome, _)) => {
                Some(TableValue::Outcome(*outcome, None))
            }
            Entry::Value(margin) => Some(*margin),
        };
        let worths: Vec<_> = contents
            .codes
            .iter()
            .map(|(entry, _)| worth(entry))
            .collect();
        let mut kinds = Vec::new();
        for worth in worths.iter().flatten() {
            if !kinds.contains(worth) {
                kinds.push(*worth);
            }
            if kinds.len() > usize::from(u8::MAX) {
                return None;
            }
        }
        let kind = |worth: &Option<TableValue>| match kinds
            .iter()
            .position(|kind| Some(*kind) == *worth)
        {
            Some(n) => n as u8 + 1,
            None => 0,
        };
        let bits = [2, 4, 8].into_iter().find(|bits| kinds.len() < 1 << bits);
        let index = (table.blocks() * size_of::<OnceLock<Box<[u8]>>>()) as u64;
        Some(Self {
            kind_of: worths.iter().map(kind).collect(),
            bits: bits?,
            blocks: (0..table.blocks()).map(|_| OnceLock::new()).collect(),
            room: AtomicU64::new(room.checked_sub(index)?),
            kinds,
        })
    }

    /// The value of a number, without plies; `None` if the number has no position.
    pub(super) fn number(
        &self,
        table: &Table,
        number: u64,
    ) -> Result<Option<TableValue>, TableError> {
        let place = number as usize % Packer::BLOCK;
        let Some(block) = self.blocks.get(number as usize / Packer::BLOCK) else {
            return Ok(None);
        };
        let bytes = match block.get() {
            Some(bytes) => bytes,
            None => match self.read(table, number as usize / Packer::BLOCK)? {
                Some(bytes) => block.get_or_init(|| bytes),
                None => return table.number(number),
            },
        };
        let in_a_byte = 8 / self.bits;
        let byte = bytes.get(place / in_a_byte).copied().unwrap_or(0);
        let kind = byte >> (self.bits * (place % in_a_byte)) & (u8::MAX >> (8 - self.bits));
        let nth = usize::from(kind).checked_sub(1);
        Ok(nth.map(|nth| self.kinds[nth]))
    }

    /// The packed form of a block; `None` if there is no memory left.
    fn read(&self, table: &Table, block: usize) -> Result<Option<Box<[u8]>>, TableError> {
        let bytes = (Packer::BLOCK * self.bits / 8) as u64;
        let taken = self
            .room
            .fetch_update(Relaxed, Relaxed, |room| room.checked_sub(bytes));
        if taken.is_err() {
            return Ok(None);
        }
        let codes = table.block(block)?.codes;
        let is_none = |code: &&u16| usize::from(**code) >= self.kind_of.len();
        if let Some(code) = codes.iter().find(is_none) {
            table.entry(block, *code)?;
        }
        let pack = |codes: &[u16]| {
            let kinds = codes.iter().map(|code| self.kind_of[usize::from(*code)]);
            kinds
                .rev()
                .fold(0u8, |byte, kind| byte.wrapping_shl(self.bits as u32) | kind)
        };
        Ok(Some(codes.chunks(8 / self.bits).map(pack).collect()))
    }
}

#[cfg(test)]
mod tests {
    use bouton_core::Outcome;
    use bouton_tables::{Contents, Writer};

    use super::*;

    /// A table of this many numbers whose codes have these entries.
    fn table(folder: &tempfile::TempDir, entries: Vec<Entry>, count: u64) -> Table {
        let path = folder.path().join("table.tb");
        let mut file = std::fs::File::create(&path).unwrap();
        let codes = entries.len();
        let contents = Contents::of("nim", Naming::Numbers, entries);
        let mut writer = Writer::begin(&mut file, contents).unwrap();
        let mut random = fastrand::Rng::with_seed(count);
        for _ in 0..count {
            writer.number(random.u16(..codes as u16)).unwrap();
        }
        writer.finish().unwrap();
        Table::open(&path).unwrap()
    }

    fn without_plies(worth: TableValue) -> TableValue {
        match worth {
            TableValue::Outcome(outcome, _) => TableValue::Outcome(outcome, None),
            margin => margin,
        }
    }

    #[test]
    fn what_is_held_is_what_the_table_has() {
        let folder = tempfile::tempdir().unwrap();
        let outcomes = [Outcome::Loss, Outcome::Draw, Outcome::Win];
        let plies = (0..400).flat_map(|plies| outcomes.map(|outcome| (outcome, Some(plies))));
        let outcomes = plies.map(|(outcome, plies)| TableValue::Outcome(outcome, plies));
        let margins = |most: i64| (-most..=most).map(TableValue::Margin);
        for (worths, bits) in [
            (outcomes.collect::<Vec<_>>(), 2),
            (margins(1).collect(), 2),
            (margins(7).collect(), 4),
            (margins(127).collect(), 8),
        ] {
            let worths = worths.into_iter().map(Entry::Value);
            let table = table(
                &folder,
                [Entry::Hole].into_iter().chain(worths).collect(),
                9_001,
            );
            // The memory suffices for some blocks of the second table and for none of the third.
            let index = (table.blocks() * size_of::<OnceLock<Box<[u8]>>>()) as u64;
            for room in [1 << 20, index + 3000, index] {
                let held = PackedTable::of(&table, room).unwrap();
                assert_eq!(held.bits, bits);
                for _ in 0..2 {
                    for number in 0..9_010 {
                        let right = table.number(number).unwrap().map(without_plies);
                        let found = held.number(&table, number).unwrap().map(without_plies);
                        assert_eq!(found, right, "{number}");
                    }
                }
                let kept = held
                    .blocks
                    .iter()
                    .filter(|block| block.get().is_some())
                    .count();
                let block = (Packer::BLOCK * bits / 8) as u64;
                assert_eq!(
                    kept as u64,
                    ((room - index) / block).min(table.blocks() as u64)
                );
            }
            assert!(PackedTable::of(&table, index - 1).is_none());
        }
        let many = margins(128).map(Entry::Value).collect();
        assert!(PackedTable::of(&table(&folder, many, 10), 1 << 20).is_none());
    }
}
