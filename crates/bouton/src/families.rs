//! Values of families of positions on strips, found and proved for all exponents.

use bouton_answers::{Asked, FamilyCase, FamilyReport};
use bouton_automata::AskError;
use bouton_core::{Limits, StopReason};
use bouton_engine::Error;
use bouton_families::{Family, FamilyError, Pattern, Strip, find};
use bouton_names::{Name, Terms};
use bouton_verify::position::{Language, Text};
use bouton_verify::{Bounds, Refusal, check};
use web_time::Instant;

use crate::laws::asked;
use crate::questions::Solutions;

/// The values of a family, with the certificate that proves them.
#[derive(Clone, Debug)]
pub struct FamilyLaw {
    family: Family,
    certificate: String,
}

impl FamilyLaw {
    /// The formulas.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// The certificate, which the checker accepted.
    pub fn certificate(&self) -> &str {
        &self.certificate
    }

    /// The proof, step by step, in lines: where moves lead, by which lemma, and why they are no better than the value.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn explained(&self, limits: &Limits) -> Result<Vec<String>, StopReason> {
        self.family.explained(limits)
    }

    /// Decides a formula about the values, for all exponents.
    ///
    /// ```
    /// use bouton::{Limits, families};
    /// let found = families::law("clobber", "X^n O", &Limits::default())?;
    /// let asked = found.law.unwrap().ask("A n: n > 1 => value(n) > 0", &Default::default(), &Limits::default())?;
    /// assert_eq!(asked.truth, Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the formula cannot be read, or a limit is reached.
    pub fn ask(
        &self,
        formula: &str,
        wanted: &Solutions,
        limits: &Limits,
    ) -> Result<Asked, AskError> {
        let answer = self.family.ask(formula, limits)?;
        asked(formula, &answer, wanted, limits)
    }
}

/// The result of a search for the values of a family.
#[derive(Clone, Debug)]
pub struct FamilyFinding {
    /// The answer.
    pub report: FamilyReport,
    /// The law, if one was found and proved.
    pub law: Option<FamilyLaw>,
}

/// The reason why nothing is claimed.
struct Unproved {
    why: String,
    stopped: Option<StopReason>,
}

impl FamilyFinding {
    /// Adds the proof, step by step, to the answer.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn explain(&mut self, limits: &Limits) -> Result<(), Error> {
        if let Some(law) = &self.law {
            self.report.steps = law.explained(limits).map_err(Error::Stopped)?;
        }
        Ok(())
    }
}

impl From<StopReason> for Unproved {
    fn from(stopped: StopReason) -> Self {
        Self {
            why: stopped.to_string(),
            stopped: Some(stopped),
        }
    }
}

/// The game on strips of this name, or that of the rewritings in a rule file.
fn strip(game: &str, terms: &Terms) -> Result<Strip, Error> {
    if let Some(rewritings) = Name::read_for(game, terms)
        .ok()
        .and_then(|name| name.rewritings())
    {
        let file = Text::name_for(Language::Rules, game);
        let strip = Strip::of_rewritings(&file, rewritings?);
        return strip.map_err(|why| Error::Unfit(format!("{game}: {why}")));
    }
    let name = bouton_names::full_name(game).unwrap_or_else(|| game.to_owned());
    let base = name.split(':').next().unwrap_or_default();
    Strip::named(base).ok_or_else(|| {
        let known: Vec<&str> = Strip::names().collect();
        let known = known.join(", ");
        Error::Unfit(format!(
            "families of positions are valued in {known} and rule files of rewritings, not in {game}"
        ))
    })
}

/// The value of a pattern of a game, for all exponents.
///
/// ```
/// use bouton::{Limits, families};
/// let found = families::law("toppling-dominoes", "l^a r^b", &Limits::default())?;
/// assert_eq!(found.report.cases[2].to_string(), "a >= 1, b >= 1: {a - 1 | -b + 1}");
/// let law = found.law.unwrap();
/// assert!(bouton::verify(law.certificate(), &Default::default()).unwrap().valid);
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// Nothing is claimed if play reaches too many patterns, if the values follow no formula of the known kinds, if the checker does
/// not accept the proof, or if a limit is reached: the report says why.
///
/// # Errors
/// If the game or the pattern cannot be read.
pub fn law(game: &str, pattern: &str, limits: &Limits) -> Result<FamilyFinding, Error> {
    law_within(game, pattern, &Terms::within(limits))
}

/// The same, with options for the file that the name of the game is that of.
///
/// # Errors
/// If the game or the pattern cannot be read.
pub fn law_within(game: &str, pattern: &str, terms: &Terms) -> Result<FamilyFinding, Error> {
    let limits = &terms.limits;
    // No game of the first module is played on strips: nothing below this condition is compiled for it.
    if const { bouton_names::IS_FIRST_MODULE } {
        return Err(Error::Unfit(format!(
            "{game}: families of positions are in the module with all games"
        )));
    }
    let began = Instant::now();
    let strip = strip(game, terms)?;
    let read = Pattern::read(pattern, &strip);
    let pattern = read.map_err(|error| Error::Unfit(format!("pattern: {error}")))?;
    let found = proved(&strip, &pattern, limits);
    let mut report = FamilyReport {
        game: strip.name,
        pattern: pattern.to_string(),
        cases: Vec::new(),
        patterns: 0,
        steps: Vec::new(),
        why: None,
        seconds: began.elapsed().as_secs_f64(),
        stopped: None,
    };
    let law = match found {
        Ok(law) => law,
        Err(Unproved { why, stopped }) => {
            (report.why, report.stopped) = (Some(why), stopped);
            return Ok(FamilyFinding { report, law: None });
        }
    };
    let cases = law.family.theorem.cases.iter().map(|case| FamilyCase {
        when: case.guard(),
        value: case.formula(),
    });
    report.cases = cases.collect();
    // A pattern can have several lemmas, side by side.
    let mut patterns: Vec<&Pattern> = (law.family.lemmas.iter())
        .map(|lemma| &lemma.pattern)
        .collect();
    patterns.dedup();
    report.patterns = patterns.len();
    let law = Some(law);
    Ok(FamilyFinding { report, law })
}

/// The law of a pattern, if it is found and the checker accepts its proof.
fn proved(strip: &Strip, pattern: &Pattern, limits: &Limits) -> Result<FamilyLaw, Unproved> {
    limits.check()?;
    let family = find(strip, pattern, limits).map_err(|error| match error {
        FamilyError::Stopped(reason) => reason.into(),
        other => Unproved {
            why: other.to_string(),
            stopped: None,
        },
    })?;
    let certificate = family.certificate();
    let bounds = Bounds {
        memory: limits.memory.unwrap_or(Bounds::default().memory),
        time: (limits.deadline).map(|end| end.saturating_duration_since(Instant::now())),
        cancel: limits.cancel.clone(),
        progress: limits.progress.listener().cloned(),
    };
    let refused = match check(&certificate, &bounds) {
        Some(Ok(_)) => {
            return Ok(FamilyLaw {
                family,
                certificate,
            });
        }
        Some(Err(refusal)) => Some(refusal),
        None => None,
    };
    if matches!(refused, Some(Refusal::Undecided(_))) {
        limits.check()?;
    }
    let why = refused.map_or(String::new(), |refusal| format!(" ({refusal})"));
    let agree = "the formulas that agree with all small positions were not proved";
    Err(Unproved {
        why: format!("{agree}{why}"),
        stopped: None,
    })
}
