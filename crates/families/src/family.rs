//! [`find`]: the patterns that play from a family reaches, with formulas for their values.

use std::collections::BTreeSet;

use bouton_core::{Limits, StopReason};
use thiserror::Error;

use crate::bounds::{Compared, lemmas, outcomes};
use crate::cuts::by_cuts;
use crate::fit::{ConditionalFormula, Point, cases, cases_within};
use crate::formula::{Case, Formula};
use crate::pattern::{Pattern, Shape};
use crate::relation::Relation;
use crate::strip::{Strip, Word};
use crate::word_values::{Tree, WordValues};

/// The reason why no family was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FamilyError {
    /// The pattern cannot be read.
    #[error("{0}")]
    Pattern(String),
    /// Play reaches too many patterns.
    #[error(
        "play reaches more than {most} patterns with at most {variables} long runs, such as `{pattern}`: no finite set of patterns was found"
    )]
    NotClosed {
        /// The most patterns that are collected.
        most: usize,
        /// The most runs of a pattern that are longer than a letter.
        variables: usize,
        /// One of them.
        pattern: String,
    },
    /// No formula agrees with the values.
    #[error(
        "no formula of the known kinds agrees with the values of `{pattern}`; the first are {values}"
    )]
    NoFormula {
        /// The pattern.
        pattern: String,
        /// Some of its values.
        values: String,
    },
    /// A limit is reached.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

/// A pattern with the cases of its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The pattern.
    pub pattern: Pattern,
    /// Its cases; the first that applies is meant.
    pub cases: Vec<Case>,
}

/// The values of a family of positions: formulas that agree with a table, and are not proved yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The game.
    pub strip: Strip,
    /// The value of the pattern, for exponents from 0 on.
    pub theorem: Statement,
    /// The values of the patterns that play reaches, for exponents from 2 on.
    pub lemmas: Vec<Statement>,
    /// The letters of whose runs the lemmas have the length.
    pub(crate) counted: Vec<u8>,
}

/// More patterns are not collected.
pub(crate) const MOST_PATTERNS: usize = 400;
/// Patterns with more long runs have too large tables.
pub(crate) const MOST_VARIABLES: usize = 5;
/// The least exponent of a long run.
pub(crate) const LEAST: i64 = 2;

/// The largest exponents of a table, by the number of variables.
pub(crate) const LARGEST: [i64; MOST_VARIABLES + 1] = [0, 13, 9, 7, 5, 4];

/// The exponents from `least` to `most`.
pub(crate) fn exponents(variables: usize, least: i64, most: i64) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..variables {
        let longer = |exponents: &Vec<i64>| {
            let exponents = exponents.clone();
            (least..=most).map(move |next| [exponents.clone(), vec![next]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Finds formulas for the values of a pattern and of all patterns that play from it reaches.
///
/// # Errors
/// If play reaches too many patterns, if the values of one follow no formula of the known kinds, or if a limit is reached.
pub fn find(strip: &Strip, pattern: &Pattern, limits: &Limits) -> Result<Family, FamilyError> {
    if let Some(family) = by_cuts(strip, pattern, limits)? {
        return Ok(family);
    }
    let free = pattern.counted(b".");
    // If runs of any length lead to too many patterns, those of letters of a fixed number may still not.
    let all = pattern.counted(strip.letters.as_bytes());
    let is_unknown = |found: &Result<Family, FamilyError>| {
        use FamilyError::{NoFormula, NotClosed};
        matches!(found, Err(NotClosed { .. } | NoFormula { .. }))
    };
    let mut best = found(strip, pattern, free.clone(), limits);
    if is_unknown(&best) && all != free {
        best = found(strip, pattern, all, limits);
    }
    if is_unknown(&best)
        && let Some(family) = bounded(strip, pattern, free, limits)?
    {
        return Ok(family);
    }
    best
}

/// Words of more letters are not looked at for the formula of a theorem that is proved by inequalities.
const LONGEST: usize = 18;

/// The value of a pattern, or else its outcome, with lemmas that are inequalities.
fn bounded(
    strip: &Strip,
    pattern: &Pattern,
    counted: Vec<u8>,
    limits: &Limits,
) -> Result<Option<Family>, FamilyError> {
    let mut worth = WordValues::new(strip, limits);
    let variables = pattern.names.len();
    let mut all = exponents(variables, 0, LARGEST[variables] - 1);
    all.retain(|exponents| pattern.letters(exponents).len() <= LONGEST);
    for with_values in [true, false] {
        let theorem = compared(pattern, &all, with_values, &mut worth, limits)?;
        let Some(theorem) = theorem else { continue };
        let cases = theorem.cases.iter();
        let mut wanted: Vec<Compared> = cases.map(|case| (case.relation, Vec::new())).collect();
        for exponents in &all {
            let applies = |case: &Case| case.applies(exponents);
            let case = theorem.cases.iter().position(applies).unwrap_or(0);
            let value = worth.of_formula(&theorem.cases[case].value, exponents)?;
            wanted[case].1.push((pattern.letters(exponents), value));
        }
        if let Some(lemmas) = lemmas(&wanted, counted.clone(), false, &mut worth, limits)? {
            return Ok(Some(Family {
                strip: strip.clone(),
                theorem,
                lemmas,
                counted,
            }));
        }
    }
    Ok(None)
}

/// The cases of a pattern: of its value, or of its outcome.
fn compared<'l>(
    pattern: &Pattern,
    all: &[Vec<i64>],
    with_values: bool,
    worth: &mut WordValues<'l>,
    limits: &'l Limits,
) -> Result<Option<Statement>, FamilyError> {
    let words: Vec<Word> = (all.iter())
        .map(|exponents| pattern.letters(exponents))
        .collect();
    let mut trees = Vec::new();
    let mut relations = Vec::new();
    if with_values {
        for word in &words {
            let value = worth.of(word)?;
            trees.extend(worth.tree(value)?);
        }
    } else {
        // Each outcome is a nimber here, so that cases are found as those of values are.
        for outcome in outcomes(&words, worth, limits)? {
            let known = relations.iter().position(|known| *known == outcome);
            let star = known.unwrap_or(relations.len()) as u32;
            if known.is_none() {
                relations.push(outcome);
            }
            let (number, ups) = (0, 0);
            trees.push(Tree::Sum { number, ups, star });
        }
    }
    if trees.len() < all.len() {
        return Ok(None);
    }
    let points = all.iter().cloned().zip(trees);
    let points: Vec<Point> = points.map(|(at, tree)| Point::new(at, tree)).collect();
    let Some(found) = cases_from_0(&points, limits)? else {
        return Ok(None);
    };
    let mut cases = Vec::new();
    for (conditions, mut value) in found {
        let mut relation = Relation::Equal;
        if let Formula::Sum { star, .. } = &mut value
            && !with_values
        {
            relation = relations[*star as usize];
            *star = 0;
        }
        cases.push(Case {
            conditions,
            relation,
            value,
            names: pattern.names.clone(),
            cut: None,
        });
    }
    Ok(Some(Statement {
        pattern: pattern.clone(),
        cases,
    }))
}

/// The same with lemmas that have the lengths of runs of some letters.
fn found(
    strip: &Strip,
    pattern: &Pattern,
    counted: Vec<u8>,
    limits: &Limits,
) -> Result<Family, FamilyError> {
    let mut worth = WordValues::new(strip, limits);
    for exponents in exponents(pattern.names.len(), 0, LEAST + 1) {
        worth.of(&pattern.letters(&exponents))?;
    }
    let shapes = closure(strip, &counted, &mut worth)?;
    let mut lemmas = Vec::new();
    for shape in shapes {
        let pattern = shape.pattern();
        let most = LARGEST[pattern.names.len()];
        lemmas.push(statement(pattern, LEAST, most, &mut worth, limits)?);
    }
    let most = LARGEST[pattern.names.len()] - 1;
    let theorem = statement(pattern.clone(), 0, most, &mut worth, limits)?;
    Ok(Family {
        strip: strip.clone(),
        theorem,
        lemmas,
        counted,
    })
}

/// The shapes of all words that play reaches, also from longer words of the same shapes.
fn closure(
    strip: &Strip,
    counted: &[u8],
    worth: &mut WordValues<'_>,
) -> Result<BTreeSet<Shape>, FamilyError> {
    let mut shapes: BTreeSet<Shape> = BTreeSet::new();
    loop {
        let reached = worth.values.keys();
        let reached: BTreeSet<Shape> = reached
            .map(|word| Shape::of(word, strip.is_mirrored, counted))
            .filter(|shape| !shapes.contains(shape))
            .collect();
        if reached.is_empty() {
            return Ok(shapes);
        }
        for shape in reached {
            let pattern = shape.pattern();
            if shape.variables() > MOST_VARIABLES || shapes.len() >= MOST_PATTERNS {
                return Err(FamilyError::NotClosed {
                    most: MOST_PATTERNS,
                    variables: MOST_VARIABLES,
                    pattern: pattern.to_string(),
                });
            }
            for exponents in exponents(shape.variables(), LEAST, LEAST + 2) {
                worth.of(&pattern.letters(&exponents))?;
            }
            shapes.insert(shape);
        }
    }
}

/// The cases of a pattern.
fn statement(
    pattern: Pattern,
    least: i64,
    most: i64,
    worth: &mut WordValues<'_>,
    limits: &Limits,
) -> Result<Statement, FamilyError> {
    limits.progress.say(|| format!("the values of {pattern}"));
    let mut points = Vec::new();
    for exponents in exponents(pattern.names.len(), least, most) {
        let value = worth.of(&pattern.letters(&exponents))?;
        match worth.tree(value)? {
            Some(tree) => points.push(Point::new(exponents, tree)),
            None => return Err(no_formula(&pattern, least, worth)?),
        }
    }
    let found = match least {
        0 => cases_from_0(&points, limits)?,
        _ => cases(&points, least, limits)?,
    };
    let Some(found) = found else {
        return Err(no_formula(&pattern, least, worth)?);
    };
    let case = |(conditions, value)| Case {
        conditions,
        relation: Relation::Equal,
        value,
        names: pattern.names.clone(),
        cut: None,
    };
    Ok(Statement {
        cases: found.into_iter().map(case).collect(),
        pattern: pattern.clone(),
    })
}

/// The fewest cases for exponents from 0 on, or else cases for those of 0, 1, and more.
fn cases_from_0(
    points: &[Point],
    limits: &Limits,
) -> Result<Option<Vec<ConditionalFormula>>, FamilyError> {
    match cases(points, 0, limits)? {
        None => by_cells(points, limits),
        found => Ok(found),
    }
}

/// The cases for exponents of 0, 1, and more, each apart.
fn by_cells(
    points: &[Point],
    limits: &Limits,
) -> Result<Option<Vec<ConditionalFormula>>, FamilyError> {
    let variables = points[0].at.len();
    let mut all = Vec::new();
    for cell in exponents(variables, 0, LEAST) {
        let is_inside = |point: &&Point| {
            point
                .at
                .iter()
                .zip(&cell)
                .all(|(n, kind)| n.min(&LEAST) == kind)
        };
        let inside: Vec<Point> = points.iter().filter(is_inside).cloned().collect();
        let Some(found) = cases_within(&inside, &cell, LEAST, limits)? else {
            return Ok(None);
        };
        all.extend(found);
    }
    Ok(Some(all))
}

/// The error that shows the first values of a pattern.
fn no_formula(
    pattern: &Pattern,
    least: i64,
    worth: &mut WordValues<'_>,
) -> Result<FamilyError, FamilyError> {
    const SHOWN: usize = 6;
    let mut values = Vec::new();
    for exponents in exponents(pattern.names.len(), least, least + 3)
        .iter()
        .take(SHOWN)
    {
        let value = worth.of(&pattern.letters(exponents))?;
        values.push(worth.text(value)?);
    }
    Ok(FamilyError::NoFormula {
        pattern: pattern.to_string(),
        values: values.join(", "),
    })
}

impl Statement {
    fn lines(&self, word: &str) -> String {
        let mut lines = format!("{word} {}\n", self.pattern);
        for case in &self.cases {
            lines += &format!("case {case}\n");
        }
        lines
    }
}

impl Family {
    /// Whether the theorem gives values, and not only how they compare with 0.
    pub fn has_values(&self) -> bool {
        let mut cases = self.theorem.cases.iter();
        cases.all(|case| case.relation == Relation::Equal)
    }

    /// The value for these exponents, in the notation of the calculus; `None` if they are not as many as the pattern has, or if
    /// the theorem does not give it.
    pub fn value(&self, exponents: &[i64]) -> Option<String> {
        let Statement { pattern, cases } = &self.theorem;
        let is_whole = exponents.len() == pattern.names.len();
        let case = cases
            .iter()
            .find(|case| is_whole && case.applies(exponents));
        let case = case.filter(|case| case.relation == Relation::Equal);
        case.map(|case| case.value.value(exponents))
    }

    /// The certificate, which the checker proves or refuses.
    pub fn certificate(&self) -> String {
        let mut text = format!("bouton family certificate 1\n{}", self.strip.lines());
        text += &self.theorem.lines("theorem");
        for lemma in &self.lemmas {
            text += &lemma.lines("lemma");
        }
        text + "end\n"
    }
}
