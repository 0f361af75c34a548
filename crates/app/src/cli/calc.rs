//! `bouton calc`: calculates with values.

use bouton::answers::Calculation;
use bouton::calculus::{Calculator, Show};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::batch::batch;
use super::options::LimitArgs;
use super::output::{say, tell};
use super::posed::Posed;
use super::subject::Subject;
use super::value::status;
use super::watch::Watch;
use crate::console::here;
use crate::status::Status;

/// Calculate with values of partizan games, such as `{2|-1} + ^*`
#[derive(clap::Args)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    /// The expression, or statements; `-` reads a line each from stdin; without one, a terminal asks for them
    #[arg(allow_hyphen_values = true)]
    expression: Option<String>,
    #[command(flatten)]
    style: Posed<Show>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

fn after_help() -> String {
    let functions = Calculator::functions().map(|(name, gives)| format!("  {name:<18} {gives}"));
    format!(
        "Examples:
  bouton calc '{{2|-1}} + ^*'
  bouton calc 'cool({{3||2*|1*}}, 1/2)'
  bouton calc '{{1|0}} <= ^'
  bouton calc 'g = +-1; 3*g'
  bouton calc '[mean({{n|-1}}) for n in range(4)]'
  bouton calc 'G = domineering:2,3; G + clobber \"XO.OX\" - ^2'

Values: 3/4, 0.75, *2, ^ (up), v (down), ^^*, +-1, {{2|-1}}, {{3||2|1}} for {{3|{{2|1}}}}, Tiny(2), Miny(2).
3*G is G + G + G; G:H is the ordinal sum; 2**3 is 8. `NAME = …;` names a value, == compares.
Relations: <= >= == < > and <> (confused with) answer true or false.
Statements are those of rule files, with values: names, functions, lists, for, if, table, plot, game.
Functions, which can also follow their first value, as in g.mean and g.cool(1):
{}

`bouton value` finds the value of a position.",
        functions.collect::<Vec<_>>().join("\n")
    )
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::default().spending(&self.limits)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let mut calculator = Calculator::default();
    match args.expression.as_deref() {
        Some("-") => batch(|line| one(args, &mut calculator, line)),
        Some(expression) => one(args, &mut calculator, expression),
        None if here().reads_a_terminal() => ask(args, &mut calculator),
        None => batch(|line| one(args, &mut calculator, line)),
    }
}

fn one(args: &Args, calculator: &mut Calculator, expression: &str) -> anyhow::Result<Status> {
    let limits = args.limits.begin();
    let mut watch = Watch::over(&limits);
    let answer = calculator.calculate(expression, args.style.0, &limits)?;
    watch.found();
    let is_shown = !matches!(&answer, Calculation::Worked(worked) if worked.shown.is_empty());
    if is_shown || args.json {
        tell(&answer, args.json)?;
    }
    Ok(status(
        matches!(&answer, Calculation::Value(value) if value.stopped.is_some()),
    ))
}

/// Asks for one expression after the other, until there are no more.
fn ask(args: &Args, calculator: &mut Calculator) -> anyhow::Result<Status> {
    let mut editor = DefaultEditor::new()?;
    loop {
        match editor.readline("> ") {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) if matches!(line.trim(), "quit" | "exit") => return Ok(Status::Answered),
            Ok(line) => {
                editor.add_history_entry(&line)?;
                if let Err(error) = one(args, calculator, &line) {
                    say(&error.to_string());
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Ok(Status::Answered),
            Err(error) => return Err(error.into()),
        }
    }
}
