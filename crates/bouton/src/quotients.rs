//! Misère quotients, as answers.

mod certificate;

use bouton_answers::{MisereQuotient, Proof, QuotientRow};
use bouton_core::take_and_break::Code;
use bouton_core::{Limits, StopReason};
use bouton_engine::Error;
use bouton_names::Name;
use bouton_quotients::{Class, Coded, Period, Presentation, Quotient, Search, repeats};
use bouton_solvers::sequence::census::Reach;
use bouton_solvers::sequence::misere;
use web_time::Instant;

use crate::open::Open;
use crate::session::Session;

/// The number of heaps whose genus is reported: it is found by a search, which takes longer for larger heaps.
const GENERA: u64 = 16;

/// The quotient of a game: of heaps that follow a code, or of the parts that play can reach from a position.
///
/// ```
/// use bouton::{Limits, Open, quotients::QuotientReport};
/// let found = QuotientReport::of(&Open::game("kayles"), 1000, &Limits::default())?;
/// let answer = found.told();
/// assert_eq!((answer.order, answer.p_order), (40, 9));
/// assert_eq!((answer.period, answer.preperiod), (Some(12), Some(71)));
/// # Ok::<(), bouton::Error>(())
/// ```
#[derive(Debug)]
pub struct QuotientReport {
    game: String,
    of: Of,
    genus: Vec<String>,
    seconds: f64,
    /// The reason why it is not known for all requested heaps.
    pub stopped: Option<StopReason>,
}

/// The source of the elements.
#[derive(Debug)]
enum Of {
    /// Heaps, by their size.
    Heaps(Box<Coded>),
    /// Parts, by the place of their name.
    Parts {
        search: Box<Search>,
        names: Vec<String>,
        /// The position where play begins.
        start: Box<Session>,
        shown: String,
    },
}

impl QuotientReport {
    /// The quotient of heaps 0 to `most`, if heaps follow a code and no position is given, or of fewer heaps if they prove
    /// that it is that of all. Otherwise that of all sums of the first `most` parts that play can reach from the position,
    /// each after those that its moves lead to. The game itself defines the parts; each reached position with several parts
    /// is checked to be their sum where the last to move loses.
    ///
    /// # Errors
    /// If the players have different moves, the parts are not a sum or are more than the limits allow, or the rules fail.
    ///
    /// ```
    /// use bouton::{Limits, Open, quotients::QuotientReport};
    /// let answer = QuotientReport::of(&Open::game("cram:2,3"), 100, &Limits::default())?.told();
    /// assert_eq!((answer.order, answer.tame), (6, true));
    /// # Ok::<(), bouton::Error>(())
    /// ```
    pub fn of(open: &Open<'_>, most: u64, limits: &Limits) -> Result<Self, Error> {
        let code = match open.position {
            None => Name::read_for(&open.game, &open.terms)?.code().ok(),
            Some(_) => None,
        };
        let clock = Instant::now();
        let game = open.game.clone().into_owned();
        let mut found = match code {
            Some(code) => Self::of_heaps(game, code, most, limits),
            None => Self::of_parts(game, open.clone().misere(true).session()?, most, limits)?,
        };
        found.seconds = clock.elapsed().as_secs_f64();
        Ok(found)
    }

    fn of_heaps(game: String, code: Code, most: u64, limits: &Limits) -> Self {
        let mut coded = Coded::new(code);
        let stopped = coded.reach(most, limits).err();
        let last = GENERA.min(coded.heaps());
        let genera = misere::outcomes(coded.code(), last, limits);
        // A limit may leave out the genus of a heap whose outcome is known.
        let is_cut = genera.genus.len() as u64 <= last;
        let stopped = stopped.or(genera.stopped);
        let stopped = stopped.or_else(|| limits.check().err().filter(|_| is_cut));
        Self {
            game,
            of: Of::Heaps(Box::new(coded)),
            genus: genera.genus.iter().map(ToString::to_string).collect(),
            seconds: 0.0,
            stopped,
        }
    }

    fn of_parts(game: String, start: Session, most: u64, limits: &Limits) -> Result<Self, Error> {
        let (listed, shown) = (start.atoms(&[], limits)?, start.position()?);
        let (mut search, mut stopped) = (Search::default(), None);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let all = listed.options.len() as u64 - 1;
        for options in listed.options.into_iter().skip(1).take(most) {
            let known = search.quotient().pretending().len() as u64;
            limits.progress.set(known, all);
            if let Err(why) = search.add(options, limits) {
                stopped = Some(why);
                break;
            }
        }
        Ok(Self {
            game,
            of: Of::Parts {
                search: Box::new(search),
                names: listed.names,
                start: Box::new(start),
                shown,
            },
            genus: Vec::new(),
            seconds: 0.0,
            stopped,
        })
    }

    fn quotient(&self) -> &Quotient {
        match &self.of {
            Of::Heaps(coded) => coded.quotient(),
            Of::Parts { search, .. } => search.quotient(),
        }
    }

    /// The answer.
    pub fn told(&self) -> MisereQuotient {
        let quotient = self.quotient();
        let Presentation {
            generators,
            relations,
            forms,
        } = Presentation::of(quotient);
        let form = |class: Class| forms[class as usize].to_string();
        let pretending = quotient.pretending();
        let (proof, period) = match &self.of {
            Of::Heaps(coded) => known_of(coded),
            Of::Parts { names, .. } if names.len() == pretending.len() => {
                (Some(Proof::Proved), None)
            }
            Of::Parts { .. } => (None, None),
        };
        let (start, names) = match &self.of {
            Of::Heaps(_) => (None, &[][..]),
            Of::Parts { shown, names, .. } => (Some(shown.clone()), &names[..pretending.len()]),
        };
        let classes = generators.iter().map(|&heap| pretending[heap as usize]);
        MisereQuotient {
            game: self.game.clone(),
            start,
            parts: names.to_vec(),
            heaps: pretending.len() as u64 - 1,
            order: quotient.order() as u64,
            p_order: quotient.lost().count() as u64,
            proof,
            period: period.map(|found| found.period as u64),
            preperiod: period.map(|found| found.preperiod as u64),
            tame: quotient.is_tame(),
            genus: self.genus.clone(),
            generators: classes.map(form).collect(),
            generator_heaps: generators.iter().map(|&heap| heap.into()).collect(),
            presentation: relations.iter().map(ToString::to_string).collect(),
            p_portion: quotient.lost().map(form).collect(),
            pretending: pretending.iter().map(|&class| form(class)).collect(),
            seconds: self.seconds,
            stopped: self.stopped,
        }
    }
}

/// Whether the quotient is known to be that of all heaps, and the period of the pretending function.
fn known_of(coded: &Coded) -> (Option<Proof>, Option<Period>) {
    let seen = || repeats(coded.quotient().pretending());
    match coded.whole() {
        Some(proved) => (Some(Proof::Proved), Some(proved)),
        None => match seen() {
            Some(seen) => (Some(Proof::Seen), Some(seen)),
            None => (None, None),
        },
    }
}

/// The outcomes that are looked up for one heap of a census. A quotient that is not found by then may be infinite.
const EFFORT: u64 = 1 << 18;

/// The row of a code in a census of misère quotients: as far as requested, or as far as `reach` and some hundred thousand
/// outcomes for each heap allow.
///
/// # Errors
/// If a limit of the census is reached.
///
/// ```
/// use bouton::{Limits, quotients::row, sequence::census::Reach};
/// let kayles = row("0.77", Reach::to(500), &Limits::default()).unwrap();
/// assert_eq!(kayles.to_csv(), "0.77,proved,40,9,false,12,71,168");
/// ```
pub fn row(text: &str, reach: Reach, limits: &Limits) -> Result<QuotientRow, StopReason> {
    let code = text.parse().expect("invariant: families are made of codes");
    let mut coded = Coded::new(code);
    let one = Limits {
        nodes: Some(EFFORT),
        ..reach.limits(limits)
    };
    match coded.reach(reach.heaps, &one) {
        Err(StopReason::Time) => limits.check()?,
        Err(StopReason::Nodes | StopReason::Memory) | Ok(()) => {}
        Err(why) => return Err(why),
    }
    let (quotient, (proof, period)) = (coded.quotient(), known_of(&coded));
    Ok(QuotientRow {
        code: text.to_owned(),
        proof,
        order: quotient.order() as u64,
        p_order: quotient.lost().count() as u64,
        tame: quotient.is_tame(),
        period: period.map(|found| found.period as u64),
        preperiod: period.map(|found| found.preperiod as u64),
        heaps: coded.heaps(),
    })
}
