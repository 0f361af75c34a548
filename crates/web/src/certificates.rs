//! Certificates: made of an answer, and checked by code that is independent of the solvers.

use bouton::certificates::{KnownBounds, can_certify, write, write_value};
use bouton::questions::{Pattern, Sequence as Question};
use bouton::sequence::{Plan, Sequence};
use bouton::verify::Bounds;
use bouton::{How, IS_FIRST_MODULE, StopReason, verify};
use web_time::Instant;

use crate::last_game::{LastGame, named};
use crate::laws;
use crate::query::Query;
use crate::refusal::Refusal;
use crate::reply::{Reply, TEXT};
use crate::routes::Answered;
use crate::routes::parameters::{Certificate, Certified};
use crate::tables::quotient_of;

/// The kinds of answers that are certified.
pub(crate) const CERTIFIED: [&str; 5] = ["solve", "value", "law", "sequence", "quotient"];

/// A certificate of an answer, as a text.
pub(crate) fn certificate(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    if const { IS_FIRST_MODULE } {
        return Err(elsewhere());
    }
    let asked: Certified = query.read()?;
    let of = asked.of.as_str();
    let text = match of {
        "value" => {
            let (mut out, session) = (Vec::new(), last.open(query)?);
            write_value(session, &how.limits, &mut out)?;
            out
        }
        "law" => match query.read::<Pattern>()?.pattern {
            Some(pattern) => {
                let found = laws::family(query, &pattern, how)?;
                let law = found.law.ok_or_else(|| unproved(found.report.stopped))?;
                law.certificate().as_bytes().to_vec()
            }
            None => {
                let (_, finding) = laws::found(query, how)?;
                let stopped = finding.stopped;
                let law = finding.law.ok_or_else(|| unproved(stopped))?;
                law.certificate().into_bytes()
            }
        },
        "sequence" => period(query, &asked, how)?,
        "quotient" => quotient(query, how)?,
        _ => answer(last, query, how)?,
    };
    let reply = Reply::new(TEXT, text)?;
    Ok(reply.named(Some(query.file_name(of, "txt"))))
}

fn answer(last: &mut LastGame, query: &Query, how: &How) -> Result<Vec<u8>, Refusal> {
    let (mut out, session) = (Vec::new(), last.open(query)?);
    can_certify(session)?;
    let answer = session.solve(how)?;
    let known = KnownBounds::of(session, &answer)?;
    let known = known.ok_or_else(|| unproved(answer.stopped))?;
    write(session, &[known], how, &mut out)?;
    Ok(out)
}

fn period(query: &Query, asked: &Certified, how: &How) -> Result<Vec<u8>, Refusal> {
    let name = named(query, None)?;
    let mut question: Question = query.read()?;
    question.heaps = asked.heaps.unwrap_or(question.heaps);
    let heaps = question.heaps;
    if let Some(mut sides) = question.sides(&how.limits)? {
        let text = sides.certificate(&how.limits)?;
        return Ok(text.ok_or_else(|| unproved(sides.stopped()))?.into_bytes());
    }
    let code = name.code()?;
    let found = Sequence::planned(code, heaps, Plan::default(), &how.limits);
    let text = found
        .map_err(|unfit| Refusal::bad(unfit.to_string()))?
        .certificate();
    Ok(text.ok_or_else(|| unproved(None))?.into_bytes())
}

fn quotient(query: &Query, how: &How) -> Result<Vec<u8>, Refusal> {
    let found = quotient_of(query, how)?;
    Ok(found.certificate(&how.limits)?.into_bytes())
}

fn unproved(stopped: Option<StopReason>) -> Refusal {
    match stopped {
        Some(why) => Refusal::stopped(why),
        None => Refusal::bad("nothing is proved here, so that there is nothing to certify"),
    }
}

/// The checker knows the rules of all games: nothing of it is compiled into the module that a browser loads first.
fn elsewhere() -> Refusal {
    Refusal::bad("certificates are in the module with all games")
}

/// Whether a certificate proves what it claims.
pub(crate) fn check(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    if const { IS_FIRST_MODULE } {
        return Err(elsewhere());
    }
    let limits = &how.limits;
    let usual = Bounds::default();
    let bounds = Bounds {
        memory: limits.memory.unwrap_or(usual.memory),
        time: limits
            .deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now())),
        cancel: limits.cancel.clone(),
        progress: None,
    };
    let asked: Certificate = query.read()?;
    let verified = verify(&asked.certificate, &bounds).ok_or_else(|| {
        let why = "certificate: expected a certificate of this program, by its first line";
        Refusal::bad(why).of("certificate")
    })?;
    let stopped = verified.is_undecided().then_some(StopReason::Time);
    Reply::told(query, &verified, stopped)
}
