//! [`lemmas`]: inequalities from which values follow, where play reaches too many patterns for a value of each.
//!
//! A player that is to win a position less a value needs an answer to each move of the other one, and only the positions after
//! these answers are looked at. So fewer patterns are reached, and less is claimed of them. The search collects the needs of a
//! lemma at small exponents. For those of one pattern it looks for a formula of the value and for the conditions under which
//! the claim is true; this is a lemma with needs of its own.

use std::collections::BTreeMap;

use bouton_core::hashing::FastMap;
use bouton_core::{Limits, Side, StopReason};
use bouton_values::Value;

use crate::family::{FamilyError, MOST_PATTERNS, MOST_VARIABLES, Statement};
use crate::formula::{Case, Condition, Formula};
use crate::pattern::{Pattern, Shape};
use crate::relation::{Claim, Relation};
use crate::strip::Word;
use crate::word_values::WordValues;

mod making;

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
    worth: &'w mut WordValues<'l>,
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
    worth: &mut WordValues<'l>,
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
    worth: &mut WordValues<'l>,
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
    fn new(worth: &'w mut WordValues<'l>, counted: Vec<u8>, limits: &'l Limits) -> Self {
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
