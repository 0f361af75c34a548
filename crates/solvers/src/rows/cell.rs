//! The integers in which a table of margins is stored: the narrowest that cannot overflow.

use bouton_core::{Limits, StopReason};

use super::stripes::Sweep;

/// The reason why a table was not filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The table would need more memory than it may use.
    #[error("the table needs {needed} bytes, and {allowed} are allowed")]
    Memory {
        /// Bytes of the full table.
        needed: u128,
        /// Bytes that were allowed.
        allowed: u128,
    },
    /// The caller asked to stop.
    #[error("stopped before the table was full")]
    Stopped,
}

/// The reason why a solver stopped if its table was not filled under these limits.
pub(super) fn stop_reason(error: TableError, limits: &Limits) -> StopReason {
    match error {
        TableError::Memory { .. } => StopReason::Memory,
        TableError::Stopped => limits.check().err().unwrap_or(StopReason::Cancelled),
    }
}

/// The integers that a table is stored in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// 16-bit integers.
    Bits16,
    /// 32-bit integers.
    Bits32,
    /// 64-bit integers.
    Bits64,
    /// 128-bit integers, enough for every row of fewer than 2⁶³ values.
    Bits128,
}

impl Width {
    /// The narrowest integers that hold every margin of every sub-row and every step on the way to it.
    ///
    /// A margin is a sum of the row's values with signs, and so is a value minus the margin of a row that lacks it: at
    /// most Σ|v| in size. O(n).
    pub fn of(row: &[i64]) -> Self {
        Self::holding(
            row.iter()
                .map(|value| u128::from(value.unsigned_abs()))
                .sum(),
        )
    }

    /// The narrowest integers that hold every number of at most `bound` in size.
    pub fn holding(bound: u128) -> Self {
        // Half the width is half the memory, and twice the lanes of a vector.
        if i16::try_from(bound).is_ok() {
            Self::Bits16
        } else if i32::try_from(bound).is_ok() {
            Self::Bits32
        } else if i64::try_from(bound).is_ok() {
            Self::Bits64
        } else {
            Self::Bits128
        }
    }

    /// Bytes of one cell.
    pub fn bytes(self) -> u128 {
        match self {
            Self::Bits16 => 2,
            Self::Bits32 => 4,
            Self::Bits64 => 8,
            Self::Bits128 => 16,
        }
    }
}

/// A signed integer that a table may be stored in.
pub(super) trait Cell: Copy + Ord + Default + Into<i128> {
    /// A value of the row, which fits since [`Width::of`] chose this type.
    fn of(value: i64) -> Self;

    /// `self` − `other`. Cells past the end of a row hold numbers that are never read and that may wrap around.
    fn minus(self, other: Self) -> Self;

    /// `self` + `other`, which fits since [`Width::of`] chose this type.
    fn plus(self, other: Self) -> Self;
}

macro_rules! cells {
    ($($integer:ty),*) => {$(
        impl Cell for $integer {
            #[inline(always)]
            fn of(value: i64) -> Self {
                value as Self
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    )*};
}

cells!(i16, i32, i64, i128);

/// A row in the integers of its table.
pub(super) fn cells<T: Cell>(row: &[i64]) -> Vec<T> {
    row.iter().copied().map(T::of).collect()
}

/// A flat table of integers of one width.
#[derive(Clone, Debug)]
pub(super) enum Cells {
    Bits16(Vec<i16>),
    Bits32(Vec<i32>),
    Bits64(Vec<i64>),
    Bits128(Vec<i128>),
}

impl Cells {
    /// The cell at `index`.
    pub(super) fn get(&self, index: usize) -> i128 {
        match self {
            Self::Bits16(cells) => cells[index].into(),
            Self::Bits32(cells) => cells[index].into(),
            Self::Bits64(cells) => cells[index].into(),
            Self::Bits128(cells) => cells[index],
        }
    }

    /// The integers that the table is stored in.
    pub(super) fn width(&self) -> Width {
        match self {
            Self::Bits16(_) => Width::Bits16,
            Self::Bits32(_) => Width::Bits32,
            Self::Bits64(_) => Width::Bits64,
            Self::Bits128(_) => Width::Bits128,
        }
    }
}

/// A way to fill a table that works for every width of integers.
pub(super) trait Fill {
    /// Fills the table.
    fn fill<T: Sweep>(self) -> Result<Vec<T>, TableError>;
}

/// Fills a table in integers of `width`.
pub(super) fn filled(width: Width, table: impl Fill) -> Result<Cells, TableError> {
    Ok(match width {
        Width::Bits16 => Cells::Bits16(table.fill()?),
        Width::Bits32 => Cells::Bits32(table.fill()?),
        Width::Bits64 => Cells::Bits64(table.fill()?),
        Width::Bits128 => Cells::Bits128(table.fill()?),
    })
}

/// An error if a table needs more bytes than allowed.
pub(super) fn afford(needed: u128, allowed: u64) -> Result<(), TableError> {
    let allowed = u128::from(allowed);
    if needed > allowed {
        Err(TableError::Memory { needed, allowed })
    } else {
        Ok(())
    }
}

/// The sums of `row[i..]` for every i, the last of which is the empty sum.
pub(super) fn suffix_sums<T: Cell>(row: &[i64]) -> Vec<T> {
    let mut sums = vec![T::default(); row.len() + 1];
    for (i, &value) in row.iter().enumerate().rev() {
        sums[i] = sums[i + 1].plus(T::of(value));
    }
    sums
}
