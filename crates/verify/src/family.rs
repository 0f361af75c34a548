//! Certificates of the values of a family: a pattern of letters with exponents has the value of a formula, for all exponents.
//!
//! A certificate is a game on a strip, a theorem about a pattern whose exponents are at least 0, and lemmas about patterns
//! whose runs are one letter, or at least two. All are proved together, by induction on the longest play: the options of a
//! lemma are sums of parts, and the lemmas say what is known of each part. A case of a lemma compares its positions G with a
//! value V. If it claims G ≥ V,
//!
//! 1. no right option is at most V;
//! 2. every left option of V is at most a left option.
//!
//! Then Left wins G − V if Right begins. If it claims that G ≤ V does not hold, a left option is at least V. Right's claims are
//! the same with sides exchanged, and G = V is both G ≥ V and G ≤ V. All of this is decided for all exponents at once. The moves are those of this crate
//! ([`strips`]), and `family/strips/tests` compares them with those of [`crate::rules`].

mod certificate;
mod claims;
mod linear;
mod number;
mod rewriting;
mod strips;
#[cfg(test)]
mod tests;
mod value;

use std::cell::RefCell;

use certificate::{Case, Certificate, Pattern, Statement};
use claims::{Bound, Claims};
use linear::{Decided, Linear, Region, Stop};
use number::Number;
use strips::{Move, Run};
use value::{Formula, UNIT, any};

use crate::bounds::Meter;
use crate::obligation::Obligation;
use crate::shown::quoted;
use crate::{Checked, Refusal};

/// The first line of every certificate of a family.
pub const FAMILY_HEADER: &str = "bouton family certificate 1";

/// The kind of certificate.
pub(crate) const KIND: &str = "family";

/// Of more places in one run only the first and the last are tried.
const MOST_TRIED: i128 = 64;

/// The least exponent of a variable in a lemma.
const LEAST: i128 = 2;

const LEFT: usize = 0;
const RIGHT: usize = 1;
const PLAYERS: [&str; 2] = ["Left", "Right"];

/// Checks a certificate.
pub(crate) fn check(text: &str, work: Meter) -> Result<Checked, Refusal> {
    let certificate = Certificate::read(text)?;
    certificate.strip.check()?;
    let work = RefCell::new(work);
    let mut conditions = Vec::new();
    for lemma in &certificate.lemmas {
        certificate.lemma(lemma, &work)?;
        let text = &lemma.pattern.text;
        let told = format!("the options of `{text}` show what is claimed of it");
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
fn proved(found: Decided<()>) -> Result<(), Refusal> {
    found.map_err(|stop| match stop {
        Stop::Refused(refusal) => refusal,
        Stop::Sign(_) | Stop::Remainder(..) => Refusal::undecided("a case is not split"),
    })
}

/// Refuses with a sentence.
fn demand(obligation: Obligation, holds: bool, what: impl FnOnce() -> String) -> Decided<()> {
    obligation.demand(holds, || Refusal::Refuted(what()))?;
    Ok(())
}

impl Certificate {
    fn claim(&self) -> String {
        let Statement { pattern, cases } = &self.theorem;
        let names: Vec<String> = pattern.names.iter().map(char::to_string).collect();
        let all = match names.is_empty() {
            true => String::new(),
            false => format!("for all {} >= 0, ", names.join(", ")),
        };
        let are_values = cases.iter().all(|case| case.claims == Claims::EQUAL);
        let meaning = match are_values {
            true => "is the first of these cases that applies (up(n) is n times ↑)",
            false => {
                "is as the first of these cases says that applies (up(n) is n times ↑, |> is not <=, <| is not >=, <> is neither)"
            }
        };
        let cases: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
        let (game, text, cases) = (self.strip.told(), quoted(&pattern.text), cases.join("; "));
        format!(
            "{game}: {all}the value of {text} {meaning}: {}",
            quoted(&cases)
        )
    }

    /// The options of every position of a lemma show what it claims.
    fn lemma(&self, lemma: &Statement, work: &RefCell<Meter>) -> Result<(), Refusal> {
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
                let value = case.value.at(&region.variables);
                value.check(region)?;
                if let Some(words) = &case.cut {
                    return self.cut(&lemma.pattern, case.claims, &value, words, region);
                }
                for side in [LEFT, RIGHT] {
                    if case.claims.second[side] {
                        self.answers_moves(&lemma.pattern, case, side, region)?;
                        self.answers_value(&lemma.pattern, &value, side, region)?;
                    }
                    if case.claims.first[side] {
                        self.begins(&lemma.pattern, &value, side, region)?;
                    }
                }
                Ok(())
            }))?;
        }
        Ok(())
    }

    /// After each move of the other player's, this one wins the position less the value.
    fn answers_moves(
        &self,
        pattern: &Pattern,
        case: &Case,
        side: usize,
        region: &Region<'_>,
    ) -> Decided<()> {
        let obligation = [Obligation::FamilyRight, Obligation::FamilyLeft][side];
        let word = word(pattern, region)?;
        for a_move in self.strip.moves(&word, 1 - side, region)? {
            let choices = a_move.choices(&word);
            let inner: Vec<(Region<'_>, Option<Linear>)> = match (places(&choices), &choices) {
                (None, Some(below)) => vec![(region.with_variable(below), None)],
                (places, _) => {
                    let places = places.into_iter().flatten();
                    places.map(|place| (region.clone(), Some(place))).collect()
                }
            };
            for (inner, place) in inner {
                let variable = |inner: &Region<'_>| inner.variables[pattern.names.len()].clone();
                inner.prove(&mut |inner| {
                let chosen = place.clone().unwrap_or_else(|| variable(inner));
                let bounds = self.option(pattern, &a_move, &chosen, inner)?;
                let value = case.value.at(&inner.variables);
                let wins = any(&bounds, |bound| bound.wins(side, true, &value, inner))?;
                demand(obligation, wins, || {
                    let (whose, pattern) = (PLAYERS[1 - side], quoted(&pattern.text));
                    let known = match bounds.is_empty() {
                        true => "; of one of them nothing is known",
                        false => "",
                    };
                    format!(
                        "moves of {whose} from {pattern} are no better than what is claimed{known}"
                    )
                })
            })?;
            }
        }
        Ok(())
    }

    /// Each option of the value is at most as good for its player as a move.
    fn answers_value(
        &self,
        pattern: &Pattern,
        value: &Formula,
        side: usize,
        region: &Region<'_>,
    ) -> Decided<()> {
        let obligation = [Obligation::FamilyLeftMet, Obligation::FamilyRightMet][side];
        let wanted = match side {
            LEFT => value.lefts(region)?,
            _ => value.rights(region)?,
        };
        for wanted in wanted {
            let is_met = self.has_move(pattern, &wanted, side, region)?;
            demand(obligation, is_met, || {
                let (who, pattern) = (PLAYERS[side], quoted(&pattern.text));
                format!("{who} has a move from {pattern} as good as each in its value")
            })?;
        }
        Ok(())
    }

    /// The player wins the position less the value by a move in the position.
    fn begins(
        &self,
        pattern: &Pattern,
        value: &Formula,
        side: usize,
        region: &Region<'_>,
    ) -> Decided<()> {
        let obligation = [Obligation::FamilyLeftBegins, Obligation::FamilyRightBegins][side];
        let wins = self.has_move(pattern, value, side, region)?;
        demand(obligation, wins, || {
            let (who, pattern) = (PLAYERS[side], quoted(&pattern.text));
            format!("{who} has a move from {pattern} as good as what is claimed")
        })
    }

    /// Whether a player has a move to a position that is as good as a value.
    fn has_move(
        &self,
        pattern: &Pattern,
        value: &Formula,
        side: usize,
        region: &Region<'_>,
    ) -> Decided<bool> {
        let word = word(pattern, region)?;
        let mut moves = Vec::new();
        for a_move in self.strip.moves(&word, side, region)? {
            let choices = a_move.choices(&word);
            let ends = || {
                let last = choices.as_ref().map(|below| below.shifted(-1));
                std::iter::once(Linear::number(0)).chain(last).collect()
            };
            let chosen: Vec<Linear> = places(&choices).unwrap_or_else(ends);
            moves.extend(chosen.into_iter().map(|chosen| (a_move.clone(), chosen)));
        }
        any(&moves, |(a_move, chosen)| {
            let bounds = self.option(pattern, a_move, chosen, region)?;
            any(&bounds, |bound| bound.wins(side, false, value, region))
        })
    }

    /// The bounds of the position after a move.
    fn option(
        &self,
        from: &Pattern,
        a_move: &Move<'_>,
        chosen: &Linear,
        region: &Region<'_>,
    ) -> Decided<Vec<Bound>> {
        self.bounds(&[a_move.after(&word(from, region)?, chosen)], region)
    }

    /// The claims follow from those about the two words into which each word is cut. No word is better for Right than the two if
    /// he has no move across the place, since he answers as in the two; nor for Left if she has none.
    fn cut(
        &self,
        pattern: &Pattern,
        claims: Claims,
        value: &Formula,
        words: &[Pattern; 2],
        region: &Region<'_>,
    ) -> Decided<()> {
        let [left, right] = words.each_ref().map(|own| word(own, region));
        let [left, right] = [left?, right?];
        let joined = strips::normal(&[&left[..], &right].concat(), region)?;
        let is_it = strips::are_same(&joined, &word(pattern, region)?, region)?;
        demand(Obligation::FamilyCutWord, is_it, || {
            let pattern = quoted(&pattern.text);
            format!("the words into which {pattern} is cut make it up")
        })?;
        let is_shorter = !left.is_empty() && !right.is_empty();
        let text = || quoted(&pattern.text);
        demand(Obligation::FamilyCutTwo, is_shorter, || {
            format!("both words into which {} is cut have letters", text())
        })?;
        for side in [LEFT, RIGHT] {
            let is_claimed = claims.second[side] || claims.first[side];
            let is_safe = !is_claimed || !self.strip.crosses(&left, &right, 1 - side);
            demand(Obligation::FamilyCutSide, is_safe, || {
                let whose = PLAYERS[1 - side];
                format!(
                    "no move of {whose} ever crosses the place where {} is cut",
                    text()
                )
            })?;
        }
        let bounds = self.bounds(&[left, right], region)?;
        let is_shown = shows(&bounds, claims, value, region)?;
        demand(Obligation::FamilyCut, is_shown, || {
            let text = text();
            format!("what is claimed of {text} follows from the words into which it is cut")
        })
    }

    /// The bounds of a sum of words by the lemmas: the sums of those of their parts.
    fn bounds(&self, words: &[Vec<Run>], region: &Region<'_>) -> Decided<Vec<Bound>> {
        let (mut number, mut parts) = (Linear::number(0), Vec::new());
        for word in words {
            let (more, own) = self.strip.parts(word, region)?;
            number = number.plus(1, &more);
            parts.extend(own);
        }
        let mut sums = vec![Bound {
            claims: Claims::EQUAL,
            value: Formula::number(Number::of(Linear::number(0).plus(UNIT, &number))),
        }];
        for part in parts {
            let known = self.part(&part, region)?;
            let mut more = Vec::new();
            for (sum, (case, exponents)) in sums
                .iter()
                .flat_map(|sum| known.iter().map(move |known| (sum, known)))
            {
                let mut value = sum.value.plus(&case.value.at(exponents), region, 0)?;
                if !value.lists_no_number(region)? {
                    value = value.settled(region)?;
                }
                // Such a sum is compared with nothing: other lemmas may show what is claimed.
                if !value.lists_no_number(region)? {
                    continue;
                }
                let claims = sum.claims.plus(case.claims);
                more.push(Bound { claims, value });
            }
            sums = more;
        }
        Ok(sums)
    }

    /// The cases of lemmas that apply to a part, each with the exponents of its pattern; of a lemma the first.
    fn part(&self, part: &[Run], region: &Region<'_>) -> Decided<Vec<(&Case, Vec<Linear>)>> {
        let backwards: Vec<Run> = part.iter().rev().cloned().collect();
        let ways = [part, &backwards];
        let mut known = Vec::new();
        for way in &ways[..if self.strip.is_mirrored { 2 } else { 1 }] {
            for lemma in &self.lemmas {
                let Some(exponents) = lemma.pattern.exponents(way) else {
                    continue;
                };
                if let Some(case) = first(&lemma.cases, &exponents, region)? {
                    known.push((case, exponents));
                }
            }
        }
        Ok(known)
    }

    /// The cases of the theorem follow from the lemmas, for all exponents.
    fn theorem(&self, work: &RefCell<Meter>) -> Result<(), Refusal> {
        let Statement { pattern, cases } = &self.theorem;
        let region = Region::from(0, pattern.names.len(), work);
        proved(region.prove(&mut |region| {
            let Some(case) = first(cases, &region.variables, region)? else {
                return demand(Obligation::FamilyAll, false, || {
                    format!("the cases of {} are all", quoted(&pattern.text))
                });
            };
            let value = case.value.at(&region.variables);
            value.check(region)?;
            let runs: Vec<Run> = counted(pattern, region).collect();
            let bounds = self.bounds(&[runs], region)?;
            let is_shown = shows(&bounds, case.claims, &value, region)?;
            demand(Obligation::FamilyTheorem, is_shown, || {
                format!("what is claimed of {} follows", quoted(&pattern.text))
            })
        }))
    }
}

/// Whether each claim is shown by some of the bounds.
fn shows(bounds: &[Bound], claims: Claims, value: &Formula, region: &Region<'_>) -> Decided<bool> {
    for side in [LEFT, RIGHT] {
        for (begins, is_claimed) in [(false, claims.second), (true, claims.first)] {
            let wins = |bound: &Bound| bound.wins(side, begins, value, region);
            if is_claimed[side] && !any(bounds, wins)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The places in one run, if their number is known: then lemmas about runs of a fixed length apply.
fn places(choices: &Option<Linear>) -> Option<Vec<Linear>> {
    let count = choices.as_ref().map_or(Some(1), |below| {
        (below.is_constant() && below.constant <= MOST_TRIED).then_some(below.constant)
    });
    count.map(|count| (0..count).map(Linear::number).collect())
}

/// The first case that applies to exponents, for all of a region.
fn first<'c>(
    cases: &'c [Case],
    exponents: &[Linear],
    region: &Region<'_>,
) -> Decided<Option<&'c Case>> {
    for case in cases {
        if applies(case, exponents, region)? {
            return Ok(Some(case));
        }
    }
    Ok(None)
}

/// Whether a case applies to exponents, for all of a region.
fn applies(case: &Case, exponents: &[Linear], region: &Region<'_>) -> Decided<bool> {
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
fn word(pattern: &Pattern, region: &Region<'_>) -> Decided<Vec<Run>> {
    strips::normal(&counted(pattern, region).collect::<Vec<_>>(), region)
}
