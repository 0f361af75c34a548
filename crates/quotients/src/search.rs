//! The quotient, extended heap by heap.

use bouton_core::{Limits, StopReason};

use crate::closure::{Closure, Refusal};
use crate::heaps::Heaps;
use crate::outcomes::Outcomes;
use crate::position::{Position, after, places};
use crate::quotient::Quotient;
use crate::table::{Lessons, Table};

/// Finds quotients, heap by heap. See the [crate's example](crate).
///
/// The result is always proved: after a stop it is the quotient of the heaps added before.
#[derive(Clone, Debug)]
pub struct Search {
    heaps: Heaps,
    quotient: Quotient,
    closure: Closure,
    lessons: Lessons,
    /// Bytes of the options.
    held: u64,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            heaps: Heaps::default(),
            quotient: Quotient::trivial(),
            closure: Closure::default(),
            lessons: Lessons::default(),
            held: 0,
        }
    }
}

/// The number of refinements of a guess before outcomes are searched without guesses.
const MOST_GUESSES: usize = 4;

impl Search {
    /// The quotient of all sums of the heaps so far.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// Its approximate bytes.
    pub fn bytes(&self) -> u64 {
        let order = self.quotient.order() as u64;
        let products = order * order * size_of::<u32>() as u64;
        self.held + products + self.closure.bytes()
    }

    /// Adds the next heap, given the heaps that its moves leave, all of which were added before. Heap 0 has no moves. The
    /// nodes of `limits` are sums whose outcome is looked up.
    ///
    /// # Errors
    /// If a limit is reached; the quotient is then still that of the heaps before.
    ///
    /// # Panics
    /// If an option contains a heap that was not added.
    pub fn add(&mut self, options: Vec<Position>, limits: &Limits) -> Result<(), StopReason> {
        let heap = self.heaps.options().len() as u32;
        let mut options: Vec<Position> = options
            .into_iter()
            .map(|mut option| {
                assert!(
                    option.iter().all(|&smaller| smaller < heap),
                    "an option of smaller heaps"
                );
                option.retain(|smaller| !self.heaps.options()[*smaller as usize].is_empty());
                option.sort_unstable();
                option
            })
            .collect();
        options.sort_unstable();
        options.dedup();
        options.shrink_to_fit();
        let taken = (options.len() * size_of::<Position>()) as u64;
        // Memory is not counted twice; a closure is copied before it is changed.
        let held = self.bytes() + self.closure.bytes() + taken;
        let left = |memory: u64| memory.saturating_sub(held);
        let limits = &Limits {
            memory: limits.memory.map(left),
            ..limits.clone()
        };
        limits.afford(1)?;
        if options.is_empty() {
            self.quotient.pretending.push(0);
        } else if let Some((class, closure)) =
            self.closure.with(&self.quotient, heap, &options, limits)?
        {
            self.quotient.pretending.push(class);
            self.closure = closure.unwrap_or_else(|| std::mem::take(&mut self.closure));
        } else {
            self.heaps.push(options);
            let grown = self.grow(limits);
            match grown {
                Ok(()) => self.held += taken,
                Err(_) => self.heaps.pop(),
            }
            return grown;
        }
        self.heaps.push(options);
        self.held += taken;
        Ok(())
    }

    /// Learns the quotient again, with the last heap as a new letter, until the result is proved.
    fn grow(&mut self, limits: &Limits) -> Result<(), StopReason> {
        let known = &self.quotient;
        let heap = known.pretending.len() as u32;
        let spell = |&class| known.representatives[class as usize].clone();
        let mut spelling: Vec<Position> = known.pretending.iter().map(spell).collect();
        spelling.push(Position::from_elem(heap, 1));
        let is_lost = |at: &[u32]| known.is_lost(known.class_of(at.iter().copied()));
        self.heaps.simplify(is_lost, limits)?;
        let mut first = self.lessons.clone();
        first.letters.push(heap);
        let mut lessons = first.clone();
        let mut outcomes = Outcomes::new(known, &self.heaps, limits)?;
        let mut guesses = 0;
        loop {
            let mut table = Table::fill(&mut lessons, &spelling, &mut outcomes, limits)?;
            let Some(quotient) = table.monoid(&mut outcomes, limits)? else {
                continue;
            };
            let at = match Closure::of(&quotient, self.heaps.options(), limits) {
                Ok(closure) => {
                    lessons.letters.retain(|letter| {
                        quotient
                            .representatives
                            .iter()
                            .any(|of| of.contains(letter))
                    });
                    self.lessons = lessons;
                    self.closure = closure;
                    self.quotient = quotient;
                    return Ok(());
                }
                Err(Refusal::Stopped(why)) => return Err(why),
                Err(Refusal::Wrong(at)) => at,
            };
            if let Some(wrong) = contradiction(&quotient, &self.heaps, at, &mut outcomes)? {
                table.learn(0, &wrong, &[], &mut outcomes)?;
                continue;
            }
            // The outcomes found with representatives agree with the monoid but not with each other: some representative is
            // wrong.
            debug_assert!(!outcomes.is_exact());
            guesses += 1;
            if guesses > MOST_GUESSES {
                outcomes.exact();
            } else {
                outcomes.refine(quotient)?;
            }
            lessons = first.clone();
        }
    }
}

/// A sum whose outcome by search is not that of its class: the sum where the monoid contradicts itself, one of its options,
/// or the representative of one.
fn contradiction(
    quotient: &Quotient,
    heaps: &Heaps,
    at: Position,
    outcomes: &mut Outcomes<'_>,
) -> Result<Option<Position>, StopReason> {
    let mut sums = vec![at.clone()];
    for index in places(&at) {
        let left = heaps.options()[at[index] as usize].iter();
        sums.extend(left.map(|left| after(&at, index, left)));
    }
    let stand_ins: Vec<Position> = sums[1..]
        .iter()
        .map(|option| outcomes.stand_in(heaps.plain(option)))
        .collect();
    for sum in sums.into_iter().chain(stand_ins) {
        let class = quotient.class_of(sum.iter().copied());
        if outcomes.is_lost(&sum)? != quotient.is_lost(class) {
            return Ok(Some(sum));
        }
    }
    Ok(None)
}
