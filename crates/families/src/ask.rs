//! [`Family::ask`]: first-order formulas about the values of a family, decided for all exponents.
//!
//! A comparison of values, such as `value(a, b) >= 1/2 + up(a)`, is turned into a formula about the exponents by the
//! definition of the order: G ≥ 0 if no move of Right's leads to a value ≤ 0. The values are the formulas of the family, in
//! which every question at a leaf is whether a linear expression is negative. The rest is arithmetic, which the automata
//! decide.
//!
//! A number next to games that are none is not moved in: it may be added to all options of one of them (number translation), and
//! the checker has proved that the games of a formula are no numbers.

use std::ops::Range;

use bouton_automata::{Answer, AskError, Comparison, Formula as Sentence, Name, Term};
use bouton_automata::{Numeration, SyntaxError, Theory, TheoryError, parse};
use bouton_core::{Limits, StopReason};
use bouton_values::Relation;

use crate::family::Family;
use crate::formula::{Case, Condition, Formula, Linear, UNIT};
use crate::question::{Expression, comparisons};

mod position;

use position::{Position, Terms};

/// The most atoms of a question after its comparisons of values are written out.
const MOST_ATOMS: usize = 200_000;

impl Family {
    /// Decides a formula about the values of the family: `A n: value(n) > 0`, `E a, b: value(a,b) <> 0 & a < b`.
    ///
    /// Terms with `value` are sums of values, numbers, `1/2**n`, `*2`, `up(n)` and games of numbers like `{1 | 0}`. They are compared by
    /// `<= < = != > >=` and `<>`, *confused with*. A comparison with a negative exponent is false. All else is as in formulas
    /// about laws.
    ///
    /// ```
    /// use bouton_core::Limits;
    /// use bouton_families::{Pattern, Strip, find};
    /// let strip = Strip::named("toppling-dominoes").unwrap();
    /// let family = find(&strip, &Pattern::read("l^a r^b", &strip)?, &Limits::default())?;
    /// let answer = family.ask("A a: value(a, a) = 0 <=> a < 1", &Limits::default())?;
    /// assert_eq!(answer.truth, Some(true));
    /// let answer = family.ask("A a, b: value(a, b) > 0", &Limits::default())?;
    /// assert_eq!(answer.example.unwrap()[0].1, 0u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the theorem gives no values, if the text is not a formula, or if a limit is reached.
    pub fn ask(&self, text: &str, limits: &Limits) -> Result<Answer, AskError> {
        if !self.has_values() {
            let found = "expected a pattern whose values are proved, found one that is only compared with 0";
            return Err(AskError::Syntax(SyntaxError {
                at: 0,
                message: found.to_owned(),
            }));
        }
        let found = comparisons(text, self.theorem.pattern.names.len(), limits)?;
        // The comparisons are replaced by predicates that begin at the same place.
        let mut plain = text.to_owned();
        for comparison in &found {
            let Range { start, end } = comparison.place;
            let blank = " ".repeat((end - start).saturating_sub(PREDICATE.len()));
            plain.replace_range(start..end, &(PREDICATE.to_owned() + &blank));
        }
        let mut atoms = 0;
        let mut sentences = Vec::new();
        for comparison in &found {
            let mut writer = Writer {
                cases: &self.theorem.cases,
                names: &comparison.names,
                limits,
                atoms: &mut atoms,
            };
            let sides = &comparison.sides;
            let mut all = Vec::new();
            for (pair, relation) in sides.windows(2).zip(&comparison.relations) {
                all.push(writer.comparison(&pair[0], *relation, &pair[1])?);
            }
            sentences.push((comparison.place.start, and(all)));
        }
        let sentence = replaced(parse(&plain)?, &sentences);
        let base = Numeration::base(2).expect("invariant: base 2 is a numeration");
        let theory = Theory::new(base, limits.clone());
        let mut theory = theory.map_err(|error| match error {
            TheoryError::Stopped(reason) => AskError::Stopped(reason),
            TheoryError::Unproved(_) => unreachable!("invariant: base 2 adds"),
        })?;
        let mut names = sentence.free_variables();
        if names.is_empty() {
            return theory.ask_formula(&sentence);
        }
        // In the order of the question, which the cases do not follow.
        let all = found.iter().flat_map(|comparison| &comparison.names);
        let all: Vec<&Name> = all.collect();
        names.sort_by_key(|name| all.iter().position(|other| *other == name));
        Ok(Answer {
            relation: theory.relation_of(&sentence, &names)?,
            truth: None,
            example: None,
        })
    }
}

/// It stands for a comparison of values, which is not shorter.
const PREDICATE: &str = "value(0)";

/// The formula with sentences in the places of the predicates that begin there.
fn replaced(formula: Sentence, sentences: &[(usize, Sentence)]) -> Sentence {
    let one = |inner: Box<Sentence>| Box::new(replaced(*inner, sentences));
    let all = |parts: Vec<Sentence>| {
        let parts = parts.into_iter();
        parts.map(|part| replaced(part, sentences)).collect()
    };
    match formula {
        Sentence::Member(name, terms, place) => {
            let found = sentences.iter().find(|(start, _)| *start == place.start);
            match found {
                Some((_, sentence)) => sentence.clone(),
                None => Sentence::Member(name, terms, place),
            }
        }
        Sentence::Not(inner) => replaced(*inner, sentences).negated(),
        Sentence::And(parts) => Sentence::And(all(parts)),
        Sentence::Or(parts) => Sentence::Or(all(parts)),
        Sentence::Iff(a, b) => Sentence::Iff(one(a), one(b)),
        Sentence::Exists(names, body) => Sentence::Exists(names, one(body)),
        Sentence::ForAll(names, body) => Sentence::ForAll(names, one(body)),
        other => other,
    }
}

fn and(parts: Vec<Sentence>) -> Sentence {
    joined(parts, true, Sentence::And)
}

fn or(parts: Vec<Sentence>) -> Sentence {
    joined(parts, false, Sentence::Or)
}

/// Parts that are `neutral` are left out, and one that is the opposite decides.
fn joined(parts: Vec<Sentence>, neutral: bool, of: fn(Vec<Sentence>) -> Sentence) -> Sentence {
    let is = |truth| move |part: &Sentence| *part == Sentence::Constant(truth);
    if parts.iter().any(is(!neutral)) {
        return Sentence::Constant(!neutral);
    }
    let mut parts: Vec<_> = parts
        .into_iter()
        .filter(|part| !is(neutral)(part))
        .collect();
    match parts.len() {
        0 => Sentence::Constant(neutral),
        1 => parts.remove(0),
        _ => of(parts),
    }
}

/// Expressions that are not negative where a question is asked.
type Assumptions = Vec<Linear>;

/// Writes comparisons of values as formulas about exponents.
struct Writer<'f> {
    cases: &'f [Case],
    names: &'f [Name],
    limits: &'f Limits,
    atoms: &'f mut usize,
}

impl Writer<'_> {
    fn comparison(
        &mut self,
        left: &Expression,
        relation: Relation,
        right: &Expression,
    ) -> Result<Sentence, AskError> {
        let mut constant = Position::nothing();
        let mut members: Vec<(i64, Vec<Linear>)> = Vec::new();
        for (side, sign) in [(left, 1), (right, -1)] {
            for (times, part) in &side.parts {
                let times = times * sign;
                let part = match times < 0 {
                    true => part.negated(),
                    false => part.clone(),
                };
                (0..times.abs()).for_each(|_| constant.add(part.clone()));
            }
            for (times, exponents) in &side.members {
                members.push((times * sign, exponents.clone()));
            }
        }
        let mut guards = Vec::new();
        for exponent in members.iter().flat_map(|(_, exponents)| exponents) {
            guards.push(self.least(exponent, &Vec::new())?);
        }
        for power in &constant.number.powers {
            guards.push(self.least(&power.exponent, &Vec::new())?);
        }
        let told = self.by_cases(relation, &members, &constant, &Vec::new())?;
        guards.push(told);
        Ok(and(guards))
    }

    /// The comparison of a sum with 0, with the members that are left to be replaced by their formulas.
    fn by_cases(
        &mut self,
        relation: Relation,
        members: &[(i64, Vec<Linear>)],
        position: &Position,
        known: &Assumptions,
    ) -> Result<Sentence, AskError> {
        let Some(((times, exponents), rest)) = members.split_first() else {
            return self.related(relation, position, known);
        };
        let mut ways = Vec::new();
        let mut none_before: Vec<Sentence> = Vec::new();
        let cases = self.cases;
        for case in cases {
            let mut known = known.clone();
            let mut conditions = Vec::new();
            for condition in &case.conditions {
                conditions.push(self.condition(condition, exponents, &mut known)?);
            }
            let applies = and(conditions);
            if applies == Sentence::Constant(false) {
                continue;
            }
            let mut position = position.clone();
            let value = case.value.composed(exponents);
            let value = if *times < 0 { value.negated() } else { value };
            (0..times.abs()).for_each(|_| position.add(value.clone()));
            let told = self.by_cases(relation, rest, &position, &known)?;
            let mut way = none_before.clone();
            way.extend([applies.clone(), told]);
            ways.push(and(way));
            none_before.push(applies.negated());
            if applies == Sentence::Constant(true) {
                break;
            }
        }
        Ok(or(ways))
    }

    /// A condition of a case; it is known from here on.
    fn condition(
        &mut self,
        condition: &Condition,
        exponents: &[Linear],
        known: &mut Assumptions,
    ) -> Result<Sentence, AskError> {
        let less =
            |of: &Linear, by: i64| of.composed(exponents).plus(&Linear::whole(vec![], by), -1);
        match condition {
            Condition::Least(of, than) => {
                let more = less(of, *than);
                let told = self.least(&more, known)?;
                known.push(more);
                Ok(told)
            }
            Condition::Equal(of, to) => {
                let zero = less(of, *to);
                let told = self.zero(&zero, known)?;
                known.extend([zero.times(-1), zero]);
                Ok(told)
            }
            Condition::Remainder(of, by, rest) => {
                self.count()?;
                let term = self.term(&of.composed(exponents), UNIT)?;
                let rest = Term::constant(rest.rem_euclid(*by));
                Ok(Sentence::Congruent(term, rest, by.unsigned_abs()))
            }
        }
    }

    fn related(
        &mut self,
        relation: Relation,
        position: &Position,
        known: &Assumptions,
    ) -> Result<Sentence, AskError> {
        let least = match relation {
            Relation::AtMost | Relation::NotAtMost => Sentence::Constant(true),
            _ => self.nonnegative(position, known)?,
        };
        let most = match relation {
            Relation::AtLeast | Relation::NotAtLeast => Sentence::Constant(true),
            _ => self.nonnegative(&position.negated(), known)?,
        };
        Ok(match relation {
            Relation::AtLeast => least,
            Relation::AtMost => most,
            Relation::NotAtLeast => least.negated(),
            Relation::NotAtMost => most.negated(),
            Relation::Equal => and(vec![least, most]),
            Relation::Unequal => or(vec![least.negated(), most.negated()]),
            Relation::More => and(vec![least, most.negated()]),
            Relation::Less => and(vec![least.negated(), most]),
            Relation::Confused => and(vec![least.negated(), most.negated()]),
        })
    }

    /// Left wins as second player: after no move of Right's is the rest at most 0.
    fn nonnegative(&mut self, at: &Position, known: &Assumptions) -> Result<Sentence, AskError> {
        if at.games.is_empty() {
            return self.sum_nonnegative(at, known);
        }
        let mut all = Vec::new();
        for (place, game) in at.games.iter().enumerate() {
            let Formula::Options(_, rights) = game else {
                continue;
            };
            for option in rights {
                let mut after = at.clone();
                after.games.remove(place);
                after.add(option.clone());
                let lost = self.nonnegative(&after.negated(), known)?.negated();
                if lost == Sentence::Constant(false) {
                    return Ok(lost);
                }
                all.push(lost);
            }
        }
        let one = Linear::whole(Vec::new(), 1);
        // Right's moves in n·↑ + *m, by the sign of n.
        let (more, less) = (at.ups.plus(&one, -1), at.ups.times(-1).plus(&one, -1));
        let mut ways: Vec<(Assumptions, Vec<Position>)> = Vec::new();
        let none = Linear::default;
        let nimbers = (0..at.star).map(|smaller| at.with(none(), smaller));
        ways.push((vec![at.ups.clone(), at.ups.times(-1)], nimbers.collect()));
        ways.push((vec![more.clone()], vec![at.with(more, at.star ^ 1)]));
        let zero = at.with(none(), 0);
        if at.star == 1 {
            let minus_one = at.ups.plus(&one, 1);
            let both = vec![minus_one.clone(), minus_one.times(-1)];
            ways.push((both, vec![zero.clone(), at.with(none(), 1)]));
            ways.push((vec![less.plus(&one, -1)], vec![zero]));
        } else {
            ways.push((vec![less], vec![zero]));
        }
        for (conditions, options) in ways {
            if options.is_empty() {
                continue;
            }
            let mut known = known.clone();
            let mut applies = Vec::new();
            for condition in conditions {
                applies.push(self.least(&condition, &known)?);
                known.push(condition);
            }
            let applies = and(applies);
            if applies == Sentence::Constant(false) {
                continue;
            }
            let mut lost = Vec::new();
            for option in options {
                lost.push(self.nonnegative(&option.negated(), &known)?.negated());
            }
            all.push(or(vec![applies.negated(), and(lost)]));
        }
        Ok(and(all))
    }

    /// x + n·↑ + *m ≥ 0.
    fn sum_nonnegative(
        &mut self,
        at: &Position,
        known: &Assumptions,
    ) -> Result<Sentence, AskError> {
        let [above, level] = self.signs(Terms::of(&at.number), known)?;
        if above == Sentence::Constant(true) {
            return Ok(above);
        }
        // ↑* is confused with 0, and 2·↑ + * is more.
        let ups = Linear::whole(Vec::new(), if at.star == 1 { 2 } else { 1 });
        let rises = self.least(&at.ups.plus(&ups, -1), known)?;
        let is_zero = match at.star {
            0 => self.zero(&at.ups, known)?,
            _ => Sentence::Constant(false),
        };
        Ok(or(vec![above, and(vec![level, or(vec![rises, is_zero])])]))
    }

    /// Whether a number is positive, and whether it is zero.
    ///
    /// The largest power decides: if its exponent is large, the linear expression is larger than all powers, or 0; else the
    /// exponent is one of a few numbers, and one power fewer is left.
    fn signs(&mut self, mut terms: Terms, known: &Assumptions) -> Result<[Sentence; 2], AskError> {
        self.limits.check()?;
        terms.join()?;
        let Some(mut largest) = terms.powers.first().cloned() else {
            let above = terms.linear.plus(&Linear::units(1), -1);
            return Ok([self.least(&above, known)?, self.zero(&terms.linear, known)?]);
        };
        for power in &terms.powers[1..] {
            let less = power.exponent.plus(&largest.exponent, -1);
            match self.least(&less, known)? {
                Sentence::Constant(true) => {}
                Sentence::Constant(false) => largest = power.clone(),
                applies => {
                    let more = less.times(-1).plus(&Linear::whole(Vec::new(), 1), -1);
                    let other = self.signs(terms.clone(), &[&known[..], &[more]].concat())?;
                    let one = self.signs(terms, &[&known[..], &[less]].concat())?;
                    let [applies_not, applies] = [applies.negated(), applies];
                    let both = one.into_iter().zip(other).map(|(one, other)| {
                        let one = and(vec![applies.clone(), one]);
                        or(vec![one, and(vec![applies_not.clone(), other])])
                    });
                    let both: Vec<Sentence> = both.collect();
                    return Ok(both.try_into().expect("invariant: two sentences"));
                }
            }
        }
        terms.powers.retain(|power| *power != largest);
        let from = terms.places + i64::from(terms.size(&largest).ilog2()) + 1;
        let mut ways = [Vec::new(), Vec::new()];
        let mut add = |applies: Sentence, signs: [Sentence; 2]| {
            for (ways, sign) in ways.iter_mut().zip(signs) {
                ways.push(and(vec![applies.clone(), sign]));
            }
        };
        for exponent in 0..from {
            let zero = largest
                .exponent
                .plus(&Linear::whole(Vec::new(), exponent), -1);
            let applies = self.zero(&zero, known)?;
            if applies == Sentence::Constant(false) {
                continue;
            }
            let folded = terms.folded(largest.factor, exponent)?;
            let known = [&known[..], &[zero.times(-1), zero]].concat();
            add(applies, self.signs(folded, &known)?);
        }
        let more = largest.exponent.plus(&Linear::whole(Vec::new(), from), -1);
        let applies = self.least(&more, known)?;
        if applies != Sentence::Constant(false) {
            let known = [&known[..], &[more]].concat();
            let above = terms.linear.plus(&Linear::units(1), -1);
            let (above, level) = (
                self.least(&above, &known)?,
                self.zero(&terms.linear, &known)?,
            );
            let [others_above, others_level] = self.signs(terms.divided(&largest), &known)?;
            let positive = or(vec![above, and(vec![level.clone(), others_above])]);
            add(applies, [positive, and(vec![level, others_level])]);
        }
        let [above, level] = ways;
        Ok([or(above), or(level)])
    }

    fn zero(&mut self, of: &Linear, known: &Assumptions) -> Result<Sentence, AskError> {
        let common = of.common();
        if common > 0 && of.constant % common != 0 {
            return Ok(Sentence::Constant(false));
        }
        let [above, below] = [of.clone(), of.times(-1)];
        let (above, below) = (self.least(&above, known)?, self.least(&below, known)?);
        match (&above, &below) {
            (Sentence::Compare(a, _, b), Sentence::Compare(..)) => {
                Ok(Sentence::Compare(a.clone(), Comparison::Equal, b.clone()))
            }
            _ => Ok(and(vec![above, below])),
        }
    }

    /// The expression is not negative.
    fn least(&mut self, of: &Linear, known: &Assumptions) -> Result<Sentence, AskError> {
        // Variables are not negative, either.
        let follows = |of: &Linear| {
            let rests = known.iter().map(|known| of.plus(known, -1));
            let mut rests = rests.chain([of.clone()]);
            rests.any(|rest| rest.constant >= 0 && rest.parts.iter().all(|part| *part >= 0))
        };
        if follows(of) {
            return Ok(Sentence::Constant(true));
        }
        if follows(&of.times(-1).plus(&Linear::units(1), -1)) {
            return Ok(Sentence::Constant(false));
        }
        self.count()?;
        let common = of.common().max(1);
        // The variables are whole.
        let rounded = Linear {
            parts: of.parts.clone(),
            constant: of.constant.div_euclid(common) * common,
        };
        let term = self.term(&rounded, common)?;
        Ok(Sentence::Compare(
            Term::constant(0),
            Comparison::AtMost,
            term,
        ))
    }

    /// The expression divided by a number that divides all of it.
    fn term(&self, of: &Linear, by: i64) -> Result<Term, AskError> {
        let mut term = Term::constant(of.constant / by);
        for (part, name) in of.parts.iter().zip(self.names) {
            term = term
                .plus(&Term::variable(name), part / by)
                .ok_or(AskError::Syntax(too_large(0)))?;
        }
        Ok(term)
    }

    fn count(&mut self) -> Result<(), StopReason> {
        *self.atoms += 1;
        if *self.atoms > MOST_ATOMS {
            return Err(StopReason::Nodes);
        }
        self.limits.check()
    }
}

pub(crate) fn too_large(at: usize) -> SyntaxError {
    SyntaxError {
        at,
        message: "the numbers are too large".to_owned(),
    }
}
