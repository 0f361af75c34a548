//! [`Certificate`]: a parsed certificate of a misère quotient.

use super::QUOTIENT_HEADER;
use super::parts::Parts;
use crate::Refusal;
use crate::bounds::Meter;
use crate::code::{self, Code};
use crate::position::{Announced, BELIEVING, MOST_TEXTS, Played, Text};
use crate::rules::is_named;
use crate::shown::brief;

/// The claims of a certificate.
pub(super) struct Certificate {
    pub(super) of: Of,
    pub(super) generators: Vec<usize>,
    /// The element after adding each generator, for each element.
    pub(super) steps: Vec<Vec<usize>>,
    pub(super) lost: Vec<bool>,
    /// The element of the empty position, and of each heap or part from 1 on.
    pub(super) pretending: Vec<usize>,
    /// The period, and the first heap from which it holds.
    pub(super) period: Option<(usize, usize)>,
}

/// The subject of the quotient.
pub(super) enum Of {
    /// Heaps that follow a code.
    Heaps { text: String, code: Code },
    /// The positions that play can reach.
    Parts(Parts),
}

impl Certificate {
    pub(super) fn read(
        text: &str,
        given: Option<&Text>,
        work: &mut Meter,
    ) -> Result<Self, Refusal> {
        // The parsed form takes a few words for each byte of the text.
        work.hold(text.len().saturating_mul(16))?;
        let mut claimed = Self::fields(&mut Lines(text), given)?;
        if let Of::Heaps { text, code } = &mut claimed.of {
            work.hold(text.len() * code::BYTES_A_DIGIT)?;
            *code = Code::read(text).map_err(Refusal::quotient)?;
        }
        Ok(claimed)
    }

    fn fields(lines: &mut Lines<'_>, given: Option<&Text>) -> Result<Self, Refusal> {
        let wrong = |message: String| Err(Refusal::quotient(message));
        if lines.next() != Some(QUOTIENT_HEADER) {
            return wrong(format!("expected the first line `{QUOTIENT_HEADER}`"));
        }
        let mut of = subject(lines, given)?;
        let last = match of {
            Of::Heaps { .. } => lines.number("heaps")?,
            Of::Parts(_) => lines.number("parts")?,
        };
        let generators = numbers(lines.field("generators")?)?;
        let order = lines.number("order")?;
        if order == 0 || generators.iter().any(|&heap| heap > last) {
            return wrong("expected an element at least, and generators among the heaps".into());
        }
        let mut steps = Vec::new();
        for element in 0..order {
            let row = numbers(lines.next().unwrap_or(""))?;
            let fits = row.len() == generators.len() && row.iter().all(|&to| to < order);
            if !fits {
                let expected = generators.len();
                return wrong(format!(
                    "expected {expected} elements below {order} after element {element}"
                ));
            }
            steps.push(row);
        }
        let mut lost = vec![false; order];
        for element in numbers(lines.field("lost")?)? {
            *lost.get_mut(element).ok_or_else(|| {
                let message = format!("expected elements below {order}, found {element}");
                Refusal::quotient(message)
            })? = true;
        }
        let pretending = match &mut of {
            Of::Heaps { .. } => numbers(lines.field("pretending")?)?,
            Of::Parts(parts) => parts_of(lines, last, &mut parts.names)?,
        };
        let fits = pretending.iter().all(|&element| element < order);
        if last.checked_add(1) != Some(pretending.len()) || !fits {
            return wrong(format!(
                "expected an element below {order} for each of the heaps 0..{last}"
            ));
        }
        let mut end = lines.next().unwrap_or("");
        let mut period = None;
        if let (Of::Heaps { .. }, Some(words)) = (&of, end.strip_prefix("period ")) {
            let (length, from) = words.split_once(" from ").ok_or_else(|| {
                Refusal::quotient("expected `period NUMBER from HEAP`".to_owned())
            })?;
            period = Some((number(length)?, number(from)?));
            end = lines.next().unwrap_or("");
        }
        if end != "end" || lines.next().is_some() {
            return wrong(format!(
                "expected `end` as the last line, found {}",
                brief(end)
            ));
        }
        Ok(Self {
            of,
            generators,
            steps,
            lost,
            pretending,
            period,
        })
    }

    pub(super) fn order(&self) -> usize {
        self.steps.len()
    }
}

/// The code; or the game, with the rules in the certificate, and the positions where play begins.
fn subject(lines: &mut Lines<'_>, given: Option<&Text>) -> Result<Of, Refusal> {
    let Some(game) = lines.word("game") else {
        if given.is_some() {
            let message = "its rules are a code: no others can be given";
            return Err(Refusal::quotient(message));
        }
        let text = lines.field("code")?.trim_start().to_owned();
        let code = Code::default();
        return Ok(Of::Heaps { text, code });
    };
    let mut played = Played {
        misere: true,
        ..Played::normal(game)
    };
    let mut named = 0;
    while lines
        .peek()
        .map_or(Ok(false), |line| is_named(line, given.is_some()))?
    {
        named += 1;
        if named > MOST_TEXTS {
            return Err(Refusal::Undecided(format!("more than {MOST_TEXTS} rules")));
        }
        lines.next();
    }
    while let Some(announced) = lines.peek().map_or(Ok(None), Announced::read)? {
        if played.texts.len() == MOST_TEXTS {
            return Err(Refusal::Undecided(format!("more than {MOST_TEXTS} rules")));
        }
        lines.next();
        played.texts.push(lines.text(&announced)?);
    }
    if lines.peek() == Some(BELIEVING) {
        lines.next();
        played.believes = true;
    }
    if let Some(rules) = given {
        played = played.by(rules)?;
    }
    let mut positions = vec![lines.field("position")?.to_owned()];
    while let Some(position) = lines.word("position") {
        positions.push(position.to_owned());
    }
    Ok(Of::Parts(Parts {
        played,
        positions,
        names: vec![String::new()],
    }))
}

/// The element of the empty position, then of each part, followed by its name.
fn parts_of(
    lines: &mut Lines<'_>,
    last: usize,
    names: &mut Vec<String>,
) -> Result<Vec<usize>, Refusal> {
    let mut pretending = vec![0];
    for _ in 0..last {
        let about = lines.field("part")?;
        let (element, name) = about.split_once(' ').unwrap_or((about, ""));
        pretending.push(number(element)?);
        names.push(name.to_owned());
    }
    Ok(pretending)
}

/// The unread part of a certificate.
struct Lines<'t>(&'t str);

impl<'t> Lines<'t> {
    fn peek(&self) -> Option<&'t str> {
        let line = self.0.split('\n').next()?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        (!self.0.is_empty()).then_some(line)
    }

    fn next(&mut self) -> Option<&'t str> {
        let line = self.peek()?;
        self.0 = self.0.split_once('\n').map_or("", |(_, rest)| rest);
        Some(line)
    }

    /// The rest of the next line, if it begins with this word.
    fn word(&mut self, word: &str) -> Option<&'t str> {
        let rest = self.peek()?.strip_prefix(word)?;
        let rest = match rest.is_empty() {
            true => rest,
            false => rest.strip_prefix(' ')?,
        };
        self.next();
        Some(rest)
    }

    /// The text after the name with which the next line begins.
    fn field(&mut self, name: &str) -> Result<&'t str, Refusal> {
        let found = self.peek().unwrap_or("");
        self.word(name).ok_or_else(|| {
            Refusal::quotient(format!(
                "expected a line `{name} …`, found {}",
                brief(found)
            ))
        })
    }

    fn number(&mut self, name: &str) -> Result<usize, Refusal> {
        number(self.field(name)?)
    }

    /// The rules on the next lines, whose length their own line gives.
    fn text(&mut self, announced: &Announced<'_>) -> Result<Text, Refusal> {
        let split = self.0.split_at_checked(announced.bytes);
        let split = split.and_then(|(text, rest)| Some((text, rest.strip_prefix('\n')?)));
        let (text, rest) = split.ok_or_else(|| announced.goes_on())?;
        self.0 = rest;
        announced.text(text.into())
    }
}

fn number(text: &str) -> Result<usize, Refusal> {
    text.trim_start()
        .parse()
        .map_err(|_| Refusal::quotient(format!("expected a number, found {}", brief(text))))
}

fn numbers(text: &str) -> Result<Vec<usize>, Refusal> {
    text.split_ascii_whitespace().map(number).collect()
}
