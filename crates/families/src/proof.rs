//! [`Family::explained`]: the proof of a family, told step by step.
//!
//! The checker proves each step for all exponents. Here they are shown at positions with large exponents: where moves lead,
//! what that is worth and by which lemma, and why it is no better than the value.

use std::collections::BTreeMap;

use bouton_core::{Limits, Side, StopReason};
use bouton_values::Value;

use crate::family::{Family, Statement, exponents};
use crate::fit::{Point, affine, fitted};
use crate::formula::{Case, Linear, Style, UNIT};
use crate::pattern::{Pattern, Shape};
use crate::strip::{Place, Strip, Word};
use crate::word_values::WordValues;

/// The exponents of the positions that are looked at: at least these where there are enough of them.
const LARGE: [i64; 3] = [5, 4, 3];
/// Their largest exponents, by the number of variables.
const LARGEST: [i64; 6] = [0, 14, 9, 7, 6, 5];

/// A position of a lemma, for some exponents.
struct Sample {
    at: Vec<i64>,
    word: Word,
    value: Value,
    /// The options of its canonical form.
    options: [Vec<Value>; 2],
}

/// A move from all samples.
struct SampleMove {
    words: Vec<Word>,
    values: Vec<Value>,
}

impl Family {
    /// The proof, in lines.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn explained(&self, limits: &Limits) -> Result<Vec<String>, StopReason> {
        let strip = &self.strip;
        let mut teller = Teller {
            family: self,
            strip,
            worth: WordValues::new(strip, limits),
            lines: Vec::new(),
        };
        for (at, lemma) in self.lemmas.iter().enumerate() {
            let (number, pattern) = (at + 1, &lemma.pattern);
            let exponents = match pattern.names.is_empty() {
                true => "",
                false => ", exponents from 2 on",
            };
            teller
                .lines
                .push(format!("Lemma {number}: {pattern}{exponents}"));
            for case in 0..lemma.cases.len() {
                limits.check()?;
                match self.has_bounds() {
                    true => teller.bound(lemma, case)?,
                    false => teller.case(lemma, case)?,
                }
            }
        }
        teller.theorem();
        Ok(teller.lines)
    }
}

mod bound;

struct Teller<'f, 'l> {
    family: &'f Family,
    strip: &'l Strip,
    worth: WordValues<'l>,
    lines: Vec<String>,
}

impl Teller<'_, '_> {
    fn theorem(&mut self) {
        let Statement { pattern, cases } = &self.family.theorem;
        self.lines
            .push(format!("Theorem: {pattern}, exponents from 0 on"));
        self.lines.extend(cases.iter().map(stated));
        let end = "  each position is a sum of parts that have a lemma, and of parts whose moves are counted";
        self.lines.push(end.to_owned());
    }

    /// Positions with large exponents to which a case applies first.
    fn samples(&mut self, lemma: &Statement, case: usize) -> Result<Vec<Sample>, StopReason> {
        let variables = lemma.pattern.names.len();
        let first = |at: &Vec<i64>| lemma.cases.iter().position(|case| case.applies(at));
        let all = exponents(variables, 2, LARGEST[variables]);
        let all: Vec<Vec<i64>> = all
            .into_iter()
            .filter(|at| first(at) == Some(case))
            .collect();
        let large = |least: i64| {
            let is_large = |at: &&Vec<i64>| {
                let mut free =
                    (0..variables).filter(|n| all.iter().any(|other| other[*n] != all[0][*n]));
                free.all(|n| at[n] >= least)
            };
            all.iter().filter(is_large).cloned().collect::<Vec<_>>()
        };
        let chosen = LARGE.iter().map(|least| large(*least));
        let chosen = chosen
            .into_iter()
            .find(|chosen| chosen.len() > variables + 1);
        let mut samples = Vec::new();
        for at in chosen.unwrap_or_else(|| all.clone()) {
            let word = lemma.pattern.letters(&at);
            let value = self.worth.of(&word)?;
            let options = self.worth.options(value)?;
            samples.push(Sample {
                at,
                word,
                value,
                options,
            });
        }
        Ok(samples)
    }

    fn case(&mut self, lemma: &Statement, case: usize) -> Result<(), StopReason> {
        self.lines.push(stated(&lemma.cases[case]));
        let samples = self.samples(lemma, case)?;
        if samples.is_empty() {
            self.lines.push("    no small position has it".to_owned());
            return Ok(());
        }
        for side in Side::BOTH {
            let mut moves: BTreeMap<Place, SampleMove> = BTreeMap::new();
            for (n, sample) in samples.iter().enumerate() {
                for (place, word) in self.strip.moves(&sample.word, side) {
                    let value = self.worth.of(&word)?;
                    let told = moves.entry(place).or_insert(SampleMove {
                        words: Vec::new(),
                        values: Vec::new(),
                    });
                    // A place between the ends of a run is several moves, told by the first.
                    if told.words.len() == n {
                        told.words.push(word);
                        told.values.push(value);
                    }
                }
            }
            let whose = ["Left", "Right"][side as usize];
            if moves.is_empty() {
                self.lines.push(format!("    {whose} has no move"));
            }
            let mut lines: Vec<String> = Vec::new();
            for (place, told) in moves {
                if told.words.len() == samples.len() {
                    let line = self.told(lemma, &samples, side, &told)?;
                    let more = match place {
                        Place::Inner(..) => " (so for each letter between the ends of this run)",
                        _ => "",
                    };
                    let line = format!("    {whose} to {line}{more}");
                    if !lines.contains(&line) {
                        lines.push(line);
                    }
                }
            }
            self.lines.append(&mut lines);
        }
        Ok(())
    }

    /// Where a move leads, what it is worth by which lemmas, and why it is no better than the value.
    fn told(
        &mut self,
        lemma: &Statement,
        samples: &[Sample],
        side: Side,
        told: &SampleMove,
    ) -> Result<String, StopReason> {
        let names = &lemma.pattern.names;
        let word = word_text(samples, &told.words, names);
        let word = word.unwrap_or_else(|| example(&told.words[0], samples, names));
        let value = self.value_text(samples, &told.values, names)?;
        let by = self.by(&told.words[told.words.len() - 1]);
        let why = self.why(samples, side, &told.values, names)?;
        Ok(format!("{word} = {value}{by}; {why}"))
    }

    /// The lemmas of the parts of a word.
    fn by(&self, word: &Word) -> String {
        let (number, parts) = self.strip.parts(word);
        let lemma = |part: &Word| {
            let shape = Shape::of(part, self.strip.is_mirrored, &self.family.counted).pattern();
            let found = self
                .family
                .lemmas
                .iter()
                .position(|lemma| lemma.pattern == shape);
            found.map(|at| format!("lemma {}", at + 1))
        };
        let mut reasons: Vec<String> = parts.iter().filter_map(lemma).collect();
        reasons.dedup();
        if number != 0 || parts.is_empty() && !word.is_empty() {
            reasons.push("counting the moves that are left".to_owned());
        }
        match reasons.is_empty() {
            true => String::new(),
            false => format!(" by {}", reasons.join(" and ")),
        }
    }

    fn value_text(
        &mut self,
        samples: &[Sample],
        values: &[Value],
        names: &[char],
    ) -> Result<String, StopReason> {
        let mut points = Vec::new();
        for (sample, value) in samples.iter().zip(values) {
            match self.worth.tree(*value)? {
                Some(tree) => points.push(Point::new(sample.at.clone(), tree)),
                None => break,
            }
        }
        if points.len() == samples.len()
            && let Some(formula) = fitted(&points)
        {
            return Ok(formula.text(names, Style::Calculator));
        }
        let text = self.worth.text(values[0])?;
        Ok(format!("{text} at {}", at(&samples[0], names)))
    }

    fn why(
        &mut self,
        samples: &[Sample],
        side: Side,
        values: &[Value],
        names: &[char],
    ) -> Result<String, StopReason> {
        let own = side as usize;
        // An option of the value that is the same for all samples, by its place in the lists.
        let count = samples
            .iter()
            .map(|sample| sample.options[own].len())
            .min()
            .unwrap_or(0);
        for equal in [true, false] {
            for option in 0..count {
                let mut holds = true;
                for (sample, value) in samples.iter().zip(values) {
                    let other = sample.options[own][option];
                    holds &= match (equal, side) {
                        (true, _) => other == *value,
                        (false, Side::Left) => self.worth.le(*value, other)?,
                        (false, Side::Right) => self.worth.le(other, *value)?,
                    };
                }
                if holds && equal {
                    return Ok(format!(
                        "{} option of the value",
                        ["Left's", "Right's"][own]
                    ));
                }
                if holds {
                    let options: Vec<Value> = samples
                        .iter()
                        .map(|sample| sample.options[own][option])
                        .collect();
                    let better = self.value_text(samples, &options, names)?;
                    return Ok(format!("dominated by {better}, an option of the value"));
                }
            }
        }
        let mut answers: Vec<Vec<Value>> = Vec::new();
        for value in values {
            answers.push(self.worth.options(*value)?[1 - own].clone());
        }
        let count = answers.iter().map(Vec::len).min().unwrap_or(0);
        for answer in 0..count {
            let mut holds = true;
            for (sample, answers) in samples.iter().zip(&answers) {
                holds &= match side {
                    Side::Left => self.worth.le(answers[answer], sample.value)?,
                    Side::Right => self.worth.le(sample.value, answers[answer])?,
                };
            }
            if holds {
                let chosen: Vec<Value> = answers.iter().map(|answers| answers[answer]).collect();
                let through = self.value_text(samples, &chosen, names)?;
                let other = ["Right", "Left"][own];
                let sign = ["<=", ">="][own];
                return Ok(format!(
                    "reversible: {other} answers to {through} {sign} the value"
                ));
            }
        }
        Ok(format!("not {} the value", [">=", "<="][own]))
    }
}

/// A case in words.
fn stated(case: &Case) -> String {
    let value = case.formula();
    match case.guard().as_str() {
        "" => format!("  the value is {value}"),
        guard => format!("  if {guard}, the value is {value}"),
    }
}

/// The exponents of a sample.
fn at(sample: &Sample, names: &[char]) -> String {
    let pairs = names.iter().zip(&sample.at);
    let texts: Vec<String> = pairs.map(|(name, n)| format!("{name} = {n}")).collect();
    texts.join(", ")
}

fn example(word: &Word, sample: &[Sample], names: &[char]) -> String {
    let word = String::from_utf8_lossy(word);
    format!("{word} at {}", at(&sample[0], names))
}

/// The pattern of words, one for each sample, if they have the same letters and linear exponents.
fn word_text(samples: &[Sample], words: &[Word], names: &[char]) -> Option<String> {
    let runs = |word: &Word| -> Vec<(u8, i64)> {
        let runs = word.chunk_by(|a, b| a == b);
        runs.map(|run| (run[0], run.len() as i64)).collect()
    };
    let all: Vec<Vec<(u8, i64)>> = words.iter().map(runs).collect();
    let same = |word: &Vec<(u8, i64)>| {
        word.len() == all[0].len() && word.iter().zip(&all[0]).all(|(a, b)| a.0 == b.0)
    };
    if !all.iter().all(same) {
        return None;
    }
    let mut pattern = Vec::new();
    for run in 0..all[0].len() {
        let counts: Vec<i64> = all.iter().map(|word| word[run].1 * UNIT).collect();
        let at: Vec<&[i64]> = samples.iter().map(|sample| &sample.at[..]).collect();
        let (count, _): (Linear, usize) = affine(&at, &counts)?;
        let is_fixed = count.common() == 0;
        let count = if is_fixed {
            Linear::units(count.constant)
        } else {
            count
        };
        pattern.push((all[0][run].0, count));
    }
    match pattern.is_empty() {
        true => Some("nothing".to_owned()),
        false => Some(Pattern::of_runs(names.to_vec(), pattern).to_string()),
    }
}
