//! The proof of a family whose lemmas are inequalities: which lemma judges each move, and which move answers.

use std::collections::BTreeMap;

use bouton_core::{Side, StopReason};
use bouton_values::Value;

use super::{Sample, Teller, example, stated, word_text};
use crate::family::{Family, Statement};
use crate::pattern::Shape;
use crate::relation::{Claim, Relation};
use crate::strip::{Place, Word};

/// The moves of longer words are not told.
const LONGEST: usize = 13;

impl Family {
    /// Whether some lemma is no equality.
    pub(super) fn has_bounds(&self) -> bool {
        let mut cases = self.lemmas.iter().flat_map(|lemma| &lemma.cases);
        cases.any(|case| case.relation != Relation::Equal)
    }
}

impl Teller<'_, '_> {
    /// The claims of a case, with the moves that show them.
    pub(super) fn bound(&mut self, lemma: &Statement, case: usize) -> Result<(), StopReason> {
        let names = &lemma.pattern.names;
        let own = &lemma.cases[case];
        self.lines.push(stated(own));
        if let Some([left, right]) = own.cut.as_deref() {
            let line = format!(
                "    cut into {left} and {right}, which no move of the other player ever crosses"
            );
            self.lines.push(line);
            return Ok(());
        }
        let least = vec![2; names.len()];
        if lemma.pattern.letters(&least).len() > LONGEST {
            let line = "    (too long to be played here: the checker looks at its moves)";
            self.lines.push(line.to_owned());
            return Ok(());
        }
        let samples = self.samples(lemma, case)?;
        let mut values = Vec::new();
        for sample in &samples {
            values.push(self.worth.of_formula(&own.value, &sample.at)?);
        }
        for claim in own.relation.claims() {
            let (side, other) = (claim.side, claim.side.other());
            if claim.begins {
                self.answer(&samples, &values, side, names)?;
                continue;
            }
            for (place, words) in self.places(&samples, other) {
                if words.len() < samples.len() {
                    continue;
                }
                let word = shown(&samples, &words, names);
                let by = self.by_lemma(&words, &values, Claim::first(side))?;
                let more = match place {
                    Place::Inner(..) => " (so for each letter between the ends of this run)",
                    _ => "",
                };
                let whose = ["Left", "Right"][other as usize];
                let sign = Claim::first(side).relation().sign();
                let line = format!("    {whose} to {word}: {sign}the value{by}{more}");
                if self.lines.last() != Some(&line) {
                    self.lines.push(line);
                }
            }
            let mut options = Vec::new();
            for value in &values {
                options.push(self.worth.options(*value)?[side as usize].clone());
            }
            for at in 0..options.iter().map(Vec::len).min().unwrap_or(0) {
                let wanted: Vec<Value> = options.iter().map(|options| options[at]).collect();
                self.answer(&samples, &wanted, side, names)?;
            }
        }
        Ok(())
    }

    /// The words after the moves of a side, by the place of the move.
    fn places(&self, samples: &[Sample], side: Side) -> BTreeMap<Place, Vec<Word>> {
        let mut places: BTreeMap<Place, Vec<Word>> = BTreeMap::new();
        for (n, sample) in samples.iter().enumerate() {
            for (place, word) in self.strip.moves(&sample.word, side) {
                let words = places.entry(place).or_default();
                // A place between the ends of a run is several moves, told by the first.
                if words.len() == n {
                    words.push(word);
                }
            }
        }
        places
    }

    /// A move of a side to positions as good as these values.
    fn answer(
        &mut self,
        samples: &[Sample],
        values: &[Value],
        side: Side,
        names: &[char],
    ) -> Result<(), StopReason> {
        let claim = Claim::second(side);
        for words in self.places(samples, side).into_values() {
            if words.len() < samples.len() {
                continue;
            }
            let by = self.by_lemma(&words, values, claim)?;
            if !by.is_empty() {
                let (word, value) = (
                    shown(samples, &words, names),
                    self.value_text(samples, values, names)?,
                );
                let (whose, sign) = (["Left", "Right"][side as usize], claim.relation().sign());
                self.lines
                    .push(format!("    {whose} can move to {word}: {sign}{value}{by}"));
                return Ok(());
            }
        }
        Ok(())
    }

    /// The lemmas that show a claim about words, for all of them; nothing if they do not.
    fn by_lemma(
        &mut self,
        words: &[Word],
        values: &[Value],
        claim: Claim,
    ) -> Result<String, StopReason> {
        let mut reasons: Vec<String> = Vec::new();
        for (word, value) in words.iter().zip(values) {
            let (number, parts) = self.strip.parts(word);
            let less = self.worth.less(*value, number)?;
            let reason = match &parts[..] {
                [] => {
                    let none =
                        self.worth
                            .implied(Value::ZERO, Claim::second(claim.side), less, claim)?;
                    none.then(|| "counting the moves that are left".to_owned())
                }
                [part] => self.lemma_of(part, less, claim)?,
                _ => Some("the values of its parts".to_owned()),
            };
            match reason {
                Some(reason) if !reasons.contains(&reason) => reasons.push(reason),
                Some(_) => {}
                None => return Ok(String::new()),
            }
        }
        Ok(match reasons.is_empty() {
            true => String::new(),
            false => format!(", by {}", reasons.join(" or ")),
        })
    }

    /// The lemma that shows a claim about a part.
    fn lemma_of(
        &mut self,
        part: &Word,
        value: Value,
        claim: Claim,
    ) -> Result<Option<String>, StopReason> {
        let shape = Shape::of(part, self.strip.is_mirrored, &self.family.counted);
        let (pattern, exponents) = (shape.pattern(), shape.exponents(part));
        for (at, lemma) in self.family.lemmas.iter().enumerate() {
            let case = lemma.cases.iter().find(|case| case.applies(&exponents));
            let Some(case) = case.filter(|_| lemma.pattern == pattern) else {
                continue;
            };
            let known = self.worth.of_formula(&case.value, &exponents)?;
            for own in case.relation.claims() {
                if self.worth.implied(known, own, value, claim)? {
                    return Ok(Some(format!("lemma {}", at + 1)));
                }
            }
        }
        Ok(None)
    }
}

/// Words as a pattern, or one of them.
fn shown(samples: &[Sample], words: &[Word], names: &[char]) -> String {
    let word = word_text(samples, words, names);
    word.unwrap_or_else(|| match words.is_empty() {
        true => String::new(),
        false => example(&words[0], samples, names),
    })
}
