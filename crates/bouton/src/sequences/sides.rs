//! [`Sides`]: sequences of values of heaps, for games of Left and Right.

use std::time::Duration;

use bouton_answers::{HeapValue, HeapValues, Proof, Sequence};
use bouton_core::take_and_break::Code;
use bouton_core::{Limits, Meter, StopReason};
use bouton_engine::{Error, KeptParts};
use bouton_names::Name;
use bouton_solvers::sequence::partizan::{ValueSequence, ValueStatus};
use bouton_solvers::values::Valuer;
use bouton_values::Value;
use web_time::Instant;

use super::{Question, by_positions};
use crate::calculus::class_of;
use crate::certificates::listed;
use crate::open::Open;
use crate::session::Session;

/// A value of more bytes than this is not written.
const WIDTH: u64 = 2000;

/// The time to write what was found before a limit of time.
const TO_WRITE: Duration = Duration::from_secs(1);

/// A computed sequence of values.
#[derive(Debug)]
pub struct Sides<'q> {
    question: &'q Question,
    found: ValueSequence,
    begun: Instant,
}

impl<'q> Sides<'q> {
    /// The sequence of a game in which Left and Right have different moves; `None` for other games.
    pub(super) fn of(question: &'q Question, limits: &Limits) -> Result<Option<Self>, Error> {
        let (begun, name) = (Instant::now(), Name::read(&question.game)?);
        match name.code() {
            Err(Error::Unfit(_)) => {}
            code => return code.map(|_| None),
        }
        // A game that cannot be opened is reported by the caller.
        let Ok(mut session) = Open::game(&question.game).anywhere() else {
            return Ok(None);
        };
        if session.side().is_none() {
            return Ok(None);
        }
        let found = match codes(&session, limits)? {
            Some(codes) => ValueSequence::compute(codes, question.heaps, limits),
            None if by_positions(&name)? => by_rules(question, &mut session, limits)?,
            None => return Ok(None),
        };
        Ok(Some(Self {
            question,
            found,
            begun,
        }))
    }

    /// The answer, with the value of each heap if they are requested.
    ///
    /// # Errors
    /// None in practice: a limit is reported in the answer.
    pub fn told(&mut self, values: bool, limits: &Limits) -> Result<Sequence, Error> {
        let late = Instant::now().checked_add(TO_WRITE);
        let limits = &Limits {
            deadline: limits
                .deadline
                .and_then(|deadline| late.max(Some(deadline))),
            ..limits.clone()
        };
        let meter = &mut limits.meter();
        let computed = self.found.values.len() as u64;
        let (period, by) = (self.found.status.period(), self.by());
        let mut partizan = HeapValues {
            saltus: None,
            heaps: values.then(Vec::new),
        };
        let written = self.write(&mut partizan, meter);
        let known = match by {
            Some(_) => self.question.heaps,
            None => computed.saturating_sub(1).min(self.question.heaps),
        };
        Ok(Sequence {
            game: self.question.game.to_owned(),
            heaps: known,
            misere: false,
            period: period.map(|period| period.period),
            preperiod: period.map(|period| period.preperiod),
            saltus: None,
            proof: match self.found.status {
                ValueStatus::Proved { .. } => Some(Proof::Proved),
                ValueStatus::Seen(_) => Some(Proof::Seen),
                ValueStatus::None => None,
            },
            why: by,
            max: None,
            solver: "values".into(),
            rare: None,
            powers_of_two: Vec::new(),
            values: None,
            loony: Vec::new(),
            partizan: Some(partizan),
            seconds: self.begun.elapsed().as_secs_f64(),
            stopped: self.found.stopped.or(written.err()),
            computed: Some(computed),
        })
    }

    /// The limit that stopped the computation early.
    pub fn stopped(&self) -> Option<StopReason> {
        self.found.stopped
    }

    /// The theorem that proves the period, with the heaps that it needs.
    fn by(&self) -> Option<String> {
        let ValueStatus::Proved { times, needed, .. } = self.found.status else {
            return None;
        };
        let theorem = self.found.theorem()?;
        let many = match times {
            1 => String::new(),
            _ => format!(", {times} periods at once"),
        };
        Some(format!("{theorem}, heaps 0..{}{many}", needed - 1))
    }

    /// The texts of the saltus, and of the values that were requested.
    fn write(&mut self, into: &mut HeapValues, meter: &mut Meter) -> Result<(), StopReason> {
        if let Some(period) = self.found.status.period() {
            into.saltus = self.text(period.saltus, meter)?;
        }
        let Some(heaps) = &mut into.heaps else {
            return Ok(());
        };
        self.found.extend(self.question.heaps, meter)?;
        for heap in 0..self.found.values.len() {
            let value = self.found.values[heap];
            let text = self.text(value, meter)?;
            let arena = &mut self.found.arena;
            heaps.push(HeapValue {
                heap: heap as u64,
                value: text,
                class: class_of(arena.class(value, meter)?),
                mean: arena.mean(value, meter)?.to_string(),
                temperature: arena.temperature(value, meter)?.to_string(),
            });
        }
        Ok(())
    }

    fn text(&mut self, value: Value, meter: &mut Meter) -> Result<Option<String>, StopReason> {
        let arena = &mut self.found.arena;
        match arena.text_length(value, meter)? <= WIDTH.into() {
            true => arena.text(value, meter).map(Some),
            false => Ok(None),
        }
    }

    /// The certificate of a proved period; `None` if no period is proved.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn certificate(&mut self, limits: &Limits) -> Result<Option<String>, Error> {
        let ValueStatus::Proved {
            period,
            times,
            needed,
        } = self.found.status
        else {
            return Ok(None);
        };
        let Some([left, right]) = self.found.codes().cloned() else {
            return Ok(None);
        };
        let meter = &mut limits.meter();
        let (forms, games) = listed(&mut self.found.arena, period.saltus, meter)?;
        let saltus = games.len() - 1;
        Ok(Some(format!(
            "bouton value period certificate 1\nleft {left}\nright {right}\nperiod {}\npreperiod {}\nsaltus {forms}/{saltus}\n\
             times {times}\nheaps {needed}\n",
            period.period, period.preperiod
        )))
    }
}

/// The codes that Left and Right follow, if they follow codes.
fn codes(session: &Session, limits: &Limits) -> Result<Option<[Code; 2]>, Error> {
    let mut codes = None;
    session.short(limits, &mut KeptParts::default(), &mut |short| {
        codes = short.codes();
    })?;
    Ok(codes)
}

/// The values of heaps by rules in a file, or of boards. No theorem covers them: a period is only observed.
fn by_rules(
    question: &Question,
    session: &mut Session,
    limits: &Limits,
) -> Result<ValueSequence, Error> {
    let unfit = || {
        Error::Unfit(format!(
            "a sequence is that of single heaps: positions of {} are not one number",
            question.game
        ))
    };
    // A text of digits may be a position of other rules, too.
    let least = session.least_board();
    if least.is_none() && session.position()?.parse::<u64>().is_err() {
        return Err(unfit());
    }
    let (mut valuer, mut kept) = (Valuer::default(), KeptParts::default());
    let (mut values, mut stopped) = (Vec::new(), None);
    for heap in 0..=question.heaps {
        let gone = match least {
            None => session.go(&heap.to_string()),
            Some(_) if session.set_heaps(&[heap]) => {
                // The numbers of parts are those of one board.
                valuer.forget_parts();
                kept = KeptParts::default();
                Ok(())
            }
            Some(least) if heap > least => break,
            Some(_) => {
                values.push(Value::ZERO);
                continue;
            }
        };
        match gone {
            Ok(()) => {}
            // A heap of 0 that the game does not have counts as an empty one.
            Err(Error::Input { .. }) if heap == 0 => {
                values.push(Value::ZERO);
                continue;
            }
            Err(Error::Input { .. }) => return Err(unfit()),
            Err(error) => return Err(error),
        }
        let (rest, mut found) = (limits.less(valuer.visited()), None);
        let asked = session.short(&rest, &mut kept, &mut |short| {
            let root = short.root();
            found = Some(valuer.value(short.parts(), &root, &mut rest.meter()));
        });
        let asked = asked.and_then(|_| match found {
            Some(value) => Ok(value?),
            None => Err(Error::Unfit(format!(
                "{} has no values: expected a game that ends, in which a player who cannot move loses",
                question.game
            ))),
        });
        match asked {
            Ok(value) => values.push(value),
            Err(Error::Stopped(why)) => {
                stopped = Some(why);
                break;
            }
            Err(error) => return Err(error),
        }
        limits.progress.set(heap, question.heaps);
    }
    let mut found = ValueSequence::of(valuer.arena, values);
    let looked = found.look(&mut limits.meter());
    found.stopped = stopped.or(looked.err());
    Ok(found)
}
