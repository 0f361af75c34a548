//! [`Certificate`]: a parsed certificate of a misère quotient.

use super::KIND;
use super::parts::Parts;
use crate::Refusal;
use crate::bounds::Meter;
use crate::code::Code;
use crate::lines::Lines;
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
        let lines = &mut Lines::of(KIND, text);
        let wrong = |message: String| Err(Refusal::quotient(message));
        let mut of = subject(lines, given, work)?;
        let last = match of {
            Of::Heaps { .. } => lines.number("heaps")?,
            Of::Parts(_) => lines.number("parts")?,
        };
        let generators = numbers(lines, "generators")?;
        let order = lines.number("order")?;
        if order == 0 || generators.iter().any(|&heap| heap > last) {
            return wrong("expected an element at least, and generators among the heaps".into());
        }
        let mut steps = Vec::new();
        for element in 0..order {
            let row = lines.next().unwrap_or("").split_ascii_whitespace();
            let row: Vec<usize> = row.map(|to| lines.read(to)).collect::<Result<_, _>>()?;
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
        for element in numbers(lines, "lost")? {
            *lost.get_mut(element).ok_or_else(|| {
                let message = format!("expected elements below {order}, found {element}");
                Refusal::quotient(message)
            })? = true;
        }
        let pretending = match &mut of {
            Of::Heaps { .. } => numbers(lines, "pretending")?,
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
            period = Some((lines.read(length)?, lines.read(from)?));
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
fn subject(lines: &mut Lines<'_>, given: Option<&Text>, work: &mut Meter) -> Result<Of, Refusal> {
    let Some(game) = lines.word("game") else {
        if given.is_some() {
            let message = "its rules are a code: no others can be given";
            return Err(Refusal::quotient(message));
        }
        let text = lines.field("code")?.trim_start().to_owned();
        let code = Code::of(KIND, &text, work)?;
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
    let played = played.by(given)?;
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
        pretending.push(lines.read(element)?);
        names.push(name.to_owned());
    }
    Ok(pretending)
}

/// The numbers on the line that begins with this name.
fn numbers(lines: &mut Lines<'_>, name: &str) -> Result<Vec<usize>, Refusal> {
    let words = lines.field(name)?.split_ascii_whitespace();
    words.map(|word| lines.read(word)).collect()
}
