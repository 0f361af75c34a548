//! Certificates: a proved law as text, which can be read and proved again.

use bouton_automata::{AskError, Automaton, Numeration, SyntaxError, Theory, TheoryError};
use bouton_core::{Limits, StopReason};
use thiserror::Error;

use crate::instance::Instance;
use crate::law::Law;
use crate::prover::refuted;
use crate::reader::read;
use crate::rules::Rules;
use crate::rules_error::RulesError;

/// The first line of every certificate of a law.
const HEADER: &str = "bouton law certificate 1";

/// The most components of a set in a certificate.
const MOST_COMPONENTS: usize = 12;

/// The reason why a certificate is not a law.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// The text is not a certificate.
    #[error("not a certificate of a law: expected {0}")]
    Text(String),
    /// The rules in it cannot be read.
    #[error("in the rules of the certificate: {0}")]
    Syntax(#[from] SyntaxError),
    /// Its rules break their promises.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The arithmetic of its system could not be proved.
    #[error(transparent)]
    Theory(#[from] TheoryError),
    /// Its conditions could not be decided.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// Its claim is wrong.
    #[error("refuted: it does not hold that {0}")]
    Refuted(String),
}

impl CertificateError {
    /// The limit that was the only obstacle, if it was one.
    pub fn stopped(&self) -> Option<StopReason> {
        match self {
            Self::Theory(TheoryError::Stopped(reason))
            | Self::Ask(AskError::Stopped(reason))
            | Self::Rules(RulesError::Ask(AskError::Stopped(reason))) => Some(*reason),
            _ => None,
        }
    }
}

/// The claim of a certificate, not yet proved.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The rules.
    pub rules: Rules,
    system: Numeration,
    sets: Vec<(String, Automaton)>,
}

fn wrong(expected: &str) -> CertificateError {
    CertificateError::Text(expected.to_string())
}

impl Certificate {
    /// Whether a text looks like a certificate.
    pub fn is_meant(text: &str) -> bool {
        text.lines().next() == Some(HEADER)
    }

    /// Reads a certificate.
    ///
    /// # Errors
    /// If the text is not a certificate, or its rules cannot be read.
    pub fn read(text: &str) -> Result<Self, CertificateError> {
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return Err(wrong("the header of a certificate"));
        }
        let system = lines.next().and_then(|line| line.strip_prefix("system "));
        let system: Numeration = system
            .ok_or_else(|| wrong("a line `system`"))?
            .parse()
            .map_err(|_| wrong("a numeration system"))?;
        let count = lines
            .next()
            .and_then(|line| line.strip_prefix("rules ")?.parse::<usize>().ok());
        let count = count.ok_or_else(|| wrong("a line `rules`"))?;
        let source: Vec<&str> = lines.by_ref().take(count).collect();
        let rules = read(&(source.join("\n") + "\n"))?;
        let mut sets = Vec::new();
        while let Some(line) = lines.next().filter(|line| *line != "end") {
            sets.push(read_set(line, &mut lines, system.digits())?);
        }
        Ok(Certificate {
            rules,
            system,
            sets,
        })
    }

    /// Proves the claim of the certificate.
    ///
    /// # Errors
    /// If it cannot be proved.
    pub fn prove(self, limits: Limits) -> Result<Law, CertificateError> {
        let mut instance = Instance::new(self.rules, Theory::new(self.system, limits)?)?;
        match refuted(&mut instance, &self.sets)? {
            None => Ok(Law::new(instance, self.sets)),
            Some(equation) => Err(CertificateError::Refuted(equation.words)),
        }
    }
}

/// The set with this first line; its name comes before it.
fn read_set<'t>(
    line: &str,
    lines: &mut impl Iterator<Item = &'t str>,
    digits: usize,
) -> Result<(String, Automaton), CertificateError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["set", name, arity, states] = words.as_slice() else {
        return Err(wrong("a line `set`"));
    };
    let arity = arity.parse().ok().filter(|arity| *arity <= MOST_COMPONENTS);
    let arity = arity.ok_or_else(|| wrong("an arity"))?;
    let states = states.parse().map_err(|_| wrong("a number of states"))?;
    let rows: Vec<&str> = lines.take(states).collect();
    let set =
        Automaton::from_text(digits, arity, &rows).map_err(|error| wrong(&error.to_string()))?;
    Ok((name.to_string(), set))
}

impl Law {
    /// The certificate: the rules' text, the system, and the automata; `bouton verify` checks it with independent code.
    pub fn certificate(&self) -> String {
        let system: Vec<String> = self
            .system()
            .recurrence()
            .iter()
            .map(u32::to_string)
            .collect();
        let lines: Vec<&str> = self.rules().source.lines().collect();
        let mut text = format!(
            "{HEADER}\nsystem {}\nrules {}\n",
            system.join(","),
            lines.len()
        );
        lines.iter().for_each(|line| text += &format!("{line}\n"));
        for (name, set) in self.sets() {
            let table = set.to_text();
            text += &format!(
                "set {name} {} {}\n{table}",
                set.variables().len(),
                table.lines().count()
            );
        }
        text + "end\n"
    }

    /// The law of a certificate, which is proved again.
    ///
    /// # Errors
    /// If the text is not a certificate or its claim cannot be proved.
    pub fn from_certificate(text: &str, limits: Limits) -> Result<Self, CertificateError> {
        Certificate::read(text)?.prove(limits)
    }
}
