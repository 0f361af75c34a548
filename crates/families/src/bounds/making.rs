//! Lemmas that meet needs, and the needs that they have themselves.

use std::collections::{BTreeMap, BTreeSet};

use bouton_core::Side;
use bouton_values::Value;

use super::{Group, Lemma, Need, Search};
use crate::family::{FamilyError, LARGEST, LEAST, exponents};
use crate::fit::{Point, cases, fitted};
use crate::formula::Formula;
use crate::pattern::Shape;
use crate::relation::Claim;
use crate::strip::{Place, Word};
use crate::word_values::Tree;

impl Search<'_, '_> {
    /// Makes a lemma for needs of one pattern, with a constant if one is enough.
    pub(super) fn meet_kind(
        &mut self,
        shape: &Shape,
        claim: Claim,
        group: &Group,
    ) -> Result<bool, FamilyError> {
        for star in [0, 1] {
            let (number, ups) = (0, 0);
            let constant = Tree::Sum { number, ups, star };
            let point = Point::new(vec![0; shape.variables()], constant);
            let Some(formula) = fitted(&[point]) else {
                continue;
            };
            let value = self
                .worth
                .of_formula(&formula, &vec![0; shape.variables()])?;
            let claims = if claim.begins {
                vec![claim, Claim::second(claim.side)]
            } else {
                vec![claim]
            };
            for own in claims {
                let mut is_enough = true;
                for need in group {
                    is_enough = is_enough
                        && self.worth.implied(value, own, need.value, need.claim)?
                        && self.wins_part(need.part.clone(), value, own)?
                        && (!own.begins
                            || self.has_reply(&Need {
                                value,
                                claim: own,
                                part: need.part.clone(),
                            })?);
                }
                if is_enough && self.add(shape, own, formula.clone())? && self.are_met(group)? {
                    return Ok(true);
                }
            }
        }
        // Of each position the strongest need.
        let mut strongest: BTreeMap<Vec<i64>, Value> = BTreeMap::new();
        for need in group {
            let (_, exponents) = self.placed(&need.part);
            let value = match strongest.get(&exponents) {
                Some(known) if self.worth.implied(*known, claim, need.value, claim)? => *known,
                _ => need.value,
            };
            strongest.insert(exponents, value);
        }
        let mut points: BTreeMap<Vec<i64>, Tree> = BTreeMap::new();
        for (exponents, value) in strongest {
            let Some(tree) = self.worth.tree(value)? else {
                return Ok(false);
            };
            points.insert(exponents, tree);
        }
        let points: Vec<Point> = (points.into_iter())
            .map(|(exponents, tree)| Point::new(exponents, tree))
            .collect();
        let formulas: Vec<Formula> = match cases(&points, LEAST, self.limits)? {
            Some(found) => found.into_iter().map(|(_, formula)| formula).collect(),
            None => points
                .iter()
                .filter_map(|point| fitted(std::slice::from_ref(point)))
                .collect(),
        };
        for formula in formulas {
            if !self.are_met(group)? && !self.add(shape, claim, formula)? {
                return Ok(false);
            }
        }
        self.are_met(group).map_err(Into::into)
    }

    /// Adds a lemma for the exponents for which it is true; false if these follow no conditions.
    pub(super) fn add(
        &mut self,
        shape: &Shape,
        claim: Claim,
        value: Formula,
    ) -> Result<bool, FamilyError> {
        let most = LARGEST[shape.variables()];
        let pattern = shape.pattern();
        let mut points = Vec::new();
        let mut is_always = true;
        for exponents in exponents(shape.variables(), LEAST, most) {
            let word = pattern.letters(&exponents);
            let own = self.worth.of_formula(&value, &exponents)?;
            let is_true = self.worth.lists_no_number(&value, &exponents)?
                && self.wins_part(word.clone(), own, claim)?
                && (!claim.begins
                    || self.has_reply(&Need {
                        part: word,
                        claim,
                        value: own,
                    })?);
            is_always &= is_true;
            let (number, ups, star) = (is_true.into(), 0, 0);
            points.push(Point::new(exponents, Tree::Sum { number, ups, star }));
        }
        let regions = match is_always {
            true => vec![Vec::new()],
            false => match cases(&points, LEAST, self.limits)? {
                None => return Ok(false),
                Some(found) => {
                    let is_true = |formula: &Formula| matches!(formula, Formula::Sum { number, .. } if !number.is_zero());
                    let found = found.into_iter().filter(|(_, formula)| is_true(formula));
                    found.map(|(conditions, _)| conditions).collect()
                }
            },
        };
        let known = self.lemmas.entry(shape.clone()).or_default();
        known.push(Lemma {
            claim,
            value,
            regions,
            cut: None,
        });
        self.open.push((shape.clone(), known.len() - 1));
        Ok(true)
    }

    /// Looks at what a lemma needs of the options of its positions.
    pub(super) fn expand(&mut self, shape: &Shape, at: usize) -> Result<bool, FamilyError> {
        let lemma = &self.lemmas[shape][at];
        let (claim, formula) = (lemma.claim, lemma.value.clone());
        let pattern = shape.pattern();
        let most = LARGEST[shape.variables()];
        let all = exponents(shape.variables(), LEAST, most).into_iter();
        let all: Vec<Vec<i64>> = all.filter(|exponents| lemma.applies(exponents)).collect();
        let side = claim.side;
        let mut own = Vec::new();
        for exponents in &all {
            let word = pattern.letters(exponents);
            own.push((word, self.worth.of_formula(&formula, exponents)?));
        }
        if self.by_numbers
            && let [(word, value)] = &own[..]
            && let Some((words, group)) = self.cut(word, claim, *value)?
        {
            if let Some(lemmas) = self.lemmas.get_mut(shape) {
                lemmas[at].cut = Some(words);
            }
            return self.meet(group);
        }
        if claim.begins {
            return self.reply(own, side);
        }
        let mut moves: BTreeMap<Place, Group> = BTreeMap::new();
        let mut wanted: Vec<Vec<(Word, Value)>> = Vec::new();
        for (word, value) in own {
            for (place, option) in self.worth.strip.moves(&word, side.other()) {
                let group = moves.entry(place).or_default();
                self.needs(&option, Claim::first(side), value, group)?;
            }
            let options = self.worth.options(value)?[side as usize].clone();
            for (at, option) in options.into_iter().enumerate() {
                if wanted.len() <= at {
                    wanted.push(Vec::new());
                }
                wanted[at].push((word.clone(), option));
            }
        }
        for group in moves.into_values() {
            if !self.meet(group)? {
                return Ok(false);
            }
        }
        for own in wanted {
            if !self.reply(own, side)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Chooses moves to positions as good as these values, by the same place of the word if possible.
    fn reply(&mut self, own: Vec<(Word, Value)>, side: Side) -> Result<bool, FamilyError> {
        let claim = Claim::second(side);
        let mut left: Vec<BTreeMap<Place, Group>> = Vec::new();
        for (word, value) in own {
            let mut replies = BTreeMap::new();
            let mut is_known = false;
            for (place, option) in self.worth.strip.moves(&word, side) {
                if is_known || !self.wins(&option, value, claim)? {
                    continue;
                }
                let mut group = Group::new();
                self.needs(&option, claim, value, &mut group)?;
                is_known = self.are_met(&group)?;
                replies.insert(place, group);
            }
            if replies.is_empty() {
                return Ok(false);
            }
            if !is_known {
                left.push(replies);
            }
        }
        while !left.is_empty() {
            let places: BTreeSet<Place> = left.iter().flat_map(|own| own.keys().copied()).collect();
            // Of a sum, more is claimed than may be needed.
            let price = |place: &Place| {
                let with = left.iter().filter_map(|own| own.get(place));
                let is_sum = with.clone().any(|group| group.len() > 1);
                let runs = |need: &Need| self.placed(&need.part).0.0.len();
                let longest = with.clone().flatten().map(runs).max();
                (is_sum, std::cmp::Reverse(with.count()), longest)
            };
            let Some(best) = places.into_iter().min_by_key(price) else {
                return Ok(false);
            };
            let (with, without): (Vec<_>, Vec<_>) =
                left.into_iter().partition(|own| own.contains_key(&best));
            left = without;
            let group = with.into_iter().filter_map(|mut own| own.remove(&best));
            if !self.meet(group.flatten().collect())? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
