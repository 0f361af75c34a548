//! [`Certificate`]: a parsed certificate of the values of a family.

use super::KIND;
use super::claims::Claims;
use super::linear::{Decided, Linear, Region};
use super::number::Number;
use super::rewriting::{
    LONGEST as LONGEST_WORD, Letter, MOST_LETTERS, MOST_RULES, Rewriting, Rules,
};
use super::strips::{Run, Strip, run};
use super::value::{Formula, Sum, UNIT};
use crate::Refusal;
use crate::lines::Lines;
use crate::obligation::Obligation;
use crate::shown::brief;

/// The claims of a certificate.
pub(super) struct Certificate {
    pub(super) strip: Strip,
    /// Exponents are at least 0 here, and at least 2 in the lemmas.
    pub(super) theorem: Statement,
    pub(super) lemmas: Vec<Statement>,
}

/// A pattern with its value, or with values that are better or worse.
pub(super) struct Statement {
    pub(super) pattern: Pattern,
    pub(super) cases: Vec<Case>,
}

/// A row of runs; the exponents are expressions in the variables.
pub(super) struct Pattern {
    pub(super) text: String,
    pub(super) names: Vec<char>,
    pub(super) runs: Vec<Run>,
}

/// Claims about a formula for the exponents that satisfy some conditions.
pub(super) struct Case {
    pub(super) text: String,
    pub(super) conditions: Vec<Condition>,
    pub(super) claims: Claims,
    pub(super) value: Formula,
    /// The two words into which each word is cut, if the claims follow from those about them.
    pub(super) cut: Option<[Pattern; 2]>,
}

pub(super) enum Condition {
    /// It is not negative.
    Least(Linear),
    Zero(Linear),
    /// It has this remainder by this number.
    Remainder(Linear, i128, i128),
}

impl Condition {
    /// Whether it holds for exponents, for all of a region.
    pub(super) fn holds(&self, exponents: &[Linear], region: &Region<'_>) -> Decided<bool> {
        Ok(match self {
            Self::Least(of) => region.sign(&of.at(exponents))? >= 0,
            Self::Zero(of) => region.sign(&of.at(exponents))? == 0,
            Self::Remainder(of, by, rest) => region.remainder(&of.at(exponents), *by)? == *rest,
        })
    }
}

/// The largest number that is read.
const LARGEST: i128 = 1 << 20;
/// The largest number in an exponent of 2.
const LARGEST_POWER: i128 = 64;
/// The most runs of a pattern, and letters of an exponent.
const LONGEST: usize = 32;
/// The deepest formula that is read.
const DEEPEST: usize = 12;

type Read<T> = Result<T, String>;

impl Certificate {
    pub(super) fn read(text: &str) -> Result<Self, Refusal> {
        let mut lines = Lines::of(KIND, text);
        let game = lines.field("game")?;
        Self::fields(game, &mut lines).map_err(Refusal::family)
    }

    fn fields(game: &str, lines: &mut Lines<'_>) -> Read<Self> {
        let rules = rules(lines)?;
        let strip = rules.map(|rules| Strip::brought(game, rules));
        let strip = strip.or_else(|| Strip::named(game)).ok_or_else(|| {
            format!(
                "the families of {} are not known to the checker",
                brief(game)
            )
        })?;
        let mut statements = Vec::new();
        for word in std::iter::once("theorem").chain(std::iter::repeat("lemma")) {
            let Some(pattern) = lines.word(word) else {
                break;
            };
            let pattern = Pattern::read(pattern, &strip, None)?;
            let mut cases = Vec::new();
            while let Some(case) = lines.word("case") {
                cases.push(Case::read(case, &pattern.names, &strip)?);
            }
            statements.push(Statement { pattern, cases });
        }
        if (lines.next(), lines.next()) != (Some("end"), None) || statements.is_empty() {
            return Err("expected a theorem, lemmas, each with cases, and `end`".into());
        }
        let theorem = statements.remove(0);
        Ok(Self {
            strip,
            theorem,
            lemmas: statements,
        })
    }
}

/// Rewritings: lines `letter f 0`, the lowest letter first, then `left t. .t` and `right .f f.`; nothing if there are no such
/// lines.
fn rules(lines: &mut Lines<'_>) -> Read<Option<Rules>> {
    let mut letters: Vec<Letter> = Vec::new();
    while let Some(text) = lines.word("letter") {
        let wrong = || format!("expected a letter and its weight, found {}", brief(text));
        let (letter, weight) = text.split_once(' ').ok_or_else(wrong)?;
        let weight: Option<i128> = weight.parse().ok();
        let weight = weight.filter(|weight| (0..=LARGEST).contains(weight));
        let (&[letter], Some(weight)) = (letter.as_bytes(), weight) else {
            return Err(wrong());
        };
        let is_new = letters.iter().all(|(own, _)| *own != letter);
        if !is_letter(letter) || !is_new || letters.len() == MOST_LETTERS {
            return Err(wrong());
        }
        letters.push((letter, weight));
    }
    if letters.is_empty() {
        return Ok(None);
    }
    let is_known = |letter: &u8| letters.iter().any(|(own, _)| own == letter);
    let mut moves = [Vec::new(), Vec::new()];
    for (own, word) in moves.iter_mut().zip(["left", "right"]) {
        while let Some(text) = lines.word(word) {
            let wrong = || {
                format!(
                    "expected at most {MOST_RULES} rewritings of a player, each two words of at most {LONGEST_WORD} letters, found {}",
                    brief(text)
                )
            };
            let (before, after) = text.split_once(' ').ok_or_else(wrong)?;
            let is_word = |word: &str| {
                (1..=LONGEST_WORD).contains(&word.len()) && word.as_bytes().iter().all(is_known)
            };
            if own.len() == MOST_RULES || !is_word(before) || !is_word(after) {
                return Err(wrong());
            }
            own.push(Rewriting::of(before, after));
        }
    }
    Ok(Some(Rules::with_letters(moves, letters)))
}

/// Whether a letter is one of words: exponents are written with other signs.
fn is_letter(letter: u8) -> bool {
    letter.is_ascii_graphic() && !b"^()|".contains(&letter)
}

impl Pattern {
    /// Reads a pattern, with any variables or with some that are known.
    fn read(text: &str, strip: &Strip, known: Option<&[char]>) -> Read<Self> {
        let mut names: Vec<char> = known.unwrap_or_default().to_vec();
        let mut runs = Vec::new();
        let mut reader = Reader {
            rest: text,
            names: &[],
        };
        while let Some(letter) = reader.letter() {
            if !letter.is_ascii()
                || !strip.letters.contains(&(letter as u8))
                || runs.len() == LONGEST
            {
                return Err(format!(
                    "expected letters of {}, found {}",
                    strip.name,
                    brief(text)
                ));
            }
            let mut count = Linear::number(1);
            if reader.takes('^') {
                let exponent = reader.exponent();
                for name in exponent.chars().filter(char::is_ascii_lowercase) {
                    if !names.contains(&name) && known.is_none() {
                        names.push(name);
                    }
                }
                count = Reader::whole(exponent, &names)?;
            }
            runs.push(run(letter as u8, count));
        }
        let text = text.to_owned();
        Ok(Self { text, names, runs })
    }

    /// The exponents of a part that has these letters: runs of two letters or more have any length where an exponent is a
    /// variable, and otherwise that of the pattern.
    pub(super) fn exponents(&self, part: &[Run]) -> Option<Vec<Linear>> {
        let mut exponents = Vec::new();
        if self.runs.len() != part.len() {
            return None;
        }
        for (own, run) in self.runs.iter().zip(part) {
            let same = match own.count.is_constant() {
                true if own.count == Linear::number(1) => !run.is_long,
                true => run.count.is_constant() && run.count.constant == own.count.constant,
                false => run.is_long,
            };
            if own.letter != run.letter || !same {
                return None;
            }
            if !own.count.is_constant() {
                exponents.push(run.count.clone());
            }
        }
        Some(exponents)
    }

    /// Whether each exponent is a number or a variable of its own, in the order of the names.
    pub(super) fn is_plain(&self) -> bool {
        let exponents = self.runs.iter().map(|run| &run.count);
        let variables: Vec<&Linear> = exponents.filter(|count| !count.is_constant()).collect();
        let names = 0..self.names.len();
        variables.len() == names.len()
            && names
                .zip(variables)
                .all(|(at, own)| *own == Linear::parameter(at))
    }
}

impl Case {
    fn read(text: &str, names: &[char], strip: &Strip) -> Read<Self> {
        let wrong = || format!("expected `case CONDITIONS -> VALUE`, found {}", brief(text));
        let (guard, value) = text.split_once("-> ").ok_or_else(wrong)?;
        let guard = guard.trim().split(',').filter(|part| !part.is_empty());
        let conditions = guard
            .map(|part| condition(part, names))
            .collect::<Read<_>>()?;
        let (value, cut) = match value.split_once(" cut ") {
            Some((value, words)) => {
                let (left, right) = words.split_once('|').ok_or_else(wrong)?;
                let [left, right] =
                    [left, right].map(|word| Pattern::read(word, strip, Some(names)));
                (value, Some([left?, right?]))
            }
            None => (value, None),
        };
        let (claims, value) = Claims::read(value);
        let mut reader = Reader { rest: value, names };
        let value = reader.value(DEEPEST)?;
        if !reader.rest.trim().is_empty() {
            return Err(wrong());
        }
        Ok(Self {
            text: text.trim().to_owned(),
            conditions,
            claims,
            value,
            cut,
        })
    }
}

fn condition(text: &str, names: &[char]) -> Read<Condition> {
    let whole = |text: &str| Reader::whole(text, names);
    if let Some((of, than)) = text.split_once(">=") {
        return Ok(Condition::Least(whole(of)?.plus(-1, &whole(than)?)));
    }
    let Some((of, to)) = text.split_once('=') else {
        return Err(format!("expected a condition, found {}", brief(text)));
    };
    let Some((of, by)) = of.split_once("mod") else {
        return Ok(Condition::Zero(whole(of)?.plus(-1, &whole(to)?)));
    };
    let [by, rest] = [by, to].map(|part| part.trim().parse::<i128>());
    match (by, rest) {
        (Ok(by @ 2..=64), Ok(rest)) if Obligation::FamilyRemainder.met((0..by).contains(&rest)) => {
            Ok(Condition::Remainder(whole(of)?, by, rest))
        }
        _ => Err(format!(
            "expected a number up to 64 and a remainder that is less, found {}",
            brief(text)
        )),
    }
}

/// A value alone.
#[cfg(test)]
pub(super) fn formula(text: &str, names: &[char]) -> Read<Formula> {
    Reader { rest: text, names }.value(DEEPEST)
}

/// Reads formulas.
struct Reader<'t> {
    rest: &'t str,
    names: &'t [char],
}

impl<'t> Reader<'t> {
    fn letter(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    fn takes(&mut self, sign: char) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(sign);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    /// The text after `^`: what is in parentheses, a number or a letter.
    fn exponent(&mut self) -> &'t str {
        let rest = self.rest;
        let end = match rest.strip_prefix('(').and_then(|inner| inner.find(')')) {
            Some(end) => end + 2,
            None => {
                let digits = rest
                    .find(|c: char| !c.is_ascii_digit())
                    .unwrap_or(rest.len());
                digits.max(rest.chars().next().map_or(0, char::len_utf8))
            }
        };
        self.rest = &rest[end..];
        rest[..end].trim_start_matches('(').trim_end_matches(')')
    }

    /// A whole linear expression, alone.
    fn whole(text: &str, names: &[char]) -> Read<Linear> {
        let mut reader = Reader { rest: text, names };
        let value = reader.sum()?;
        match (value, reader.rest.trim()) {
            (
                Formula::Sum(Sum {
                    number,
                    ups,
                    star: 0,
                }),
                "",
            ) if ups == Linear::number(0) && number.powers.is_empty() => {
                let linear = number.linear;
                let parts = linear.parts.iter().chain([&linear.constant]);
                if parts.clone().all(|part| part % UNIT == 0) {
                    let parts: Vec<i128> = parts.map(|part| part / UNIT).collect();
                    let (constant, parts) = parts.split_last().expect("a constant");
                    return Ok(Linear {
                        parts: parts.to_vec(),
                        constant: *constant,
                    });
                }
                Err(format!("expected whole numbers, found {}", brief(text)))
            }
            _ => Err(format!(
                "expected a linear expression, found {}",
                brief(text)
            )),
        }
    }

    fn value(&mut self, depth: usize) -> Read<Formula> {
        if !self.takes('{') {
            return self.sum();
        }
        if depth == 0 {
            return Err("expected a formula that is nested less deeply".into());
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, end) in sides.iter_mut().zip(['|', '}']) {
            loop {
                side.push(self.value(depth - 1)?);
                if self.takes(end) {
                    break;
                }
                if !self.takes(',') {
                    return Err(format!(
                        "expected `,` or `{end}`, found {}",
                        brief(self.rest)
                    ));
                }
            }
        }
        let [left, right] = sides;
        Ok(Formula::Options(left, right))
    }

    fn digits(&mut self) -> Read<Option<i128>> {
        let rest = self.rest.trim_start();
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        if end == 0 {
            return Ok(None);
        }
        self.rest = &rest[end..];
        let number = rest[..end].parse().ok().filter(|number| *number <= LARGEST);
        let wrong = || format!("expected numbers up to {LARGEST}, found {}", brief(rest));
        number.map(Some).ok_or_else(wrong)
    }

    /// A sum of numbers, `3/4`, multiples of variables, `2n`, and of powers, `3/2^n`, multiples of ↑, `up(n-1)`, and a nimber,
    /// `*2`.
    fn sum(&mut self) -> Read<Formula> {
        let (mut number, mut ups) = (Number::of(Linear::number(0)), Linear::number(0));
        let mut star = 0u32;
        let mut factor = if self.takes('-') { -1 } else { 1 };
        for _ in 0..LONGEST {
            if self.takes('*') {
                let nimber = self.digits()?.unwrap_or(1);
                star ^= u32::try_from(nimber)
                    .ok()
                    .filter(|n| *n < 64)
                    .ok_or("expected nimbers below 64")?;
            } else if let Some(rest) = self.rest.trim_start().strip_prefix("up(") {
                let end = rest.find(')').ok_or("expected `)` after `up(`")?;
                ups = ups.plus(factor, &Self::whole(&rest[..end], self.names)?);
                self.rest = &rest[end + 1..];
            } else {
                number = number.plus(factor, &self.term()?);
            }
            factor = if self.takes('+') {
                1
            } else if self.takes('-') {
                -1
            } else {
                return Ok(Formula::Sum(Sum { number, ups, star }));
            };
        }
        Err("expected fewer terms".into())
    }

    /// A number, a multiple of a variable or of a power of 1/2, or a variable, in units.
    fn term(&mut self) -> Read<Number> {
        let digits = self.digits()?;
        let mut units = UNIT;
        if digits.is_some() && self.takes('/') {
            let by = self.digits()?.unwrap_or(0);
            if by == 2 && self.rest.starts_with('^') {
                self.rest = &self.rest[1..];
                return Ok(Number::power(digits.unwrap_or(1), self.power()?));
            }
            if by < 1 || UNIT % by != 0 {
                return Err(format!("expected a denominator that divides {UNIT}"));
            }
            units /= by;
        }
        let rest = self.rest.trim_start();
        let variable = rest
            .chars()
            .next()
            .and_then(|name| self.names.iter().position(|n| *n == name));
        match (digits, variable) {
            (_, Some(at)) => {
                self.rest = &rest[1..];
                let times = digits.unwrap_or(1) * units;
                let multiple = Linear::number(0).plus(times, &Linear::parameter(at));
                Ok(Number::of(multiple))
            }
            (Some(number), None) => Ok(Number::of(Linear::number(number * units))),
            (None, None) => Err(format!(
                "expected a number or a variable, found {}",
                brief(rest)
            )),
        }
    }

    /// The exponent of a power of 1/2.
    fn power(&mut self) -> Read<Linear> {
        let text = self.exponent();
        let exponent = Self::whole(text, self.names)?;
        let is_small = |number: &i128| number.abs() <= LARGEST_POWER;
        if exponent.parts.iter().all(is_small) && is_small(&exponent.constant) {
            return Ok(exponent);
        }
        Err(format!(
            "expected exponents of 2 with numbers up to {LARGEST_POWER}, found {}",
            brief(text)
        ))
    }
}
