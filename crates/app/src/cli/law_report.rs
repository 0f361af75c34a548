//! What `bouton law` answers, for people and as JSON.

use bouton_laws::{Finding, Hypothesis, Law, Mode, Rules, Sentence, Trial};
use serde::Serialize;

use super::output::line;

/// What is answered.
#[derive(Serialize)]
pub(super) struct Report {
    game: String,
    mode: &'static str,
    rules: Vec<String>,
    pub(super) law: Option<LawReport>,
    trials: Vec<TrialReport>,
    seconds: f64,
}

#[derive(Serialize)]
pub(super) struct LawReport {
    system: String,
    sets: Vec<SetReport>,
    sentences: Vec<SentenceReport>,
    claims: Vec<ClaimReport>,
    proved: Vec<String>,
    samples: Vec<String>,
}

#[derive(Serialize)]
struct SetReport {
    name: String,
    states: usize,
    automaton: String,
}

#[derive(Serialize)]
struct SentenceReport {
    words: String,
    formulas: Vec<String>,
}

#[derive(Serialize)]
struct ClaimReport {
    name: String,
    formula: String,
    truth: Option<bool>,
    example: Option<String>,
    error: Option<String>,
}

#[derive(Serialize)]
struct TrialReport {
    system: String,
    growth: Vec<(usize, u64, usize)>,
    refuted: usize,
    undecided: usize,
    stopped: Option<String>,
}

impl Report {
    pub(super) fn new(rules: &Rules, finding: &mut Finding) -> anyhow::Result<Self> {
        let law = finding
            .law
            .as_mut()
            .map(|law| LawReport::new(law))
            .transpose()?;
        Ok(Report {
            game: rules.name.clone(),
            mode: match rules.mode {
                Mode::Normal => "normal",
                Mode::Misere => "misere",
                Mode::Grundy => "grundy",
            },
            rules: rules.moves.iter().map(|m| m.text.clone()).collect(),
            law,
            trials: finding.trials.iter().map(TrialReport::new).collect(),
            seconds: finding.seconds,
        })
    }

    pub(super) fn tell(&self) -> anyhow::Result<()> {
        line(&self.game)?;
        line(format!(
            "  {} moves; each stays in the domain and lowers the rank: proved",
            self.rules.len()
        ))?;
        for text in &self.rules {
            line(format!("    {text}"))?;
        }
        match &self.law {
            Some(law) => law.tell(self.mode)?,
            None => self.tell_trials()?,
        }
        line(format!("{:.3} s", self.seconds))
    }

    fn tell_trials(&self) -> anyhow::Result<()> {
        line(
            "no law found, and nothing claimed. Any automaton that agrees with the table has at least so many states:",
        )?;
        for trial in &self.trials {
            let series: Vec<String> = trial
                .growth
                .iter()
                .map(|(_, _, states)| states.to_string())
                .collect();
            let side = trial.growth.last().map_or(0, |(_, side, _)| *side);
            line(format!(
                "  {}: {} (by digits, up to numbers below {side})",
                trial.system,
                series.join(" ")
            ))?;
            let wrong = trial.refuted + trial.undecided;
            if wrong > 0 {
                line(format!(
                    "    {wrong} hypotheses fitted a whole table: {} refuted, {} undecided",
                    trial.refuted, trial.undecided
                ))?;
            }
            if let Some(why) = &trial.stopped {
                line(format!("    stopped: {why}"))?;
            }
        }
        Ok(())
    }
}

impl LawReport {
    fn new(law: &mut Law) -> anyhow::Result<Self> {
        let proved = bouton_laws::equations(law.rules())
            .into_iter()
            .map(|equation| equation.words)
            .collect();
        let sentences = law.sentences().unwrap_or_default();
        let claims = law.rules().claims.clone();
        let claims = claims.into_iter().map(|claim| {
            let answer = law.ask_formula(&claim.formula);
            let error = answer.as_ref().err().map(ToString::to_string);
            let answer = answer.ok();
            ClaimReport {
                name: claim.name,
                formula: claim.text,
                truth: answer.as_ref().and_then(|answer| answer.truth),
                example: answer
                    .and_then(|answer| answer.example)
                    .map(|values| named(&values)),
                error,
            }
        });
        let claims = claims.collect();
        let tuple = |values: &Vec<num_bigint::BigUint>| {
            let numbers: Vec<String> = values.iter().map(ToString::to_string).collect();
            format!("({})", numbers.join(","))
        };
        Ok(LawReport {
            system: law.system().to_string(),
            sets: law
                .sets()
                .iter()
                .map(|(name, set)| SetReport {
                    name: name.clone(),
                    states: set.states(),
                    automaton: set.to_text(),
                })
                .collect(),
            sentences: sentences
                .into_iter()
                .map(|Sentence { words, formulas }| SentenceReport { words, formulas })
                .collect(),
            claims,
            proved,
            samples: law.relation()?.examples(12).iter().map(tuple).collect(),
        })
    }

    fn tell(&self, mode: &str) -> anyhow::Result<()> {
        let sets: Vec<String> = self
            .sets
            .iter()
            .map(|set| format!("{} with {} states", set.name, set.states))
            .collect();
        line(format!(
            "law found in {} and proved for all sizes: {}",
            self.system,
            sets.join(", ")
        ))?;
        for condition in &self.proved {
            line(format!("  proved: {condition}"))?;
        }
        for sentence in &self.sentences {
            line(format!("  in words: {}", sentence.words))?;
        }
        for claim in &self.claims {
            let truth = match (claim.truth, &claim.error) {
                (Some(truth), _) => truth.to_string(),
                (None, Some(error)) => error.clone(),
                (None, None) => "no sentence".to_string(),
            };
            let example = claim
                .example
                .iter()
                .map(|example| format!(": {example}"))
                .collect::<String>();
            line(format!("  claim {}: {truth}{example}", claim.name))?;
        }
        let what = if mode == "grundy" {
            "position and value"
        } else {
            "lost"
        };
        line(format!("  {what}: {} …", self.samples.join(" ")))
    }
}

/// `a = 1, b = 2`.
fn named(values: &[(bouton_automata::Name, num_bigint::BigUint)]) -> String {
    let values = values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"));
    values.collect::<Vec<_>>().join(", ")
}

impl TrialReport {
    fn new(trial: &Trial) -> Self {
        let count = |wanted: fn(&Hypothesis) -> bool| {
            trial
                .steps
                .iter()
                .filter(|step| wanted(&step.hypothesis))
                .count()
        };
        TrialReport {
            system: trial.system.to_string(),
            growth: trial
                .steps
                .iter()
                .map(|step| (step.digits, step.side, step.least_states))
                .collect(),
            refuted: count(|hypothesis| matches!(hypothesis, Hypothesis::Refuted(_))),
            undecided: count(|hypothesis| matches!(hypothesis, Hypothesis::Undecided(_))),
            stopped: trial.stop.clone(),
        }
    }
}
