//! Learning an automaton from a table of tuples.
//!
//! The prefixes of the table's words are refined column by column: at depth k two prefixes are equivalent if the same
//! continuations of at most k columns lead into the set. A hypothesis consists of the classes at some depth, each continued
//! from its first member; it counts only if it agrees with the complete table. Time is linear in the number of tuples times
//! their length.

use bouton_automata::{Automaton, Numeration};
use bouton_core::hashing::{FastMap, FastSet};
use bouton_core::{Limits, Meter, StopReason};

use crate::sorting::sorted;

/// The result of learning from a table.
#[derive(Clone, Debug)]
pub(crate) struct Lesson {
    /// An automaton that agrees with the complete table, if one was found.
    pub(crate) hypothesis: Option<Automaton>,
    /// Every automaton that agrees with the table has at least this many states.
    pub(crate) least_states: usize,
}

/// A box of tuples of words with `length` digits, and the tuples in it that belong to the set.
pub(crate) struct Sample<'t> {
    pub(crate) numeration: &'t Numeration,
    pub(crate) length: usize,
    pub(crate) arity: usize,
    /// The tuples in a flat list.
    pub(crate) tuples: &'t [u64],
    /// The limit after which no more hypotheses are made.
    pub(crate) limits: &'t Limits,
}

/// The class of each prefix that has a continuation in the set; all others are dead.
type Classes = FastMap<u64, u32>;

/// Steps of a tuple in addition to those for its columns.
const STEPS: usize = 4;

/// The numbers below the side, and their successors by one digit.
struct Digits {
    side: u64,
    digits: u64,
    places: Vec<u64>,
    /// The number without its last digit, and that digit.
    parent: Vec<(u64, u64)>,
    /// The number with a digit appended, by `number * digits + digit`; nothing if it is not valid or too large.
    child: Vec<Option<u64>>,
}

impl Digits {
    fn new(
        numeration: &Numeration,
        length: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let side = numeration
            .count(length)
            .expect("invariant: tables have small sides");
        let places: Vec<u64> = (0..=length).map_while(|n| numeration.count(n)).collect();
        let digits = numeration.digits() as u64;
        let mut parents = Vec::with_capacity(side as usize);
        for number in 0..side {
            meter.spend(places.len())?;
            parents.push(parent(number, &places));
        }
        let mut child = vec![None; (side * digits) as usize];
        for (&(shorter, digit), number) in parents.iter().zip(0..) {
            child[(shorter * digits + digit) as usize] = Some(number);
        }
        Ok(Digits {
            side,
            digits,
            places,
            parent: parents,
            child,
        })
    }

    /// The tuple without its last column, and that column.
    fn tuple_parent(&self, mut key: u64, arity: usize) -> (u64, u64) {
        let (mut shorter, mut column) = (0, 0);
        let (mut weight, mut digit_weight) = (1, 1);
        for at in (0..arity).rev() {
            let (parent, digit) = self.parent[(key % self.side) as usize];
            key /= self.side;
            shorter += parent * weight;
            column += digit * digit_weight;
            if at > 0 {
                weight *= self.side;
                digit_weight *= self.digits;
            }
        }
        (shorter, column)
    }

    /// The tuple with a column appended, if valid; `Err` when it leaves the table.
    fn tuple_child(&self, key: u64, arity: usize, column: u64) -> Option<u64> {
        self.numbers(key, arity)
            .zip((0..arity).rev())
            .try_fold(0, |child, (number, at)| {
                let digit = column / self.digits.pow(at as u32) % self.digits;
                self.child[(number * self.digits + digit) as usize]
                    .map(|number| child * self.side + number)
            })
    }

    fn numbers(&self, key: u64, arity: usize) -> impl Iterator<Item = u64> + use<> {
        let side = self.side;
        (0..arity as u32)
            .rev()
            .map(move |at| key / side.pow(at) % side)
    }
}

/// The states of a hypothesis, each identified by the first prefix that led to it.
struct States<'l> {
    sample: &'l Sample<'l>,
    digits: &'l Digits,
    /// The classes of prefixes at depth 0, 1, …; the last is the target depth.
    levels: &'l [Classes],
    /// The state of each class at the last level; 0 is the dead one.
    number: FastMap<u32, u32>,
    /// The first prefix of each state and its length; nothing for the dead state.
    found: Vec<Option<(u64, usize)>>,
}

/// Hypotheses with more states than this are not completed with similar states.
const MOST_LIKENED: usize = 300;

impl States<'_> {
    /// The state of a prefix (`None`: no valid word begins with it); `None` if it is not known.
    fn of(&mut self, key: Option<u64>) -> Option<u32> {
        let deepest = self.levels.len() - 1;
        let length = key.map_or(0, |key| self.length(key));
        let depth = self.sample.length - length;
        if key.is_some() && depth < deepest {
            return self.like(key?, length);
        }
        let class = key
            .and_then(|key| self.levels[deepest].get(&key).copied())
            .unwrap_or(0);
        Some(*self.number.entry(class).or_insert_with(|| {
            self.found
                .push(key.filter(|_| class != 0).map(|key| (key, length)));
            self.found.len() as u32 - 1
        }))
    }

    /// The first state that the table does not distinguish from this prefix.
    fn like(&self, key: u64, length: usize) -> Option<u32> {
        if length >= self.sample.length || self.found.len() > MOST_LIKENED {
            return None;
        }
        let own_depth = self.sample.length - length;
        let equal = |state: &Option<(u64, usize)>| {
            let other = state.map_or(0, |(_, other)| other);
            let depth = own_depth
                .min(self.sample.length - other)
                .min(self.levels.len() - 1);
            let class = state.and_then(|(key, _)| self.levels[depth].get(&key));
            self.levels[depth].get(&key) == class
        };
        self.found.iter().position(equal).map(|at| at as u32)
    }

    /// The number of digits of the longest number of a tuple.
    fn length(&self, key: u64) -> usize {
        let longest = self
            .digits
            .numbers(key, self.sample.arity)
            .max()
            .unwrap_or(0);
        self.digits
            .places
            .partition_point(|&place| place <= longest)
    }
}

/// A number without its last digit, and that digit.
fn parent(number: u64, places: &[u64]) -> (u64, u64) {
    let mut rest = number;
    let mut shorter = 0;
    for at in (1..places.len()).rev() {
        shorter += rest / places[at] * places[at - 1];
        rest %= places[at];
    }
    (shorter, rest)
}

impl Sample<'_> {
    /// Learns from the table; `None` when its tuples cannot be numbered in 64 bits.
    pub(crate) fn learn(&self) -> Result<Option<Lesson>, StopReason> {
        let mut meter = self.limits.meter();
        let digits = Digits::new(self.numeration, self.length, &mut meter)?;
        if digits.side.checked_pow(self.arity as u32).is_none() {
            return Ok(None);
        }
        let key = |tuple: &[u64]| {
            tuple
                .iter()
                .fold(0, |key, &number| key * digits.side + number)
        };
        let mut keys = Vec::with_capacity(self.tuples.len() / self.arity.max(1));
        let mut members = Classes::default();
        for tuple in self.tuples.chunks(self.arity) {
            meter.spend(STEPS)?;
            keys.push(key(tuple));
            members.insert(key(tuple), 1);
        }
        let mut levels = vec![members];
        for depth in 1..self.length {
            let (classes, members) = (&levels[depth - 1], &levels[0]);
            let refined =
                self.refine(&digits, classes, members, self.length - depth, &mut meter)?;
            levels.push(refined);
        }
        let mut least_states = 1;
        for (depth, classes) in levels.iter().enumerate() {
            let mut distinct = FastSet::default();
            for class in classes.values() {
                meter.spend(1)?;
                distinct.insert(class);
            }
            let has_dead = self.has_dead(classes.len() as u64, self.length - depth);
            least_states = least_states.max(distinct.len() + usize::from(has_dead));
        }
        let mut hypothesis = None;
        for depth in 0..self.length {
            let guess = self.hypothesis(&digits, &levels[..=depth], &mut meter)?;
            let Some(guess) = guess else { continue };
            if self.agrees(&guess, &digits, &keys, &mut meter)? {
                hypothesis = Some(guess);
                break;
            }
        }
        Ok(Some(Lesson {
            hypothesis,
            least_states,
        }))
    }

    /// Whether some word of a length has no continuation, given the number of prefixes of this length that have one.
    fn has_dead(&self, alive: u64, length: usize) -> bool {
        let side = self.numeration.count(length).unwrap_or(u64::MAX);
        self.numeration.recurrence().len() > 1 || side.checked_pow(self.arity as u32) != Some(alive)
    }

    /// The classes one column deeper, of prefixes with at most `length` digits.
    fn refine(
        &self,
        digits: &Digits,
        classes: &Classes,
        members: &Classes,
        length: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Classes, StopReason> {
        let limit = self
            .numeration
            .count(length)
            .expect("invariant: tables have small sides");
        let within = |key: u64| digits.numbers(key, self.arity).all(|number| number < limit);
        let mut branches: Vec<(u64, u64, u32)> = Vec::with_capacity(classes.len());
        for (&key, &class) in classes {
            meter.spend(STEPS)?;
            let (shorter, column) = digits.tuple_parent(key, self.arity);
            branches.push((shorter, column, class));
        }
        for &key in members.keys() {
            meter.spend(STEPS)?;
            if within(key) {
                branches.push((key, u64::MAX, 1));
            }
        }
        let branches = sorted(branches, |branch| branch.0.into(), Ord::cmp, meter)?;
        let mut known: FastMap<Vec<(u64, u32)>, u32> = FastMap::default();
        let mut refined = Classes::default();
        for group in branches.chunk_by(|a, b| a.0 == b.0) {
            meter.spend(STEPS * group.len())?;
            let signature: Vec<(u64, u32)> = group
                .iter()
                .map(|&(_, column, class)| (column, class))
                .collect();
            let fresh = known.len() as u32 + 1;
            refined.insert(group[0].0, *known.entry(signature).or_insert(fresh));
        }
        Ok(refined)
    }

    /// The automaton of the classes of the last level, each continued from its first member. A prefix too long to be
    /// classified at this depth is assigned to the first state that it may equal. `None` if that fails.
    ///
    /// # Errors
    /// If the limit is reached.
    fn hypothesis(
        &self,
        digits: &Digits,
        levels: &[Classes],
        meter: &mut Meter<'_>,
    ) -> Result<Option<Automaton>, StopReason> {
        let columns = digits.digits.pow(self.arity as u32);
        let mut states = States {
            sample: self,
            digits,
            levels,
            number: FastMap::default(),
            found: Vec::new(),
        };
        if states.of(Some(0)).is_none() {
            return Ok(None);
        }
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        while accepting.len() < states.found.len() {
            let prefix = states.found[accepting.len()];
            if prefix.is_some_and(|(_, length)| length == self.length) {
                return Ok(None);
            }
            accepting.push(prefix.is_some_and(|(key, _)| levels[0].contains_key(&key)));
            for column in 0..columns {
                let longer =
                    prefix.and_then(|(key, _)| digits.tuple_child(key, self.arity, column));
                // A prefix may be compared with every state that is small enough for it.
                meter.spend(STEPS + states.found.len().min(MOST_LIKENED))?;
                let Some(state) = states.of(longer) else {
                    return Ok(None);
                };
                next.push(state);
            }
        }
        Ok(Automaton::from_table(digits.digits as usize, self.arity, next, accepting).ok())
    }

    /// Whether the automaton accepts the tuples and no other words of the table's length.
    ///
    /// # Errors
    /// If the limit is reached.
    fn agrees(
        &self,
        hypothesis: &Automaton,
        digits: &Digits,
        keys: &[u64],
        meter: &mut Meter<'_>,
    ) -> Result<bool, StopReason> {
        let mut count: Vec<u128> = (0..hypothesis.states() as u32)
            .map(|s| u128::from(hypothesis.accepts_at(s)))
            .collect();
        for _ in 0..self.length {
            meter.spend(hypothesis.states() * hypothesis.columns())?;
            let sum = |state: u32| {
                (0..hypothesis.columns()).fold(0u128, |sum, c| {
                    sum.saturating_add(count[hypothesis.step(state, c) as usize])
                })
            };
            count = (0..hypothesis.states() as u32).map(sum).collect();
        }
        if count[0] != keys.len() as u128 {
            return Ok(false);
        }
        for &key in keys {
            meter.spend(self.length)?;
            if !self.accepts(hypothesis, digits, key) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn accepts(&self, hypothesis: &Automaton, digits: &Digits, mut key: u64) -> bool {
        let mut columns = Vec::with_capacity(self.length);
        for _ in 0..self.length {
            let (shorter, column) = digits.tuple_parent(key, self.arity);
            columns.push(column as usize);
            key = shorter;
        }
        let end = columns
            .iter()
            .rev()
            .fold(0, |state, &column| hypothesis.step(state, column));
        hypothesis.accepts_at(end)
    }
}
