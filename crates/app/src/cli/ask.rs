//! `bouton ask`: any first-order question about a law.

use anyhow::anyhow;
use bouton_automata::{Answer, AskError};
use serde::Serialize;

use super::bounds::Bounds;
use super::law::Family;
use super::output::{json, line};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Decide a first-order formula over a law: is it true, and if not, what is the smallest counterexample?
#[derive(clap::Args)]
#[command(
    after_help = "Formulas: A a, b: … and E a: … quantify over 0, 1, 2, …; & | ~ => <=> join; terms are sums like
2*a + b - 3; comparisons < <= = != >= > and a = b mod 5. P(a,b) holds on lost positions, G(n,v) gives
Grundy values, Position(a,b) the domain; place(x), lowest(x,u), shift(x,y), xor(x,y,z) speak of digits.

Examples:
  bouton ask wythoff 'A a: E b: P(a,b) & (A c: P(a,c) => c = b)'
  bouton ask octal:0.77 'A n, v: n >= 71 => (G(n,v) <=> G(n+12,v))'
  bouton ask octal:0.77 'E v: G(a,v) & G(b,v) & a < b'"
)]
pub(crate) struct Args {
    /// A file of rules, a game whose rules are known as formulas, or a certificate
    law: String,
    #[command(flatten)]
    family: Family,
    /// The formula
    formula: String,
    /// With free variables: how many of the smallest examples to show
    #[arg(long, default_value_t = 10)]
    examples: usize,
    #[command(flatten)]
    bounds: Bounds,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    formula: String,
    truth: Option<bool>,
    example: Option<Vec<(String, String)>>,
    variables: Vec<String>,
    examples: Vec<Vec<String>>,
    states: usize,
    automaton: String,
}

/// Larger automata are not printed for people.
const MOST_PRINTED: usize = 24;

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let work = args.bounds.begin();
    let Some(mut law) = args.family.law(&args.law, &args.bounds, &work.budget)? else {
        drop(work);
        eprintln!("bouton: no law was proved within the bounds, so there is nothing to ask");
        return Ok(Watch::status());
    };
    let answer = match law.ask(&args.formula) {
        Ok(answer) => answer,
        Err(AskError::Syntax(error)) => {
            return Err(anyhow!("formula: {}", error.show(&args.formula)));
        }
        Err(AskError::Exceeded(exceeded)) => {
            drop(work);
            eprintln!("bouton: not decided: {exceeded}");
            return Ok(Watch::status());
        }
    };
    drop(work);
    let report = args.report(&answer);
    if args.json {
        json(&report)?
    } else {
        report.tell()?
    }
    Ok(Status::Answered)
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::named(&self.law).within(&self.bounds)
    }

    fn report(&self, answer: &Answer) -> Report {
        let strings =
            |values: &Vec<num_bigint::BigUint>| values.iter().map(ToString::to_string).collect();
        let example = answer.example.as_ref();
        let examples = if answer.truth.is_some() {
            Vec::new()
        } else {
            answer.relation.examples(self.examples)
        };
        Report {
            formula: self.formula.clone(),
            truth: answer.truth,
            example: example.map(|values| {
                values
                    .iter()
                    .map(|(name, value)| (name.to_string(), value.to_string()))
                    .collect()
            }),
            variables: answer
                .relation
                .names()
                .iter()
                .map(|name| name.to_string())
                .collect(),
            examples: examples.iter().map(strings).collect(),
            states: answer.relation.automaton().states(),
            automaton: answer.relation.automaton().to_text(),
        }
    }
}

impl Report {
    fn tell(&self) -> anyhow::Result<()> {
        let values: Vec<String> = self
            .example
            .iter()
            .flatten()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        match (self.truth, values.is_empty()) {
            (Some(truth), true) => line(truth.to_string()),
            (Some(true), false) => line(format!("true: {}", values.join(", "))),
            (Some(false), false) => line(format!("false: {}", values.join(", "))),
            (None, _) => self.tell_examples(),
        }
    }

    fn tell_examples(&self) -> anyhow::Result<()> {
        let names = self.variables.join(",");
        if self.examples.is_empty() {
            return line(format!("no ({names}) at all"));
        }
        let tuples: Vec<String> = self
            .examples
            .iter()
            .map(|values| format!("({})", values.join(",")))
            .collect();
        line(format!("({names}): {}", tuples.join(" ")))?;
        if self.states > MOST_PRINTED {
            let words = "too many to print here, --json has them";
            return line(format!("automaton with {} states: {words}", self.states));
        }
        line(format!(
            "automaton with {} states; each with its next states by the digits of ({names}), + where the numbers read are in the set:",
            self.states
        ))?;
        let rows = self.automaton.lines();
        rows.map(|row| format!("  {row}")).try_for_each(line)
    }
}
