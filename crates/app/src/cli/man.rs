//! `bouton man`: the manual page.

use clap::CommandFactory;

use super::{Program, Subject};
use crate::status::Status;

/// Print the manual page: `bouton man | man -l -`
#[derive(clap::Args)]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::without_rules()
    }
}

pub(crate) fn run(_: &Args) -> anyhow::Result<Status> {
    let mut text = Vec::new();
    let command = Program::command();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for sub in command.get_subcommands() {
        let name = format!("bouton-{}", sub.get_name());
        clap_mangen::Man::new(sub.clone().name(name)).render(&mut text)?;
    }
    super::output::own(&String::from_utf8(text)?)?;
    Ok(Status::Answered)
}
