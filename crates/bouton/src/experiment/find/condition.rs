//! The language of conditions: `loss & remoteness in 2..4`, `h1 = 2*h2 & !(grundy >= 3 | win)`, `value = {2|-1}`.
//!
//! A condition is compiled to a program without nesting: tests, and jumps past parts that cannot change the result, so that
//! costly fields are computed only if needed.

use std::ops::Range;

use bouton_answers::Class;
use bouton_core::hashing::FastSet;
use bouton_core::{Cursor, Meter, Outcome};
use bouton_engine::Error;
use bouton_values::{Arena, Fault, Number, Relation, Value};

use super::field::{Field, Sum};

/// In the notation, longer ones before their prefixes.
const RELATIONS: [(&str, Relation); 9] = [
    ("<>", Relation::Confused),
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("!=", Relation::Unequal),
    ("==", Relation::Equal),
    ("≠", Relation::Unequal),
    ("=", Relation::Equal),
    ("<", Relation::Less),
    (">", Relation::More),
];

/// The most digits of a number, or of a part of a fraction.
const MOST_DIGITS: usize = 18;

/// A test of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Test {
    Outcome(Outcome),
    Class(Class),
    /// The relation of a sum to 0.
    Number(Sum, Relation),
    /// Both ends included.
    Within(Sum, Option<Number>, Option<Number>),
    Value(Relation, Value),
}

impl Test {
    /// A test that is a single word.
    fn named(word: &str) -> Option<Self> {
        Some(match word {
            "win" => Self::Outcome(Outcome::Win),
            "draw" => Self::Outcome(Outcome::Draw),
            "loss" => Self::Outcome(Outcome::Loss),
            _ => {
                let mut classes = Class::ALL.into_iter();
                return classes
                    .find(|class| class.to_string() == word)
                    .map(Self::Class);
            }
        })
    }

    /// The fields besides the outcome and the class.
    fn fields(&self) -> Vec<Field> {
        match self {
            Self::Number(sum, _) | Self::Within(sum, ..) => {
                sum.terms.iter().map(|(_, field)| *field).collect()
            }
            Self::Value(..) => vec![Field::Value],
            Self::Outcome(_) | Self::Class(_) => Vec::new(),
        }
    }
}

/// A step of the program; the result of the last test is the truth so far.
#[derive(Clone, Debug)]
enum Step {
    Test(Test),
    Not,
    /// Jumps there unless the result so far is this.
    Unless(bool, usize),
}

/// A condition on positions.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    steps: Vec<Step>,
}

/// A construct that waits for its operand.
enum Pending {
    Open(usize),
    Not,
    And(usize),
    Or(usize),
}

impl Condition {
    /// Reads a condition; its values are made in this arena.
    pub(super) fn read(text: &str, arena: &mut Arena, meter: &mut Meter) -> Result<Self, Error> {
        let mut reader = Reader {
            cursor: Cursor::new(text),
            steps: Vec::new(),
            pending: Vec::new(),
        };
        let read = match text.trim() {
            "" => Ok(()),
            _ => reader.condition(arena, meter),
        };
        match read {
            Ok(()) => Ok(Self {
                steps: reader.steps,
            }),
            Err(Fault::Input(error)) => Err(Error::input("where", error)),
            Err(Fault::Stopped(reason)) => Err(Error::Stopped(reason)),
        }
    }

    /// The fields of a position besides the outcome, in the order of the text, each once.
    pub(super) fn fields(&self) -> Vec<Field> {
        let mut fields = Vec::new();
        for field in self.tests().flat_map(Test::fields) {
            if !fields.contains(&field) {
                fields.push(field);
            }
        }
        fields
    }

    fn tests(&self) -> impl Iterator<Item = &Test> {
        self.steps.iter().filter_map(|step| match step {
            Step::Test(test) => Some(test),
            _ => None,
        })
    }

    /// Whether it depends only on the value and the side to move.
    pub(super) fn is_of_values(&self) -> bool {
        self.fields().into_iter().all(Field::is_of_values)
    }

    /// Whether it is a single comparison.
    pub(super) fn is_one_test(&self) -> bool {
        matches!(self.steps[..], [Step::Test(_)])
    }

    /// Whether it asks for the outcome of a position or of its moves.
    pub(super) fn is_of_outcomes(&self) -> bool {
        self.fields().contains(&Field::Best)
            || self.tests().any(|test| matches!(test, Test::Outcome(_)))
    }

    /// Whether it holds for no position that is won or drawn, whatever its other tests say.
    pub(super) fn is_of_lost(&self) -> bool {
        let mut states = vec![(0, true)];
        let mut seen = FastSet::default();
        while let Some((next, truth)) = states.pop() {
            if !seen.insert((next, truth)) {
                continue;
            }
            match self.steps.get(next) {
                None if truth => return false,
                None => {}
                Some(Step::Test(Test::Outcome(Outcome::Loss))) => states.push((next + 1, false)),
                Some(Step::Test(_)) => states.extend([(next + 1, true), (next + 1, false)]),
                Some(Step::Not) => states.push((next + 1, !truth)),
                Some(Step::Unless(wanted, place)) if truth != *wanted => {
                    states.push((*place, truth));
                }
                Some(Step::Unless(..)) => states.push((next + 1, truth)),
            }
        }
        true
    }

    /// Whether it holds, given the results of `test`.
    pub(super) fn holds(
        &self,
        mut test: impl FnMut(&Test) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        let (mut truth, mut next) = (true, 0);
        while let Some(step) = self.steps.get(next) {
            next += 1;
            match step {
                Step::Test(asked) => truth = test(asked)?,
                Step::Not => truth = !truth,
                Step::Unless(wanted, place) if truth != *wanted => next = *place,
                Step::Unless(..) => {}
            }
        }
        Ok(truth)
    }
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    steps: Vec<Step>,
    pending: Vec<Pending>,
}

/// The words and signs that join conditions.
const AND: [&str; 3] = ["&&", "&", "and"];
const OR: [&str; 3] = ["||", "|", "or"];
const NOT: [&str; 2] = ["!", "not"];

impl<'t> Reader<'t> {
    /// Takes one of these signs or words, if it comes next.
    fn take(&mut self, any: &[&str]) -> bool {
        self.cursor.space();
        let rest = self.cursor.rest();
        let comes = |sign: &&&str| {
            let is_word = sign.starts_with(char::is_alphabetic);
            let after = rest.strip_prefix(**sign);
            after.is_some_and(|after| !is_word || !after.starts_with(is_of_word))
        };
        let sign = any.iter().find(comes);
        sign.is_some_and(|sign| self.cursor.take(sign))
    }

    /// Takes the next word.
    fn word(&mut self) -> &'t str {
        self.cursor.space();
        self.cursor.take_while(is_of_word)
    }

    /// The error about the next text.
    fn expected(&self, what: &str) -> Fault {
        let rest = self.cursor.rest();
        let next = rest.chars().next();
        let found = next.map_or("the end".to_owned(), |_| {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            format!("{:?}", &rest[..end])
        });
        let end = self.cursor.at + next.map_or(1, char::len_utf8);
        self.wrong(
            self.cursor.at..end,
            format!("expected {what}, found {found}"),
        )
    }

    fn wrong(&self, span: Range<usize>, message: impl Into<String>) -> Fault {
        self.cursor.error(span, message).into()
    }

    fn condition(&mut self, arena: &mut Arena, meter: &mut Meter) -> Result<(), Fault> {
        loop {
            meter.spend(1)?;
            if self.take(&NOT) {
                self.pending.push(Pending::Not);
            } else if self.take(&["("]) {
                self.pending.push(Pending::Open(self.cursor.at - 1));
            } else {
                let test = self.test(arena, meter)?;
                self.steps.push(Step::Test(test));
                if !self.after()? {
                    return Ok(());
                }
            }
        }
    }

    /// The text after a test; returns whether another test follows.
    fn after(&mut self) -> Result<bool, Fault> {
        loop {
            self.close_nots();
            if self.take(&AND) {
                let place = self.jump(true);
                self.pending.push(Pending::And(place));
                return Ok(true);
            }
            let is_or = self.take(&OR);
            self.close(|pending| matches!(pending, Pending::And(_)));
            if is_or {
                let place = self.jump(false);
                self.pending.push(Pending::Or(place));
                return Ok(true);
            }
            self.close(|pending| matches!(pending, Pending::Or(_)));
            self.cursor.space();
            match (self.pending.last(), self.cursor.rest().starts_with(')')) {
                (Some(Pending::Open(_)), true) => {
                    self.cursor.at += 1;
                    self.pending.pop();
                }
                (None, false) if self.cursor.rest().is_empty() => return Ok(false),
                (Some(Pending::Open(place)), false) if self.cursor.rest().is_empty() => {
                    let message = "this parenthesis is not closed";
                    return Err(self.wrong(*place..place + 1, message));
                }
                _ => return Err(self.expected("& or | or the end")),
            }
        }
    }

    /// A jump whose target is not known yet.
    fn jump(&mut self, unless: bool) -> usize {
        self.steps.push(Step::Unless(unless, usize::MAX));
        self.steps.len() - 1
    }

    fn close_nots(&mut self) {
        while let Some(Pending::Not) = self.pending.last() {
            self.pending.pop();
            self.steps.push(Step::Not);
        }
    }

    /// Resolves the jumps of a complete construct to here.
    fn close(&mut self, is_complete: impl Fn(&Pending) -> bool) {
        let end = self.steps.len();
        while let Some(pending) = self.pending.pop_if(|pending| is_complete(pending)) {
            if let Pending::And(place) | Pending::Or(place) = pending
                && let Step::Unless(_, to) = &mut self.steps[place]
            {
                *to = end;
            }
        }
    }

    fn test(&mut self, arena: &mut Arena, meter: &mut Meter) -> Result<Test, Fault> {
        self.cursor.space();
        let start = self.cursor.at;
        let word = self.word();
        if let Some(test) = Test::named(word) {
            return Ok(test);
        }
        if let "outcome" | "class" = word {
            return self.named(word);
        }
        let is_value = word == "value";
        let left = if is_value {
            None
        } else {
            self.cursor.at = start;
            let begins = |c: char| c.is_ascii_digit() || c == '-';
            if word.is_empty() && !self.cursor.rest().starts_with(begins) {
                return Err(self.expected("a condition such as loss or remoteness < 4"));
            }
            let sum = self.sum()?;
            if self.take(&["in"]) {
                return self.range(sum);
            }
            Some(sum)
        };
        self.cursor.space();
        let signed = RELATIONS
            .iter()
            .find(|(sign, _)| self.cursor.rest().starts_with(sign));
        let Some((sign, relation)) = signed else {
            let in_range = if is_value { "" } else { " or in A..B" };
            return Err(self.expected(&format!("one of = != < <= > >={in_range}")));
        };
        let Some(left) = left else {
            self.cursor.at += sign.len();
            return Ok(Test::Value(*relation, self.value(arena, meter)?));
        };
        if *relation == Relation::Confused {
            return Err(self.expected("one of = != < <= > >= (only values can be confused)"));
        }
        self.cursor.at += sign.len();
        Ok(Test::Number(left.minus(self.sum()?), *relation))
    }

    /// A sum of numbers, fields and whole multiples of fields: `2*h1 + h2 - 3`.
    fn sum(&mut self) -> Result<Sum, Fault> {
        let mut sum = Sum {
            terms: Vec::new(),
            constant: Number::ZERO,
        };
        let mut negative = self.take(&["-"]);
        loop {
            let (mut number, mut field) = (Number::from(1), None);
            self.cursor.space();
            if self.cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
                number = self.number()?;
                if self.take(&["*"]) {
                    field = Some(self.field()?);
                }
            } else {
                field = Some(self.field()?);
            }
            if negative {
                number = -&number;
            }
            match (field, number.integer()) {
                (None, _) => sum.constant = &sum.constant + &number,
                (Some(field), Some(times)) => sum.terms.push((times, field)),
                (Some(_), None) => return Err(self.expected("a whole multiple of a field")),
            }
            negative = self.take(&["-"]);
            if !negative && !self.take(&["+"]) {
                return Ok(sum);
            }
        }
    }

    /// A field that is a number.
    fn field(&mut self) -> Result<Field, Fault> {
        self.cursor.space();
        let start = self.cursor.at;
        let word = self.word();
        let field = Field::named(word).filter(|field| field.is_number());
        field.ok_or_else(|| {
            self.cursor.at = start;
            if word.is_empty() {
                return self.expected("a number or a field such as h1");
            }
            let names = Field::names(Field::is_number);
            let message = format!(
                "expected win, loss, draw, outcome, a class (L, R, N, P, T), value, {names} or a heap (h1, h2, …), found {word:?}"
            );
            self.wrong(start..start + word.len(), message)
        })
    }

    /// `= win` after `outcome`, `= N` after `class`, or the same with `!=`.
    fn named(&mut self, what: &str) -> Result<Test, Fault> {
        if self.take(&["!=", "≠"]) {
            self.pending.push(Pending::Not);
        } else if !self.take(&["==", "="]) {
            return Err(self.expected("= or !="));
        }
        self.cursor.space();
        let start = self.cursor.at;
        let test = Test::named(self.word());
        let fits = test.filter(|test| (what == "outcome") == matches!(test, Test::Outcome(_)));
        fits.ok_or_else(|| {
            self.cursor.at = start;
            self.expected(match what {
                "outcome" => "win, loss or draw",
                _ => "L, R, N or P",
            })
        })
    }

    /// `A..B`, `A..` or `..B`.
    fn range(&mut self, sum: Sum) -> Result<Test, Fault> {
        self.cursor.space();
        let low = (!self.cursor.rest().starts_with(".."))
            .then(|| self.number())
            .transpose()?;
        if !self.take(&["..=", ".."]) {
            return Err(self.expected(".. (a range such as 2..4, 2.. or ..4, both ends included)"));
        }
        let comes = |c: char| c.is_ascii_digit() || c == '-';
        let high = self.cursor.rest().starts_with(comes).then(|| self.number());
        Ok(Test::Within(sum, low, high.transpose()?))
    }

    /// A whole number, a fraction by a power of two, or a decimal that is one.
    fn number(&mut self) -> Result<Number, Fault> {
        self.cursor.space();
        let (start, rest) = (self.cursor.at, self.cursor.rest());
        self.cursor.take("-");
        if self.cursor.digits().is_empty() {
            self.cursor.at = start;
            return Err(self.expected("a number"));
        }
        // Two points are those of a range.
        let is_range = self.cursor.rest().starts_with("..");
        if self.cursor.take("/") || !is_range && self.cursor.take(".") {
            self.cursor.digits();
        }
        let (text, span) = (&rest[..self.cursor.at - start], start..self.cursor.at);
        let digits = |part: &str| part.trim_start_matches('-').len();
        if text
            .split(['/', '.'])
            .any(|part| digits(part) > MOST_DIGITS)
        {
            return Err(self.wrong(span, "expected a number of at most 18 digits"));
        }
        let message = "expected a fraction by a power of two, such as 3/4";
        Number::parse(text).ok_or_else(|| self.wrong(span, message))
    }

    /// A value, up to a character that ends it outside of its braces.
    fn value(&mut self, arena: &mut Arena, meter: &mut Meter) -> Result<Value, Fault> {
        self.cursor.space();
        let (rest, mut depth) = (self.cursor.rest(), 0u32);
        let ends = |(place, sign): &(usize, char)| {
            match sign {
                '{' | '(' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                ')' if depth > 0 => depth -= 1,
                ')' | '&' | '|' => return depth == 0,
                ' ' if depth == 0 => {
                    let word = rest[place + 1..].split(' ').next();
                    return matches!(word, Some("and" | "or"));
                }
                _ => {}
            }
            false
        };
        let end = rest.char_indices().find(ends);
        let end = end.map_or(rest.len(), |(place, _)| place);
        let start = self.cursor.at;
        self.cursor.at += end;
        arena
            .read(rest[..end].trim_end(), meter)
            .map_err(|fault| match fault {
                Fault::Input(error) => Fault::Input(error.within(self.cursor.text(), start)),
                stopped => stopped,
            })
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use bouton_core::Limits;

    use super::*;

    fn read(text: &str) -> Result<Condition, String> {
        let limits = Limits::default();
        let condition = Condition::read(text, &mut Arena::default(), &mut limits.meter());
        condition.map_err(|error| error.to_string())
    }

    /// Whether the condition holds if these tests hold: `h1 = 1` for `a`, `h2 = 1` for `b` …
    fn truth(text: &str, [a, b, c]: [bool; 3]) -> (bool, usize) {
        let mut asked = 0;
        let holds = read(text).unwrap().holds(|test| {
            asked += 1;
            Ok(match test {
                Test::Number(sum, _) if sum.has(Field::Heap(1)) => a,
                Test::Number(sum, _) if sum.has(Field::Heap(2)) => b,
                _ => c,
            })
        });
        (holds.unwrap(), asked)
    }

    /// The meaning of the text by the rules of Rust.
    type Meaning = fn(bool, bool, bool) -> bool;

    #[test]
    fn and_binds_closer_than_or_and_not_closest() {
        let cases: [(&str, Meaning); 9] = [
            ("a | b & c", |a, b, c| a || b && c),
            ("a & b | c", |a, b, c| a && b || c),
            ("(a | b) & c", |a, b, c| (a || b) && c),
            ("!a & b | !c", |a, b, c| !a && b || !c),
            ("!(a & !(b | c))", |a, b, c| !(a && !(b || c))),
            ("a and not b or c", |a, b, c| a && !b || c),
            ("b | c & a", |a, b, c| b || c && a),
            ("!!a && (b || !(c))", |a, b, c| a && (b || !c)),
            ("a & b & c | !a & !b", |a, b, c| a && b && c || !a && !b),
        ];
        for (text, meaning) in cases {
            let names = [("a", "h1 = 1"), ("b", "h2 = 1"), ("c", "h3 = 1")];
            let words = text.replace("and", "∧");
            let spelt = names
                .iter()
                .fold(words, |text, (name, test)| text.replace(name, test));
            let spelt = spelt.replace('∧', "and");
            for bits in 0..8 {
                let [a, b, c] = [0, 1, 2].map(|bit| bits >> bit & 1 == 1);
                assert_eq!(
                    truth(&spelt, [a, b, c]).0,
                    meaning(a, b, c),
                    "{text} {bits}"
                );
            }
        }
    }

    #[test]
    fn what_cannot_matter_is_not_asked() {
        assert_eq!(
            truth("h1 = 1 & h2 = 1 & loss", [false, true, true]),
            (false, 1)
        );
        assert_eq!(
            truth("h1 = 1 | h2 = 1 & loss", [true, true, true]),
            (true, 1)
        );
    }

    #[test]
    fn mistakes_are_shown_where_they_are() {
        for (text, message, caret) in [
            ("lost", "found \"lost\"", 0),
            (
                "remoteness 3",
                "expected one of = != < <= > >= or in A..B, found \"3\"",
                11,
            ),
            ("h1 = x", "or a heap (h1, h2, …), found \"x\"", 5),
            ("h0 = 1", "or a heap (h1, h2, …), found \"h0\"", 0),
            (
                "grundy in 3",
                "expected .. (a range such as 2..4, 2.. or ..4, both ends included)",
                11,
            ),
            ("(win | loss", "this parenthesis is not closed", 0),
            ("win) ", "expected & or | or the end, found \")\"", 3),
            ("win loss", "expected & or | or the end, found \"loss\"", 4),
            (
                "mean = 1/3",
                "expected a fraction by a power of two, such as 3/4",
                7,
            ),
            ("value = {2|", "expected", 11),
            ("value 3", "expected one of = != < <= > >=, found \"3\"", 6),
            ("win &", "expected a condition", 5),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
            let line = error.lines().last().unwrap();
            assert_eq!(line.find('^'), Some(caret + 2), "{text}: {error}");
        }
    }

    #[test]
    fn decimals_are_fractions() {
        let read = |text: &str| format!("{:?}", read(text).unwrap().steps);
        assert_eq!(read("mean = -0.5"), read("mean = -1/2"));
        assert_eq!(read("h1 in 2..4"), read("h1 in 2.0..4.0"));
        assert!(super::tests::read("mean = 0.1").is_err());
    }

    #[test]
    fn values_may_hold_the_signs_of_conditions() {
        let condition = read("value = {3||2|1} | temperature > 1/2 and value <> +-(1*)").unwrap();
        assert_eq!(condition.fields(), [Field::Value, Field::Temperature]);
        assert!(read("(value >= *2 & mean in -1/2..)").is_ok());
    }
}
