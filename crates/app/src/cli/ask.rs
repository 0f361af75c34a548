//! `bouton ask`: any first-order question about a law.

use anyhow::bail;
use bouton::answers::Asked;
use bouton::questions::Solutions;
use bouton::{Error, Limits, families, laws};
use bouton_automata::AskError;

use super::bounds::Bounds;
use super::law::Family;
use super::output::{complain, tell};
use super::posed::Posed;
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

With a PATTERN, value(n) is the value of its position, proved for all exponents. Values are sums of
value(…), numbers, *2, up(n) and games of numbers like {2 | -1}; they are compared by
< <= = != >= > and <> (confused with). Left wins if value(n) > 0, the first player if value(n) <> 0.

Examples:
  bouton ask wythoff 'A a: E b: P(a,b) & (A c: P(a,c) => c = b)'
  bouton ask octal:0.77 'A n, v: n >= 71 => (G(n,v) <=> G(n+12,v))'
  bouton ask octal:0.77 'E v: G(a,v) & G(b,v) & a < b'
  bouton ask nim --piles 3 'n > 0 & P(n,2*n,3*n)' --count 1073741824
  bouton ask clobber 'X^n O' 'A n: n > 1 => value(n) > 0'",
    override_usage = "bouton ask [OPTIONS] <LAW> [PATTERN] <FORMULA>"
)]
pub(crate) struct Args {
    /// A rule file, a game whose rules are known as formulas, or a certificate
    law: String,
    #[command(flatten)]
    family: Family,
    /// The formula (see below); before it, for values of positions, their pattern
    #[arg(required = true, num_args = 1..=2, value_names = ["PATTERN", "FORMULA"], hide_possible_values = true)]
    formula: Vec<String>,
    #[command(flatten)]
    solutions: Posed<Solutions>,
    #[command(flatten)]
    bounds: Bounds,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let mut work = args.bounds.begin();
    let (formula, asked) = match args.formula.as_slice() {
        [pattern, formula] => (formula, args.about_values(pattern, formula, &work.limits)?),
        [formula] => (formula, args.about_law(formula, &work.limits)?),
        _ => bail!("expected a formula, and before it at most a pattern"),
    };
    let Some(asked) = asked else {
        drop(work);
        complain("no law was proved within the bounds, so there is nothing to ask");
        return Ok(Watch::status());
    };
    let asked = match asked {
        Ok(asked) => asked,
        Err(AskError::Syntax(error)) => {
            return Err(Error::input("formula", error.within(formula).placed()).into());
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

/// The answer, or the reason why there is none; nothing if no law was proved.
type LawAnswer = Option<Result<Asked, AskError>>;

impl Args {
    fn about_law(&self, formula: &str, limits: &Limits) -> anyhow::Result<LawAnswer> {
        let law = self.family.law(&self.law, &self.bounds, limits)?;
        Ok(law.map(|mut law| laws::ask(&mut law, formula, &self.solutions)))
    }

    fn about_values(
        &self,
        pattern: &str,
        formula: &str,
        limits: &Limits,
    ) -> anyhow::Result<LawAnswer> {
        self.family.refuse_for_values()?;
        let found = families::law(&self.law, pattern, limits)?;
        if let Some(why) = &found.report.why {
            complain(why);
        }
        let law = found.law.as_ref();
        Ok(law.map(|law| law.ask(formula, &self.solutions, limits)))
    }

    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::named(&self.law).within(&self.bounds)
    }
}
