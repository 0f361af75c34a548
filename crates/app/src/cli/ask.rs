//! `bouton ask`: any first-order question about a law.

use anyhow::anyhow;
use bouton::laws;
use bouton_automata::AskError;

use super::bounds::Bounds;
use super::law::Family;
use super::output::{complain, tell};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Decide a first-order formula about a law: true, or the smallest counterexample
#[derive(clap::Args)]
#[command(
    after_help = "Formulas: `A a, b: …` and `E a: …` quantify over 0, 1, 2, …; & | ~ => <=> join formulas.
Terms are sums like 2*a + b - 3. Comparisons are < <= = != >= > and a = b mod 5.
P(a,b) holds on lost positions, G(n,v) gives Grundy values, Position(a,b) is the domain.
place(x), lowest(x,u), shift(x,y) and xor(x,y,z) are about digits.

Examples:
  bouton ask wythoff 'A a: E b: P(a,b) & (A c: P(a,c) => c = b)'
  bouton ask octal:0.77 'A n, v: n >= 71 => (G(n,v) <=> G(n+12,v))'
  bouton ask octal:0.77 'E v: G(a,v) & G(b,v) & a < b'"
)]
pub(crate) struct Args {
    /// A rule file, a game whose rules are known as formulas, or a certificate
    law: String,
    #[command(flatten)]
    family: Family,
    /// The formula (see below)
    formula: String,
    /// For a formula with free variables: number of examples, the smallest first
    #[arg(long, default_value_t = 10)]
    examples: usize,
    #[command(flatten)]
    bounds: Bounds,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let mut work = args.bounds.begin();
    let Some(mut law) = args.family.law(&args.law, &args.bounds, &work.limits)? else {
        drop(work);
        complain("no law was proved within the bounds, so there is nothing to ask");
        return Ok(Watch::status());
    };
    let asked = match laws::ask(&mut law, &args.formula, args.examples) {
        Ok(asked) => asked,
        Err(AskError::Syntax(error)) => {
            return Err(anyhow!("formula: {}", error.show(&args.formula)));
        }
        Err(AskError::Stopped(exceeded)) => {
            drop(work);
            complain(format_args!("not decided: {exceeded}"));
            return Ok(Watch::status());
        }
    };
    work.found();
    tell(&asked, args.json)?;
    Ok(Status::Answered)
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::named(&self.law).within(&self.bounds)
    }
}
