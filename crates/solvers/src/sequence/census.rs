//! The sequences of a full family of codes: one row each.

use super::answer::{Plan, Sequence};
use super::space::Space;
use bouton_core::StopReason;
use bouton_core::limits::Limits;
use bouton_core::take_and_break::Code;
use rayon::prelude::*;
use std::collections::HashMap;
use std::time::Duration;

use web_time::Instant;

/// A family of codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `0.d1…` and `4.d1…` with octal digits.
    Octal,
    /// `0.d1…` with hexadecimal digits.
    Hexadecimal,
    /// Subtraction sets, as codes of digits 0 and 3.
    Subtraction,
}

impl Family {
    /// The codes of at most this many digits after the point, without those that only add zeros.
    pub fn codes(self, digits: u32) -> Vec<String> {
        let (base, fronts, step): (u64, &[&str], u64) = match self {
            Family::Octal => (8, &["0.", "4."], 1),
            Family::Hexadecimal => (16, &["0."], 1),
            Family::Subtraction => (4, &["0."], 3),
        };
        let mut codes = Vec::new();
        for front in fronts {
            for length in 1..=digits {
                codes.extend((1..base.pow(length)).filter_map(|number| {
                    let places = (0..length)
                        .rev()
                        .map(|place| number / base.pow(place) % base);
                    let fits = number % base != 0 && places.clone().all(|digit| digit % step == 0);
                    let shown = places.map(|digit| format!("{digit:X}")).collect::<String>();
                    fits.then(|| format!("{front}{shown}"))
                }));
            }
        }
        codes
    }
}

/// The range in which each code of a census is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The last heap.
    pub heaps: u64,
    /// The most time for one code; the row of a code that reaches it has the results so far.
    pub each: Option<Duration>,
}

impl Reach {
    /// Up to this heap, without a time limit.
    pub fn to(heaps: u64) -> Self {
        Reach { heaps, each: None }
    }

    /// The limits of a code that begins now.
    pub fn limits(self, limits: &Limits) -> Limits {
        let own = self.each.and_then(|each| Instant::now().checked_add(each));
        Limits {
            threads: Some(1),
            progress: Default::default(),
            deadline: own.into_iter().chain(limits.deadline).min(),
            ..limits.clone()
        }
    }
}

/// The results for one code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The code.
    pub code: String,
    /// `proved`, `seen` or `none`.
    pub status: String,
    /// The period.
    pub period: Option<u64>,
    /// The smallest heap from which the period holds.
    pub preperiod: Option<u64>,
    /// The increase of the value per period.
    pub saltus: Option<u64>,
    /// The number of heaps before it whose values differ from those of the period; without a saltus only.
    pub exceptions: Option<u64>,
    /// The number of heaps that the proof needs; without a proof, the number of computed heaps.
    pub heaps: u64,
    /// The largest value.
    pub largest: u64,
    /// The first heap that has it.
    pub largest_at: u64,
    /// The mask of the best sparse space; 0 if no space splits the values.
    pub mask: u32,
    /// Whether the space is of the alternating kind.
    pub alternating: bool,
    /// The number of rare heaps among these.
    pub rares: u64,
    /// The last rare heap.
    pub last_rare: u64,
    /// The number of heaps before the first value other than 0, and a hash of the values from there on.
    pub shape: (u64, u64),
    /// The first code of the family with the same sequence except for the heaps of value 0 before it, and the number of
    /// heaps by which this one is shifted.
    pub same_as: Option<(String, i64)>,
}

/// The number of values that are compared to recognise an equal sequence.
const COMPARED: usize = 4096;

impl Row {
    /// Computes the row of a code, as far as asked for.
    ///
    /// # Errors
    /// If a limit of the whole census is reached.
    pub fn compute(text: &str, reach: Reach, limits: &Limits) -> Result<Self, StopReason> {
        let code: Code = text.parse().expect("invariant: families are made of codes");
        let one = reach.limits(limits);
        let found = Sequence::planned(code.clone(), reach.heaps, Plan::default(), &one)
            .expect("invariant: no engine was asked for");
        match found.stopped {
            Some(StopReason::Time) => limits.check()?,
            Some(why) => return Err(why),
            None => (),
        }
        let period = found.status.period();
        let (largest, largest_at) = found.largest().unwrap_or((0, 0));
        let splits: Vec<u64> = code
            .digits()
            .filter(|(_, digit)| digit.constraint(2).is_some())
            .map(|(taken, _)| taken)
            .collect();
        let odd = splits.first().map(|taken| taken % 2 == 1);
        let odd = odd.filter(|&odd| splits.iter().all(|taken| (taken % 2 == 1) == odd));
        let space = Space::best(found.values.iter(), odd)
            .filter(|_| !splits.is_empty())
            .map(|(space, _)| space);
        let rares = space.map_or(Vec::new(), |space| found.rares(space));
        Ok(Row {
            code: text.to_owned(),
            status: found.status.word().to_owned(),
            period: period.map(|period| period.period),
            preperiod: period.map(|period| period.preperiod),
            saltus: period.map(|period| period.saltus),
            exceptions: exceptions(&found),
            heaps: needed(&found),
            largest,
            largest_at,
            mask: space.map_or(0, |space| space.mask),
            alternating: space.is_some_and(|space| space.alternating),
            rares: rares.len() as u64,
            last_rare: rares.last().copied().unwrap_or(0),
            shape: shape(&found),
            same_as: None,
        })
    }

    /// The heading of a table of rows.
    pub const HEADING: &'static str = "code,proof,period,preperiod,saltus,exceptions,heaps,largest,largest_at,mask,alternating,rares,last_rare,zeros,hash,same_as,behind";

    /// The row as comma-separated values.
    pub fn to_csv(&self) -> String {
        let number =
            |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
        let (same, behind) = match &self.same_as {
            Some((code, behind)) => (code.clone(), behind.to_string()),
            None => (String::new(), String::new()),
        };
        format!(
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:016x},{same},{behind}",
            self.code,
            self.status,
            number(self.period),
            number(self.preperiod),
            number(self.saltus),
            number(self.exceptions),
            self.heaps,
            self.largest,
            self.largest_at,
            self.mask,
            self.alternating,
            self.rares,
            self.last_rare,
            self.shape.0,
            self.shape.1
        )
    }

    /// Reads the text that [`Row::to_csv`] writes; `None` for any other text.
    pub fn from_csv(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |cell: usize| cells.get(cell)?.parse::<u64>().ok();
        let maybe = |cell: usize| {
            if cells.get(cell)?.is_empty() {
                Some(None)
            } else {
                number(cell).map(Some)
            }
        };
        if cells.len() != 17 {
            return None;
        }
        let same_as = if cells[15].is_empty() {
            None
        } else {
            Some((cells[15].to_owned(), cells[16].parse().ok()?))
        };
        Some(Row {
            code: cells[0].to_owned(),
            status: cells[1].to_owned(),
            period: maybe(2)?,
            preperiod: maybe(3)?,
            saltus: maybe(4)?,
            exceptions: maybe(5)?,
            heaps: number(6)?,
            largest: number(7)?,
            largest_at: number(8)?,
            mask: number(9)? as u32,
            alternating: cells[10].parse().ok()?,
            rares: number(11)?,
            last_rare: number(12)?,
            shape: (number(13)?, u64::from_str_radix(cells[14], 16).ok()?),
            same_as,
        })
    }
}

/// Computes the rows of these codes on all threads; `done` receives each as it is ready, in no particular order.
///
/// # Errors
/// If a limit is reached; the rows that were ready have been passed on.
pub fn rows(
    codes: &[String],
    reach: Reach,
    limits: &Limits,
    done: impl Fn(Row) + Sync,
) -> Result<(), StopReason> {
    let compute = |code: &str| Row::compute(code, reach, limits);
    rows_by(codes, limits, compute, done)
}

/// The same for any function `compute` of a code.
///
/// # Errors
/// As for [`rows`].
pub fn rows_by<R>(
    codes: &[String],
    limits: &Limits,
    compute: impl Fn(&str) -> Result<R, StopReason> + Sync,
    done: impl Fn(R) + Sync,
) -> Result<(), StopReason> {
    let finished = std::sync::atomic::AtomicU64::new(0);
    let work = || {
        codes.par_iter().try_for_each(|code| {
            done(compute(code)?);
            let ready = 1 + finished.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            limits.progress.set(ready, codes.len() as u64);
            Ok(())
        })
    };
    match rayon::ThreadPoolBuilder::new()
        .num_threads(limits.threads.unwrap_or(0))
        .build()
    {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// Records for each row the first earlier one that has the same values except for the zeros before them.
pub fn relate(rows: &mut [Row]) {
    let mut first: HashMap<u64, (String, u64)> = HashMap::new();
    for row in rows {
        let (zeros, hash) = row.shape;
        row.same_as = match first.get(&hash) {
            Some((code, before)) => Some((code.clone(), zeros as i64 - *before as i64)),
            None => {
                first.insert(hash, (row.code.clone(), zeros));
                None
            }
        };
    }
}

/// The number of heaps that the proof needs, or the number computed.
fn needed(found: &Sequence) -> u64 {
    match found.status {
        super::period::Status::Proved { needed, .. } => needed,
        _ => found.values.len() as u64,
    }
}

/// The heaps before the preperiod's end whose value is not that of their residue in the period.
fn exceptions(found: &Sequence) -> Option<u64> {
    let period = found.status.period().filter(|found| found.saltus == 0)?;
    let (start, length) = (period.preperiod, period.period);
    let later = |heap: u64| heap + (start - heap).div_ceil(length) * length;
    let differs = |&heap: &u64| found.value(heap) != found.value(later(heap));
    Some((0..start).filter(differs).count() as u64)
}

/// The number of zeros at the beginning, and a hash of the values after them.
fn shape(found: &Sequence) -> (u64, u64) {
    let zeros = found.values.iter().take_while(|&value| value == 0).count() as u64;
    let compared = (zeros..zeros + COMPARED as u64).map_while(|heap| found.value(heap));
    let hash = compared.fold(0xcbf2_9ce4_8422_2325u64, |hash, value| {
        (hash ^ value).wrapping_mul(0x100_0000_01b3)
    });
    (zeros, hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn families_have_every_code_once() {
        assert_eq!(Family::Octal.codes(1).len(), 14);
        assert_eq!(Family::Octal.codes(3).len(), 2 * 511);
        assert_eq!(Family::Hexadecimal.codes(2).len(), 255);
        assert_eq!(
            Family::Subtraction.codes(3),
            ["0.3", "0.03", "0.33", "0.003", "0.033", "0.303", "0.333"]
        );
    }

    #[test]
    fn rows_are_written_and_read() {
        let rows_found = Mutex::new(Vec::new());
        rows(
            &Family::Octal.codes(1),
            Reach::to(500),
            &Limits::default(),
            |row| rows_found.lock().unwrap().push(row),
        )
        .unwrap();
        let mut found = rows_found.into_inner().unwrap();
        found.sort_by(|left, right| left.code.cmp(&right.code));
        relate(&mut found);
        assert_eq!(found.len(), 14);
        for row in &found {
            assert_eq!(Row::from_csv(&row.to_csv()).as_ref(), Some(row));
            assert_eq!(Row::from_csv(&row.to_csv()[..row.to_csv().len() / 2]), None);
        }
    }

    /// *Winning Ways*, chapter 4: heaps 0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57 and 70 of Kayles.
    #[test]
    fn kayles_has_its_exceptions() {
        let kayles = Row::compute("0.77", Reach::to(400), &Limits::default()).unwrap();
        assert_eq!(kayles.exceptions, Some(14));
        let taken = Row::compute("0.3", Reach::to(400), &Limits::default()).unwrap();
        assert_eq!(taken.exceptions, Some(0));
    }

    #[test]
    fn a_code_that_takes_long_is_left_with_what_was_found() {
        let reach = Reach {
            heaps: 1 << 30,
            each: Some(Duration::from_millis(50)),
        };
        let row = Row::compute("0.007", reach, &Limits::default()).unwrap();
        assert_eq!(row.status, "none");
        assert!((64..1 << 30).contains(&row.heaps), "{}", row.heaps);
        let none = Limits::within(Duration::ZERO);
        assert_eq!(Row::compute("0.007", reach, &none), Err(StopReason::Time));
    }

    #[test]
    fn shifted_sequences_are_found() {
        let mut found: Vec<Row> = ["0.07", "0.4", "0.137", "0.77"]
            .map(|code| Row::compute(code, Reach::to(400), &Limits::default()).unwrap())
            .into();
        relate(&mut found);
        let same: Vec<_> = found.iter().map(|row| row.same_as.clone()).collect();
        assert_eq!(
            same,
            [
                None,
                Some(("0.07".into(), 1)),
                Some(("0.07".into(), -1)),
                None
            ]
        );
    }
}
