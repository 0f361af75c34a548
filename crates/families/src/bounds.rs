//! [`lemmas`]: inequalities from which values follow, where play reaches too many patterns for a value of each.
//!
//! A player that is to win a position less a value needs an answer to each move of the other one, and only the positions after
//! these answers are looked at. So fewer patterns are reached, and less is claimed of them. The search collects the needs of a
//! lemma at small exponents. For those of one pattern it looks for a formula of the value and for the conditions under which
//! the claim is true; this is a lemma with needs of its own.

use std::collections::{BTreeMap, BTreeSet};

use bouton_core::hashing::FastMap;
use bouton_core::{Limits, Side, StopReason};
use bouton_values::Value;

use crate::family::{
    FamilyError, LARGEST, LEAST, MOST_PATTERNS, MOST_VARIABLES, Statement, exponents,
};
use crate::fit::{Point, cases, fitted};
use crate::formula::{Case, Condition, Formula};
use crate::pattern::{Pattern, Shape};
use crate::relation::{Claim, Relation};
use crate::strip::{Place, Word};
use crate::worth::{Tree, Worth};

/// Numbers with which parts are compared are multiples of 1/2 to this power.
const FINEST: u32 = 4;

/// More lemmas are not collected.
const MOST_LEMMAS: usize = 1000;

/// A claim about all positions of a pattern for which the conditions hold.
struct Lemma {
    claim: Claim,
    value: Formula,
    /// Lists of conditions, one of which holds.
    regions: Vec<Vec<Condition>>,
    /// The two words from which it follows.
    cut: Option<[Word; 2]>,
}

impl Lemma {
    fn applies(&self, exponents: &[i64]) -> bool {
        let mut regions = self.regions.iter();
        regions.any(|all| all.iter().all(|condition| condition.holds(exponents)))
    }
}

/// A part of a position, and a claim that it must satisfy.
#[derive(Clone)]
struct Need {
    part: Word,
    claim: Claim,
    value: Value,
}

/// Needs that arise in the same way, for several exponents.
type Group = Vec<Need>;

struct Search<'w, 'l> {
    worth: &'w mut Worth<'l>,
    counted: Vec<u8>,
    /// Whether parts of sums are compared with numbers, and words are cut.
    by_numbers: bool,
    won: FastMap<(Word, Value, Claim), bool>,
    lemmas: BTreeMap<Shape, Vec<Lemma>>,
    /// Lemmas whose own needs are not looked at yet.
    open: Vec<(Shape, usize)>,
    limits: &'l Limits,
}

/// A relation, and words that have it to values.
pub(crate) type Compared = (Relation, Vec<(Word, Value)>);

/// The lemmas from which these comparisons of words follow; `None` if the search finds none.
pub(crate) fn lemmas<'l>(
    wanted: &[Compared],
    counted: Vec<u8>,
    by_numbers: bool,
    worth: &mut Worth<'l>,
    limits: &'l Limits,
) -> Result<Option<Vec<Statement>>, FamilyError> {
    let mut search = Search::new(worth, counted, limits);
    search.by_numbers = by_numbers;
    for (relation, words) in wanted {
        for claim in relation.claims() {
            let mut group = Group::new();
            for (word, value) in words {
                search.needs(word, claim, *value, &mut group)?;
            }
            if !search.meet(group)? {
                return Ok(None);
            }
        }
    }
    while let Some((shape, at)) = search.open.pop() {
        limits.check()?;
        limits
            .progress
            .say(|| format!("what play from {} needs", shape.pattern()));
        let count: usize = search.lemmas.values().map(Vec::len).sum();
        if count > MOST_LEMMAS || search.lemmas.len() > MOST_PATTERNS {
            return Ok(None);
        }
        if !search.expand(&shape, at)? {
            return Ok(None);
        }
    }
    Ok(Some(search.statements()))
}

/// How words compare with 0.
pub(crate) fn outcomes<'l>(
    words: &[Word],
    worth: &mut Worth<'l>,
    limits: &'l Limits,
) -> Result<Vec<Relation>, StopReason> {
    let mut search = Search::new(worth, Vec::new(), limits);
    let mut outcomes = Vec::new();
    for word in words {
        let [left, right] = Side::BOTH.map(Claim::second);
        let left = search.wins(word, Value::ZERO, left)?;
        let right = search.wins(word, Value::ZERO, right)?;
        outcomes.push(match (left, right) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::More,
            (false, true) => Relation::Less,
            (false, false) => Relation::Confused,
        });
    }
    Ok(outcomes)
}

impl<'w, 'l> Search<'w, 'l> {
    fn new(worth: &'w mut Worth<'l>, counted: Vec<u8>, limits: &'l Limits) -> Self {
        Self {
            worth,
            counted,
            by_numbers: false,
            won: FastMap::default(),
            lemmas: BTreeMap::new(),
            open: Vec::new(),
            limits,
        }
    }

    /// Whether a player wins a word less a value.
    fn wins(&mut self, word: &[u8], value: Value, claim: Claim) -> Result<bool, StopReason> {
        let (number, mut parts) = self.worth.strip.parts(word);
        let value = self.worth.less(value, number)?;
        match parts.len() {
            1 => self.wins_part(parts.remove(0), value, claim),
            _ => {
                let own = self.worth.of_parts(parts)?;
                self.worth
                    .implied(own, Claim::second(claim.side), value, claim)
            }
        }
    }

    fn wins_part(&mut self, part: Word, value: Value, claim: Claim) -> Result<bool, StopReason> {
        let key = (part, value, claim);
        if let Some(known) = self.won.get(&key) {
            return Ok(*known);
        }
        self.worth.visit()?;
        let Claim { side, begins } = claim;
        let next = Claim {
            side,
            begins: !begins,
        };
        // The player needs one option that is won; of the other one's options all must be.
        let mover = if begins { side } else { side.other() };
        let mut wins = !begins;
        for option in self.worth.strip.options(&key.0, mover) {
            if wins != begins {
                wins = self.wins(&option, value, next)?;
            }
        }
        for option in self.worth.options(value)?[mover.other() as usize].clone() {
            if wins != begins {
                wins = self.wins_part(key.0.clone(), option, next)?;
            }
        }
        self.worth.keep(&key.0)?;
        self.won.insert(key, wins);
        Ok(wins)
    }

    /// Adds what must be claimed of the parts of a word. Of a sum, the value of each part is claimed.
    fn needs(
        &mut self,
        word: &[u8],
        claim: Claim,
        value: Value,
        group: &mut Group,
    ) -> Result<(), StopReason> {
        let (number, mut parts) = self.worth.strip.parts(word);
        if parts.len() == 1 {
            let part = parts.remove(0);
            let value = self.worth.less(value, number)?;
            group.push(Need { part, claim, value });
            return Ok(());
        }
        let rest = self.worth.less(value, number)?;
        if self.by_numbers
            && let Some(needs) = self.numbers(&parts, claim, rest)?
        {
            group.extend(needs);
            return Ok(());
        }
        for part in parts {
            let value = self.worth.of_parts(vec![part.clone()])?;
            for claim in Side::BOTH.map(Claim::second) {
                let part = part.clone();
                group.push(Need { part, claim, value });
            }
        }
        Ok(())
    }

    /// Claims that compare parts with numbers, from which one about their sum follows: with numbers as coarse as possible.
    fn numbers(
        &mut self,
        parts: &[Word],
        claim: Claim,
        value: Value,
    ) -> Result<Option<Group>, StopReason> {
        let [second, first] = [Claim::second(claim.side), Claim::first(claim.side)];
        let mut values = Vec::new();
        for part in parts {
            values.push(self.worth.of_parts(vec![part.clone()])?);
        }
        // The player begins in no part, or in one.
        let begins = if claim.begins { parts.len() } else { 0 };
        for places in 0..=FINEST {
            let mut bounds: Vec<[Option<i64>; 2]> = Vec::new();
            for value in &values {
                let second = self.worth.best_number(*value, second, places)?;
                let first = self.worth.best_number(*value, first, places)?;
                bounds.push([second, first]);
            }
            for own in (0..=begins).rev().map(|at| at.checked_sub(1)) {
                let numbers = bounds.iter().enumerate();
                let numbers = numbers.map(|(at, bound)| bound[usize::from(own == Some(at))]);
                let Some(numbers) = numbers.collect::<Option<Vec<i64>>>() else {
                    continue;
                };
                let sum = self.worth.dyadic(numbers.iter().sum(), places)?;
                let known = if own.is_some() { first } else { second };
                if !self.worth.implied(sum, known, value, claim)? {
                    continue;
                }
                let mut group = Group::new();
                for (at, part) in parts.iter().enumerate() {
                    group.push(Need {
                        part: part.clone(),
                        claim: if own == Some(at) { first } else { second },
                        value: self.worth.dyadic(numbers[at], places)?,
                    });
                }
                return Ok(Some(group));
            }
        }
        Ok(None)
    }

    /// Two words into which a word can be cut, so that a claim follows from those about them, with what these need.
    fn cut(
        &mut self,
        word: &Word,
        claim: Claim,
        value: Value,
    ) -> Result<Option<([Word; 2], Group)>, StopReason> {
        let mut best: Option<(usize, [Word; 2], Group)> = None;
        for at in 1..word.len() {
            let neighbours = [word[at - 1], word[at]];
            if self.worth.strip.crosses(neighbours, claim.side.other()) {
                continue;
            }
            let words = [word[..at].to_vec(), word[at..].to_vec()];
            let [(left, mut parts), (right, more)] =
                words.each_ref().map(|word| self.worth.strip.parts(word));
            parts.extend(more);
            let rest = self.worth.less(value, left + right)?;
            let Some(group) = self.numbers(&parts, claim, rest)? else {
                continue;
            };
            let mut open = 0;
            for need in &group {
                open += if self.is_met(need)? {
                    0
                } else {
                    need.part.len()
                };
            }
            if best.as_ref().is_none_or(|(least, ..)| open < *least) {
                best = Some((open, words, group));
            }
        }
        Ok(best.map(|(_, words, group)| (words, group)))
    }

    /// The pattern of a part, and its exponents there.
    fn placed(&self, part: &[u8]) -> (Shape, Vec<i64>) {
        let shape = Shape::of(part, self.worth.strip.is_mirrored, &self.counted);
        let exponents = shape.exponents(part);
        (shape, exponents)
    }

    fn is_met(&mut self, need: &Need) -> Result<bool, StopReason> {
        let (shape, exponents) = self.placed(&need.part);
        let known = self.lemmas.get(&shape).into_iter().flatten();
        let known: Vec<(Claim, Formula)> = known
            .filter(|lemma| lemma.applies(&exponents))
            .map(|lemma| (lemma.claim, lemma.value.clone()))
            .collect();
        for (claim, formula) in known {
            let value = self.worth.of_formula(&formula, &exponents)?;
            if self.worth.implied(value, claim, need.value, need.claim)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn are_met(&mut self, group: &Group) -> Result<bool, StopReason> {
        for need in group {
            if !self.is_met(need)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes lemmas for needs that no lemma meets; false if none are found.
    fn meet(&mut self, group: Group) -> Result<bool, FamilyError> {
        let mut kinds: BTreeMap<(Shape, Claim, String), Group> = BTreeMap::new();
        for mut need in group {
            if self.is_met(&need)? {
                continue;
            }
            if need.claim.begins && !self.has_reply(&need)? {
                let Some(stronger) = self.stronger(&need)? else {
                    return Ok(false);
                };
                need = stronger;
            }
            let Some(tree) = self.worth.tree(need.value)? else {
                return Ok(false);
            };
            let (shape, _) = self.placed(&need.part);
            let kind = (shape, need.claim, tree.skeleton());
            kinds.entry(kind).or_default().push(need);
        }
        for ((shape, claim, _), group) in kinds {
            if shape.variables() > MOST_VARIABLES || !self.meet_kind(&shape, claim, &group)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the player that begins wins by a move in the part.
    fn has_reply(&mut self, need: &Need) -> Result<bool, StopReason> {
        let Claim { side, .. } = need.claim;
        for option in self.worth.strip.options(&need.part, side) {
            if self.wins(&option, need.value, Claim::second(side))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A need of the second player, for a player that begins with a move in the value.
    fn stronger(&mut self, need: &Need) -> Result<Option<Need>, StopReason> {
        let claim = Claim::second(need.claim.side);
        for value in self.worth.options(need.value)?[need.claim.side.other() as usize].clone() {
            if self.wins_part(need.part.clone(), value, claim)? {
                let part = need.part.clone();
                return Ok(Some(Need { part, claim, value }));
            }
        }
        Ok(None)
    }

    /// Makes a lemma for needs of one pattern, with a constant if one is enough.
    fn meet_kind(
        &mut self,
        shape: &Shape,
        claim: Claim,
        group: &Group,
    ) -> Result<bool, FamilyError> {
        let star = |star: u32| Tree::Sum {
            number: 0,
            ups: 0,
            star,
        };
        for constant in [star(0), star(1)] {
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
    fn add(&mut self, shape: &Shape, claim: Claim, value: Formula) -> Result<bool, FamilyError> {
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
            let number = is_true.into();
            points.push(Point::new(
                exponents,
                Tree::Sum {
                    number,
                    ups: 0,
                    star: 0,
                },
            ));
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
    fn expand(&mut self, shape: &Shape, at: usize) -> Result<bool, FamilyError> {
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

    /// The lemmas as statements; claims about the same value are joined.
    fn statements(self) -> Vec<Statement> {
        let mut statements = Vec::new();
        for (shape, lemmas) in self.lemmas {
            let pattern = shape.pattern();
            let mut joined: Vec<(Relation, Lemma)> = Vec::new();
            for lemma in lemmas {
                let own = lemma.claim.relation();
                let is_same = |known: &Lemma| {
                    known.value == lemma.value
                        && known.regions == lemma.regions
                        && known.cut == lemma.cut
                };
                let both = joined.iter_mut().find_map(|(relation, known)| {
                    let both = relation.with(own).filter(|_| is_same(known))?;
                    Some((relation, both))
                });
                match both {
                    Some((relation, both)) => *relation = both,
                    None => joined.push((own, lemma)),
                }
            }
            for (relation, lemma) in joined {
                let case = |conditions| Case {
                    conditions,
                    relation,
                    value: lemma.value.clone(),
                    names: pattern.names.clone(),
                    cut: (lemma.cut.as_ref())
                        .map(|words| Box::new(words.each_ref().map(|word| Pattern::of_word(word)))),
                };
                statements.push(Statement {
                    pattern: pattern.clone(),
                    cases: lemma.regions.into_iter().map(case).collect(),
                });
            }
        }
        statements
    }
}
