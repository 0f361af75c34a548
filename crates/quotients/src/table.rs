//! A monoid learned from outcomes: Angluin's observation table, for sums in place of words.
//!
//! Rows are positions and columns are **tests**; an entry says whether the sum of both is lost. Two positions count as the
//! same class until a test distinguishes them. The classes are those of the empty position and of the positions reached
//! from it by adding **letters**: heaps that were found not to be a product of others. Every other heap is written as a sum
//! of letters. If adding two letters in the other order leads to another class, or an outcome contradicts the monoid, some
//! step of that sum leads to a wrong class: the rest of the sum is a new test ([`Table::learn`]).

use bouton_core::hashing::FastMap;
use bouton_core::{Limits, StopReason};

use crate::outcomes::Outcomes;
use crate::position::{Position, sum};
use crate::quotient::{Class, Quotient};

/// The results for one set of heaps, kept for the next.
#[derive(Clone, Debug)]
pub(crate) struct Lessons {
    pub(crate) letters: Vec<u32>,
    pub(crate) tests: Vec<Position>,
}

impl Default for Lessons {
    fn default() -> Self {
        Self {
            letters: Vec::new(),
            tests: vec![Position::new()],
        }
    }
}

/// The number of tests that are learned before the table is filled again.
const AT_ONCE: usize = 8;

/// Classes, and the class that each letter leads to.
pub(crate) struct Table<'l> {
    lessons: &'l mut Lessons,
    /// For every heap that is not a letter: its sum of letters.
    spelling: &'l [Position],
    representatives: Vec<Position>,
    rows: Vec<Box<[bool]>>,
    /// The class after adding a letter, for each class.
    steps: Vec<Vec<Class>>,
}

impl<'l> Table<'l> {
    /// Fills the table.
    pub(crate) fn fill(
        lessons: &'l mut Lessons,
        spelling: &'l [Position],
        outcomes: &mut Outcomes<'_>,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let empty = row(&[], lessons, outcomes)?;
        let mut classes = FastMap::from_iter([(empty.clone(), 0)]);
        let mut table = Self {
            lessons,
            spelling,
            representatives: vec![Position::new()],
            rows: vec![empty],
            steps: Vec::new(),
        };
        while table.steps.len() < table.representatives.len() {
            let from = table.representatives[table.steps.len()].clone();
            let mut steps = Vec::with_capacity(table.lessons.letters.len());
            for &letter in &table.lessons.letters {
                let to = sum(&from, &[letter]);
                let row = row(&to, table.lessons, outcomes)?;
                let class = *classes.entry(row.clone()).or_insert_with(|| {
                    table.representatives.push(to);
                    table.rows.push(row);
                    table.rows.len() as Class - 1
                });
                steps.push(class);
            }
            table.steps.push(steps);
            let entries =
                table.rows.len() * (table.lessons.tests.len() + 8 * table.lessons.letters.len());
            limits.afford(entries as u64)?;
        }
        Ok(table)
    }

    /// The monoid, if letters can be added in any order; otherwise a new test was learned.
    pub(crate) fn monoid(
        &mut self,
        outcomes: &mut Outcomes<'_>,
        limits: &Limits,
    ) -> Result<Option<Quotient>, StopReason> {
        let letters = self.lessons.letters.clone();
        let known = self.lessons.tests.len();
        for class in 0..self.rows.len() as Class {
            limits.check()?;
            for (index, &letter) in letters.iter().enumerate() {
                for &other in &letters[..index] {
                    let (one, two) = (
                        self.walk(class, &[letter, other]),
                        self.walk(class, &[other, letter]),
                    );
                    if one == two {
                        continue;
                    }
                    let (one, two) = (&self.rows[one as usize], &self.rows[two as usize]);
                    let test = one.iter().zip(two).position(|(one, two)| one != two);
                    let test = self.lessons.tests[test.expect("rows of classes differ")].clone();
                    // The outcome of the sum contradicts at least one of the two orders.
                    let learned = self.learn(class, &[letter, other], &test, outcomes)?
                        || self.learn(class, &[other, letter], &test, outcomes)?;
                    debug_assert!(learned);
                    if self.lessons.tests.len() > known + AT_ONCE {
                        return Ok(None);
                    }
                }
            }
        }
        if self.lessons.tests.len() > known {
            return Ok(None);
        }
        let order = self.rows.len();
        limits.afford((order * order * size_of::<Class>()) as u64)?;
        let mut products = Vec::with_capacity(order * order);
        for class in 0..order as Class {
            limits.check()?;
            products.extend(
                self.representatives
                    .iter()
                    .map(|other| self.walk(class, other)),
            );
        }
        Ok(Some(Quotient {
            products,
            lost: self.rows.iter().map(|row| row[0]).collect(),
            pretending: (0..self.spelling.len() as u32)
                .map(|heap| self.walk(0, &[heap]))
                .collect(),
            representatives: self.representatives.clone(),
        }))
    }

    /// Learns from a sum whose outcome is not that of its class. Some step, from a class by one of the heaps, leads to a
    /// class that the rest of the sum distinguishes. The rest becomes a test, and the heap a letter. Returns whether there
    /// was such a step.
    pub(crate) fn learn(
        &mut self,
        from: Class,
        heaps: &[u32],
        rest: &[u32],
        outcomes: &mut Outcomes<'_>,
    ) -> Result<bool, StopReason> {
        let mut class = from;
        let mut before = None;
        for index in 0..=heaps.len() {
            let left = sum(&heaps[index..], rest);
            let lost = outcomes.is_lost(&sum(&self.representatives[class as usize], &left))?;
            if before.is_some_and(|before| before != lost) {
                let heap = heaps[index - 1];
                let Lessons { letters, tests } = &mut *self.lessons;
                if !letters.contains(&heap) {
                    letters.push(heap);
                }
                if !tests.contains(&left) {
                    tests.push(left);
                }
                return Ok(true);
            }
            before = Some(lost);
            if let Some(&heap) = heaps.get(index) {
                class = self.walk(class, &[heap]);
            }
        }
        Ok(false)
    }

    /// The class after adding heaps in this order.
    fn walk(&self, from: Class, heaps: &[u32]) -> Class {
        heaps.iter().fold(from, |class, heap| {
            match self
                .lessons
                .letters
                .iter()
                .position(|letter| letter == heap)
            {
                Some(letter) => self.steps[class as usize][letter],
                None => self.spell(class, *heap),
            }
        })
    }

    fn spell(&self, from: Class, heap: u32) -> Class {
        let letters = &self.lessons.letters;
        self.spelling[heap as usize]
            .iter()
            .fold(from, |class, heap| {
                let letter = letters
                    .iter()
                    .position(|letter| letter == heap)
                    .expect("spelled in letters");
                self.steps[class as usize][letter]
            })
    }
}

/// Whether the position is lost with each test added.
fn row(
    at: &[u32],
    lessons: &Lessons,
    outcomes: &mut Outcomes<'_>,
) -> Result<Box<[bool]>, StopReason> {
    lessons
        .tests
        .iter()
        .map(|test| outcomes.is_lost(&sum(at, test)))
        .collect()
}
