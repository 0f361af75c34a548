//! Formulas of the rules' text, with a parser that belongs to this crate.

use std::collections::BTreeMap;

use crate::obligation::Obligation;
use crate::shown::brief;

/// A variable; every quantifier has its own.
pub(super) type Var = usize;

/// The largest number in a formula, also in sums of numbers. So the sign of every sum in a check is known before the place
/// values end (see [`System`](super::system::System)).
pub(super) const LARGEST: i64 = 1 << 40;

/// The most parts of a formula: `<=>` contains each of its sides twice.
const MOST_PARTS: usize = 20_000;
/// The most names that are introduced at once: a table over more numbers would be too large.
const MOST_NAMES: usize = 16;

/// The sets that rules may name.
const SETS: [&str; 4] = ["xor", "place", "lowest", "shift"];

/// A sum of multiples of variables and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) parts: BTreeMap<Var, i64>,
    pub(super) constant: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    /// The sum is below 0.
    Negative(Linear),
    /// The sum is 0.
    Zero(Linear),
    /// The sum is a multiple of the number.
    Multiple(Linear, i64),
    /// The named set holds the tuple.
    Is(String, Vec<Linear>),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Some(Vec<Var>, Box<Formula>),
}

impl Linear {
    pub(super) fn variable(var: Var) -> Self {
        Linear {
            parts: BTreeMap::from([(var, 1)]),
            constant: 0,
        }
    }

    pub(super) fn number(constant: i64) -> Self {
        Linear {
            parts: BTreeMap::new(),
            constant,
        }
    }

    /// The variable, if the sum is nothing else.
    pub(super) fn only_variable(&self) -> Option<Var> {
        let (&var, &times) = self.parts.first_key_value()?;
        (times == 1 && self.constant == 0 && self.parts.len() == 1).then_some(var)
    }

    /// This plus `times` the other.
    pub(super) fn plus(mut self, other: &Linear, times: i64) -> Result<Self, String> {
        let add = |sum: i64, part: i64| {
            let sum = part.checked_mul(times)?.checked_add(sum)?;
            Some(sum).filter(|sum| (-LARGEST..=LARGEST).contains(sum))
        };
        let too_large =
            || format!("expected numbers up to {LARGEST}, also where they are added up");
        self.constant = add(self.constant, other.constant).ok_or_else(too_large)?;
        for (&var, &part) in &other.parts {
            let sum = self.parts.entry(var).or_insert(0);
            *sum = add(*sum, part).ok_or_else(too_large)?;
        }
        self.parts.retain(|_, part| *part != 0);
        Ok(self)
    }

    /// The sum with variables replaced by sums.
    pub(super) fn with(&self, replaced: &[(Var, Linear)]) -> Result<Self, String> {
        self.parts
            .iter()
            .try_fold(Linear::number(self.constant), |sum, (var, &times)| {
                let found = replaced.iter().find(|(known, _)| known == var);
                let part = found.map_or_else(|| Linear::variable(*var), |(_, part)| part.clone());
                sum.plus(&part, times)
            })
    }
}

/// a < b.
pub(super) fn less(a: &Linear, b: &Linear) -> Result<Formula, String> {
    Ok(Formula::Negative(a.clone().plus(b, -1)?))
}

/// a = b.
pub(super) fn equal(a: &Linear, b: &Linear) -> Result<Formula, String> {
    Ok(Formula::Zero(a.clone().plus(b, -1)?))
}

pub(super) fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}

/// Some values satisfy the formula.
pub(super) fn some(vars: &[Var], formula: Formula) -> Formula {
    if vars.is_empty() {
        formula
    } else {
        Formula::Some(vars.to_vec(), Box::new(formula))
    }
}

impl Formula {
    /// The number of its parts.
    fn parts(&self) -> usize {
        let of = |parts: &[Formula]| parts.iter().map(Formula::parts).sum();
        1 + match self {
            Formula::Negative(_) | Formula::Zero(_) | Formula::Multiple(..) => 0,
            Formula::Is(_, sums) => sums.len(),
            Formula::Not(part) | Formula::Some(_, part) => part.parts(),
            Formula::And(parts) | Formula::Or(parts) => of(parts),
        }
    }

    /// The formula with free variables replaced by sums.
    pub(super) fn with(&self, replaced: &[(Var, Linear)]) -> Result<Formula, String> {
        let all = |parts: &[Formula]| {
            parts
                .iter()
                .map(|part| part.with(replaced))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match self {
            Formula::Negative(sum) => Formula::Negative(sum.with(replaced)?),
            Formula::Zero(sum) => Formula::Zero(sum.with(replaced)?),
            Formula::Multiple(sum, modulus) => Formula::Multiple(sum.with(replaced)?, *modulus),
            Formula::Is(name, sums) => Formula::Is(
                name.clone(),
                sums.iter()
                    .map(|sum| sum.with(replaced))
                    .collect::<Result<_, _>>()?,
            ),
            Formula::Not(part) => not(part.with(replaced)?),
            Formula::And(parts) => Formula::And(all(parts)?),
            Formula::Or(parts) => Formula::Or(all(parts)?),
            Formula::Some(vars, part) => {
                Formula::Some(vars.clone(), Box::new(part.with(replaced)?))
            }
        })
    }
}

/// A reader of one statement's text.
pub(super) struct Tokens<'t> {
    words: Vec<&'t str>,
    at: usize,
    /// The names that may be used, the innermost last.
    pub(super) scope: Vec<(String, Var)>,
    /// The next free variable.
    pub(super) fresh: Var,
    depth: usize,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(
        text: &'t str,
        scope: Vec<(String, Var)>,
        fresh: Var,
    ) -> Result<Self, String> {
        let mut words = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = if first.is_ascii_digit() {
                rest.find(|c: char| !c.is_ascii_digit())
                    .unwrap_or(rest.len())
            } else if first.is_alphabetic() || first == '_' {
                rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\''))
                    .unwrap_or(rest.len())
            } else {
                let signs = ["<=>", "=>", "<=", ">=", "!=", "->"];
                signs
                    .iter()
                    .find(|sign| rest.starts_with(**sign))
                    .map_or(first.len_utf8(), |sign| sign.len())
            };
            words.push(&rest[..length]);
            rest = rest[length..].trim_start();
        }
        Ok(Tokens {
            words,
            at: 0,
            scope,
            fresh,
            depth: 0,
        })
    }

    pub(super) fn peek(&self) -> &'t str {
        self.words.get(self.at).copied().unwrap_or("")
    }

    pub(super) fn next(&mut self) -> &'t str {
        self.at += 1;
        self.words.get(self.at - 1).copied().unwrap_or("")
    }

    pub(super) fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, word: &str) -> Result<(), String> {
        if self.take(word) {
            Ok(())
        } else {
            Err(format!("expected `{word}`, found {}", brief(self.peek())))
        }
    }

    pub(super) fn end(&self) -> Result<(), String> {
        if self.at == self.words.len() {
            Ok(())
        } else {
            Err(format!("expected the end, found {}", brief(self.peek())))
        }
    }

    /// New names separated by commas, each with a new variable.
    pub(super) fn new_names(&mut self) -> Result<Vec<Var>, String> {
        let mut vars = Vec::new();
        loop {
            let word = self.next();
            if !word.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                return Err(format!("expected a name, found {}", brief(word)));
            }
            self.scope.push((word.to_string(), self.fresh));
            vars.push(self.fresh);
            self.fresh += 1;
            if vars.len() > MOST_NAMES {
                return Err(format!("expected at most {MOST_NAMES} names at once"));
            }
            if !self.take(",") {
                return Ok(vars);
            }
        }
    }

    pub(super) fn formula(&mut self) -> Result<Formula, String> {
        self.depth += 1;
        if self.depth > 200 {
            return Err("expected a formula that is less deeply nested".to_string());
        }
        let mut left = self.implication()?;
        while self.take("<=>") {
            let right = self.implication()?;
            if 2 * (left.parts() + right.parts()) > MOST_PARTS {
                return Err(format!("expected a formula of at most {MOST_PARTS} parts"));
            }
            let neither = Formula::And(vec![not(left.clone()), not(right.clone())]);
            left = Formula::Or(vec![Formula::And(vec![left, right]), neither]);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn implication(&mut self) -> Result<Formula, String> {
        // a => (b => c) is ~a | ~b | c.
        let mut sides = vec![self.joined("|")?];
        while self.take("=>") {
            let after = self.joined("|")?;
            let before = sides.pop().ok_or("expected a formula")?;
            sides.extend([not(before), after]);
        }
        Ok(match sides.len() {
            1 => sides.remove(0),
            _ => Formula::Or(sides),
        })
    }

    fn joined(&mut self, sign: &str) -> Result<Formula, String> {
        let part = |tokens: &mut Self| {
            if sign == "|" {
                tokens.joined("&")
            } else {
                tokens.literal()
            }
        };
        let mut parts = vec![part(self)?];
        while self.take(sign) {
            parts.push(part(self)?);
        }
        Ok(if sign == "|" {
            Formula::Or(parts)
        } else {
            Formula::And(parts)
        })
    }

    fn literal(&mut self) -> Result<Formula, String> {
        let mut negated = false;
        while self.take("~") {
            negated = !negated;
        }
        let atom = self.atom()?;
        Ok(if negated { not(atom) } else { atom })
    }

    fn atom(&mut self) -> Result<Formula, String> {
        match self.peek() {
            "A" | "E" => {
                let all = self.next() == "A";
                let outer = self.scope.len();
                let vars = self.new_names()?;
                self.expect(":")?;
                let body = self.formula()?;
                self.scope.truncate(outer);
                Ok(if all {
                    not(some(&vars, not(body)))
                } else {
                    some(&vars, body)
                })
            }
            "true" | "false" => Ok(if self.next() == "true" {
                Formula::And(vec![])
            } else {
                Formula::Or(vec![])
            }),
            "(" => {
                let start = (self.at, self.depth);
                self.comparison().or_else(|_| {
                    (self.at, self.depth) = start;
                    self.expect("(")?;
                    let inner = self.formula()?;
                    self.expect(")").map(|()| inner)
                })
            }
            _ if self.words.get(self.at + 1) == Some(&"(") => {
                let name = self.next().to_string();
                if !Obligation::SetsOfDigits.met(SETS.contains(&name.as_str())) {
                    let (sets, found) = (SETS.join(", "), brief(&name));
                    return Err(format!("expected one of the sets {sets}, found {found}"));
                }
                self.expect("(")?;
                let sums = self.sums()?;
                self.expect(")")?;
                Ok(Formula::Is(name, sums))
            }
            _ => self.comparison(),
        }
    }

    fn comparison(&mut self) -> Result<Formula, String> {
        let mut left = self.sum()?;
        let mut parts = Vec::new();
        while ["<=", ">=", "!=", "<", ">", "="].contains(&self.peek()) {
            let sign = self.next();
            let right = self.sum()?;
            let modulus = if ["=", "!="].contains(&sign) && self.take("mod") {
                Some(self.next())
            } else {
                None
            };
            parts.push(match (sign, modulus) {
                (_, Some(modulus)) => {
                    let modulus: i64 = modulus
                        .parse()
                        .map_err(|_| format!("expected a number, found {}", brief(modulus)))?;
                    if !(1..1 << 31).contains(&modulus) {
                        return Err("expected a modulus below 2^31".to_string());
                    }
                    let congruent = Formula::Multiple(left.clone().plus(&right, -1)?, modulus);
                    if sign == "=" {
                        congruent
                    } else {
                        not(congruent)
                    }
                }
                ("<", _) => less(&left, &right)?,
                (">", _) => less(&right, &left)?,
                ("<=", _) => not(less(&right, &left)?),
                (">=", _) => not(less(&left, &right)?),
                ("=", _) => equal(&left, &right)?,
                _ => not(equal(&left, &right)?),
            });
            left = right;
        }
        if parts.is_empty() {
            Err(format!(
                "expected a comparison, found {}",
                brief(self.peek())
            ))
        } else {
            Ok(Formula::And(parts))
        }
    }

    /// Sums separated by commas.
    pub(super) fn sums(&mut self) -> Result<Vec<Linear>, String> {
        let mut sums = vec![self.sum()?];
        while self.take(",") {
            sums.push(self.sum()?);
        }
        Ok(sums)
    }

    pub(super) fn sum(&mut self) -> Result<Linear, String> {
        let mut times = if self.take("-") { -1 } else { 1 };
        let mut sum = Linear::default();
        loop {
            sum = sum.plus(&self.product()?, times)?;
            times = match self.peek() {
                "+" => 1,
                "-" => -1,
                _ => return Ok(sum),
            };
            self.at += 1;
        }
    }

    fn product(&mut self) -> Result<Linear, String> {
        let mut value = self.factor()?;
        loop {
            let beside = value.parts.is_empty()
                && self.peek().starts_with(char::is_alphabetic)
                && self.peek() != "mod";
            if !self.take("*") && !beside {
                return Ok(value);
            }
            let right = self.factor()?;
            let (number, sum) = if value.parts.is_empty() {
                (value, right)
            } else {
                (right, value)
            };
            if !number.parts.is_empty() {
                return Err(
                    "expected a multiple by a number, found a product of variables".to_string(),
                );
            }
            value = Linear::default().plus(&sum, number.constant)?;
        }
    }

    fn factor(&mut self) -> Result<Linear, String> {
        let word = self.next();
        if word == "(" {
            self.depth += 1;
            if self.depth > 200 {
                return Err("expected a sum that is less deeply nested".to_string());
            }
            let inner = self.sum()?;
            self.depth -= 1;
            return self.expect(")").map(|()| inner);
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let number = word.parse().ok().filter(|&number| number <= LARGEST);
            return number.map(Linear::number).ok_or_else(|| {
                format!("expected a number up to {LARGEST}, found {}", brief(word))
            });
        }
        let found = self.scope.iter().rev().find(|(name, _)| name == word);
        found
            .map(|(_, var)| Linear::variable(*var))
            .ok_or_else(|| format!("expected a number or a known name, found {}", brief(word)))
    }
}
