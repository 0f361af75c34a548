//! Values of families of positions on strips, found and proved for all exponents.

use bouton_answers::{FamilyCase, FamilyReport};
use bouton_core::Limits;
use bouton_engine::Error;
use bouton_families::{FamilyError, Pattern, Strip, find};
use bouton_verify::{Bounds, Refusal, check};
use web_time::Instant;

/// The values of a family, with the certificate that proves them.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The answer.
    pub report: FamilyReport,
    /// The certificate, which the checker accepted.
    pub certificate: String,
}

/// Why no values are claimed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Unproved {
    /// The game or the pattern cannot be read.
    #[error(transparent)]
    Input(#[from] Error),
    /// No formulas were found, or their proof was not.
    #[error("no law found, and nothing claimed: {0}")]
    NotFound(String),
}

/// The game on strips of this name.
fn strip(game: &str) -> Result<&'static Strip, Error> {
    let name = bouton_names::full_name(game).unwrap_or_else(|| game.to_owned());
    let base = name.split(':').next().unwrap_or_default();
    Strip::named(base).ok_or_else(|| {
        let known: Vec<&str> = Strip::names().collect();
        let known = known.join(", ");
        Error::Unfit(format!(
            "families of positions are valued in {known}, not in {game}"
        ))
    })
}

/// The value of a pattern of a game, for all exponents.
///
/// ```
/// use bouton::{Limits, families};
/// let proved = families::law("toppling-dominoes", "l^a r^b", &Limits::default())?;
/// assert_eq!(proved.report.cases[2].to_string(), "a >= 1, b >= 1: {a - 1 | -b + 1}");
/// assert!(bouton::verify(&proved.certificate, &Default::default()).unwrap().valid);
/// # Ok::<(), families::Unproved>(())
/// ```
///
/// # Errors
/// If the pattern cannot be read, if play reaches too many patterns, if the values follow no formula of the known kinds, if the
/// checker does not accept the proof, or if a limit is reached.
pub fn law(game: &str, pattern: &str, limits: &Limits) -> Result<Proved, Unproved> {
    let began = Instant::now();
    let strip = strip(game)?;
    let read = Pattern::read(pattern, strip);
    let pattern = read.map_err(|error| Error::Unfit(format!("pattern: {error}")))?;
    let family = find(strip, &pattern, limits).map_err(|error| match error {
        FamilyError::Stopped(reason) => Unproved::Input(Error::Stopped(reason)),
        other => Unproved::NotFound(other.to_string()),
    })?;
    let certificate = family.certificate();
    let bounds = Bounds {
        memory: limits.memory.unwrap_or(Bounds::default().memory),
        time: (limits.deadline).map(|end| end.saturating_duration_since(Instant::now())),
        cancel: limits.cancel.clone(),
        progress: limits.progress.listener().cloned(),
    };
    match check(&certificate, &bounds) {
        Some(Ok(_)) => {}
        Some(Err(refusal @ Refusal::Undecided(_))) if limits.check().is_err() => {
            return Err(Unproved::NotFound(refusal.to_string()));
        }
        refused => {
            let why = refused.and_then(Result::err);
            let why = why.map_or(String::new(), |refusal| format!(" ({refusal})"));
            let agree = "the formulas that agree with all small positions were not proved";
            return Err(Unproved::NotFound(format!("{agree}{why}")));
        }
    }
    let cases = family.theorem.cases.iter().map(|case| FamilyCase {
        when: case.guard(),
        value: case.formula(),
    });
    let report = FamilyReport {
        game: family.game.to_owned(),
        pattern: family.theorem.pattern.to_string(),
        cases: cases.collect(),
        lemmas: family.lemmas.len(),
        seconds: began.elapsed().as_secs_f64(),
    };
    Ok(Proved {
        report,
        certificate,
    })
}
