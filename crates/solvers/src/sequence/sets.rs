//! Sets of values, for codes that leave three heaps or more, and for digits that repeat.
//!
//! Answers every code. For each number of tokens m it stores, as bits, the set of values that this many heaps of m tokens
//! in all can have; the set of r heaps is the union, over one heap, of the sets of r - 1 heaps, translated by exclusive or.
//! Heap n takes n steps for each number of heaps that the code may leave, each step as many words as the largest value
//! needs, and all sets are kept. Not for codes that leave at most two heaps.

use super::values::Values;
use bouton_core::take_and_break::{Code, Constraint, Digit};

/// A set of values as bits.
type Set = Vec<u64>;

/// The sequence of a code with the sets that it needs, in its present state.
#[derive(Clone, Debug)]
pub(crate) struct Sets {
    code: Code,
    values: Values,
    sources: Vec<(Need, Source)>,
    /// For each repeating digit and each residue of tokens: the values that can be left after taking any number met so far.
    joined: Vec<Vec<Set>>,
}

/// Two or more heaps under a constraint: exactly this many, or this many and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Need {
    heaps: usize,
    more: bool,
    constraint: Constraint,
}

/// The source of the sets of a need.
#[derive(Clone, Debug)]
enum Source {
    /// Layer i has the sets of i + 2 heaps (and more); for heaps that may be equal.
    Layers(Vec<Vec<Set>>),
    /// Heaps added one size after the other, each once: `[heaps][tokens]`, for tokens below the horizon.
    Distinct { sets: Vec<Vec<Set>>, added: usize },
    /// Divisors are computed on demand.
    Equal,
}

impl Sets {
    /// The sequence of the code, with these known values.
    pub(crate) fn resume(code: &Code, values: Values) -> Self {
        let mut sources: Vec<(Need, Source)> = Vec::new();
        let tail = code.tail().map_or(&[][..], |(_, digits)| digits);
        for digit in code.digits().map(|(_, digit)| digit).chain(tail) {
            for need in needs(digit) {
                if sources.iter().all(|(known, _)| *known != need) {
                    sources.push((need, Source::of(need)));
                }
            }
        }
        let joined = vec![vec![Set::new(); tail.len()]; tail.len()];
        let mut sets = Sets {
            code: code.clone(),
            values: Values::default(),
            sources,
            joined,
        };
        for value in values.iter() {
            sets.prepare(sets.values.len());
            sets.values.push(value);
        }
        sets
    }

    pub(crate) fn values(&self) -> &Values {
        &self.values
    }

    /// Computes the values of the next heaps up to `end`, excluded.
    pub(crate) fn extend(&mut self, end: usize) {
        for n in self.values.len()..end {
            self.prepare(n);
            let value = if self.code.frozen().contains(&(n as u64)) {
                0
            } else {
                smallest_missing(&self.options(n))
            };
            self.values.push(value);
        }
    }

    /// Approximate bytes of the sets for this many heaps.
    pub(crate) fn memory(&self, length: usize) -> u64 {
        let layers: usize = self.sources.iter().map(|(need, _)| need.heaps).sum();
        let words = self.values.iter().max().unwrap_or(0) as usize / 32 + 1;
        (length * (4 + layers * (24 + 8 * words))) as u64
    }

    /// Extends all sets to the needs of heap `n`: sums of at most n tokens in heaps smaller than n.
    fn prepare(&mut self, n: usize) {
        for (need, source) in &mut self.sources {
            source.extend(*need, &self.values, n);
        }
        let Some((start, digits)) = self.code.tail() else {
            return;
        };
        for (index, digit) in digits.iter().enumerate() {
            if let Some(tokens) = n.checked_sub(start as usize + index) {
                let mut left = Set::new();
                self.leave(digit, tokens, &mut left);
                join(&mut self.joined[index][tokens % digits.len()], &left);
            }
        }
    }

    /// The values of all options of heap `n`.
    fn options(&self, n: usize) -> Set {
        let mut options = Set::new();
        for (taken, digit) in self
            .code
            .digits()
            .take_while(|(taken, _)| *taken <= n as u64)
        {
            self.leave(digit, n - taken as usize, &mut options);
        }
        if let Some((start, digits)) = self.code.tail() {
            for (index, joined) in self.joined.iter().enumerate() {
                if let Some(tokens) = n.checked_sub(start as usize + index) {
                    join(&mut options, &joined[tokens % digits.len()]);
                }
            }
        }
        options
    }

    /// Adds the values of all ways to leave these tokens.
    fn leave(&self, digit: &Digit, tokens: usize, options: &mut Set) {
        if tokens == 0 && digit.constraint(0).is_some() {
            insert(options, 0);
        }
        if tokens > 0 && digit.constraint(1).is_some() {
            insert(options, self.values.at(tokens));
        }
        for need in needs(digit) {
            let source = self.sources.iter().find(|(known, _)| *known == need);
            let (_, source) = source.expect("invariant: every digit's needs have sources");
            source.add(need, &self.values, tokens, options);
        }
    }
}

/// The needs of a digit for two heaps and more.
fn needs(digit: &Digit) -> impl Iterator<Item = Need> {
    let last = digit.allowed().last().map_or(0, |(heaps, _)| heaps);
    let listed = digit
        .allowed()
        .filter(move |&(heaps, _)| heaps >= 2 && !(digit.more() && heaps == last));
    let exact = listed.map(|(heaps, constraint)| Need {
        heaps: heaps as usize,
        more: false,
        constraint,
    });
    let least = last.max(2);
    let more = digit.constraint(least).filter(|_| digit.more());
    exact.chain(more.map(|constraint| Need {
        heaps: least as usize,
        more: true,
        constraint,
    }))
}

impl Source {
    fn of(need: Need) -> Self {
        match need.constraint {
            Constraint::Any | Constraint::SomeUnequal => {
                Source::Layers(vec![Vec::new(); need.heaps - 1])
            }
            Constraint::AllUnequal => Source::Distinct {
                sets: vec![Vec::new(); need.heaps + 1],
                added: 0,
            },
            Constraint::AllEqual => Source::Equal,
        }
    }

    /// Makes the sets of sums up to `n`; heaps below n have values.
    fn extend(&mut self, need: Need, values: &Values, n: usize) {
        match self {
            Source::Layers(layers) => {
                for tokens in layers[0].len()..=n {
                    extend_layers(layers, need, values, tokens);
                }
            }
            Source::Distinct { sets, added } => {
                // The horizon doubles: all earlier times together cost less than this one.
                if sets[0].len() <= n {
                    *sets = vec![vec![Set::new(); (2 * n + 2).next_power_of_two()]; need.heaps + 1];
                    insert(&mut sets[0][0], 0);
                    *added = 0;
                }
                for heap in *added + 1..n {
                    add_distinct(sets, need, heap, values.at(heap));
                }
                *added = (*added).max(n.saturating_sub(1));
            }
            Source::Equal => (),
        }
    }

    /// Adds the values of all ways to make this many tokens.
    fn add(&self, need: Need, values: &Values, tokens: usize, options: &mut Set) {
        match self {
            Source::Layers(layers) => join(options, &layers[need.heaps - 2][tokens]),
            Source::Distinct { sets, .. } => join(options, &sets[need.heaps][tokens]),
            Source::Equal => {
                let most = if need.more {
                    tokens
                } else {
                    need.heaps.min(tokens)
                };
                for heaps in (need.heaps..=most).filter(|&heaps| tokens.is_multiple_of(heaps)) {
                    insert(
                        options,
                        if heaps % 2 == 1 {
                            values.at(tokens / heaps)
                        } else {
                            0
                        },
                    );
                }
            }
        }
    }
}

/// The sets of a sum in every layer.
fn extend_layers(layers: &mut [Vec<Set>], need: Need, values: &Values, tokens: usize) {
    let unequal = need.constraint == Constraint::SomeUnequal;
    let mut pairs = Set::new();
    for heap in (1..=tokens / 2).filter(|&heap| !unequal || 2 * heap != tokens) {
        insert(&mut pairs, values.at(heap) ^ values.at(tokens - heap));
    }
    // One heap of the sum can be assumed to be the smallest, unless the others could then all be equal.
    let most = |heaps: usize| {
        if unequal {
            tokens.saturating_sub(1)
        } else {
            tokens / heaps
        }
    };
    if need.more {
        translate_all(&mut pairs, &layers[0], values, tokens, most(3));
    }
    layers[0].push(pairs);
    for layer in 1..layers.len() {
        let mut set = Set::new();
        translate_all(
            &mut set,
            &layers[layer - 1],
            values,
            tokens,
            most(layer + 2),
        );
        layers[layer].push(set);
    }
}

/// Joins, for every heap up to `most`, the set of the rest of the sum, translated by the heap's value.
fn translate_all(set: &mut Set, below: &[Set], values: &Values, tokens: usize, most: usize) {
    for heap in 1..=most {
        join_translated(set, &below[tokens - heap], values.at(heap));
    }
}

/// Adds a heap of this size, at most once, to every way to make a sum.
fn add_distinct(sets: &mut [Vec<Set>], need: Need, heap: usize, value: u32) {
    // Downwards in heaps and tokens: no sum that is read contains the new heap yet, so one set of sums suffices.
    for heaps in (1..=need.heaps).rev() {
        for tokens in (heap..sets[0].len()).rev() {
            let mut set = std::mem::take(&mut sets[heaps][tokens]);
            join_translated(&mut set, &sets[heaps - 1][tokens - heap], value);
            if need.more && heaps == need.heaps {
                join_translated(&mut set, &sets[heaps][tokens - heap], value);
            }
            sets[heaps][tokens] = set;
        }
    }
}

fn insert(set: &mut Set, value: u32) {
    let word = value as usize / 64;
    if set.len() <= word {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value % 64);
}

fn join(set: &mut Set, other: &Set) {
    join_translated(set, other, 0);
}

/// Joins the other set with each value xored with this one.
fn join_translated(set: &mut Set, other: &Set, value: u32) {
    if other.is_empty() {
        return;
    }
    // A power of two of words: no exclusive or of an index leaves them.
    let far = value as usize / 64;
    let length = (other.len().next_power_of_two()).max((far + 1).next_power_of_two());
    if set.len() < length {
        set.resize(length, 0);
    }
    for (index, &word) in other.iter().enumerate() {
        set[index ^ far] |= translate_bits(word, value);
    }
}

/// The word with bit i moved to i xor the low six bits of the value.
fn translate_bits(word: u64, value: u32) -> u64 {
    const EVEN: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    // Each bit of the value swaps the halves of all blocks of one size: at most six steps for 64 members.
    (0..6)
        .zip(EVEN)
        .filter(|(bit, _)| value >> bit & 1 == 1)
        .fold(word, |word, (bit, even)| {
            (word & even) << (1 << bit) | (word >> (1 << bit) & even)
        })
}

fn smallest_missing(set: &Set) -> u32 {
    let word = set
        .iter()
        .position(|&word| word != u64::MAX)
        .unwrap_or(set.len());
    64 * word as u32 + set.get(word).map_or(0, |word| word.trailing_ones())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_translated_value_by_value() {
        let set: Set = vec![0x0123_4567_89AB_CDEF, 0, 1 << 63];
        let members = |set: &Set| -> Vec<u32> {
            (0..64 * set.len() as u32)
                .filter(|&value| set[value as usize / 64] >> (value % 64) & 1 == 1)
                .collect()
        };
        for value in [0, 1, 5, 32, 63, 64, 77, 200] {
            let mut moved = Set::new();
            join_translated(&mut moved, &set, value);
            let mut slow: Vec<u32> = members(&set).iter().map(|member| member ^ value).collect();
            slow.sort();
            assert_eq!(members(&moved), slow);
        }
    }
}
