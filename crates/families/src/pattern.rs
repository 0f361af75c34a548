//! [`Pattern`]: a word whose letters have exponents; and [`Shape`]: the runs of a word, of one letter or more.

use std::fmt;

use crate::family::FamilyError;
use crate::formula::{Linear, NAMES, UNIT};
use crate::strip::{Strip, Word};

/// A word whose letters have exponents: `t^a . f^(b+1)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The names of the variables.
    pub names: Vec<char>,
    runs: Vec<(u8, Linear)>,
}

/// The checker reads no more runs.
const MOST_RUNS: usize = 32;
/// Letters that are not in a run with a variable.
const MOST_LETTERS: usize = 40;
/// Runs with a variable of their own are computed for many exponents.
const MOST_VARIABLES: usize = 4;

impl Pattern {
    /// Reads a pattern of a game, in capital letters or small ones.
    ///
    /// # Errors
    /// If it has other letters, or exponents that are not understood.
    pub fn read(text: &str, strip: &Strip) -> Result<Self, FamilyError> {
        let wrong = |what: String| Err(FamilyError::Pattern(format!("{what}, in `{text}`")));
        let mut pattern = Self {
            names: Vec::new(),
            runs: Vec::new(),
        };
        let mut rest = text.trim();
        let mut letters = 0;
        while let Some(first) = rest.chars().next() {
            let own = || strip.letters.chars();
            let known = own().find(|letter| *letter == first);
            let known = known.or_else(|| own().find(|own| own.eq_ignore_ascii_case(&first)));
            let Some(letter) = known else {
                let others = strip.letters.replace('.', "");
                let expected = match others.len() < strip.letters.len() {
                    true => format!("{others} and ."),
                    false => others,
                };
                let expected = format!("expected letters of {}, {expected}", strip.name);
                return wrong(match first {
                    '(' => format!("{expected}, found `(`: only one letter is repeated, like t^n"),
                    _ => format!("{expected}, found `{first}`"),
                });
            };
            rest = &rest[first.len_utf8()..];
            let mut count = Linear::whole(Vec::new(), 1);
            if let Some(after) = rest.strip_prefix('^') {
                let (exponent, after) = split_exponent(after);
                match pattern.exponent(exponent) {
                    Some(read) => count = read,
                    None => {
                        return wrong(format!(
                            "expected an exponent like n, 3 or (n+1), found `{exponent}`"
                        ));
                    }
                }
                rest = after;
            }
            letters += (count.constant / UNIT) as usize;
            match pattern.runs.last_mut() {
                // Equal letters side by side are one run.
                Some((last, sum)) if *last == letter as u8 && (sum.varies() || count.varies()) => {
                    *sum = sum.plus(&count, 1);
                }
                _ => pattern.runs.push((letter as u8, count)),
            }
            rest = rest.trim_start();
        }
        if pattern.runs.is_empty() || letters > MOST_LETTERS {
            return wrong(format!(
                "expected 1 to {MOST_LETTERS} letters besides those with a variable"
            ));
        }
        if pattern.runs.len() > MOST_RUNS {
            return wrong(format!("expected at most {MOST_RUNS} runs of letters"));
        }
        if pattern.names.len() > MOST_VARIABLES {
            return wrong(format!("expected at most {MOST_VARIABLES} variables"));
        }
        Ok(pattern)
    }

    /// A sum of whole numbers and multiples of variables, none of them negative.
    fn exponent(&mut self, text: &str) -> Option<Linear> {
        let mut sum = Linear::default();
        for term in text.split('+') {
            let term = term.trim();
            let digits = term
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(term.len());
            let (number, name) = term.split_at(digits);
            let number: Option<i64> = number
                .parse()
                .ok()
                .filter(|number| *number <= MOST_LETTERS as i64);
            let mut name = name.trim().chars();
            match (number, name.next(), name.next()) {
                (Some(number), None, None) => sum.constant += number * UNIT,
                (number, Some(name), None)
                    if name.is_ascii_lowercase() && (number.is_some() || digits == 0) =>
                {
                    let known = self.names.iter().position(|known| *known == name);
                    let at = known.unwrap_or_else(|| {
                        self.names.push(name);
                        self.names.len() - 1
                    });
                    sum.parts.resize(sum.parts.len().max(at + 1), 0);
                    sum.parts[at] += number.unwrap_or(1) * UNIT;
                }
                _ => return None,
            }
        }
        Some(sum)
    }

    /// The letter and the constant of a pattern that is one run, with an exponent like n + 3.
    pub(crate) fn single(&self) -> Option<(u8, i64)> {
        match &self.runs[..] {
            [(letter, count)] if count.parts == [UNIT] => Some((*letter, count.constant / UNIT)),
            _ => None,
        }
    }

    /// A row of runs.
    pub(crate) fn of_runs(names: Vec<char>, runs: Vec<(u8, Linear)>) -> Self {
        Self { names, runs }
    }

    /// The word for these exponents.
    pub fn word(&self, exponents: &[i64]) -> String {
        String::from_utf8_lossy(&self.letters(exponents)).into_owned()
    }

    pub(crate) fn letters(&self, exponents: &[i64]) -> Word {
        let mut word = Word::new();
        for (letter, count) in &self.runs {
            let count = count.at(exponents) / UNIT;
            word.extend(std::iter::repeat_n(*letter, count.max(0) as usize));
        }
        word
    }

    /// Those of some letters whose number is fixed.
    pub(crate) fn counted(&self, letters: &[u8]) -> Vec<u8> {
        let grows = |letter: u8| {
            let mut runs = self.runs.iter();
            runs.any(|(own, count)| *own == letter && count.varies())
        };
        let fixed = letters.iter().copied().filter(|letter| !grows(*letter));
        fixed.collect()
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = Linear::whole(Vec::new(), 1);
        for (at, (letter, count)) in self.runs.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            f.write_str(char::from(*letter).encode_utf8(&mut [0; 4]))?;
            if *count != one {
                f.write_str(&count.raised(&self.names))?;
            }
        }
        Ok(())
    }
}

/// The exponent at the start of a text, without parentheses, and the rest.
fn split_exponent(text: &str) -> (&str, &str) {
    if let Some((inner, rest)) = text
        .strip_prefix('(')
        .and_then(|inner| inner.split_once(')'))
    {
        return (inner, rest);
    }
    let digits = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let end = digits.max(text.chars().next().map_or(0, char::len_utf8));
    text.split_at(end)
}

impl Pattern {
    pub(crate) fn of_word(word: &[u8]) -> Self {
        let runs = word.chunk_by(|a, b| a == b);
        let run = |run: &[u8]| (run[0], Linear::whole(Vec::new(), run.len() as i64));
        Self::of_runs(Vec::new(), runs.map(run).collect())
    }
}

/// The runs of a word: each letter, and how many of it if that is fixed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shape(pub(crate) Vec<(u8, Option<i64>)>);

impl Shape {
    /// The shape of a word, read in the direction that comes first if directions do not matter. Runs of two letters or more
    /// have any length, but those of `counted`.
    pub(crate) fn of(word: &[u8], is_mirrored: bool, counted: &[u8]) -> Self {
        let runs = word.chunk_by(|a, b| a == b);
        let count = |run: &[u8]| {
            let is_fixed = run.len() == 1 || counted.contains(&run[0]);
            is_fixed.then_some(run.len() as i64)
        };
        let shape: Vec<_> = runs.map(|run| (run[0], count(run))).collect();
        let mut backwards = shape.clone();
        backwards.reverse();
        match is_mirrored && backwards < shape {
            true => Self(backwards),
            false => Self(shape),
        }
    }

    /// The lengths of the runs of any length in a word of this shape, in the direction in which it has the shape.
    pub(crate) fn exponents(&self, word: &[u8]) -> Vec<i64> {
        let mut runs: Vec<(u8, i64)> = word
            .chunk_by(|a, b| a == b)
            .map(|run| (run[0], run.len() as i64))
            .collect();
        let fits = |(own, run): (&(u8, Option<i64>), &(u8, i64))| {
            own.0 == run.0 && own.1.map_or(run.1 > 1, |count| count == run.1)
        };
        if !self.0.iter().zip(&runs).all(fits) {
            runs.reverse();
        }
        let pairs = self.0.iter().zip(runs);
        let long = pairs.filter(|((_, count), _)| count.is_none());
        long.map(|(_, (_, count))| count).collect()
    }

    /// The number of runs of any length.
    pub(crate) fn variables(&self) -> usize {
        self.0.iter().filter(|(_, count)| count.is_none()).count()
    }

    /// Its pattern; the names are in the order of the alphabet.
    pub(crate) fn pattern(&self) -> Pattern {
        let names = NAMES.chars().take(self.variables()).collect();
        let mut at = 0;
        let mut runs = Vec::new();
        for (letter, count) in &self.0 {
            let count = match count {
                Some(count) => Linear::whole(Vec::new(), *count),
                None => {
                    let mut parts = vec![0; at + 1];
                    parts[at] = 1;
                    at += 1;
                    Linear::whole(parts, 0)
                }
            };
            runs.push((*letter, count));
        }
        Pattern { names, runs }
    }
}
