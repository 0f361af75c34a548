//! [`Values`] of all numbers, and the [`Codes`] by which a table has them.

use std::collections::HashMap;

use bouton_tables::{Entry, Worth};
use rustc_hash::FxBuildHasher;

use super::margins::HOLE;
use crate::retrograde::Outcomes;

/// The value of every number of a space.
#[derive(Debug)]
pub enum Values {
    /// Who wins, and in how many plies.
    Outcomes(Outcomes),
    /// The best margin, in a game of points.
    Margins(Vec<i32>),
}

/// What a table calls the values.
#[derive(Debug)]
pub struct Codes {
    /// What each code stands for, in order.
    pub entries: Vec<Entry>,
    of: Of,
}

/// The code of what stands for a number.
#[derive(Debug)]
enum Of {
    /// By its place.
    Places(Vec<u16>),
    Margins(HashMap<i32, u16, FxBuildHasher>),
}

fn entry(margin: i32) -> Entry {
    match margin {
        HOLE => Entry::Hole,
        margin => Entry::Worth(Worth::Margin(margin.into())),
    }
}

impl Values {
    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        match self {
            Self::Outcomes(outcomes) => outcomes.count(),
            Self::Margins(margins) => margins.len() as u64,
        }
    }

    /// Codes for all values that there are; `None` if these are more than 2¹⁶.
    pub fn codes(&self) -> Option<Codes> {
        match self {
            Self::Outcomes(outcomes) => {
                let all = outcomes.entries();
                let mut used = vec![false; all.len()];
                (0..outcomes.count()).for_each(|number| used[outcomes.place(number)] = true);
                let mut entries: Vec<_> = all
                    .iter()
                    .zip(&used)
                    .filter_map(|(entry, used)| used.then_some(*entry))
                    .collect();
                entries.sort_unstable();
                let code =
                    |entry: &Entry| entries.binary_search(entry).map_or(0, |code| code as u16);
                let places = all.iter().map(code).collect();
                (entries.len() <= 1 << 16).then_some(Codes {
                    of: Of::Places(places),
                    entries,
                })
            }
            Self::Margins(margins) => {
                let mut of = HashMap::with_hasher(FxBuildHasher);
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
                Some(Codes { entries, of })
            }
        }
    }

    /// The code of a number's value.
    #[inline]
    pub fn code(&self, codes: &Codes, number: u64) -> u16 {
        match (self, &codes.of) {
            (Self::Outcomes(outcomes), Of::Places(places)) => places[outcomes.place(number)],
            (Self::Margins(margins), Of::Margins(of)) => of[&margins[number as usize]],
            _ => unreachable!("invariant: the codes are those of these values"),
        }
    }
}
