//! `bouton check`: checks a rule file for mistakes.

use bouton::questions::Goal;
use bouton::{Terms, check};

use super::options::{LimitArgs, read_position};
use super::output::tell;
use super::posed::Posed;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Check a rule file for mistakes, and show a random line of play
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton check mygame.star
  bouton check mygame.star:4,4 '1,2,3'

Exit code 2 when a mistake was found.")]
pub(crate) struct Args {
    /// The rule file, with its parameters after a colon
    file: String,
    #[command(flatten)]
    goal: Posed<Goal>,
    /// Positions to check besides the file's start
    #[arg(allow_hyphen_values = true)]
    positions: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::named(&self.file).spending(&self.limits)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let limits = args.limits.begin();
    let mut watch = Watch::over(&limits);
    let positions = args.positions.iter().map(|typed| read_position(typed));
    let positions = positions.collect::<anyhow::Result<Vec<_>>>()?;
    let terms = Terms {
        aim: args.goal.aim,
        ..Terms::within(&limits)
    };
    let checked = check(&args.file, &positions, &terms)?;
    watch.found();
    tell(&checked, args.json)?;
    Ok(if checked.mistakes.is_empty() {
        Status::Answered
    } else {
        Status::BadInput
    })
}
