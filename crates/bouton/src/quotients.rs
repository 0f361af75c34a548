//! Misère quotients, as answers.

use std::time::Instant;

use bouton_answers::{MisereQuotient, QuotientStatus};
use bouton_core::take_and_break::Code;
use bouton_core::{Limits, StopReason};
use bouton_engine::Error;
use bouton_names::Name;
use bouton_quotients::{Class, Period, Presentation, Quotient, Search, period, repeats};
use bouton_solvers::sequence::misere;

/// The genus of this many heaps is told: it is found by play, which takes the longer the larger they are.
const GENERA: u64 = 16;

/// The quotient of a game whose heaps follow a code.
///
/// ```
/// use bouton::{Limits, quotients::Whole};
/// let whole = Whole::find("kayles", 1000, &Limits::default())?;
/// let answer = whole.told();
/// assert_eq!((answer.order, answer.p_order), (40, 9));
/// assert_eq!((answer.period, answer.preperiod), (Some(12), Some(71)));
/// # Ok::<(), bouton::Error>(())
/// ```
#[derive(Debug)]
pub struct Whole {
    game: String,
    code: Code,
    quotient: Quotient,
    /// A period that makes it the quotient of all heaps.
    proved: Option<Period>,
    genus: Vec<String>,
    seconds: f64,
    /// Why it is not known of all heaps that were asked for.
    pub stopped: Option<StopReason>,
}

impl Whole {
    /// Finds the quotient of heaps 0 to `heaps`, or of fewer if they prove that it is that of all.
    ///
    /// # Errors
    /// A game whose heaps follow no code.
    pub fn find(game: &str, heaps: u64, limits: &Limits) -> Result<Self, Error> {
        let code = Name::read(game)?.code()?;
        let clock = Instant::now();
        let mut search = Search::default();
        let mut proved = None;
        let mut stopped = None;
        for heap in 1..=heaps.min(u32::MAX.into()) {
            limits.progress.set(heap, heaps);
            let mut options = Vec::new();
            for option in code.options(heap) {
                options.push(option.left.iter().map(|&left| left as u32).collect());
                if let Err(why) = limits.check() {
                    stopped = Some(why);
                    break;
                }
            }
            stopped = stopped.or_else(|| search.add(options, limits).err());
            if stopped.is_some() {
                break;
            }
            proved = whole(&code, search.quotient());
            if proved.is_some() {
                break;
            }
        }
        let known = search.quotient().pretending().len() as u64 - 1;
        let genera = misere::outcomes(&code, GENERA.min(known), limits).genus;
        Ok(Self {
            game: game.to_owned(),
            code,
            quotient: search.quotient().clone(),
            proved,
            genus: genera.iter().map(ToString::to_string).collect(),
            seconds: clock.elapsed().as_secs_f64(),
            stopped,
        })
    }

    /// The answer.
    pub fn told(&self) -> MisereQuotient {
        let Presentation {
            generators,
            relations,
            forms,
        } = Presentation::of(&self.quotient);
        let form = |class: Class| forms[class as usize].to_string();
        let pretending = self.quotient.pretending();
        let period = self.proved.or_else(|| repeats(pretending));
        let classes = generators.iter().map(|&heap| pretending[heap as usize]);
        MisereQuotient {
            game: self.game.clone(),
            heaps: pretending.len() as u64 - 1,
            order: self.quotient.order() as u64,
            p_order: self.quotient.lost().count() as u64,
            status: match (self.proved, period) {
                (Some(_), _) => QuotientStatus::Proved,
                (None, Some(_)) => QuotientStatus::Seen,
                (None, None) => QuotientStatus::Partial,
            },
            period: period.map(|found| found.period as u64),
            preperiod: period.map(|found| found.preperiod as u64),
            tame: self.quotient.is_tame(),
            genus: self.genus.clone(),
            generators: classes.map(form).collect(),
            generator_heaps: generators.iter().map(|&heap| heap.into()).collect(),
            presentation: relations.iter().map(ToString::to_string).collect(),
            p_portion: self.quotient.lost().map(form).collect(),
            pretending: pretending.iter().map(|&class| form(class)).collect(),
            seconds: self.seconds,
            stopped: self.stopped,
        }
    }

    /// What `verify` needs to convince itself of it.
    pub fn certificate(&self) -> String {
        self.quotient
            .certificate(&self.code.to_string(), self.proved)
    }
}

/// The period by which the quotient is proved to be that of all heaps: of codes without constraints and with an end.
fn whole(code: &Code, quotient: &Quotient) -> Option<Period> {
    let plain = code.frozen().is_empty() && code.digits().all(|(_, digit)| digit.bits().is_some());
    let (parts, taken) = (code.most_heaps()?, code.most_taken()?);
    let found = period(
        quotient.pretending(),
        usize::try_from(parts).ok()?,
        usize::try_from(taken).ok()?,
    );
    found.filter(|_| plain)
}
