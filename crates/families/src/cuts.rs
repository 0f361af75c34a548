//! [`by_cuts`]: how words of one long run compare with 0, where one player has no move across a place in it.
//!
//! Such a word is no better for that player than two words into which it is cut. So short words that the other player wins
//! make up all long ones: the outcomes of short words are found by play, and the rest is a table and an induction.

use bouton_core::{Limits, Side};
use bouton_values::Value;

use crate::bounds::lemmas;
use crate::family::{Family, FamilyError, Statement};
use crate::fit::{Point, cases};
use crate::formula::{Case, Condition, Formula, Linear, Number};
use crate::pattern::Pattern;
use crate::relation::{Claim, Relation};
use crate::strip::{Strip, Word};
use crate::word_values::WordValues;

/// Words of more letters are not played.
const LONGEST: usize = 16;
/// Longer words are not looked at for the beginning of the induction.
const MOST: usize = 80;
/// Values of words up to this one show whether they have a formula.
const SHOWN: i64 = 10;

/// The claims that are known of words, about the player for whom a cut is no better.
#[derive(Clone, Copy, Default)]
struct WordClaims {
    /// That player wins as the second one.
    second: bool,
    /// And as the first one.
    first: bool,
    /// The letters of the first of two words from which it follows.
    cut: Option<usize>,
}

impl WordClaims {
    fn is_won(self) -> bool {
        self.second && self.first
    }
}

/// The outcomes of a pattern that is one run; `None` if nobody's moves cross in it or both players' do, if its values have
/// formulas, or if nothing is found.
pub(crate) fn by_cuts(
    strip: &Strip,
    pattern: &Pattern,
    limits: &Limits,
) -> Result<Option<Family>, FamilyError> {
    let Some((letter, least)) = pattern.single() else {
        return Ok(None);
    };
    let winner = match Side::BOTH.map(|side| strip.crosses([letter; 2], side)) {
        [false, true] => Side::Right,
        [true, false] => Side::Left,
        _ => return Ok(None),
    };
    let mut worth = WordValues::new(strip, limits);
    let mut table = Table {
        letter,
        winner,
        values: vec![Value::ZERO],
        known: vec![WordClaims::default()],
    };
    let mut points = Vec::new();
    for n in 0..=SHOWN {
        let value = worth.of(&vec![letter; n as usize])?;
        points.extend(worth.tree(value)?.map(|tree| Point::new(vec![n], tree)));
    }
    // Formulas for a few values each agree with any table.
    let is_short = |found: &Vec<_>| 2 * found.len() <= points.len();
    if points.len() > SHOWN as usize && cases(&points, 0, limits)?.as_ref().is_some_and(is_short) {
        return Ok(None);
    }
    let Some(period) = table.close(&mut worth)? else {
        return Ok(None);
    };
    let reply = table.reply(&mut worth)?;
    for exact in [table.values.len(), 0] {
        let Some(told) = table.told(period, exact, reply.as_ref(), &mut worth)? else {
            return Ok(None);
        };
        let mut wanted = Vec::new();
        for told in told.iter().filter(|told| told.length < table.values.len()) {
            let bound = worth.dyadic(told.bound, 0)?;
            wanted.push((told.relation, vec![(table.word(told.length), bound)]));
        }
        if let Some((_, after)) = &reply {
            let relation = Claim::second(winner).relation();
            wanted.push((relation, vec![(after.clone(), Value::ZERO)]));
        }
        let counted = strip.letters.clone().into_bytes();
        let found = lemmas(&wanted, counted.clone(), true, &mut worth, limits)?;
        if let Some(mut lemmas) = found {
            lemmas.extend(table.long(&told, reply.as_ref()));
            lemmas.push(table.induction(period));
            return Ok(Some(Family {
                strip: strip.clone(),
                theorem: table.theorem(pattern, &told, least),
                lemmas,
                counted,
            }));
        }
    }
    Ok(None)
}

/// A claim about a word, by its length: how it compares with a whole number.
struct LengthClaim {
    length: usize,
    relation: Relation,
    bound: i64,
}

/// A move of the winner's in so many letters, and what they become: a word in which that player is not worse off.
type Reply = (usize, Word);

/// The words of one letter, by their lengths.
struct Table {
    letter: u8,
    winner: Side,
    /// The values of those that are played.
    values: Vec<Value>,
    known: Vec<WordClaims>,
}

impl Table {
    fn word(&self, length: usize) -> Word {
        vec![self.letter; length]
    }

    /// Plays words until those that the winner wins make up all long ones; their period, which is won itself.
    fn close(&mut self, worth: &mut WordValues<'_>) -> Result<Option<usize>, FamilyError> {
        while self.values.len() <= LONGEST {
            let value = worth.of(&self.word(self.values.len()))?;
            let second = Claim::second(self.winner);
            let mut holds = |claim| worth.implied(value, second, Value::ZERO, claim);
            self.known.truncate(self.values.len());
            self.known.push(WordClaims {
                second: holds(second)?,
                first: holds(Claim::first(self.winner))?,
                cut: None,
            });
            self.values.push(value);
            self.extend();
            let period = self.known.iter().position(|known| known.is_won());
            let Some(period) = period else { continue };
            if (0..period).all(|rest| self.first_cut(period, rest).is_some()) {
                return Ok(Some(period));
            }
        }
        Ok(None)
    }

    /// Adds the claims about longer words that follow by cuts.
    fn extend(&mut self) {
        while self.known.len() <= MOST {
            let length = self.known.len();
            let mut best = WordClaims::default();
            for cut in 1..length {
                let [left, right] = [self.known[cut], self.known[length - cut]];
                let second = left.second && right.second;
                let first = second && (left.first || right.first);
                if second && (!best.second || first && !best.first) {
                    let cut = Some(cut);
                    best = WordClaims { second, first, cut };
                }
            }
            self.known.push(best);
        }
    }

    /// The shortest word with this remainder that is won by a cut.
    fn first_cut(&self, period: usize, rest: usize) -> Option<usize> {
        let mut all = (1..self.known.len()).filter(|length| length % period == rest);
        all.find(|length| self.cut_of(*length).is_some())
    }

    /// The letters before a cut into two words that show that a word is won.
    fn cut_of(&self, length: usize) -> Option<usize> {
        (1..length).find(|cut| {
            let [left, right] = [self.known[*cut], self.known[length - cut]];
            left.second && right.second && (left.first || right.first)
        })
    }

    /// The shortest lengths from which on all words are won, and that are made up of two.
    fn begins(&self, period: usize) -> Vec<usize> {
        let begins = (0..period).filter_map(|rest| self.first_cut(period, rest));
        begins.collect()
    }

    /// The winner's move in the fewest letters that leaves a word next to which the other player never crosses.
    fn reply(&self, worth: &mut WordValues<'_>) -> Result<Option<Reply>, FamilyError> {
        for length in 1..self.values.len() {
            for after in worth.strip.options(&self.word(length), self.winner) {
                let value = worth.of(&after)?;
                let second = Claim::second(self.winner);
                let last = after.last().copied().unwrap_or(self.letter);
                if !worth
                    .strip
                    .crosses([last, self.letter], self.winner.other())
                    && worth.implied(value, second, Value::ZERO, second)?
                {
                    return Ok(Some((length, after)));
                }
            }
        }
        Ok(None)
    }

    /// Claims about the words that are not yet won for all lengths: of those of less than `exact` letters how they compare
    /// with 0, of others what the winner wins. `None` if nothing is known of one.
    fn told(
        &self,
        period: usize,
        exact: usize,
        reply: Option<&Reply>,
        worth: &mut WordValues<'_>,
    ) -> Result<Option<Vec<LengthClaim>>, FamilyError> {
        let begins = self.begins(period);
        let is_short = |length: &usize| {
            let mut begins = begins.iter();
            begins.any(|begin| begin % period == length % period && length < begin)
        };
        let last = begins.iter().max().copied().unwrap_or(0);
        let mut all = Vec::new();
        for length in (1..last).filter(is_short) {
            let known = self.known[length];
            let by_winner = match (known.second, known.first) {
                (true, true) => Claim::more(self.winner),
                (true, false) => Claim::second(self.winner).relation(),
                (false, _) => Claim::first(self.winner).relation(),
            };
            let (mut relation, mut bound) = (by_winner, 0);
            match self.values.get(length) {
                Some(value) if length < exact => {
                    let less = worth.le(*value, Value::ZERO)?;
                    let more = worth.le(Value::ZERO, *value)?;
                    relation = match (less, more) {
                        (true, true) => Relation::Equal,
                        (true, false) => Relation::Less,
                        (false, true) => Relation::More,
                        (false, false) => Relation::Confused,
                    };
                }
                Some(value) if !known.second && !known.first => {
                    let second = Claim::second(self.winner);
                    let Some(number) = worth.best_number(*value, second, 0)? else {
                        return Ok(None);
                    };
                    (relation, bound) = (second.relation(), number);
                }
                Some(_) => {}
                None => {
                    let is_reply = |(letters, _): &Reply| {
                        length > *letters && self.known[length - letters].second
                    };
                    if !known.second && !reply.is_some_and(is_reply) {
                        return Ok(None);
                    }
                }
            }
            all.push(LengthClaim {
                length,
                relation,
                bound,
            });
        }
        Ok(Some(all))
    }

    /// The lemmas about words that are not played: they are cut, or the winner begins in a few letters at the beginning.
    fn long(&self, told: &[LengthClaim], reply: Option<&Reply>) -> Vec<Statement> {
        let mut lemmas = Vec::new();
        let mut lemma = |word: Word, relation, cut: Option<usize>| {
            let words = cut.map(|cut| [&word[..cut], &word[cut..]].map(Pattern::of_word));
            lemmas.push(Statement {
                pattern: Pattern::of_word(&word),
                cases: vec![Case {
                    conditions: Vec::new(),
                    relation,
                    value: whole(0),
                    names: Vec::new(),
                    cut: words.map(Box::new),
                }],
            });
        };
        for told in told.iter().filter(|told| told.length >= self.values.len()) {
            let known = self.known[told.length];
            lemma(self.word(told.length), told.relation, known.cut);
            if let (None, Some((letters, after))) = (known.cut, reply) {
                let rest = self.word(told.length - letters);
                let relation = Claim::second(self.winner).relation();
                lemma([&after[..], &rest].concat(), relation, Some(after.len()));
            }
        }
        lemmas
    }

    /// The lemma about all long words: the shortest of each remainder are cut in two, and each longer one after a period.
    fn induction(&self, period: usize) -> Statement {
        let names = vec!['a'];
        let run = |count: Linear| Pattern::of_runs(names.clone(), vec![(self.letter, count)]);
        let number = |n: usize| run(Linear::whole(Vec::new(), n as i64));
        let own = |constant: i64| Linear::whole(vec![1], constant);
        let case = |conditions, cut: [Pattern; 2]| Case {
            conditions,
            relation: Claim::more(self.winner),
            value: whole(0),
            names: names.clone(),
            cut: Some(Box::new(cut)),
        };
        let begins = self.begins(period);
        let mut cases = Vec::new();
        for begin in &begins {
            let cut = self.cut_of(*begin).unwrap_or(1);
            let words = [number(cut), number(begin - cut)];
            cases.push(case(vec![Condition::Equal(own(0), *begin as i64)], words));
        }
        for begin in &begins {
            let rest = (begin % period) as i64;
            let mut conditions = vec![Condition::Least(own(0), *begin as i64 + 1)];
            if period > 1 {
                conditions.push(Condition::Remainder(own(0), period as i64, rest));
            }
            let words = [number(period), run(own(-(period as i64)))];
            cases.push(case(conditions, words));
        }
        Statement {
            pattern: run(own(0)),
            cases,
        }
    }

    /// The theorem: short words one by one, and all others.
    fn theorem(&self, pattern: &Pattern, told: &[LengthClaim], least: i64) -> Statement {
        let case = |conditions, relation, bound| Case {
            conditions,
            relation,
            value: whole(bound),
            names: pattern.names.clone(),
            cut: None,
        };
        let empty = LengthClaim {
            length: 0,
            relation: Relation::Equal,
            bound: 0,
        };
        let mut cases = Vec::new();
        for told in [&empty].into_iter().chain(told) {
            let exponent = told.length as i64 - least;
            if exponent >= 0 {
                let at = Condition::Equal(Linear::whole(vec![1], 0), exponent);
                cases.push(case(vec![at], told.relation, told.bound));
            }
        }
        cases.push(case(Vec::new(), Claim::more(self.winner), 0));
        Statement {
            pattern: pattern.clone(),
            cases,
        }
    }
}

fn whole(number: i64) -> Formula {
    Number::from(Linear::whole(Vec::new(), number)).into()
}
