//! Sequences of heap games, as answers.

mod sides;

use std::path::Path;
use std::time::Duration;

use bouton_answers::{
    CensusRow, Largest, MisereSequence, Outcome, Proof, RareHeaps, Sequence, StreamedSequence,
};
use bouton_core::{Limits, StopReason};
use bouton_engine::{Error, Sentence};
use bouton_names::Name;
use bouton_solvers::sequence::census::Row;
use bouton_solvers::sequence::checkpoint::{self, CheckpointError};
use bouton_solvers::sequence::period::{self, Status};
use bouton_solvers::sequence::recurrence::Search;
use bouton_solvers::sequence::run::Sparseness;
use bouton_solvers::sequence::stream::{Stream, StreamError};
use bouton_solvers::sequence::{self, Plan, misere};
use web_time::Instant;

pub use sides::Sides;

use crate::open::Open;
use crate::questions::Sequence as Question;
use crate::session::{How, Session, Value};

/// The most rare heaps listed in an answer.
const RARES_TOLD: usize = 10_000;

/// A file with the saved state of a stream.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint<'a> {
    /// Its path; it need not exist.
    pub path: &'a Path,
    /// The interval at which it is written.
    pub interval: Duration,
}

impl Question {
    /// The sequence from the first heap on, with a suitable engine.
    ///
    /// ```
    /// use bouton::questions::{Question, Sequence};
    /// let kayles = Sequence::asked([("game", "kayles"), ("heaps", "500")])?;
    /// let sequence = kayles.answer(&bouton::Limits::default())?;
    /// assert_eq!((sequence.period, sequence.preperiod), (Some(12), Some(71)));
    /// # Ok::<(), bouton::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the game's heaps follow no code.
    pub fn answer(&self, limits: &Limits) -> Result<Sequence, Error> {
        if let Some(mut sides) = self.sides(limits)? {
            return sides.told(self.values, limits);
        }
        let name = Name::read(&self.game)?;
        let code = match name.code() {
            Err(Error::Unfit(_)) if by_positions(&name)? => match name.covering()? {
                Some(code) => code,
                None => return self.by_rules(&name, limits),
            },
            code => code?,
        };
        let clock = Instant::now();
        let plan = Plan {
            every_heap: self.values,
            ..Plan::default()
        };
        let found = sequence::Sequence::planned(code, self.heaps, plan, limits);
        let found = found.map_err(|unfit| Error::Unfit(unfit.to_string()))?;
        Ok(self.told(&found, clock.elapsed().as_secs_f64()))
    }

    /// The sequence of values of a game of Left and Right, whose heaps follow a code for each player or rules in a file;
    /// `None` for other games.
    ///
    /// # Errors
    /// If the game cannot be opened, the rules fail, or positions are not one number.
    pub fn sides(&self, limits: &Limits) -> Result<Option<Sides<'_>>, Error> {
        Sides::of(self, limits)
    }

    /// The sequence of a game with rules in a file, or whose moves entail, or of boards, heap by heap. No theorem covers rules
    /// without a code: a period is only observed, not proved.
    fn by_rules(&self, name: &Name, limits: &Limits) -> Result<Sequence, Error> {
        let clock = Instant::now();
        let mut session = Open::game(&self.game).anywhere()?;
        if !matches!(session.heaps(), Some((None | Some(1), _))) {
            return Err(Error::Unfit(format!(
                "a sequence is that of single heaps: positions of {} are not one number",
                self.game
            )));
        }
        let how = How::by(Some(session.grundy_solver())).within(limits.clone());
        let (mut values, mut stopped) = (Vec::new(), None);
        for heap in 0..=self.heaps {
            let value = match session.set_heaps(&[heap]) {
                true => session.value(&how),
                false if session.least_board().is_some_and(|least| heap > least) => break,
                // A heap that the game does not have counts as an empty one.
                false => Ok(Value::lost()),
            };
            match value {
                Ok(value) if value.loony => values.push(None),
                Ok(value) => values.push(Some(small(value)?)),
                Err(Error::Stopped(why)) => {
                    stopped = Some(why);
                    break;
                }
                Err(error) => return Err(error),
            }
            limits.progress.set(heap, self.heaps);
        }
        // No Grundy value is as large as the number for loony heaps.
        let numbers = values.iter().map(|value| value.unwrap_or(u32::MAX));
        let status = period::seen(&numbers.collect());
        let period = status.period();
        let largest = values.iter().flatten().copied().max();
        let largest = largest.map(|value| Largest {
            value: value.into(),
            heap: (values.iter().position(|other| *other == Some(value))).unwrap_or(0) as u64,
        });
        let powers = std::iter::successors(Some(1usize), |heap| heap.checked_mul(2));
        let powers = powers.map_while(|heap| Some((heap, *values.get(heap)?)));
        let powers = powers.filter_map(|(heap, value)| Some((heap as u64, value?.into())));
        let heaps = values.iter().zip(0u64..);
        let loony = heaps.filter(|(value, _)| value.is_none());
        Ok(Sequence {
            game: self.game.clone(),
            heaps: (values.len() as u64).saturating_sub(1),
            misere: false,
            period: period.map(|period| period.period),
            preperiod: period.map(|period| period.preperiod),
            saltus: period.map(|period| period.saltus),
            proof: proof(&status),
            why: None,
            max: largest,
            solver: match name.reads_files(None) {
                true => "rules".into(),
                false => session.grundy_solver().into(),
            },
            loony: loony.map(|(_, heap)| heap).collect(),
            rare: None,
            powers_of_two: powers.collect(),
            computed: Some(values.len() as u64),
            values: (self.values)
                .then(|| values.iter().map(|value| value.map(u64::from)).collect()),
            partizan: None,
            seconds: clock.elapsed().as_secs_f64(),
            stopped,
        })
    }

    /// The answer for a sequence that was computed in this many seconds.
    pub fn told(&self, found: &sequence::Sequence, seconds: f64) -> Sequence {
        let period = found.status.period();
        let proved = found.status.is_proved();
        let computed = found.computed;
        let known = if proved {
            self.heaps
        } else {
            computed.saturating_sub(1)
        };
        Sequence {
            game: self.game.clone(),
            heaps: known.min(self.heaps),
            misere: false,
            period: period.map(|period| period.period),
            preperiod: period.map(|period| period.preperiod),
            saltus: period.map(|period| period.saltus),
            proof: proof(&found.status),
            why: proved.then(|| found.status.to_string()),
            max: (found.largest()).map(|(value, heap)| Largest { value, heap }),
            solver: found.engine.id().to_owned(),
            rare: found.sparseness.map(|sparseness| rare(found, sparseness)),
            powers_of_two: found.at_powers_of_two(),
            values: (self.values).then(|| {
                found
                    .values
                    .iter()
                    .map(|value| Some(u64::from(value)))
                    .collect()
            }),
            loony: Vec::new(),
            partizan: None,
            seconds,
            stopped: found.stopped,
            computed: Some(computed),
        }
    }

    /// The sequence with a stored window of its values; its period is proved by a window that repeats. With a checkpoint it
    /// continues from that file, and saves its progress there.
    ///
    /// # Errors
    /// If the game's heaps follow no code, the code is not suitable for streams, a limit is reached before the first
    /// window, or the checkpoint cannot be used.
    pub fn streamed(
        &self,
        checkpoint: Option<Checkpoint<'_>>,
        limits: &Limits,
    ) -> Result<StreamedSequence, Error> {
        let code = Name::read(&self.game)?.code()?;
        let clock = Instant::now();
        let mut search = match checkpoint {
            Some(Checkpoint { path, .. }) => {
                checkpoint::open_search(path, &code, limits).map_err(unopened)?
            }
            None => Search::new(Stream::new(&code, limits).map_err(unstreamed)?),
        };
        let begun = search.stream().next_heap();
        let resumed = checkpoint.filter(|checkpoint| checkpoint.path.exists());
        let (mut kept, mut failed) = (Instant::now(), None);
        let mut keep = |search: &Search, interval: Duration| {
            let Some(Checkpoint { path, .. }) = checkpoint else {
                return Ok(());
            };
            if kept.elapsed() >= interval {
                checkpoint::keep_search(path, &code, search).map_err(|error| {
                    failed = Some(Error::io(
                        format_args!("cannot write {}", path.display()),
                        error,
                    ));
                    StopReason::Cancelled
                })?;
                kept = Instant::now();
            }
            Ok(())
        };
        let interval = checkpoint.map_or(Duration::MAX, |checkpoint| checkpoint.interval);
        let most = self.heaps.saturating_add(1);
        let mut found = search.run(most, limits, &mut |search| keep(search, interval));
        if let Err(reason) = keep(&search, Duration::ZERO) {
            found = Err(StreamError::Stopped(reason));
        }
        if let Some(error) = failed {
            return Err(error);
        }
        let (period, stopped) = match found {
            Ok(period) => (period, None),
            Err(StreamError::Stopped(why)) => (None, Some(why)),
            Err(error) => return Err(unstreamed(error)),
        };
        let stream = search.stream();
        let (space, rares) = (stream.space(), stream.rares());
        Ok(StreamedSequence {
            game: self.game.clone(),
            heaps: stream.next_heap() - 1,
            misere: false,
            period: period.map(|found| found.period),
            preperiod: period.map(|found| found.preperiod),
            saltus: period.map(|_| 0),
            proof: period.map(|_| Proof::Proved),
            why: period.map(|found| {
                // The contents of a checkpoint are not recomputed: the proof says that it relies on them.
                let believed = resumed.map_or_else(String::new, |_| {
                    format!(
                        ", those below {} as the checkpoint says",
                        begun.min(found.needed)
                    )
                });
                format!("recurring window, heaps 0..{}{believed}", found.needed - 1)
            }),
            solver: "stream".to_owned(),
            rare: RareHeaps {
                mask: space.mask,
                alternating: space.alternating,
                count: rares.len(),
                last: rares.last().map(|&heap| heap.into()),
                heaps: rares.iter().map(|&heap| heap.into()).collect(),
            },
            resumed: resumed.map(|_| begun),
            seconds: clock.elapsed().as_secs_f64(),
            stopped,
        })
    }

    /// The outcomes of single heaps when the last to move loses.
    ///
    /// # Errors
    /// If the game's heaps follow no code.
    pub fn outcomes(&self, limits: &Limits) -> Result<MisereSequence, Error> {
        let code = Name::read(&self.game)?.code()?;
        let clock = Instant::now();
        let found = misere::outcomes(&code, self.heaps, limits);
        let outcome = |&wins: &bool| {
            if wins { Outcome::Win } else { Outcome::Loss }
        };
        Ok(MisereSequence {
            game: self.game.clone(),
            heaps: (found.wins.len() as u64).saturating_sub(1),
            misere: true,
            outcomes: found.wins.iter().map(outcome).collect(),
            genus: found.genus.iter().map(ToString::to_string).collect(),
            solver: "play".to_owned(),
            seconds: clock.elapsed().as_secs_f64(),
            stopped: found.stopped,
        })
    }
}

/// Whether the values of single heaps are those of positions, one after the other: the rules are in a file, moves entail, or
/// heaps are boards.
///
/// # Errors
/// If the game cannot be opened.
pub fn by_positions(name: &Name) -> Result<bool, Error> {
    if name.reads_files(None) || name.has_sizes() {
        return Ok(true);
    }
    let session = name.open(Some("0"), false).map(Session::of);
    Ok(session.is_ok_and(|session| session.is_entailing()))
}

/// The Grundy value of a heap, which is far below the heap.
fn small(value: Value) -> Result<u32, Error> {
    let grundy = value
        .grundy
        .and_then(|grundy| grundy.to_string().parse().ok());
    grundy.ok_or_else(|| Error::Unfit("a Grundy value does not fit 32 bits".into()))
}

fn unopened(error: CheckpointError) -> Error {
    match error {
        CheckpointError::Stream(error) => unstreamed(error),
        error => Error::Io(Sentence::of(error)),
    }
}

fn unstreamed(error: StreamError) -> Error {
    match error {
        StreamError::Stopped(why) => Error::Stopped(why),
        error => Error::Unfit(error.to_string()),
    }
}

fn proof(status: &Status) -> Option<Proof> {
    match status {
        Status::Proved { .. } => Some(Proof::Proved),
        Status::Seen { .. } => Some(Proof::Seen),
        Status::None => None,
    }
}

fn rare(found: &sequence::Sequence, sparseness: Sparseness) -> RareHeaps {
    let mut heaps = found.rares(sparseness.space);
    let (count, last) = (heaps.len(), heaps.last().copied());
    heaps.truncate(RARES_TOLD);
    RareHeaps {
        mask: sparseness.space.mask,
        alternating: sparseness.space.alternating,
        count,
        last,
        heaps,
    }
}

/// The row of a census as reported.
///
/// ```
/// use bouton::sequence::census::{Reach, Row};
/// let row = Row::compute("0.77", Reach::to(400), &bouton::Limits::default()).unwrap();
/// assert_eq!(bouton::sequences::census_row(&row).period, Some(12));
/// ```
pub fn census_row(row: &Row) -> CensusRow {
    CensusRow {
        code: row.code.clone(),
        proof: match row.status.as_str() {
            "proved" => Some(Proof::Proved),
            "seen" => Some(Proof::Seen),
            _ => None,
        },
        period: row.period,
        preperiod: row.preperiod,
        saltus: row.saltus,
        exceptions: row.exceptions,
        heaps: row.heaps,
        max: row.largest,
        max_at: row.largest_at,
        mask: row.mask,
        alternating: row.alternating,
        rares: row.rares,
        last_rare: row.last_rare,
        same_as: row.same_as.as_ref().map(|(code, _)| code.clone()),
        behind: row.same_as.as_ref().map(|(_, behind)| *behind),
    }
}
