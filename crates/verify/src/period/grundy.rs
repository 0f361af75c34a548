//! Grundy values, computed in a simple way.
//!
//! There are two ways: every option of every heap; or a sparse space, if heaps are split into at most two. In a sparse
//! space a bit mask classifies values by the parity of the ones under it (and of the heap, in the alternating kind). Heaps
//! with even parity are rare. The exclusive or of two rares, or of two others, is even, so an odd value is an option only
//! if a rare heap is part of it. For odd values only those options are examined; for even values below the first free odd
//! one all options, until one has the value. This is correct for every mask, so a false hint only costs time.

use crate::Refusal;
use crate::bounds::Meter;
use crate::code::{Code, satisfies};
use crate::shown::brief;

/// The way to compute values.
#[derive(Clone, Copy)]
pub(super) enum Recipe {
    Plain,
    Sparse { mask: u32, alternating: bool },
}

impl Recipe {
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["plain"] => Ok(Recipe::Plain),
            ["sparse", mask, kind @ ("steady" | "alternating")] => {
                let mask = mask
                    .parse()
                    .ok()
                    .filter(|&mask| mask > 0)
                    .ok_or("expected a positive mask")?;
                Ok(Recipe::Sparse {
                    mask,
                    alternating: kind == "alternating",
                })
            }
            _ => Err(format!(
                "expected `plain` or `sparse MASK steady`, found {}",
                brief(text)
            )),
        }
    }
}

/// The values of the first heaps.
pub(super) fn values(
    code: &Code,
    heaps: usize,
    recipe: Recipe,
    work: &mut Meter,
) -> Result<Vec<u32>, Refusal> {
    if let Recipe::Sparse { mask, alternating } = recipe
        && code.most_heaps() == 2
        && code.most_taken().is_some()
    {
        return Sparse::new(code, mask, alternating).values(heaps, work);
    }
    let mut values = Vec::with_capacity(heaps);
    for heap in 0..heaps {
        tell(heap, heaps, work);
        values.push(missing(&options(code, &values, heap, work)?));
    }
    Ok(values)
}

/// Reports progress from time to time.
fn tell(heap: usize, heaps: usize, work: &Meter) {
    if heap.is_multiple_of(1 << 12) {
        work.tell(&format!("the value of heap {heap} of {heaps}"));
    }
}

/// The values of all options of a heap, as marks.
fn options(
    code: &Code,
    values: &[u32],
    heap: usize,
    work: &mut Meter,
) -> Result<Vec<bool>, Refusal> {
    let mut met = Vec::new();
    code.options(heap, work, &mut |heaps| {
        let value = heaps.iter().fold(0, |value, &heap| value ^ values[heap]);
        put(&mut met, value);
    })?;
    Ok(met)
}

fn put(met: &mut Vec<bool>, value: u32) {
    let index = value as usize;
    if met.len() <= index {
        met.resize(index + 1, false);
    }
    met[index] = true;
}

/// The smallest value that is not marked.
fn missing(met: &[bool]) -> u32 {
    met.iter().position(|&met| !met).unwrap_or(met.len()) as u32
}

/// The computation on a sparse space.
struct Sparse<'c> {
    code: &'c Code,
    mask: u32,
    alternating: bool,
    /// Digits that leave two heaps, with their marks.
    splits: Vec<(usize, char)>,
    values: Vec<u32>,
    rares: Vec<usize>,
}

impl<'c> Sparse<'c> {
    fn new(code: &'c Code, mask: u32, alternating: bool) -> Self {
        let most = code.most_taken().unwrap_or(0) as usize;
        let splits = |taken: usize| {
            code.digit(taken)
                .iter()
                .find(|digit| digit.0 == 2)
                .map(|digit| (taken, digit.1))
        };
        let splits: Vec<(usize, char)> = (0..=most).filter_map(splits).collect();
        // The parities add up for every heap only if all splitting digits share theirs.
        let alternating = alternating && splits.iter().all(|split| split.0 % 2 == splits[0].0 % 2);
        Sparse {
            code,
            mask,
            alternating,
            splits,
            values: Vec::new(),
            rares: Vec::new(),
        }
    }

    /// Whether a value is even for options of a heap.
    fn is_even(&self, heap: usize, value: u32) -> bool {
        let first = self.splits.first().map_or(0, |split| split.0);
        let turned = self.alternating && heap % 2 != first % 2;
        ((value & self.mask).count_ones() % 2 == 1) == turned
    }

    fn values(mut self, heaps: usize, work: &mut Meter) -> Result<Vec<u32>, Refusal> {
        let mut met = Vec::new();
        self.values.reserve_exact(heaps);
        for heap in 0..heaps {
            tell(heap, heaps, work);
            met.clear();
            let value = if self.code.is_frozen(heap) {
                0
            } else {
                self.value(heap, &mut met, work)?
            };
            if heap > 0 && self.is_even(heap, value) {
                work.hold(size_of::<usize>())?;
                self.rares.push(heap);
            }
            self.values.push(value);
        }
        Ok(self.values)
    }

    fn value(&self, heap: usize, met: &mut Vec<bool>, work: &mut Meter) -> Result<u32, Refusal> {
        self.mark_moves(heap, met);
        work.spend(1 + self.code.digits() + self.splits.len() * self.rares.len())?;
        for &(taken, mark) in &self.splits {
            for &rare in self.rares.iter().take_while(|&&rare| rare + taken < heap) {
                let other = heap - taken - rare;
                if satisfies(&[rare.min(other), rare.max(other)], mark) {
                    put(met, self.values[rare] ^ self.values[other]);
                }
            }
        }
        let is_met = |value: u32| met.get(value as usize).copied().unwrap_or(false);
        for value in (0..).filter(|&value| !is_met(value)) {
            if !self.is_even(heap, value) || !self.is_option(heap, value, work)? {
                return Ok(value);
            }
        }
        Err(Refusal::undecided("no value is free"))
    }

    /// The options that leave at most one heap.
    fn mark_moves(&self, heap: usize, met: &mut Vec<bool>) {
        let most = self.code.most_taken().unwrap_or(0) as usize;
        for taken in 0..=most.min(heap) {
            for &(count, _) in self.code.digit(taken) {
                if count == 0 && taken == heap {
                    put(met, 0);
                }
                if count == 1 && taken < heap {
                    put(met, self.values[heap - taken]);
                }
            }
        }
    }

    /// Whether some split of the heap has this value; starts at the smallest heap.
    fn is_option(&self, heap: usize, value: u32, work: &mut Meter) -> Result<bool, Refusal> {
        for &(taken, mark) in &self.splits {
            let rest = heap.saturating_sub(taken);
            let found = (1..=rest / 2).find(|&one| {
                self.values[one] ^ self.values[rest - one] == value
                    && satisfies(&[one, rest - one], mark)
            });
            work.spend(found.unwrap_or(rest / 2))?;
            if found.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
