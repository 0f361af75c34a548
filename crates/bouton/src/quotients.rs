//! Misère quotients, as answers.

use std::time::Instant;

use bouton_answers::{MisereQuotient, QuotientStatus};
use bouton_core::{Limits, StopReason};
use bouton_engine::Error;
use bouton_names::Name;
use bouton_quotients::{Class, Coded, Presentation, repeats};
use bouton_solvers::sequence::misere;

/// The genus of this many heaps is told: it is found by play, which takes the longer the larger they are.
const GENERA: u64 = 16;

/// The quotient of a game whose heaps follow a code.
///
/// ```
/// use bouton::{Limits, quotients::Found};
/// let found = Found::to_heap("kayles", 1000, &Limits::default())?;
/// let answer = found.told();
/// assert_eq!((answer.order, answer.p_order), (40, 9));
/// assert_eq!((answer.period, answer.preperiod), (Some(12), Some(71)));
/// # Ok::<(), bouton::Error>(())
/// ```
#[derive(Debug)]
pub struct Found {
    game: String,
    coded: Coded,
    genus: Vec<String>,
    seconds: f64,
    /// Why it is not known of all heaps that were asked for.
    pub stopped: Option<StopReason>,
}

impl Found {
    /// The quotient of heaps 0 to `heaps`, or of fewer if they prove that it is that of all.
    ///
    /// # Errors
    /// A game whose heaps follow no code.
    pub fn to_heap(game: &str, heaps: u64, limits: &Limits) -> Result<Self, Error> {
        let code = Name::read(game)?.code()?;
        let clock = Instant::now();
        let mut coded = Coded::new(code);
        let stopped = coded.reach(heaps, limits).err();
        let genera = misere::outcomes(coded.code(), GENERA.min(coded.heaps()), limits).genus;
        Ok(Self {
            game: game.to_owned(),
            coded,
            genus: genera.iter().map(ToString::to_string).collect(),
            seconds: clock.elapsed().as_secs_f64(),
            stopped,
        })
    }

    /// The answer.
    pub fn told(&self) -> MisereQuotient {
        let quotient = self.coded.quotient();
        let Presentation {
            generators,
            relations,
            forms,
        } = Presentation::of(quotient);
        let form = |class: Class| forms[class as usize].to_string();
        let pretending = quotient.pretending();
        let (proved, seen) = (self.coded.whole(), repeats(pretending));
        let period = proved.or(seen);
        let classes = generators.iter().map(|&heap| pretending[heap as usize]);
        MisereQuotient {
            game: self.game.clone(),
            heaps: self.coded.heaps(),
            order: quotient.order() as u64,
            p_order: quotient.lost().count() as u64,
            status: match (proved, seen) {
                (Some(_), _) => QuotientStatus::Proved,
                (None, Some(_)) => QuotientStatus::Seen,
                (None, None) => QuotientStatus::Partial,
            },
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

    /// What `verify` needs to convince itself of it.
    pub fn certificate(&self) -> String {
        let code = self.coded.code().to_string();
        self.coded.quotient().certificate(&code, self.coded.whole())
    }
}
