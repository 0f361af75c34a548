//! Certificates of misère quotients.

use std::collections::BTreeSet;
use std::fmt::Write;

use bouton_core::Limits;
use bouton_engine::Error;
use bouton_quotients::{Class, Quotient};
use bouton_verify::position::{Claim, Played, Value, may_believe};
use bouton_verify::{Refusal, parts_reached};

use super::{Of, QuotientReport};
use crate::certificates::{SHORT_PROOF, SUM, bounds, full_sum, played, unfit};
use crate::open::Open;
use crate::session::Session;

impl QuotientReport {
    /// The certificate for `verify`.
    ///
    /// # Errors
    /// If the checker does not know the rules of the parts, they are not sums, or a limit is reached.
    pub fn certificate(&self, limits: &Limits) -> Result<String, Error> {
        let (quotient, start) = match &self.of {
            Of::Heaps(coded) => {
                let code = coded.code().to_string();
                return Ok(coded.quotient().certificate(&code, coded.whole()));
            }
            Of::Parts { search, start, .. } => (search.quotient(), start),
        };
        if let Some(why) = self.stopped {
            return Err(Error::Stopped(why));
        }
        if start.game() == SUM {
            let position = full_sum(&start.position()?);
            let start = Open::game(position).misere(true).session()?;
            return certificate(quotient, &start, limits);
        }
        certificate(quotient, start, limits)
    }
}

fn certificate(quotient: &Quotient, start: &Session, limits: &Limits) -> Result<String, Error> {
    let mut played = played(start)?;
    let positions = beginnings(quotient, start, limits)?;
    let claim = Claim {
        position: positions[0].clone(),
        value: Value::AtLeast(0),
    };
    let believed = !played.texts.is_empty()
        && may_believe(&played, &claim).map_err(|why| stopped(&why, limits))?;
    let reached = |played: &Played, most| parts_reached(played, &positions, most, &bounds(limits));
    let names = match believed {
        false => reached(&played, usize::MAX),
        // If all positions can be enumerated, nothing is assumed.
        true => reached(&played, SHORT_PROOF as usize).or_else(|_| {
            played.believes = true;
            reached(&played, usize::MAX)
        }),
    };
    let mut names = names.map_err(|why| stopped(&why, limits))?;
    names.remove(0);
    let sums = start.atoms(&names, limits)?.sums;
    let known = quotient.pretending().len();
    if sums.iter().flatten().any(|part| *part as usize >= known) {
        let message = "no certificate can be written: the checker comes to parts that are not among those looked at";
        return Err(Error::Unfit(message.into()));
    }
    if let Some(name) = names.iter().chain(&positions).find(|at| at.contains('\n')) {
        let message = format!("no certificate can be written: {name:?} takes several lines");
        return Err(Error::Unfit(message));
    }
    let classes = sums.into_iter().map(|sum| quotient.class_of(sum));
    let parts: Vec<(Class, String)> = classes.zip(names).collect();
    Ok(quotient.certificate_of_parts(&subject(&played, &positions), &parts))
}

/// Positions from which play reaches exactly the parts that the quotient knows.
fn beginnings(quotient: &Quotient, start: &Session, limits: &Limits) -> Result<Vec<String>, Error> {
    let listed = start.atoms(&[], limits)?;
    let known = quotient.pretending().len();
    if listed.names.len() == known {
        return Ok(vec![start.position()?]);
    }
    let options = listed.options[..known].iter().flatten().flatten();
    let reached: BTreeSet<usize> = options.map(|part| *part as usize).collect();
    let first = (1..known).filter(|part| !reached.contains(part));
    let first: Vec<String> = first.map(|part| listed.names[part].clone()).collect();
    match first.is_empty() {
        true => Err(Error::Unfit(
            "no certificate can be written: no part was looked at".into(),
        )),
        false => Ok(first),
    }
}

/// The lines of a certificate with the game and the positions where play begins.
fn subject(played: &Played, positions: &[String]) -> String {
    let mut lines = played.heading(positions.first().map_or("", String::as_str));
    for position in positions {
        let _ = writeln!(lines, "position {position}");
    }
    lines
}

fn stopped(why: &Refusal, limits: &Limits) -> Error {
    limits.check().map_or_else(Error::Stopped, |()| unfit(why))
}
