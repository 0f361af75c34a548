//! Certificates of the values of a family: a pattern of letters with exponents has the value of a formula, for all exponents.
//!
//! A certificate is a game on a strip, a theorem about a pattern whose exponents are at least 0, and lemmas about patterns
//! whose runs are one letter, or at least two. All are proved together, by induction on the longest play: the options of a
//! lemma are sums of parts, each of which must be an instance of a lemma. For each case of a lemma with the value V:
//!
//! 1. no left option is at least V, and no right option is at most V;
//! 2. every left option of V is at most a left option, and every right option of V is at least a right option.
//!
//! Then the second player wins G − V. All of this is decided for all exponents at once. The moves are those of this crate
//! ([`strips`]), and `family/strips/tests` compares them with those of [`crate::rules`].

mod certificate;
mod linear;
mod number;
mod strips;
#[cfg(test)]
mod tests;
mod value;

use std::cell::RefCell;

use certificate::{Case, Certificate, Pattern, Statement};
use linear::{Found, Linear, Region, Stop};
use number::Number;
use strips::{Move, Run};
use value::{Formula, UNIT, any};

use crate::bounds::Work;
use crate::obligation::Obligation;
use crate::shown::quoted;
use crate::{Checked, Refusal};

/// The first line of every certificate of a family.
pub const FAMILY_HEADER: &str = "bouton family certificate 1";

/// The least exponent of a variable in a lemma.
const LEAST: i128 = 2;

/// Checks a certificate.
pub(crate) fn check(text: &str, work: Work) -> Result<Checked, Refusal> {
    let certificate = Certificate::read(text)?;
    let work = RefCell::new(work);
    let mut conditions = Vec::new();
    for lemma in &certificate.lemmas {
        certificate.lemma(lemma, &work)?;
        let text = &lemma.pattern.text;
        let told = format!("the options of `{text}` are those of its value, up to domination");
        work.borrow().tell(&told);
        conditions.push(told);
    }
    certificate.theorem(&work)?;
    conditions.push("the theorem follows from the lemmas, for all exponents".to_owned());
    Ok(Checked {
        claim: certificate.claim(),
        title: None,
        rules: Vec::new(),
        conditions,
    })
}

/// The outcome of a proof for all parts of a region.
fn proved(found: Found<()>) -> Result<(), Refusal> {
    found.map_err(|stop| match stop {
        Stop::Refused(refusal) => refusal,
        Stop::Sign(_) | Stop::Remainder(..) => Refusal::Undecided("a case is not split".to_owned()),
    })
}

/// Refuses with a sentence.
fn demand(obligation: Obligation, holds: bool, what: impl FnOnce() -> String) -> Found<()> {
    obligation.demand(holds, || Refusal::Refuted(what()))?;
    Ok(())
}

impl Certificate {
    fn claim(&self) -> String {
        let Pattern { text, names, .. } = &self.theorem.pattern;
        let names: Vec<String> = names.iter().map(char::to_string).collect();
        let all = match names.is_empty() {
            true => String::new(),
            false => format!("for all {} >= 0, ", names.join(", ")),
        };
        let cases: Vec<&str> = self
            .theorem
            .cases
            .iter()
            .map(|case| case.text.as_str())
            .collect();
        let cases = cases.join("; ");
        let game = self.strip.name;
        format!(
            "{game}: {all}the value of {} is the first of these cases that applies (up(n) is n times ↑): {}",
            quoted(text),
            quoted(&cases)
        )
    }

    /// The options of every position of a lemma determine its value.
    fn lemma(&self, lemma: &Statement, work: &RefCell<Work>) -> Result<(), Refusal> {
        if !lemma.pattern.is_plain() {
            let what = "expected a variable of its own for each exponent of a lemma, in order";
            return Err(Refusal::family(what));
        }
        for case in &lemma.cases {
            let region = Region::from(LEAST, lemma.pattern.names.len(), work);
            proved(region.prove(&mut |region| {
                if !applies(case, &region.variables, region)? {
                    return Ok(());
                }
                case.value.at(&region.variables).check(region)?;
                self.no_better(&lemma.pattern, case, region)?;
                self.as_good(&lemma.pattern, case, region)
            }))?;
        }
        Ok(())
    }

    /// No option is better for its player than the value.
    fn no_better(&self, pattern: &Pattern, case: &Case, region: &Region<'_>) -> Found<()> {
        let word = word(pattern, region)?;
        for (side, whose) in [(0, "Left's"), (1, "Right's")] {
            for a_move in self.strip.moves(&word, side) {
                let inner = match a_move.choices(&word) {
                    Some(below) => region.with_variable(&below),
                    None => region.clone(),
                };
                inner.prove(&mut |inner| {
                    let chosen = inner.variables.get(pattern.names.len()).cloned();
                    let chosen = chosen.unwrap_or(Linear::number(0));
                    let option = self.option(pattern, &a_move, &chosen, inner)?;
                    let value = case.value.at(&inner.variables);
                    let (obligation, is_better) = match side {
                        0 => (Obligation::FamilyLeft, option.at_least(&value, inner)?),
                        _ => (Obligation::FamilyRight, value.at_least(&option, inner)?),
                    };
                    demand(obligation, !is_better, || {
                        let pattern = quoted(&pattern.text);
                        format!("{whose} moves from {pattern} are no better than its value")
                    })
                })?;
            }
        }
        Ok(())
    }

    /// Each option of the value is at most as good for its player as a move.
    fn as_good(&self, pattern: &Pattern, case: &Case, region: &Region<'_>) -> Found<()> {
        let word = word(pattern, region)?;
        let value = case.value.at(&region.variables);
        let sides = [
            (0, Obligation::FamilyLeftMet, "Left"),
            (1, Obligation::FamilyRightMet, "Right"),
        ];
        for (side, obligation, whose) in sides {
            let wanted = match side {
                0 => value.lefts(region)?,
                _ => value.rights(region)?,
            };
            let mut moves = Vec::new();
            for a_move in self.strip.moves(&word, side) {
                match a_move.choices(&word) {
                    None => moves.push((a_move, Linear::number(0))),
                    Some(below) => {
                        let ends = [Linear::number(0), below.shifted(-1)];
                        moves.extend(ends.map(|chosen| (a_move.clone(), chosen)));
                    }
                }
            }
            for wanted in wanted {
                let is_met = any(&moves, |(a_move, chosen)| {
                    let option = self.option(pattern, a_move, chosen, region)?;
                    match side {
                        0 => option.at_least(&wanted, region),
                        _ => wanted.at_least(&option, region),
                    }
                })?;
                demand(obligation, is_met, || {
                    let pattern = quoted(&pattern.text);
                    format!("{whose} has a move from {pattern} as good as each in its value")
                })?;
            }
        }
        Ok(())
    }

    /// The value of the position after a move.
    fn option(
        &self,
        from: &Pattern,
        a_move: &Move,
        chosen: &Linear,
        region: &Region<'_>,
    ) -> Found<Formula> {
        self.value(&a_move.after(&word(from, region)?, chosen), region)
    }

    /// The value of a position by the lemmas.
    fn value(&self, runs: &[Run], region: &Region<'_>) -> Found<Formula> {
        let (number, parts) = self.strip.parts(runs, region)?;
        let mut sum = Formula::number(Number::of(Linear::number(0).plus(UNIT, &number)));
        for part in parts {
            sum = sum.plus(&self.part(&part, region)?, region, 0)?;
            sum.check(region)?;
        }
        Ok(sum)
    }

    /// The value of a part by the first case of its lemma that applies.
    fn part(&self, part: &[Run], region: &Region<'_>) -> Found<Formula> {
        let backwards: Vec<Run> = part.iter().rev().cloned().collect();
        let ways = [part, &backwards];
        for way in &ways[..if self.strip.is_mirrored { 2 } else { 1 }] {
            let instance = |lemma: &'_ Statement| lemma.pattern.exponents(way);
            let mut known = self.lemmas.iter();
            let known = known.find_map(|lemma| Some((lemma, instance(lemma)?)));
            let Some((lemma, exponents)) = known else {
                continue;
            };
            for case in &lemma.cases {
                if applies(case, &exponents, region)? {
                    return Ok(case.value.at(&exponents));
                }
            }
            demand(Obligation::FamilyCovered, false, || {
                let pattern = quoted(&lemma.pattern.text);
                format!("each position of {pattern} that is reached has a case")
            })?;
            return Ok(Formula::zero());
        }
        demand(Obligation::FamilyClosed, false, || {
            let shown = part.iter().map(|run| {
                let letter = char::from(run.letter);
                if run.is_long {
                    format!("{letter}^n")
                } else {
                    letter.to_string()
                }
            });
            let shown = shown.collect::<Vec<_>>().join(" ");
            format!("{} has a lemma", quoted(&shown))
        })?;
        Ok(Formula::zero())
    }

    /// The cases of the theorem are those of the lemmas, for all exponents.
    fn theorem(&self, work: &RefCell<Work>) -> Result<(), Refusal> {
        let Statement { pattern, cases } = &self.theorem;
        let region = Region::from(0, pattern.names.len(), work);
        proved(region.prove(&mut |region| {
            for case in cases {
                if !applies(case, &region.variables, region)? {
                    continue;
                }
                let claimed = case.value.at(&region.variables);
                claimed.check(region)?;
                let runs: Vec<Run> = counted(pattern, region).collect();
                let value = self.value(&runs, region)?;
                let is_equal =
                    claimed.at_least(&value, region)? && value.at_least(&claimed, region)?;
                return demand(Obligation::FamilyTheorem, is_equal, || {
                    format!("{} has the value claimed", quoted(&pattern.text))
                });
            }
            demand(Obligation::FamilyAll, false, || {
                format!("the cases of {} are all", quoted(&pattern.text))
            })
        }))
    }
}

/// Whether a case applies to exponents, for all of a region.
fn applies(case: &Case, exponents: &[Linear], region: &Region<'_>) -> Found<bool> {
    for condition in &case.conditions {
        if !condition.holds(exponents, region)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The runs of a pattern for the exponents of a region.
fn counted<'p>(pattern: &'p Pattern, region: &'p Region<'_>) -> impl Iterator<Item = Run> + 'p {
    pattern.runs.iter().map(|run| Run {
        count: run.count.at(&region.variables),
        ..run.clone()
    })
}

/// The word of a lemma, in normal form.
fn word(pattern: &Pattern, region: &Region<'_>) -> Found<Vec<Run>> {
    strips::normal(&counted(pattern, region).collect::<Vec<_>>(), region)
}
