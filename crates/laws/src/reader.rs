//! Reads the text of rules.
//!
//! A statement begins in the first column and continues in indented lines; `#` begins a comment.
//!
//! ```text
//! game Wythoff's game
//! variables a, b              the numbers of a position
//! finite p < 2                a small component: a flag, passes left
//! domain a >= b               which tuples are positions (all, when left out)
//! rank a + b                  falls with every move; `rank a, b` compares from left to right
//! mode normal                 or misere, or grundy
//! system base 2               when the rules speak of digits: place, lowest, shift, xor
//! move k | 1 <= k <= a -> a - k, b
//! move x, y | x + y + 1 = n -> x; y      a sum of two positions (grundy)
//! witness x = y | x <= 4                 of the move before: these choices reach every smaller Grundy value
//! repeat | b >= 1 & a >= b -> a - b, b   any number of such steps is one move
//! claim mirror: A a, b: P(a, b) <=> P(b, a)
//! ```

use std::ops::Range;

use bouton_automata::{Comparison, Formula, Name, Reader, SyntaxError, Term};

use crate::rules::{Claim, Mode, Move, Rules};

/// The rules in a text.
///
/// # Errors
/// If the text is not rules; the error points at the place.
///
/// # Example
/// ```
/// let text = "game Nim\nvariables a, b\nrank a + b\n\
///             move k | 1 <= k <= a -> a - k, b\nmove k | 1 <= k <= b -> a, b - k\n";
/// let rules = bouton_laws::read(text)?;
/// assert_eq!(rules.moves.len(), 2);
/// let error = bouton_laws::read("game Nim\nvariables a\nrank a\nmove k | k <= c -> a - k").unwrap_err();
/// assert_eq!(error.message, "expected a variable of the position or of the move, found `c`");
/// # Ok::<(), bouton_automata::SyntaxError>(())
/// ```
pub fn read(source: &str) -> Result<Rules, SyntaxError> {
    let plain = without_comments(source);
    let mut draft = Draft::new(source);
    for range in statements(&plain) {
        draft.statement(&plain, range)?;
    }
    draft.finish(source.len())
}

/// The largest coefficient or constant in rules, so that sums of products stay far below 64 bits.
const LARGEST_NUMBER: i64 = 1 << 24;

/// The text with comments blanked out, every character in its place.
fn without_comments(source: &str) -> String {
    let blank = |line: &str| match line.split_once('#') {
        Some((before, comment)) => format!("{before} {}", " ".repeat(comment.len())),
        None => line.to_string(),
    };
    source.split('\n').map(blank).collect::<Vec<_>>().join("\n")
}

/// The ranges of the statements.
fn statements(text: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split('\n') {
        let end = at + line.len();
        let goes_on = line.starts_with([' ', '\t']) && !ranges.is_empty();
        match ranges.last_mut() {
            _ if line.trim().is_empty() => {}
            Some(last) if goes_on => last.end = end,
            _ => ranges.push(at..end),
        }
        at = end + 1;
    }
    ranges
}

/// Rules that are being parsed; parts may be missing.
struct Draft {
    rules: Rules,
    rank_seen: bool,
    /// The places of predicates that need a numeration system.
    digit_predicate: Option<usize>,
}

impl Draft {
    fn new(source: &str) -> Self {
        let rules = Rules {
            name: String::new(),
            source: source.to_string(),
            variables: Vec::new(),
            domain: Formula::Constant(true),
            rank: Vec::new(),
            moves: Vec::new(),
            mode: Mode::Normal,
            system: None,
            claims: Vec::new(),
        };
        Draft {
            rules,
            rank_seen: false,
            digit_predicate: None,
        }
    }

    fn statement(&mut self, text: &str, range: Range<usize>) -> Result<(), SyntaxError> {
        let statement = &text[range.clone()];
        let keyword = statement
            .split_whitespace()
            .next()
            .unwrap_or("")
            .to_string();
        let rest = range.start + statement.find(&keyword).unwrap_or(0) + keyword.len()..range.end;
        let words = text[rest.clone()].trim().to_string();
        match keyword.as_str() {
            "game" => self.rules.name = words,
            "mode" => self.rules.mode = mode(&words, rest.start)?,
            "system" => {
                let wrong = |error: bouton_automata::NumerationError| SyntaxError {
                    at: rest.start + 1,
                    message: error.to_string(),
                };
                self.rules.system = Some(words.parse().map_err(wrong)?);
            }
            "claim" => self.claim(text, rest)?,
            "variables" | "finite" | "domain" | "rank" | "move" | "repeat" | "witness" => {
                let mut reader = Reader::new(text, rest.clone())?;
                match keyword.as_str() {
                    "variables" => self.variables(&mut reader)?,
                    "finite" => self.finite(&mut reader)?,
                    "domain" => self.domain(&mut reader)?,
                    "rank" => self.rank(&mut reader)?,
                    "witness" => self.witness(&mut reader)?,
                    _ => self.a_move(&mut reader, keyword == "repeat", &words)?,
                }
                reader.end()?;
            }
            _ => {
                let message = format!(
                    "expected game, variables, finite, domain, rank, mode, system, move, witness, repeat or claim, found `{keyword}`"
                );
                return Err(SyntaxError {
                    at: range.start,
                    message,
                });
            }
        }
        Ok(())
    }

    fn variables(&mut self, reader: &mut Reader<'_>) -> Result<(), SyntaxError> {
        let place = reader.place();
        for name in reader.names()? {
            self.new_variable(name, place)?;
        }
        Ok(())
    }

    fn new_variable(&mut self, name: Name, place: usize) -> Result<(), SyntaxError> {
        if self.rules.variables.contains(&name) {
            return Err(SyntaxError {
                at: place,
                message: format!("expected a new name, found `{name}` again"),
            });
        }
        self.rules.variables.push(name);
        Ok(())
    }

    fn finite(&mut self, reader: &mut Reader<'_>) -> Result<(), SyntaxError> {
        let place = reader.place();
        let name = reader.name()?;
        self.new_variable(name.clone(), place)?;
        reader.expect("<")?;
        let bound = reader.term()?;
        if !bound.coefficients.is_empty() || bound.constant < 1 {
            return Err(SyntaxError {
                at: place,
                message: "expected a number of at least 1".to_string(),
            });
        }
        self.restrict(Formula::Compare(
            Term::variable(&name),
            Comparison::Less,
            bound,
        ));
        Ok(())
    }

    fn domain(&mut self, reader: &mut Reader<'_>) -> Result<(), SyntaxError> {
        let place = reader.place();
        let formula = reader.formula()?;
        self.check(&formula, &[], place)?;
        self.restrict(formula);
        Ok(())
    }

    fn restrict(&mut self, formula: Formula) {
        let old = std::mem::replace(&mut self.rules.domain, Formula::Constant(true));
        self.rules.domain = if old == Formula::Constant(true) {
            formula
        } else {
            Formula::And(vec![old, formula])
        };
    }

    fn rank(&mut self, reader: &mut Reader<'_>) -> Result<(), SyntaxError> {
        self.rules.rank = self.terms(reader, &[])?;
        self.rank_seen = true;
        Ok(())
    }

    fn terms(
        &mut self,
        reader: &mut Reader<'_>,
        chosen: &[Name],
    ) -> Result<Vec<Term>, SyntaxError> {
        let mut terms = Vec::new();
        loop {
            let place = reader.place();
            let term = reader.term()?;
            self.check(
                &Formula::Compare(term.clone(), Comparison::Equal, Term::constant(0)),
                chosen,
                place,
            )?;
            terms.push(term);
            if !reader.take(",") {
                return Ok(terms);
            }
        }
    }

    fn a_move(
        &mut self,
        reader: &mut Reader<'_>,
        repeated: bool,
        text: &str,
    ) -> Result<(), SyntaxError> {
        let place = reader.place();
        let chosen = if reader.peek() == "|" {
            Vec::new()
        } else {
            reader.names()?
        };
        if let Some(name) = chosen
            .iter()
            .find(|name| self.rules.variables.contains(name))
        {
            return Err(SyntaxError {
                at: place,
                message: format!("expected a new name, found the variable `{name}`"),
            });
        }
        reader.expect("|")?;
        let guard_place = reader.place();
        let guard = reader.formula()?;
        self.check(&guard, &chosen, guard_place)?;
        reader.expect("->")?;
        let mut targets = Vec::new();
        loop {
            let place = reader.place();
            let target = self.terms(reader, &chosen)?;
            if target.len() != self.rules.variables.len() {
                let (expected, found) = (self.rules.variables.len(), target.len());
                return Err(SyntaxError {
                    at: place,
                    message: format!(
                        "expected {expected} numbers of the new position, found {found}"
                    ),
                });
            }
            targets.push(target);
            if !reader.take(";") {
                break;
            }
        }
        if repeated && targets.len() > 1 {
            return Err(SyntaxError {
                at: place,
                message: "expected one position after a repeated move, found a sum".to_string(),
            });
        }
        self.rules.moves.push(Move {
            chosen,
            guard,
            witness: None,
            targets,
            repeated,
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        });
        Ok(())
    }

    fn witness(&mut self, reader: &mut Reader<'_>) -> Result<(), SyntaxError> {
        let at = reader.place();
        let chosen = self.rules.moves.last().map(|a_move| a_move.chosen.clone());
        let chosen = chosen.ok_or_else(|| SyntaxError {
            at,
            message: "expected a move before its witnesses".to_string(),
        })?;
        let formula = reader.formula()?;
        self.check(&formula, &chosen, at)?;
        let a_move = self.rules.moves.last_mut();
        a_move.expect("invariant: it was just looked at").witness = Some(formula);
        Ok(())
    }

    fn claim(&mut self, text: &str, rest: Range<usize>) -> Result<(), SyntaxError> {
        let Some((name, formula)) = text[rest.clone()].split_once(':') else {
            return Err(SyntaxError {
                at: rest.start,
                message: "expected the claim's name and a colon".to_string(),
            });
        };
        let start = rest.end - formula.len();
        let mut reader = Reader::new(text, start..rest.end)?;
        let parsed = reader.formula()?;
        reader.end()?;
        if let Some(free) = parsed.free_variables().first() {
            return Err(SyntaxError {
                at: start,
                message: format!("expected a sentence, found the free variable `{free}`"),
            });
        }
        let words = formula.split_whitespace().collect::<Vec<_>>().join(" ");
        self.rules.claims.push(Claim {
            name: name.trim().to_string(),
            formula: parsed,
            text: words,
        });
        Ok(())
    }

    /// Checks that a formula has only known names and no numbers that are too large.
    fn check(
        &mut self,
        formula: &Formula,
        chosen: &[Name],
        place: usize,
    ) -> Result<(), SyntaxError> {
        if let Some(name) = formula
            .free_variables()
            .iter()
            .find(|&name| !self.rules.variables.contains(name) && !chosen.contains(name))
        {
            let message =
                format!("expected a variable of the position or of the move, found `{name}`");
            let at = word_place(&self.rules.source, place, name);
            return Err(SyntaxError { at, message });
        }
        if formula.largest_number() > LARGEST_NUMBER {
            return Err(SyntaxError {
                at: place,
                message: format!("expected numbers up to {LARGEST_NUMBER}"),
            });
        }
        for (name, arity, place) in formula.predicates() {
            let expected = match &*name {
                "place" => 1,
                "lowest" | "shift" => 2,
                "xor" => 3,
                _ => {
                    return Err(SyntaxError {
                        at: place.start,
                        message: format!("expected place, lowest, shift or xor, found `{name}`"),
                    });
                }
            };
            if arity != expected {
                return Err(SyntaxError {
                    at: place.start,
                    message: format!("expected {expected} arguments of `{name}`, found {arity}"),
                });
            }
            self.digit_predicate.get_or_insert(place.start);
        }
        Ok(())
    }

    fn finish(self, end: usize) -> Result<Rules, SyntaxError> {
        let missing = |what: &str| {
            Err(SyntaxError {
                at: end,
                message: format!("expected {what} before the end"),
            })
        };
        if self.rules.variables.is_empty() {
            return missing("a line `variables`");
        }
        if !self.rank_seen {
            return missing("a line `rank`");
        }
        if let (Some(at), None) = (self.digit_predicate, &self.rules.system) {
            let message = "expected a line `system`: the meaning depends on the digits".to_string();
            return Err(SyntaxError { at, message });
        }
        let summed = self.rules.moves.iter().any(|m| m.targets.len() > 1);
        if summed && self.rules.mode != Mode::Grundy {
            return missing("`mode grundy`, which moves to sums need,");
        }
        let witnessed = self.rules.moves.iter().any(|m| m.witness.is_some());
        if witnessed && self.rules.mode != Mode::Grundy {
            return missing("`mode grundy`, in which alone witnesses mean something,");
        }
        let repeated = self.rules.moves.iter().any(|m| m.repeated);
        if repeated && self.rules.mode == Mode::Grundy {
            return missing("another mode than grundy, which repeated moves need,");
        }
        Ok(self.rules)
    }
}

/// The first place of a word in the text, from a place on.
fn word_place(text: &str, from: usize, word: &str) -> usize {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let rest = &text[from..];
    let alone = rest.match_indices(word).find(|(at, _)| {
        let before = rest[..*at].chars().next_back();
        let after = rest[at + word.len()..].chars().next();
        !before.is_some_and(part_of_word) && !after.is_some_and(part_of_word)
    });
    from + alone.map_or(0, |(at, _)| at)
}

fn mode(words: &str, place: usize) -> Result<Mode, SyntaxError> {
    match words {
        "normal" => Ok(Mode::Normal),
        "misere" | "misère" => Ok(Mode::Misere),
        "grundy" => Ok(Mode::Grundy),
        _ => Err(SyntaxError {
            at: place + 1,
            message: format!("expected normal, misere or grundy, found `{words}`"),
        }),
    }
}
