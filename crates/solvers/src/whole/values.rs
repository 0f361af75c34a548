//! [`Values`] of all numbers, and the [`Codes`] that a table uses for them.

use std::io;

use bouton_core::hashing::FastMap;
use bouton_tables::{Entry, TableValue};

use super::margins::HOLE;
use crate::retrograde::{Filed, Outcomes, SliceFiles};

/// The value of every number of a space.
#[derive(Debug)]
pub enum Values {
    /// The outcomes with the plies.
    Outcomes(Outcomes),
    /// The same, in files.
    Filed(Filed),
    /// The same, in a file for each slice.
    Slices(SliceFiles),
    /// The best margin, in a game of points.
    Margins(Vec<i32>),
}

/// The codes of values in a table.
#[derive(Debug)]
pub struct Codes {
    /// The entry of each code, in order.
    pub entries: Vec<Entry>,
    of: Of,
}

/// The code of an entry.
#[derive(Debug)]
enum Of {
    /// By its place.
    Places(Vec<u16>),
    Margins(FastMap<i32, u16>),
}

fn entry(margin: i32) -> Entry {
    match margin {
        HOLE => Entry::Hole,
        margin => Entry::Value(TableValue::Margin(margin.into())),
    }
}

impl Values {
    /// The number of numbers.
    pub fn count(&self) -> u64 {
        match self {
            Self::Outcomes(outcomes) => outcomes.count(),
            Self::Filed(filed) => filed.count(),
            Self::Slices(slices) => slices.count(),
            Self::Margins(margins) => margins.len() as u64,
        }
    }

    /// Codes for all values that occur; `None` if there are more than 2¹⁶.
    ///
    /// # Errors
    /// If values in files cannot be read.
    pub fn codes(&self) -> io::Result<Option<Codes>> {
        match self {
            Self::Outcomes(outcomes) => {
                let all = outcomes.entries();
                let mut used = vec![false; all.len()];
                (0..outcomes.count()).for_each(|number| used[outcomes.place(number)] = true);
                Ok(Codes::of(&all, &used))
            }
            Self::Filed(filed) => {
                let all = filed.entries();
                let mut used = vec![false; all.len()];
                filed.each(&mut |place| {
                    used[place] = true;
                    Ok(())
                })?;
                Ok(Codes::of(&all, &used))
            }
            Self::Slices(slices) => {
                let all = slices.entries();
                Ok(Codes::of(all, &vec![true; all.len()]))
            }
            Self::Margins(margins) => Ok(Codes::of_margins(margins)),
        }
    }

    /// Reports the code of each number's value, in order.
    ///
    /// # Errors
    /// The errors of `tell`; also if values in files cannot be read.
    pub fn each(
        &self,
        codes: &Codes,
        tell: &mut dyn FnMut(u16) -> io::Result<()>,
    ) -> io::Result<()> {
        match (self, &codes.of) {
            (Self::Filed(filed), Of::Places(places)) => {
                filed.each(&mut |place| tell(places[place]))
            }
            (Self::Slices(slices), Of::Places(places)) => {
                slices.each(&mut |place| tell(places[place]))
            }
            _ => (0..self.count()).try_for_each(|number| tell(self.code(codes, number))),
        }
    }

    /// The code of a number's value, if the values are in memory.
    #[inline]
    pub fn code(&self, codes: &Codes, number: u64) -> u16 {
        match (self, &codes.of) {
            (Self::Outcomes(outcomes), Of::Places(places)) => places[outcomes.place(number)],
            (Self::Margins(margins), Of::Margins(of)) => of[&margins[number as usize]],
            _ => unreachable!("invariant: the codes are those of these values, which are held"),
        }
    }
}

impl Codes {
    /// Codes for the entries in use, found by their places; `None` if there are more than 2¹⁶.
    pub fn of(all: &[Entry], used: &[bool]) -> Option<Self> {
        let used = all.iter().zip(used);
        let mut entries: Vec<_> = used
            .filter_map(|(entry, used)| used.then_some(*entry))
            .collect();
        entries.sort_unstable();
        let code = |entry: &Entry| entries.binary_search(entry).map_or(0, |code| code as u16);
        let places = all.iter().map(code).collect();
        (entries.len() <= 1 << 16).then_some(Self {
            of: Of::Places(places),
            entries,
        })
    }

    /// The code of the entry at this place, in a table of outcomes.
    #[inline]
    pub fn at(&self, place: usize) -> u16 {
        match &self.of {
            Of::Places(places) => places[place],
            Of::Margins(_) => unreachable!("invariant: margins have no places"),
        }
    }

    fn of_margins(margins: &[i32]) -> Option<Self> {
        let mut of = FastMap::default();
        for margin in margins {
            of.entry(*margin).or_insert(0);
            if of.len() > 1 << 16 {
                return None;
            }
        }
        let mut used: Vec<_> = of.keys().map(|margin| (entry(*margin), *margin)).collect();
        used.sort_unstable();
        for (code, (_, margin)) in used.iter().enumerate() {
            of.insert(*margin, code as u16);
        }
        let entries = used.into_iter().map(|(entry, _)| entry).collect();
        let of = Of::Margins(of);
        Some(Self { entries, of })
    }
}
