//! Laws of whole families of positions, as answers.

use bouton_answers::{
    Asked, LawClaim, LawMode, LawReport, LawSentence, LawSet, LawTrial, ProvedLaw, SweepRow,
};
use bouton_automata::{Answer, AskError, Name, SyntaxError};
use bouton_core::Limits;
use bouton_laws::{Claim, Finding, Hypothesis, Law, Mode, Rules, Sentence, Trial, equations, read};

use bouton_engine::Error;
use num_bigint::BigUint;

use crate::questions::Solutions;

/// The number of lost positions in a report.
const SAMPLES: usize = 12;

/// Reads rules written as formulas; in misère play if asked for.
///
/// # Errors
/// If there is a mistake in them; with its place.
pub fn rules(text: &str, misere: bool) -> Result<Rules, Error> {
    let read = |text: &str| {
        read(text)
            .map_err(|error| Error::Rules(format!("rules: {}", error.within(text).placed()).into()))
    };
    let rules = read(text)?;
    if !misere || rules.mode == Mode::Misere {
        return Ok(rules);
    }
    read(&format!("{}\nmode misere\n", text.trim_end()))
}

/// The result of a search for the law of `rules`, with its claims decided.
///
/// ```
/// let text = bouton_laws::family("wythoff", 2, false)?;
/// let rules = bouton::laws::rules(&text, false)?;
/// let mut finding = bouton_laws::Search::default().run(&rules)?;
/// let report = bouton::laws::report(&rules, &mut finding)?;
/// assert_eq!(report.law.unwrap().system, "Zeckendorf");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the limits of the law do not suffice to list its smallest positions.
pub fn report(rules: &Rules, finding: &mut Finding) -> Result<LawReport, AskError> {
    let law = finding.law.as_deref_mut().map(proved).transpose()?;
    Ok(LawReport {
        game: rules.name.clone(),
        mode: match rules.mode {
            Mode::Normal => LawMode::Normal,
            Mode::Misere => LawMode::Misere,
            Mode::Grundy => LawMode::Grundy,
        },
        rules: moves(rules),
        law,
        trials: finding.trials.iter().map(tried).collect(),
        seconds: finding.seconds,
    })
}

fn moves(rules: &Rules) -> Vec<String> {
    rules.moves.iter().map(|mv| mv.text.clone()).collect()
}

fn proved(law: &mut Law) -> Result<ProvedLaw, AskError> {
    let proved = equations(law.rules()).into_iter();
    let proved = proved.map(|equation| equation.words).collect();
    let sentence = |Sentence { words, formulas }| LawSentence { words, formulas };
    let sentences = law.sentences().unwrap_or_default().into_iter();
    let sentences = sentences.map(sentence).collect();
    let claims = law.rules().claims.clone().into_iter();
    let claims = claims.map(|claim| decided(law, claim)).collect();
    let sets = law.sets().iter().map(|(name, set)| LawSet {
        name: name.clone(),
        states: set.states(),
        automaton: set.to_text(),
    });
    Ok(ProvedLaw {
        system: law.system().to_string(),
        sets: sets.collect(),
        sentences,
        claims,
        proved,
        samples: (law.relation()?.examples(SAMPLES).iter())
            .map(|values| format!("({})", digits(values).join(",")))
            .collect(),
    })
}

fn decided(law: &mut Law, claim: Claim) -> LawClaim {
    let answer = law.ask_formula(&claim.formula);
    let error = answer.as_ref().err().map(ToString::to_string);
    let answer = answer.ok();
    let shown = |(name, value): (String, String)| format!("{name} = {value}");
    let example = |answer: &Answer| {
        let values = answer.example.as_ref()?;
        let values: Vec<_> = named(values).into_iter().map(shown).collect();
        Some(values.join(", "))
    };
    LawClaim {
        name: claim.name,
        formula: claim.text,
        truth: answer.as_ref().and_then(|answer| answer.truth),
        example: answer.as_ref().and_then(example),
        error,
    }
}

fn named(values: &[(Name, BigUint)]) -> Vec<(String, String)> {
    let shown = |(name, value): &(Name, BigUint)| (name.to_string(), value.to_string());
    values.iter().map(shown).collect()
}

fn digits(values: &[BigUint]) -> Vec<String> {
    values.iter().map(BigUint::to_string).collect()
}

fn tried(trial: &Trial) -> LawTrial {
    let count = |wanted: fn(&Hypothesis) -> bool| {
        let steps = trial.steps.iter();
        steps.filter(|step| wanted(&step.hypothesis)).count()
    };
    let growth = trial.steps.iter();
    LawTrial {
        system: trial.system.to_string(),
        growth: growth
            .map(|step| (step.digits, step.side, step.least_states))
            .collect(),
        refuted: count(|hypothesis| matches!(hypothesis, Hypothesis::Refuted(_))),
        undecided: count(|hypothesis| matches!(hypothesis, Hypothesis::Undecided(_))),
        stopped: trial.stop.clone(),
    }
}

/// Decides a formula over a law.
///
/// ```
/// let text = bouton_laws::family("wythoff", 2, false)?;
/// let rules = bouton::laws::rules(&text, false)?;
/// let mut law = bouton_laws::Search::default().run(&rules)?.law.unwrap();
/// use bouton::questions::{Question, Solutions};
/// let wanted = Solutions::asked([("examples", "2"), ("count", "100")])?;
/// let asked = bouton::laws::ask(&mut law, "P(a,b) & a < b", &wanted)?;
/// assert_eq!(asked.examples, [["1", "2"], ["3", "5"]]);
/// assert_eq!(asked.count.as_deref(), Some("38"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the formula cannot be read, or the limits do not suffice to decide it.
pub fn ask(law: &mut Law, formula: &str, wanted: &Solutions) -> Result<Asked, AskError> {
    let answer = law.ask(formula)?;
    asked(formula, &answer, wanted, law.theory().limits())
}

/// The answer about a formula.
pub(crate) fn asked(
    formula: &str,
    answer: &Answer,
    wanted: &Solutions,
    limits: &Limits,
) -> Result<Asked, AskError> {
    let relation = &answer.relation;
    let count = match &wanted.count {
        Some(_) if answer.truth.is_some() => {
            let message = "expected a formula with free variables to count, found none";
            return Err(AskError::Syntax(SyntaxError {
                at: 0,
                message: message.to_owned(),
            }));
        }
        Some(most) => Some(relation.count(most, limits)?.to_string()),
        None => None,
    };
    let listed = if answer.truth.is_some() {
        Vec::new()
    } else {
        relation.examples(wanted.examples)
    };
    Ok(Asked {
        formula: formula.to_owned(),
        truth: answer.truth,
        example: answer.example.as_ref().map(|values| named(values)),
        variables: relation.names().iter().map(ToString::to_string).collect(),
        examples: listed.iter().map(|values| digits(values)).collect(),
        states: relation.automaton().states(),
        automaton: relation.automaton().to_text(),
        count,
    })
}

/// The result of a search for the law of random `rules`.
///
/// # Errors
/// If the limits of the law do not suffice to describe it.
pub fn sweep_row(rules: &Rules, finding: &mut Finding) -> Result<SweepRow, AskError> {
    let law = finding.law.as_deref_mut();
    let sentences = law.map(Law::sentences).transpose()?;
    let law = finding.law.as_deref();
    Ok(SweepRow {
        name: rules.name.clone(),
        moves: moves(rules),
        system: law.map(|law| law.system().to_string()),
        states: law.map(|law| law.automaton().states()),
        words: (sentences.into_iter().flatten())
            .map(|sentence| sentence.words)
            .collect(),
        seconds: finding.seconds,
    })
}
