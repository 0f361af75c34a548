//! Certificates of values: the sum of a position and the negative of its canonical form is lost by the player who begins.

use std::collections::HashMap;
use std::io::Write;

use bouton_core::{Limits, Meter, StopReason};
use bouton_engine::{Error, KeptParts};
use bouton_solvers::values::Valuer;
use bouton_values::{Arena, Value};
use bouton_verify::position::{Claim, Guide, Played, Question, Value as Bound, certify, opens};
use bouton_verify::{Refusal, VALUE_HEADER};

use super::{Certified, bounds, full, unfit, written};
use crate::session::Session;

/// Writes a proof of the value of a session's position; the session does not change.
///
/// # Errors
/// If the checker does not know the game's rules, the game has no values, a limit is reached, or the file cannot be
/// written.
pub fn write_value(
    session: &mut Session,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<Certified, Error> {
    let here = session.position()?;
    let position = here.strip_suffix(" R").unwrap_or(&here).to_owned();
    let mut asker = Asker {
        session,
        limits,
        valuer: Valuer::default(),
        kept: KeptParts::default(),
        forms: Vec::new(),
        values: HashMap::new(),
        failed: None,
    };
    let value = asker.value(&position)?;
    let (text, forms) = listed(&mut asker.valuer.arena, -value, &mut limits.meter())?;
    asker.forms = forms;
    let mut texts = Vec::new();
    let game = match written(asker.session.game(), asker.session.terms())? {
        Some((game, text)) => {
            texts.push(text);
            game
        }
        None => full(asker.session.game()),
    };
    let number = asker.forms.len() - 1;
    let claims = ["", " R"].map(|turn| Claim {
        position: format!("{game} {position} + form {text}/{number}{turn}"),
        value: Bound::AtMost(-1),
    });
    let played = Played {
        texts,
        ..Played::normal("sum")
    };
    opens(&played, &claims[..1]).map_err(|why| unfit(&why))?;
    let written = certify(
        VALUE_HEADER,
        &played,
        &claims,
        &mut asker,
        out,
        &bounds(limits),
    );
    let failed = asker.failed.take();
    session.go(&here)?;
    match (written, failed) {
        (_, Some(error)) => Err(error),
        (Ok(checked), None) => Ok(Certified {
            claim: checked.claim,
        }),
        (Err(why), None) => match limits.check() {
            Err(reason) => Err(Error::Stopped(reason)),
            Ok(()) => Err(unfit(&why)),
        },
    }
}

/// A value and all its followers as text, each after its options; and the values in that order.
pub(crate) fn listed(
    arena: &mut Arena,
    value: Value,
    meter: &mut Meter,
) -> Result<(String, Vec<Value>), StopReason> {
    let mut numbers: HashMap<Value, usize> = HashMap::new();
    let (mut list, mut values): (Vec<String>, Vec<Value>) = (Vec::new(), Vec::new());
    let mut todo = vec![value];
    while let Some(next) = todo.last().copied() {
        if numbers.contains_key(&next) {
            todo.pop();
            continue;
        }
        let options = arena.options(next, meter)?;
        let unlisted = options
            .iter()
            .flatten()
            .find(|option| !numbers.contains_key(*option));
        if let Some(option) = unlisted {
            todo.push(*option);
            continue;
        }
        let side = |n: usize| {
            let numbers = options[n].iter().map(|option| numbers[option].to_string());
            numbers.collect::<Vec<String>>().join(",")
        };
        list.push(format!("{}:{}", side(0), side(1)));
        numbers.insert(next, values.len());
        values.push(next);
        todo.pop();
    }
    Ok((list.join(";"), values))
}

/// Provides moves, by the values of the positions after them.
struct Asker<'s> {
    session: &'s mut Session,
    limits: &'s Limits,
    valuer: Valuer,
    kept: KeptParts,
    /// The games that are listed in the certificate.
    forms: Vec<Value>,
    /// Values of positions computed so far.
    values: HashMap<String, Value>,
    failed: Option<Error>,
}

impl Asker<'_> {
    fn value(&mut self, position: &str) -> Result<Value, Error> {
        if let Some(value) = self.values.get(position) {
            return Ok(*value);
        }
        self.session.go(position)?;
        let (valuer, limits, mut found) = (&mut self.valuer, self.limits, None);
        let is_short = self.session.short(limits, &mut self.kept, &mut |short| {
            let root = short.root();
            found = Some(valuer.value(short.parts(), &root, &mut limits.meter()));
        })?;
        let value = found.filter(|_| is_short).ok_or_else(|| {
            let game = self.session.game();
            Error::Unfit(format!(
                "{game} is no game of Left and Right that ends: its values have no certificates"
            ))
        })??;
        self.values.insert(position.to_owned(), value);
        Ok(value)
    }

    /// Whether the player to move loses a sum of a position and a listed game.
    fn loses(&mut self, sum: &str) -> Result<bool, Error> {
        let (whole, right) = match sum.strip_suffix(" R") {
            Some(whole) => (whole, true),
            None => (sum, false),
        };
        let (part, form) = whole.rsplit_once(" + ").unwrap_or((whole, ""));
        let position = part.split_once(' ').map_or("", |(_, position)| position);
        let number = form
            .rsplit_once('/')
            .and_then(|(_, number)| number.parse::<usize>().ok());
        let form = number.and_then(|number| self.forms.get(number).copied());
        let (value, form) = (self.value(position)?, form.unwrap_or(Value::ZERO));
        let meter = &mut self.limits.meter();
        let arena = &mut self.valuer.arena;
        Ok(match right {
            false => arena.le(value, -form, meter)?,
            true => arena.le(-form, value, meter)?,
        })
    }

    fn chosen(&mut self, question: &Question<'_>) -> Result<usize, Error> {
        let proved = (0..question.count).find(|n| (question.is_proved)(*n));
        if let Some(proved) = proved {
            return Ok(proved);
        }
        for n in 0..question.count {
            if self.loses(&(question.option)(n).position)? {
                return Ok(n);
            }
        }
        Err(super::disagreement(question))
    }
}

impl Guide for Asker<'_> {
    fn grundy(&mut self, _position: &dyn Fn() -> String) -> Result<u64, Refusal> {
        Err(Refusal::Undecided(
            "values of Left and Right are no nimbers".into(),
        ))
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<usize, Refusal> {
        self.chosen(question).map_err(|error| {
            let why = error.to_string();
            self.failed = Some(error);
            Refusal::Undecided(why)
        })
    }
}
